import type { DatabaseSync } from 'node:sqlite'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import { authorKey } from '../../books/textKeys.ts'
import type { CatalogueBook } from '../../books/storedBook.ts'
import { createFactsReader, IN_LIST } from './bookFacts.ts'
import type { ImportedFile } from './bookWriter.ts'
import type { StoredBook } from '../../books/storedBook.ts'
import { bookOf, createStatements } from './catalogueFile.ts'
import { popularityOf } from './rank.ts'
import { workKey } from '../../books/works.ts'
import type { Titled, TitledBook } from '../../books/workTitles.ts'

/** What a source has, and where it came from. */
export interface SourceState extends ImportedFile {
  source: string
  books: number
}

type Row = Readonly<Record<string, unknown>>

/** The address of its remote cover, where a row has one. */
export const pictureOf = ({ picture }: Row) => (typeof picture === 'string' ? { picture } : {})

/** How many readers of this host favor a work. */
export type HeartsOf = (work: string) => number

/** So many hearts of this host's count as much as all ratings that the works of a shelf have elsewhere. */
const HEARTS_OF_SHELF = 500

/** The ratings that a popularity (`StoredBook.popularity`) stands for. */
const ratingsOf = (popularity: number): number => 10 ** (popularity / 20)

/** So many books of a title or an author are compared with one that is looked for. */
const COMPARED_MOST = 300

/** Reads one catalogue file, synchronously; each query takes well below a millisecond. */
export function createBookReader(database: DatabaseSync) {
  const statement = createStatements(database)
  const facts = createFactsReader(statement)
  const byRanks = (ranks: readonly number[]): ReadonlyMap<number, Book> => {
    const rows = statement(`SELECT rank, record FROM books WHERE rank ${IN_LIST}`)
    return new Map(rows.all(JSON.stringify(ranks)).map((row) => [Number(row['rank']), bookOf(row)]))
  }
  /** What a library is matched by, of the books at these ranks. */
  const among = (ranks: string, keys: readonly (string | number)[]): TitledBook[] => {
    const rows = statement(`
      SELECT id, work, json_remove(record -> '$.volumeInfo', '$.description') AS titled
      FROM books WHERE rank IN (${ranks}) ORDER BY rank LIMIT ${COMPARED_MOST}`)
    return rows.all(JSON.stringify(keys)).map(({ id, work, titled }) => {
      const volumeInfo: Titled = JSON.parse(String(titled))
      return { id: String(id), workId: String(work), volumeInfo }
    })
  }

  return {
    ...facts,

    byId(id: string): CatalogueBook | undefined {
      const row = statement('SELECT record, picture FROM books WHERE id = ?').get(id)
      return row && { book: bookOf(row), ...pictureOf(row) }
    },

    /** Those of the books that are there, in any order. */
    byIds(ids: readonly string[]): Book[] {
      const rows = statement(`SELECT record FROM books WHERE id ${IN_LIST}`)
      return rows.all(JSON.stringify(ids)).map(bookOf)
    },

    /** The records of those ranks that are there. */
    byRanks,

    byCategory(
      category: Category,
      place: number,
      limit: number,
      heartsOf: HeartsOf = () => 0,
    ): Book[] {
      const best = facts.bestOf(category)
      const ratings = best.reduce((sum, { popularity }) => sum + ratingsOf(popularity), 0)
      const works = best
        .map(({ rank, popularity, work }) => {
          const hearts = (heartsOf(work) * ratings) / HEARTS_OF_SHELF
          return { rank, score: ratingsOf(popularity) + hearts }
        })
        .toSorted((one, other) => other.score - one.score || one.rank - other.rank)
      const from = place % Math.max(works.length, 1)
      const page = [...works.slice(from), ...works.slice(0, from)].slice(0, limit)
      const books = byRanks(page.map(({ rank }) => rank))
      return page.flatMap(({ rank }) => books.get(rank) ?? [])
    },

    byAuthors(authors: readonly string[], limit: number, without: readonly string[] = []): Book[] {
      const keys = [...new Set(authors.map(authorKey))].filter((key) => key !== '')
      const rows = statement(`
        SELECT record FROM books WHERE rank IN (
          SELECT min(a.rank) FROM book_authors a CROSS JOIN books b ON b.rank = a.rank
          WHERE a.author ${IN_LIST} AND b.work NOT IN (SELECT work FROM books WHERE id ${IN_LIST})
          GROUP BY b.work
        ) ORDER BY rank LIMIT ?`)
      return rows.all(JSON.stringify(keys), JSON.stringify(without), limit).map(bookOf)
    },

    /** What a library is matched by (`LibraryShelf`). */
    library: {
      byIsbns: (isbns: readonly string[]) =>
        among(`SELECT rank FROM book_isbns WHERE isbn13 ${IN_LIST}`, isbns),
      byTitles: (keys: readonly string[]) =>
        among(`SELECT rank FROM book_titles WHERE key ${IN_LIST} AND kind < 2`, keys),
      byAuthors: (keys: readonly string[]) =>
        among(`SELECT rank FROM book_authors WHERE author ${IN_LIST}`, keys),
      byWorkTitles(texts: readonly string[]) {
        const keys = texts.map(workKey)
        const rows = statement(`SELECT key, work FROM work_titles WHERE key ${IN_LIST}`)
        const works = new Map(
          rows.all(JSON.stringify(keys)).map(({ key, work }) => [Number(key), String(work)]),
        )
        const expected = [...new Set(keys.flatMap((key) => works.get(key) ?? []))]
        if (expected.length === 0) return []
        const ranks = `SELECT min(rank) FROM books WHERE work ${IN_LIST} GROUP BY work`
        const best = among(ranks, expected)
        return expected.flatMap((work) => best.find(({ workId }) => workId === work) ?? [])
      },
    },

    count: (): number => Number(statement('SELECT count(*) AS n FROM books').get()?.['n']),

    sources(): SourceState[] {
      const rows = statement(`
        SELECT source, name, fingerprint, imported_at,
          (SELECT count(*) FROM books b WHERE b.source = s.source) AS books
        FROM book_sources s ORDER BY source`)
      return rows.all().map((row) => ({
        source: String(row['source']),
        books: Number(row['books']),
        name: String(row['name']),
        fingerprint: String(row['fingerprint']),
        importedAt: Number(row['imported_at']),
      }))
    },

    /** At most `limit` books of a source, the most popular first, behind the rank `after` (0 for the first). */
    booksOf(source: string, after: number, limit: number): { books: StoredBook[]; last: number } {
      const page = 'source = ? AND rank > ? ORDER BY rank LIMIT ?'
      const rows = statement(`SELECT rank, record, picture FROM books WHERE ${page}`)
      const books = rows.all(source, after, limit)
      return {
        books: books.map((row) => ({
          book: bookOf(row),
          popularity: popularityOf(Number(row['rank'])),
          source,
          ...pictureOf(row),
        })),
        last: Number(books.at(-1)?.['rank'] ?? after),
      }
    },
  }
}

/** Reads one catalogue file. */
export type BookReader = ReturnType<typeof createBookReader>
