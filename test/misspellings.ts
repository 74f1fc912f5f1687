import { fold } from '../contract/fold.ts'
import { seeded } from './seeded.ts'

/** A title without its subtitle, folded. */
export const mainTitle = (title: string): string => fold(title.split(/[:(]/, 1).join(''))

/** One letter missing, too many, wrong, or swapped with the one before it; never the first alone. */
function misspell(word: string, random: (below: number) => number): string {
  const at = 1 + random(word.length - 1)
  const letter = 'abcdefghijklmnopqrstuvwxyz'.charAt(random(26))
  const before = word.slice(0, at)
  const kinds = [
    before + word.slice(at + 1),
    before + letter + word.slice(at),
    before + letter + word.slice(at + 1),
    word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1),
  ]
  return kinds[random(kinds.length)] ?? word
}

/** What is typed, and the folded text that is meant. */
export interface Misspelt {
  query: string
  meant: string
}

/** The texts, folded, each with one long word misspelt; those without one are left out. */
export function misspellings(texts: readonly string[], seed: number): Misspelt[] {
  const random = seeded(seed)
  return texts.flatMap((text) => {
    const meant = mainTitle(text)
    const long = meant.split(' ').filter((word) => /^[a-z]{5,}$/.test(word))
    const word = long[random(Math.max(long.length, 1))]
    if (word === undefined) return []
    const wrong = misspell(word, random)
    return wrong === word ? [] : [{ query: meant.replace(word, wrong), meant }]
  })
}
