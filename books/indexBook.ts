import type { Book, Series } from '../contract/books.ts'
import { foldKey } from './foldKey.ts'
import { ownNamesOf } from './sameAuthor.ts'
import { seriesKey } from './seriesOrder.ts'
import { isbn13Of } from './isbn.ts'
import {
  authorKey,
  authorKeys,
  firstLetters,
  categoryWords,
  indexWord,
  indexWords,
  initialsOf,
  joinedNames,
  titleKeys,
  type TitleKey,
} from './words.ts'
import { originalsOf } from './workTitles.ts'

// Bounds what a damaged record may bring; no description comes near.
const MAX_TEXT_WORDS = 10_000

/** The keys by which a book is found as a whole, by its title or the original one. */
export const titleKeysOf = ({ volumeInfo }: Book): TitleKey[] =>
  titleKeys(volumeInfo.title, ...originalsOf(volumeInfo))

/** The initials of a series with the number: `hp7`. */
const volumeKeys = ({ name, number }: Series): string[] =>
  Number.isInteger(number)
    ? firstLetters(foldKey(name)).map((letters) => `${letters}${number}`)
    : []

/** What stands for a title, a series or a name in one word. */
function shortKeys({ volumeInfo: { title, series, authors } }: Book): TitleKey[] {
  const initials = [title.split(/[:;(]/, 1).join(''), series?.name ?? '']
    .map(foldKey)
    .flatMap(initialsOf)
  const names = authors.map(authorKey).flatMap(joinedNames)
  const volumes = series === undefined ? [] : volumeKeys(series)
  return [...new Set([...initials, ...names, ...volumes])].map((key) => ({ key, kind: 3 }))
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

/** The names of a book's authors, then those in their own scripts. */
const namesOf = ({ volumeInfo: { authors } }: Book): string[] => [
  ...authors,
  ...authors.flatMap(ownNamesOf),
]

/** The words by which a book is found in the names of its authors. */
export const authorWordsOf = (book: Book): string[] => indexWords(namesOf(book).join(' '))

/** What a book is found by, each text once. */
export type BookIndex = ReturnType<typeof indexBook>

/** What a book is found by. */
export function indexBook(book: Book) {
  const { categories, description = '', series, publishedDate } = book.volumeInfo
  const { industryIdentifiers = [], subjects = [], origins = [] } = book.volumeInfo
  const titleWords = titleWordsOf(book)
  const authorWords = authorWordsOf(book)
  const seriesWords = seriesWordsOf(book)
  const interestWords = categoryWords(categories)
  const text = foldKey(description.replaceAll(/<[^>]*>|&\w+;/g, ' '))
  const described = text === '' ? [] : text.split(' ').map(indexWord)
  const isbns = industryIdentifiers.flatMap(({ identifier }) => isbn13Of(identifier) ?? [])
  const textWords = new Set([
    ...titleWords,
    ...seriesWords,
    ...authorWords,
    ...interestWords,
    ...subjects.flatMap(indexWords),
    ...described,
  ])
  return {
    categories: [...new Set(categories)],
    /** The year of publication, negative before our era. */
    year: publishedDate === undefined ? undefined : Number.parseInt(publishedDate, 10),
    series: series && { key: seriesKey(series.name), number: series.number },
    authors: [...new Set(namesOf(book).flatMap(authorKeys))],
    subjects: [...new Set(subjects)],
    origins: [...new Set(origins)],
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
