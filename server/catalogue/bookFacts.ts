import type { StatementSync } from 'node:sqlite'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import { indexBook } from '../../books/indexBook.ts'
import { popularityOf } from './rank.ts'

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
  /** A bit for each of `CATEGORIES`, the lowest for the first. */
  interests: number
}

/** Works of a category that its shelf is made of, and among which it wraps: the best known. */
const SHELF_MOST = 500

type Row = Readonly<Record<string, unknown>>

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

function factsOf(row: Row): BookFacts {
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
    interests: Number(row['interests']),
  }
}

/** What the record says of a book that the catalogue does not have. */
export function factsOfBook(book: Book): BookFacts {
  const { description: _, ...volumeInfo } = book.volumeInfo
  const { authors, series, year = null, interests } = indexBook({ ...book, volumeInfo })
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
    interests,
  }
}

/** What is one of a list given as JSON. */
export const IN_LIST = 'IN (SELECT value FROM json_each(?))'

/** Reads the facts of books in one catalogue file; each query reads a bounded number of rows, by an index. */
export function createFactsReader(statement: (sql: string) => StatementSync) {
  const columns = 'id, rank, work, author, series, series_number, year, interests'
  const find = (where: string, ...values: (string | number | null)[]): BookFacts[] =>
    statement(`SELECT ${columns} FROM books WHERE ${where}`)
      .all(...values)
      .map(factsOf)
  const best = (books: string, ...values: (string | number)[]): BookFacts[] =>
    find(`rank IN (SELECT rank FROM ${books} ORDER BY rank LIMIT ?) ORDER BY rank`, ...values)
  const shelves = new Map<Category, BookFacts[]>()

  return {
    /** The facts of those of the books that are there, by id. */
    factsByIds: (ids: readonly string[]): ReadonlyMap<string, BookFacts> =>
      new Map(find(`id ${IN_LIST}`, JSON.stringify(ids)).map((facts) => [facts.id, facts])),

    /** The best-known edition of each work that is there. */
    factsByWorks(names: readonly string[]) {
      const ranks = `SELECT min(rank) FROM books WHERE work ${IN_LIST} GROUP BY work`
      return find(`rank IN (${ranks})`, JSON.stringify(names))
    },

    /** The best-known books with this author among theirs, by `authorKey`. */
    factsByAuthor: (author: string, most: number) =>
      best('book_authors WHERE author = ?', author, most),

    /** The best-known books of a series. */
    factsBySeries: (series: string, most: number) => best('books WHERE series = ?', series, most),

    /** The book that follows in the series of one, rather by its author than by another. */
    nextInSeries({ series, number, author }: BookFacts): BookFacts | undefined {
      const order = 'author IS NOT ?, series_number, rank LIMIT 1'
      return find(`series = ? AND series_number > ? ORDER BY ${order}`, series, number, author)[0]
    },

    /** The best-known works of a category, the best-known edition in it for each; the same list every time. */
    bestOf(category: Category): readonly BookFacts[] {
      const seen = new Set<string>()
      const shelf =
        shelves.get(category) ??
        best('book_categories WHERE category = ?', category, SHELF_MOST).filter(
          ({ work }) => !seen.has(work) && seen.add(work),
        )
      shelves.set(category, shelf)
      return shelf
    },

    /** The best-known books. */
    best: (most: number) => best('books', most),

    /** The works of which one of the books is an edition, of those given. */
    worksWith(names: readonly string[], ids: ReadonlySet<string>): ReadonlySet<string> {
      const editions = statement(`SELECT id, work FROM books WHERE work ${IN_LIST}`)
      const rows = editions.all(JSON.stringify(names)).filter(({ id }) => ids.has(String(id)))
      return new Set(rows.map(({ work }) => String(work)))
    },

    /** The works of those of the books that are there, by id. */
    worksOf(ids: readonly string[]): ReadonlyMap<string, string> {
      const rows = statement(`SELECT id, work FROM books WHERE id ${IN_LIST}`)
      return new Map(
        rows.all(JSON.stringify(ids)).map(({ id, work }) => [String(id), String(work)]),
      )
    },
  }
}
