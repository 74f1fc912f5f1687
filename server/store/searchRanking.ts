import { named, type Vocabularies } from './searchBands.ts'
import type { Row } from './searchIndex.ts'
import { editDistance } from '../catalogue/search/terms.ts'

// How near a book, or a word, is to what was typed.

/** A word that a query word may stand for, at that many edits. */
export interface Alternative {
  term: string
  edits: number
  open: boolean
  /** In how many books it stands, where it was found near. */
  books?: number
}

/** The fewest edits by which one of the alternatives stands among the words; infinite where none does. */
function leastEdits(words: ReadonlySet<string>, choice: readonly Alternative[]): number {
  const standing = choice.filter(({ term, open }) =>
    open ? words.values().some((word) => word.startsWith(term)) : words.has(term),
  )
  return Math.min(...standing.map(({ edits }) => edits))
}

/** The fewest edits by which the words have an alternative of each choice; infinite where they lack one. */
export const sumOfEdits = (words: ReadonlySet<string>, choices: readonly Alternative[][]): number =>
  choices.reduce((total, choice) => total + leastEdits(words, choice), 0)

/** The least number of edits by which a book can have a word for each choice, not all as typed. */
export function fewestEdits(choices: readonly Alternative[][], vocabularies: Vocabularies): number {
  const least = choices.map((choice) =>
    Math.min(...choice.flatMap(({ edits }) => (edits > 0 ? edits : []))),
  )
  const needed = choices.map((choice, index) =>
    choice.some(({ edits, ...term }) => edits === 0 && named(term, vocabularies))
      ? 0
      : (least[index] ?? 0),
  )
  return Math.max(
    Math.min(...least),
    needed.reduce((sum, edits) => sum + edits, 0),
  )
}

/** The order of code units: the same on every engine and machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** The words of the rows within that many edits, the nearest first. */
export function nearestOf(word: string, rows: readonly Row[], most: number) {
  return rows
    .map((row) => {
      const term = String(row['term'])
      return { term, edits: editDistance(word, term, most), books: Number(row['books']) }
    })
    .filter(({ edits }) => edits <= most)
    .toSorted(
      (one, other) =>
        one.edits - other.edits || other.books - one.books || compare(one.term, other.term),
    )
}

/** How many letters and digits a text has: when folded it has as many, or more. */
export const countLetters = (text: string): number =>
  text.replaceAll(/[^\p{L}\p{N}]+|ʼ/gu, '').length

/** No key of a title has fewer letters than this has. */
export const shortestOf = (title: string): string =>
  (title.split(/[:;(]| [-–—] /u, 1)[0] ?? '').replace(/^\P{L}*(?:the|an|a)(?!\p{L})/iu, '')

/** How well a book fits a query that was corrected. */
export interface Fit {
  pop: number
  edits: number
  /** The query is its whole title, or the whole name of an author, but for the edits. */
  whole: boolean
  /** Its title alone has all the words. */
  inTitle: boolean
}

/** The rank of the last of `enough` books than which none can fit better; infinite where there are fewer. */
export function boundOf(fits: readonly Fit[], fewest: number, enough: number): number {
  const best = fits.filter(({ edits, whole, inTitle }) => edits === fewest && whole && inTitle)
  return best.toSorted((one, other) => one.pop - other.pop)[enough - 1]?.pop ?? Infinity
}

/** Whether `enough` books fit better than any of this rank or a later one that is not whole. */
export function isBehind(
  pop: number,
  fits: readonly Fit[],
  fewest: number,
  enough: number,
): boolean {
  const better = fits.filter(
    (fit) => fit.edits === fewest && fit.inTitle && (fit.whole || fit.pop < pop),
  )
  return better.length >= enough
}

/** Which letters a word has, as bits; several letters may share one. */
export function lettersOf(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

/** How many bits of a number are set. */
export function countBits(bits: number): number {
  let rest = bits
  let count = 0
  while (rest !== 0) {
    rest &= rest - 1
    count += 1
  }
  return count
}

/** How many letters of two words have no partner in the other, wherever they stand. */
export function lettersApart(one: string, other: string): number {
  let rest = other
  let apart = 0
  for (const letter of one) {
    if (rest.includes(letter)) rest = rest.replace(letter, '')
    else apart += 1
  }
  return apart + rest.length
}
