import { fold } from '../contract/fold.ts'
import { seeded } from './seeded.ts'

/** A title without its subtitle and series, folded: by it one book is found in two catalogues. */
export const mainTitle = (title: string): string => fold(title.split(/[:(;]| or,/, 1).join(''))

/** One letter, from this place on, missing, too many, wrong, or swapped with the next. */
export function misspell(word: string, random: (below: number) => number, from = 0): string {
  const at = from + random(word.length - from)
  const letter = 'abcdefghijklmnopqrstuvwxyz'.charAt(random(26))
  const before = word.slice(0, at)
  const kinds = [
    before + word.slice(at + 1),
    before + letter + word.slice(at),
    before + letter + word.slice(at + 1),
    before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
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
    // Hardly anybody mistypes the first.
    const wrong = misspell(word, random, 1)
    return wrong === word ? [] : [{ query: meant.replace(word, wrong), meant }]
  })
}
