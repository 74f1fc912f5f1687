import type { DatabaseSync } from 'node:sqlite'
import type { StoredBook } from '../../../books/storedBook.ts'
import type { ImportedFile } from '../bookWriter.ts'
import { popularityOf } from '../ranks.ts'
import { bookOf, pictureOf } from './queries.ts'

/** What a source has, and where it came from. */
export type SourceState = Omit<ImportedFile, 'fingerprint'> & { source: string; books: number }

/** Looks up what the catalogue's command shows and exports. */
export const createSourceLookUps = (database: DatabaseSync) => ({
  sources(): SourceState[] {
    const rows = database.prepare(`
      SELECT source, name, imported_at,
        (SELECT count(*) FROM books b WHERE b.source = s.source) AS books
      FROM book_sources s ORDER BY source`)
    return rows.all().map((row) => ({
      source: String(row['source']),
      books: Number(row['books']),
      name: String(row['name']),
      importedAt: Number(row['imported_at']),
    }))
  },

  /** The books of a source, the most popular first, read as they are taken. */
  *booksOf(source: string): Generator<StoredBook> {
    const sql = 'SELECT rank, record, picture FROM books WHERE source = ? ORDER BY rank'
    for (const row of database.prepare(sql).iterate(source)) {
      const popularity = popularityOf(Number(row['rank']))
      yield { book: bookOf(row), popularity, source, ...pictureOf(row) }
    }
  },
})
