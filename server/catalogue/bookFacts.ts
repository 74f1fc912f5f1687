import type { DatabaseSync } from 'node:sqlite'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import { indexBook, popularityOf } from './search/indexBook.ts'

/** What recommendations are made of: a book without its record. */
export interface BookFacts {
  /** Its rank, which names it within one catalogue file; 0 where the catalogue does not have it. */
  pop: number
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
  const pop = Number(row['pop'])
  return {
    pop,
    id: String(row['id']),
    popularity: popularityOf(pop),
    work: String(row['work']),
    author: textOf(row['author']) ?? '',
    series: textOf(row['series']),
    number: numberOf(row['series_number']),
    year: numberOf(row['year']),
    interests: Number(row['interests']),
  }
}

const GIVEN = '(SELECT value FROM json_each(?))'

/** The best-known of the books that a table has under a key. */
const firstIn = (table: string, key: string): string =>
  `pop IN (SELECT pop FROM ${table} WHERE ${key} = ? ORDER BY pop LIMIT ?) ORDER BY pop`

/** What the record says of a book that the catalogue does not have. */
export function factsOfBook(book: Book): BookFacts {
  const { description: _, ...volumeInfo } = book.volumeInfo
  const { authors, series, year = null, interests } = indexBook({ ...book, volumeInfo })
  const { id, workId: work = id } = book
  const { key = null, number = null } = series ?? {}
  return {
    pop: 0,
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

/** Reads the facts of books in one catalogue file; each query reads a bounded number of rows, by an index. */
export function createFactsReader(database: DatabaseSync) {
  const prepare = (where: string) => {
    const columns = 'id, pop, work, author, series, series_number, year, interests'
    const statement = database.prepare(`SELECT ${columns} FROM books WHERE ${where}`)
    return (...values: (string | number)[]): Row[] => statement.all(...values)
  }
  const byIds = prepare(`id IN ${GIVEN}`)
  const byWorks = prepare(
    `pop IN (SELECT min(pop) FROM books WHERE work IN ${GIVEN} GROUP BY work)`,
  )
  const byAuthor = prepare(firstIn('book_authors', 'author'))
  const byCategory = prepare(firstIn('book_categories', 'category'))
  const bySeries = prepare('series = ? ORDER BY pop LIMIT ?')
  const next = prepare(
    'series = ? AND series_number > ? ORDER BY author IS NOT ?, series_number, pop LIMIT 1',
  )
  const best = prepare('true ORDER BY pop LIMIT ?')
  const editions = database.prepare(`SELECT id, work FROM books WHERE work IN ${GIVEN}`)
  const works = database.prepare(`SELECT id, work FROM books WHERE id IN ${GIVEN}`)
  const tops = new Map<Category, BookFacts[]>()

  return {
    /** The facts of those of the books that are there, by id. */
    factsByIds: (ids: readonly string[]): ReadonlyMap<string, BookFacts> =>
      new Map(
        byIds(JSON.stringify(ids))
          .map(factsOf)
          .map((facts) => [facts.id, facts]),
      ),

    /** The best-known edition of each work that is there. */
    factsByWorks: (names: readonly string[]) => byWorks(JSON.stringify(names)).map(factsOf),

    /** The best-known books with this author among theirs, by `authorKey`. */
    factsByAuthor: (author: string, most: number) => byAuthor(author, most).map(factsOf),

    /** The best-known books of a series. */
    factsBySeries: (series: string, most: number) => bySeries(series, most).map(factsOf),

    /** The book that follows in the series of one, rather by its author than by another. */
    nextInSeries({ series, number, author }: BookFacts): BookFacts | undefined {
      return series === null || number === null
        ? undefined
        : next(series, number, author).map(factsOf)[0]
    },

    /** The best-known works of a category, the best-known edition in it for each; the same list every time. */
    bestOf(category: Category): readonly BookFacts[] {
      const seen = new Set<string>()
      const top =
        tops.get(category) ??
        byCategory(category, SHELF_MOST)
          .map(factsOf)
          .filter(({ work }) => !seen.has(work) && seen.add(work))
      tops.set(category, top)
      return top
    },

    /** The best-known books. */
    best: (most: number) => best(most).map(factsOf),

    /** The works of which one of the books is an edition, of those given. */
    worksWith(names: readonly string[], ids: ReadonlySet<string>): ReadonlySet<string> {
      const rows = editions.all(JSON.stringify(names)).filter(({ id }) => ids.has(String(id)))
      return new Set(rows.map(({ work }) => String(work)))
    },

    /** The works of those of the books that are there, by id. */
    worksOf: (ids: readonly string[]): ReadonlyMap<string, string> =>
      new Map(
        works.all(JSON.stringify(ids)).map((row) => [String(row['id']), String(row['work'])]),
      ),
  }
}
