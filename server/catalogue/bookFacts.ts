import type { Book } from '../../contract/books.ts'
import { indexBook } from '../../books/indexBook.ts'
import { popularityOf } from './catalogueFile.ts'

/** What recommendations are made of: a book without its record. */
export interface BookFacts {
  /** Its rank, which names it within one catalogue file; 0 where the catalogue does not have it. */
  rank: number
  id: string
  /** `StoredBook.popularity`. */
  popularity: number
  work: string
  /** `authorKey` of the first author; empty where there is none. */
  author: string
  /** The folded name. */
  series: string | null
  number: number | null
  year: number | null
  /** The weightiest first, as of the subjects. */
  interests: readonly string[]
  subjects: readonly string[]
  /** Countries and peoples of its literature, then their regions (books/origins.ts). */
  origins: readonly string[]
}

/** The columns of `books` that `factsOf` reads. */
export const FACTS =
  'id, rank, work, author, series, series_number, year, interests, subjects, origins'

export const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
export const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

function listOf(value: unknown): string[] {
  const list: string[] = JSON.parse(String(value))
  return list
}

/** What a row of `books` says. */
export function factsOf(row: Readonly<Record<string, unknown>>): BookFacts {
  const rank = Number(row['rank'])
  return {
    rank,
    id: String(row['id']),
    popularity: popularityOf(rank),
    work: String(row['work']),
    author: textOf(row['author']) ?? '',
    series: textOf(row['series']),
    number: numberOf(row['series_number']),
    year: numberOf(row['year']),
    interests: listOf(row['interests']),
    subjects: listOf(row['subjects']),
    origins: listOf(row['origins']),
  }
}

/** What the record says of a book that the catalogue does not have. */
export function factsOfBook(book: Book): BookFacts {
  const { description: _, ...volumeInfo } = book.volumeInfo
  const index = indexBook({ ...book, volumeInfo })
  const { authors, series, year = null, categories, subjects, origins } = index
  const { id, workId: work = id } = book
  const { key = null, number = null } = series ?? {}
  return {
    rank: 0,
    id,
    popularity: 0,
    work,
    author: authors[0] ?? '',
    series: key,
    number,
    year,
    interests: categories,
    subjects,
    origins,
  }
}
