import type { Book, SearchResult } from '../../../contract/books.ts'
import { CATEGORIES } from '../../../contract/categories.ts'
import { fold } from '../../../contract/fold.ts'
import { isbn13Of } from '../../lib/isbn.ts'
import { authorKey, indexKey } from '../../lib/textKeys.ts'
import {
  categoryWords,
  indexWord,
  indexWords,
  initialsOf,
  joinedNames,
  titleKeys,
  type TitleKey,
} from './text.ts'

// What is written beside a book's record: its rank, and what it is found by.

// A rank is popularity in thousandths (18 bits), then source (8), then place in the source (27). No book
// comes near the greatest popularity: it stands for some trillion ratings.
const POPULARITY_MAX = 250
const PLACES = 2 ** 27

/** How many sources a catalogue has at most. */
export const SLOTS = 2 ** 8

// Bounds what a damaged record may bring; no description comes near.
const MAX_TEXT_WORDS = 10_000

/** The rank of a book, the smallest first: `pop` in every table. Always positive. */
export function rankOf(popularity: number, slot: number, place: number): number {
  const bounded = Math.min(Math.max(popularity, 0), POPULARITY_MAX)
  const lack = Math.round((POPULARITY_MAX - bounded) * 1000)
  return (lack * SLOTS + slot) * PLACES + place + 1
}

/** The place in its source of a book with this rank. */
export const placeOf = (rank: number): number => (rank - 1) % PLACES

/** The popularity, 0 to 250, of a book with this rank. */
export const popularityOf = (rank: number): number =>
  (POPULARITY_MAX * 1000 - Math.floor((rank - 1) / PLACES / SLOTS)) / 1000

// Ten times the ratings.
const FAR = 20

/** Whether a book is far better known than all of the others. */
export const isMorePopular = (rank: number, others: readonly number[]): boolean =>
  popularityOf(rank) >= Math.max(...others.map(popularityOf)) + FAR

/** The ranks found, behind those of `others` that are far better known; all others where nothing is found. */
export const withMorePopular = (found: readonly number[], others: readonly number[]): number[] => [
  ...others.filter((rank) => isMorePopular(rank, found)),
  ...found,
]

/** A book as a list of search results has it. */
export function resultOf({ id, volumeInfo }: Book): SearchResult {
  const { title, language, authors, imageLinks } = volumeInfo
  return {
    id,
    volumeInfo: {
      title,
      ...(language && { language }),
      authors,
      ...(imageLinks && { imageLinks }),
    },
  }
}

/** The keys by which a book is found as a whole, by its title or the original one. */
export const titleKeysOf = ({ volumeInfo: { title, originalTitle } }: Book): TitleKey[] =>
  titleKeys(title, ...(originalTitle === undefined ? [] : [originalTitle]))

/** What stands for a title, a series or a name in one word. */
function shortKeys({ volumeInfo: { title, series, authors } }: Book): TitleKey[] {
  const initials = [title.split(/[:;(]/, 1).join(''), series?.name ?? '']
    .map(fold)
    .flatMap(initialsOf)
  const names = authors.map(authorKey).flatMap(joinedNames)
  return [...new Set([...initials, ...names])].map((key) => ({ key, kind: 3 }))
}

/** The words by which a book is found in its titles. */
export const titleWordsOf = ({ volumeInfo }: Book): string[] => {
  const { title, subtitle = '', originalTitle = '' } = volumeInfo
  return [...new Set([title, subtitle, originalTitle].flatMap(indexWords))]
}

/** The words by which a book is found in its series: those of the name, and the number. */
export function seriesWordsOf({ volumeInfo: { series } }: Book): string[] {
  if (series === undefined) return []
  const { name, number } = series
  return [...new Set([...indexWords(name), ...(Number.isInteger(number) ? [String(number)] : [])])]
}

/** The words by which a book is found in the names of its authors. */
export const authorWordsOf = ({ volumeInfo }: Book): string[] =>
  indexWords(volumeInfo.authors.join(' '))

/** One bit for each interest, in the order of CATEGORIES. */
const interestBits = (categories: readonly string[]): number =>
  CATEGORIES.reduce((bits, name, at) => bits | (categories.includes(name) ? 1 << at : 0), 0)

/** What a book is found by, each text once. */
export type BookIndex = ReturnType<typeof indexBook>

export function indexBook(book: Book) {
  const { authors, categories, description = '', series, publishedDate } = book.volumeInfo
  const { industryIdentifiers = [] } = book.volumeInfo
  const titleWords = titleWordsOf(book)
  const authorWords = authorWordsOf(book)
  const seriesWords = seriesWordsOf(book)
  const interestWords = categoryWords(categories)
  const text = fold(description.replaceAll(/<[^>]*>|&\w+;/g, ' '))
  const described = text === '' ? [] : text.split(' ').map(indexWord)
  const isbns = industryIdentifiers.flatMap(({ identifier }) => isbn13Of(identifier) ?? [])
  const textWords = new Set([
    ...titleWords,
    ...seriesWords,
    ...authorWords,
    ...interestWords,
    ...described,
  ])
  return {
    categories: [...new Set(categories)],
    interests: interestBits(categories),
    /** The year of publication, negative before our era. */
    year: publishedDate === undefined ? undefined : Number.parseInt(publishedDate, 10),
    series: series && { key: indexKey(fold(series.name)), number: series.number },
    authors: [...new Set(authors.map(authorKey))].filter((key) => key !== ''),
    isbns: [...new Set(isbns)],
    titles: [...titleKeysOf(book), ...shortKeys(book)],
    titleWords,
    seriesWords,
    authorWords,
    categoryWords: interestWords,
    /** The words above and those of the description. */
    textWords: [...textWords].slice(0, MAX_TEXT_WORDS),
  }
}
