import type { DatabaseSync } from 'node:sqlite'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import { authorKey, worthOf } from './search/indexBook.ts'
import type { CatalogueBook, StoredBook } from './storedBook.ts'

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

/** Only imports write records, so their shape is known. */
function bookOf(row: Row): Book {
  const book: Book = JSON.parse(String(row['record']))
  return book
}

const pictureOf = ({ picture }: Row) => (typeof picture === 'string' ? { picture } : {})

/** Reads one catalogue file, synchronously; each query takes well below a millisecond. */
export function createBookReader(database: DatabaseSync) {
  const byId = database.prepare('SELECT record, picture FROM books WHERE id = ?')
  const byIds = database.prepare(
    'SELECT record FROM books WHERE id IN (SELECT value FROM json_each(?))',
  )
  // The page first, by the index alone: no record is read of the books before it.
  const shelf = database.prepare(
    'SELECT b.record FROM (SELECT pop FROM book_categories WHERE category = ? ' +
      'ORDER BY pop LIMIT ? OFFSET ?) c CROSS JOIN books b ON b.pop = c.pop ORDER BY c.pop',
  )
  const shelfLength = database.prepare('SELECT count(*) n FROM book_categories WHERE category = ?')
  const byAuthors = database.prepare(
    'SELECT record FROM books WHERE pop IN (SELECT pop FROM book_authors WHERE author IN ' +
      '(SELECT value FROM json_each(?))) ORDER BY pop LIMIT ?',
  )
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

  return {
    byId(id: string): CatalogueBook | undefined {
      const row = byId.get(id)
      return row && { book: bookOf(row), ...pictureOf(row) }
    },

    /** Those of the books that are there, in any order. */
    byIds: (ids: readonly string[]): Book[] => byIds.all(JSON.stringify(ids)).map(bookOf),

    byCategory(category: Category, startIndex: number, wanted: number): Book[] {
      const first = shelf.all(category, wanted, startIndex).map(bookOf)
      if (first.length === wanted) return first
      const total = Number(shelfLength.get(category)?.['n'])
      if (total === 0) return []
      const start = startIndex % total
      const end = first.length > 0 ? first : shelf.all(category, wanted, start).map(bookOf)
      // From the top again, up to where the page began: no book twice.
      const again = shelf.all(category, Math.min(wanted - end.length, start), 0).map(bookOf)
      return [...end, ...again]
    },

    byAuthors(authors: readonly string[], limit: number): Book[] {
      const keys = [...new Set(authors.map(authorKey))].filter((key) => key !== '')
      return byAuthors.all(JSON.stringify(keys), limit).map(bookOf)
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
        return { book: bookOf(row), worth: worthOf(Number(row['pop'])), source, ...pictureOf(row) }
      })
      return { books, last: Number(rows.at(-1)?.['pop'] ?? after) }
    },
  }
}

/** Reads one catalogue file. */
export type BookReader = ReturnType<typeof createBookReader>
