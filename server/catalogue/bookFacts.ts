import type { Book } from '../../contract/books.ts'
import { indexBook } from '../../books/indexBook.ts'

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
