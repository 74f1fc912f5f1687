import type { DatabaseSync } from 'node:sqlite'
import type { Book, Series } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import { authorKey } from '../lib/textKeys.ts'
import type { CatalogueBook } from '../store/catalogueBook.ts'
import { createFactsReader } from './bookFacts.ts'
import { popularityOf } from './search/indexBook.ts'
import type { StoredBook } from './storedBook.ts'
import { workKey } from './workId.ts'
import type { TitledBook } from './workTitles.ts'

/** What a source has, and where it came from. */
export interface SourceState {
  source: string
  books: number
  /** The name of the file that it was last imported from. */
  name: string
  fingerprint: string
  /** Milliseconds since 1970. */
  importedAt: number
}

type Row = Readonly<Record<string, unknown>>

/** What `json_extract` gives of a record. */
type Matchable = [
  title: string,
  originalTitle: string | null,
  authors: string[],
  series: Series | null,
]

/** Only imports write records, so their shape is known. */
function bookOf(row: Row): Book {
  const book: Book = JSON.parse(String(row['record']))
  return book
}

const pictureOf = ({ picture }: Row) => (typeof picture === 'string' ? { picture } : {})

/** How many readers of this host favor a work. */
export type HeartsOf = (work: string) => number

/** So many hearts of this host's count as much as all ratings that the works of a shelf have elsewhere. */
const HEARTS_OF_SHELF = 500

/** The ratings that a popularity (`StoredBook.popularity`) stands for. */
const ratingsOf = (popularity: number): number => 10 ** (popularity / 20)

/** What a library is matched by, of rows of `titled`. */
const matchable = (rows: readonly Row[]): TitledBook[] =>
  rows.map(({ id, work, titled }) => {
    const [title, originalTitle, authors, series]: Matchable = JSON.parse(String(titled))
    const volumeInfo = {
      title,
      authors,
      ...(originalTitle !== null && { originalTitle }),
      ...(series !== null && { series }),
    }
    return { id: String(id), workId: String(work), volumeInfo }
  })

/** So many books of a title or an author are compared with one that is looked for. */
const COMPARED_MOST = 300

/** Reads one catalogue file, synchronously; each query takes well below a millisecond. */
export function createBookReader(database: DatabaseSync) {
  const byId = database.prepare('SELECT record, picture FROM books WHERE id = ?')
  const byIds = database.prepare(
    'SELECT record FROM books WHERE id IN (SELECT value FROM json_each(?))',
  )
  const ranked = database.prepare(
    'SELECT pop, record FROM books WHERE pop IN (SELECT value FROM json_each(?))',
  )
  const byAuthors = database.prepare(
    'SELECT record FROM books WHERE pop IN (' +
      'SELECT min(a.pop) FROM book_authors a CROSS JOIN books b ON b.pop = a.pop ' +
      'WHERE a.author IN (SELECT value FROM json_each(?)) AND b.work NOT IN ' +
      '(SELECT work FROM books WHERE id IN (SELECT value FROM json_each(?))) ' +
      'GROUP BY b.work) ORDER BY pop LIMIT ?',
  )
  // Of what a library is matched by.
  const among = (where: string) =>
    database.prepare(
      "SELECT id, work, json_extract(record, '$.volumeInfo.title', '$.volumeInfo.originalTitle', " +
        "'$.volumeInfo.authors', '$.volumeInfo.series') AS titled FROM books " +
        `WHERE pop IN (${where}) ORDER BY pop LIMIT ${COMPARED_MOST}`,
    )
  const GIVEN = 'IN (SELECT value FROM json_each(?))'
  const withIsbns = among(`SELECT pop FROM book_isbns WHERE isbn13 ${GIVEN}`)
  const withTitles = among(`SELECT pop FROM book_titles WHERE key ${GIVEN} AND kind < 2`)
  const withAuthors = among(`SELECT pop FROM book_authors WHERE author ${GIVEN}`)
  const editions = among(`SELECT min(pop) FROM books WHERE work ${GIVEN} GROUP BY work`)
  const worksOfTitles = database.prepare(`SELECT key, work FROM work_titles WHERE key ${GIVEN}`)
  const count = database.prepare('SELECT count(*) AS n FROM books')
  const sources = database.prepare(
    'SELECT s.source, s.name, s.fingerprint, s.imported_at, ' +
      '(SELECT count(*) FROM books b WHERE b.source = s.source) AS books ' +
      'FROM book_sources s ORDER BY s.source',
  )
  const fingerprint = database.prepare('SELECT fingerprint FROM book_sources WHERE source = ?')
  const page = database.prepare(
    'SELECT pop, record, picture FROM books WHERE source = ? AND pop > ? ORDER BY pop LIMIT ?',
  )

  const facts = createFactsReader(database)
  const byRanks = (ranks: readonly number[]): ReadonlyMap<number, Book> =>
    new Map(ranked.all(JSON.stringify(ranks)).map((row) => [Number(row['pop']), bookOf(row)]))

  return {
    ...facts,

    byId(id: string): CatalogueBook | undefined {
      const row = byId.get(id)
      return row && { book: bookOf(row), ...pictureOf(row) }
    },

    /** Those of the books that are there, in any order. */
    byIds: (ids: readonly string[]): Book[] => byIds.all(JSON.stringify(ids)).map(bookOf),

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
        .map(({ pop, popularity, work }) => {
          const hearts = (heartsOf(work) * ratings) / HEARTS_OF_SHELF
          return { pop, known: ratingsOf(popularity) + hearts }
        })
        .toSorted((one, other) => other.known - one.known || one.pop - other.pop)
      const from = place % Math.max(works.length, 1)
      const page = [...works.slice(from), ...works.slice(0, from)].slice(0, limit)
      const books = byRanks(page.map(({ pop }) => pop))
      return page.flatMap(({ pop }) => books.get(pop) ?? [])
    },

    byAuthors(authors: readonly string[], limit: number, without: readonly string[] = []): Book[] {
      const keys = [...new Set(authors.map(authorKey))].filter((key) => key !== '')
      return byAuthors.all(JSON.stringify(keys), JSON.stringify(without), limit).map(bookOf)
    },

    /** What a library is matched by (`LibraryShelf`). */
    library: {
      byIsbns: (isbns: readonly string[]) => matchable(withIsbns.all(JSON.stringify(isbns))),
      byTitles: (keys: readonly string[]) => matchable(withTitles.all(JSON.stringify(keys))),
      byAuthors: (keys: readonly string[]) => matchable(withAuthors.all(JSON.stringify(keys))),
      byWorkTitles(texts: readonly string[]) {
        const keys = texts.map(workKey)
        const rows = worksOfTitles.all(JSON.stringify(keys))
        const works = new Map(rows.map(({ key, work }) => [Number(key), String(work)]))
        const expected = [...new Set(keys.flatMap((key) => works.get(key) ?? []))]
        if (expected.length === 0) return []
        const best = matchable(editions.all(JSON.stringify(expected)))
        return expected.flatMap((work) => best.find(({ workId }) => workId === work) ?? [])
      },
    },

    count: (): number => Number(count.get()?.['n']),

    sources: (): SourceState[] =>
      sources.all().map((row) => ({
        source: String(row['source']),
        books: Number(row['books']),
        name: String(row['name']),
        fingerprint: String(row['fingerprint']),
        importedAt: Number(row['imported_at']),
      })),

    fingerprint(source: string): string | undefined {
      const row = fingerprint.get(source)
      return row && String(row['fingerprint'])
    },

    /** At most `limit` books of a source, the most popular first, behind the rank `after` (0 for the first). */
    booksOf(source: string, after: number, limit: number): { books: StoredBook[]; last: number } {
      const rows = page.all(source, after, limit)
      const books = rows.map((row) => {
        return {
          book: bookOf(row),
          popularity: popularityOf(Number(row['pop'])),
          source,
          ...pictureOf(row),
        }
      })
      return { books, last: Number(rows.at(-1)?.['pop'] ?? after) }
    },
  }
}

/** Reads one catalogue file. */
export type BookReader = ReturnType<typeof createBookReader>
