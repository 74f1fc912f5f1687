import { isCorrectable } from './typos.ts'

// What words sound like in English, so that one written as it is heard is found: `gaysha` → geisha.

// One after another. Vowels do not count but for the first letter, nor do doubled letters.
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/^x/, 's'],
  [/ph/g, 'f'],
  [/[tsdzc]*(?:sch|sh|ch)|[cst]i(?=[ao])/g, 'X'],
  [/gh(?=[^aeiou]|$)/g, ''],
  [/dg(?=[eiy])/g, 'j'],
  [/t[sz]|z/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/ck|[ckq]h?/g, 'k'],
  [/x/g, 'ks'],
  [/v|w(?=h)/g, 'f'],
  [/(?<=.)[aeiouyhw]+/g, ''],
  [/^[aeiouy]/, 'A'],
  [/d(?=j)/g, ''],
  [/(.)\1+/g, '$1'],
]

/** A key that words have in common that sound alike; `null` of words that are not corrected. */
export function soundOf(word: string): string | null {
  if (!isCorrectable(word) || !/^[a-z]+$/.test(word)) return null
  const sound = RULES.reduce((text, [sound, letter]) => text.replace(sound, letter), word)
  return sound.length < 2 ? null : sound
}
