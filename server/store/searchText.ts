import type { Category } from '../../contract/categories.ts'
import { isCategory } from '../../contract/categories.ts'
import { fold } from '../../contract/fold.ts'

// How texts become what is indexed and asked. Shared by every engine, so that all find the same books
// (../shared/database.md, section 8).

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'the of and a an to in is that it was for on with as his her he she by at from this which or be ' +
    'not are their but have they all one had were we when there been has more who will what into its ' +
    'out up so my about books'
  ).split(' '),
)

// Beyond these a query is no longer typed by a person; cutting keeps every query cheap.
const MAX_WORDS = 16
const MAX_ALTERNATE = 40

// Longer ones are cut where they are stored and where they are asked for: the indexes of PostgreSQL
// hold entries of some two thousand bytes.
const MAX_WORD = 64
const MAX_KEY = 500

// SymSpell's bounds: deletions are taken from the first letters only, which keeps the table small and
// loses nothing, since candidates are measured in full afterwards.
const DELETE_FROM = 7

/** What readers also call an interest. */
const CATEGORY_ALIASES: Partial<Record<Category, string>> = {
  'Sci-Fi': 'science fiction',
  'Young Adult': 'ya teen',
  "Children's Books": 'kids',
  'Graphic Novels': 'comics',
  Biography: 'memoir autobiography',
  'Food & Cooking': 'cookbook',
}

/** A query, taken apart. All texts are folded. */
export interface SearchQuery {
  /** The whole query; empty where nothing in it can be searched. */
  key: string
  /** The query without a leading article. */
  bareKey: string
  /** Every word, each once. */
  all: string[]
  /** The words that count, each once: without stop words, or all where there is nothing else. */
  words: string[]
  /** The last word, where it may be the beginning of a longer one. */
  prefix: string | undefined
  /** The ISBN-13 the query is, if it is one. */
  isbn13: string | undefined
  /** The same without the volume behind a title, where one stands there: `Dune #2`, `Dune (book 1)`. */
  withoutSeries: SearchQuery | undefined
}

/** A key by which a title is found. kind 0: the whole; 1: without article or subtitle; 2: without spaces. */
export interface TitleKey {
  key: string
  kind: 0 | 1 | 2
}

function cut(text: string, length: number): string {
  // Never through the middle of a letter outside the basic plane.
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/** A folded title or name as it is indexed. */
export const indexKey = (key: string): string => cut(key, MAX_KEY).trimEnd()

/** A folded word as it is indexed. */
export const indexWord = (word: string): string => cut(word, MAX_WORD)

/** Signs that are the better part of a name, as words, so that `c++` is not any `c`. */
function spellOut(text: string): string {
  if (!/[cf][+#]/i.test(text)) return text
  return text
    .replaceAll(/(?<![\p{L}\p{N}])c\+\+/giu, 'cplusplus ')
    .replaceAll(/(?<![\p{L}\p{N}])([cf])#(?![\p{L}\p{N}])/giu, '$1sharp ')
}

const withoutArticle = (key: string): string => key.replace(/^(?:the|an|a) (?=.)/, '')

// The same title is asked for again at once, by what indexes it in several ways.
let lastText = ''
let lastFolded = ''

/** `fold`, remembering the last text. */
export function foldAgain(text: string): string {
  if (text !== lastText) {
    lastFolded = fold(text)
    lastText = text
  }
  return lastFolded
}

const joined = (key: string): string => key.replaceAll(' ', '')

/**
 * The ISBN-13 that a text of digits and hyphens is, an ISBN-10 converted, or `undefined` where it is
 * none or its check digit is wrong. A leading `ISBN` is allowed.
 */
export function isbn13Of(text: string): string | undefined {
  const digits = text
    .trim()
    .replace(/^isbn(?:-?1[03])?\s*:?/i, '')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) {
    return isbn13CheckDigit(digits.slice(0, 12)) === digits.at(12) ? digits : undefined
  }
  if (!/^\d{9}[\dX]$/.test(digits)) return undefined
  let sum = digits.endsWith('X') ? 10 : Number(digits.at(-1))
  for (let index = 0; index < 9; index++) sum += (10 - index) * Number(digits[index])
  if (sum % 11 !== 0) return undefined
  const body = `978${digits.slice(0, 9)}`
  return body + isbn13CheckDigit(body)
}

function isbn13CheckDigit(first12: string): string {
  let sum = 0
  for (let index = 0; index < 12; index++) sum += Number(first12[index]) * (index % 2 === 0 ? 1 : 3)
  return String((10 - (sum % 10)) % 10)
}

/** Whether a folded word says anything by itself. */
export const isTelling = (word: string): boolean => !STOP_WORDS.has(word)

function withoutVolume(text: string): string {
  return text
    .replace(/ ?\([^()]*\)$/, '')
    .replace(/[ ,:]*(?:#|\b(?:book|volume|vol\.?|part|no\.?) ?)\d{1,3}$/i, '')
}

/** Takes a query apart; any text will do. */
export function parseQuery(text: string): SearchQuery {
  // Cut first, lest long runs of brackets take long.
  const typed = text.trim().slice(0, MAX_KEY)
  const shorter = withoutVolume(typed)
  const rest = shorter === typed || fold(shorter) === '' ? undefined : shorter
  return {
    ...takeApart(text),
    withoutSeries:
      rest === undefined ? undefined : { ...takeApart(rest), withoutSeries: undefined },
  }
}

function takeApart(text: string): Omit<SearchQuery, 'withoutSeries'> {
  const key = indexKey(fold(spellOut(text)))
  const all = key === '' ? [] : key.split(' ').map(indexWord)
  const telling = all.filter((word) => isTelling(word))
  const words = [...new Set(telling.length > 0 ? telling : all)].slice(0, MAX_WORDS)
  const last = words.at(-1)
  const open = last !== undefined && last === all.at(-1) && last.length >= 2
  return {
    key,
    bareKey: withoutArticle(key),
    all: [...new Set(all)].slice(0, MAX_WORDS),
    words,
    prefix: open ? last : undefined,
    isbn13: isbn13Of(text),
  }
}

/** The keys a title is found by, each once, the whole title first. */
export function titleKeys(title: string): TitleKey[] {
  const spelt = spellOut(title)
  const whole = indexKey(foldAgain(spelt))
  if (whole === '') return []
  const [start = ''] = spelt.split(/[:;(]| [-–—] /u, 1)
  const main = start === spelt ? whole : indexKey(fold(start))
  const plain = spelt === title ? whole : indexKey(fold(title))
  const shorter = new Set([withoutArticle(whole), main, withoutArticle(main), plain])
  shorter.delete(whole)
  shorter.delete('')
  const tight = new Set(
    [whole, ...shorter].map(joined).filter((key) => key.length <= MAX_ALTERNATE),
  )
  return [
    { key: whole, kind: 0 },
    ...[...shorter].map((key) => ({ key, kind: 1 as const })),
    ...[...tight].map((key) => ({ key, kind: 2 as const })),
  ]
}

/** The query's spelling without spaces, for titles that are written apart and typed together. */
export const joinedKey = (query: SearchQuery): string => joined(query.key)

/**
 * The words to index for a text, each once: those of the folded text, and what readers type for them:
 * initials run together (`J. R. R.` → `jrr`), compounds joined (`Catch-22` → `catch22`), and the parts
 * around an apostrophe (`Alice's` → `alice`, `L'Étranger` → `etranger`).
 */
export function indexWords(text: string): string[] {
  const folded = foldAgain(text)
  if (folded === '') return []
  const spelt = spellOut(text)
  const spoken = spelt === text ? folded : `${folded} ${fold(spelt)}`
  const words = new Set(spoken.split(' ').map(indexWord))
  const add = (word: string, shortest: number) => {
    if (word.length >= shortest && word.length <= MAX_ALTERNATE) words.add(word)
  }
  // Most texts have none of what is looked for here, which is soon said.
  if (/(?:^| )\S \S(?: |$)/u.test(folded)) {
    for (const [initials] of folded.matchAll(
      /(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}]))+/gu,
    )) {
      add(joined(initials), 2)
    }
  }
  if (!/[-‐‑–./+'’ʼ]/u.test(text)) return [...words]
  for (const compound of text.split(/\s+/u)) {
    if (/[\p{L}\p{N}][-‐‑–./+][\p{L}\p{N}]/u.test(compound)) add(joined(fold(compound)), 2)
    const parts = compound.split(/['’ʼ]/u)
    if (parts.length > 1) for (const part of parts) add(joined(fold(part)), 3)
  }
  return [...words]
}

/** The words to index for a book's interests, with what readers also call them. */
export function categoryWords(categories: readonly string[]): string[] {
  return indexWords(
    categories
      .flatMap((name) => [name, isCategory(name) ? (CATEGORY_ALIASES[name] ?? '') : ''])
      .join(' '),
  )
}

/**
 * Calls `take` with the places of every letter or two that can be taken out of a word's first letters,
 * -1 for none: what is left of them are the word's remainders, some more than once.
 */
function takeLettersOut(
  length: number,
  letters: 0 | 1 | 2,
  take: (first: number, second: number) => void,
): void {
  take(-1, -1)
  if (letters === 0 || length <= 1) return
  for (let first = 0; first < length; first++) {
    take(first, -1)
    if (letters === 1 || length <= 2) continue
    // Those before it were taken out together with it already.
    for (let second = first + 1; second < length; second++) take(first, second)
  }
}

/**
 * What is left of a word's first letters when up to `letters` of them are taken out. A word and a
 * mistyped form of it within that many edits share at least one of these.
 */
export function remainders(word: string, letters: 0 | 1 | 2): string[] {
  const start = word.slice(0, DELETE_FROM)
  const rests = new Set<string>()
  takeLettersOut(start.length, letters, (first, second) => {
    const one = first < 0 ? start : start.slice(0, first) + start.slice(first + 1)
    rests.add(second < 0 ? one : one.slice(0, second - 1) + one.slice(second))
  })
  return [...rests]
}

/**
 * The remainders of a word as numbers from 0 to below 2^28, in no order and some more than once. Two
 * different ones may be the same number, rarely: whoever looks them up compares the words anyway.
 */
export function remainderNumbers(word: string, letters: 0 | 1 | 2): number[] {
  const length = Math.min(word.length, DELETE_FROM)
  const numbers: number[] = []
  takeLettersOut(length, letters, (first, second) => {
    // FNV-1a, folded to 28 bits.
    let hash = 0x811c9dc5
    for (let at = 0; at < length; at++) {
      if (at !== first && at !== second) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
    }
    numbers.push((hash ^ (hash >>> 28)) & 0xfffffff)
  })
  return numbers
}

/** How many letters are taken out of an indexed word at most: two of the long, one of the short; none where it is not corrected. */
export function termLetters(term: string): 1 | 2 | undefined {
  if (!isCorrectable(term)) return undefined
  return term.length >= 7 ? 2 : 1
}

/** The remainders stored for an indexed word: two letters out of the long, one out of the short. */
export function termRemainders(term: string): string[] {
  const letters = termLetters(term)
  return letters === undefined ? [] : remainders(term, letters)
}

/** Whether a word takes part in typo correction: three letters or more, not a number. */
export function isCorrectable(word: string): boolean {
  // Letters outside the basic plane would be cut in half.
  return word.length >= 3 && word.length <= 64 && !/^\d+$|[\uD800-\uDFFF]/.test(word)
}

/** How many edits a typed word is forgiven: two from eight letters on, one from four, else none. */
export function forgiven(word: string): 0 | 1 | 2 {
  if (!isCorrectable(word) || word.length < 4) return 0
  return word.length >= 8 ? 2 : 1
}

/** The parts in which two texts differ, without what both begin or end with. */
function withoutCommon(one: string, other: string): [string, string] {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one.charCodeAt(start) === other.charCodeAt(start)) start += 1
  let end = 0
  const last = (text: string) => text.charCodeAt(text.length - 1 - end)
  while (end < most - start && last(one) === last(other)) end += 1
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}

/**
 * How many letters are missing, extra, wrong or swapped with their neighbour between two words
 * (optimal string alignment); any number above `limit` where there are more than that.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  // What is to be compared is mostly the same but for some letters.
  const [row, column] = withoutCommon(one, other)
  return row === '' || column === '' ? row.length + column.length : editsBetween(row, column, limit)
}

function editsBetween(one: string, other: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const letter = one.charCodeAt(row - 1)
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column++) {
      const same = letter === other.charCodeAt(column - 1)
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 &&
        column > 1 &&
        letter === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1)
      if (swapped) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    before = above
    above = current
  }
  return above[other.length] ?? limit + 1
}
