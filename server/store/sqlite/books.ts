import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { planBatch, type IndexedBook } from '../bookImport.ts'
import { rank, TermChanges } from '../../catalogue/search/indexBook.ts'
import { createBookQueries, readRecord } from '../sql/books.ts'
import { createImports } from './imports.ts'
import type { Tables } from '../sql/tables.ts'
import type { BookRepository } from '../store.ts'
import { BookWriter } from './bookWriter.ts'
import type { CommitLog } from './commitLog.ts'
import type { SearchThread } from '../../catalogue/search/searchThread.ts'

/** The catalogue in SQLite (store.ts); `database` is the connection that `db` runs on. */
export function createBookRepository(
  db: Kysely<Tables>,
  database: DatabaseSync,
  log: CommitLog,
  searches: Pick<SearchThread, 'search'>,
): BookRepository {
  const writer = new BookWriter(database)

  return {
    ...createBookQueries(db),
    ...createImports(db, database, writer),

    search: (query, limit, signal) => searches.search(query, limit, signal),

    async replaceSource(source, books, fingerprint) {
      await log.transact(() => {
        const changes = new TermChanges()
        const { slot } = writer.sourceOf(source)
        retire(writer, source, changes)
        const known = writer.rowsOf(books.map(({ book }) => book.id))
        const { write } = planBatch(books, { source, slot, places: 0, known, seen: new Set() })
        writer.write(source, write, changes)
        writer.run(
          'DELETE FROM books WHERE pop < 0 AND source = ? ' +
            'AND NOT EXISTS (SELECT 1 FROM favorites f WHERE f.book_id = books.id)',
          source,
        )
        writer.writeTerms(changes)
        writer.run(
          'UPDATE book_sources SET fingerprint = ?, places = ? WHERE source = ?',
          fingerprint,
          books.length,
          source,
        )
      })
    },

    async keep({ book, worth, source, picture = null }) {
      await log.transact(() => {
        if (writer.rowsOf([book.id]).size > 0) return
        const { slot, places } = writer.sourceOf(source)
        const changes = new TermChanges()
        const pop = rank(worth, slot, places)
        writer.write(source, [{ pop, book, record: JSON.stringify(book), picture }], changes)
        writer.writeTerms(changes)
        writer.setPlaces(source, places + 1)
      })
    },
  }
}

/** Takes a source's books out of every index and gives them negative ranks. */
function retire(writer: BookWriter, source: string, changes: TermChanges): void {
  const books = writer
    .all('SELECT pop, record FROM books WHERE source = ? AND pop > 0', source)
    .map((row): IndexedBook => ({
      pop: Number(row['pop']),
      book: readRecord(String(row['record'])),
    }))
  writer.unindex(books, changes)
  writer.park(books.map(({ pop }) => pop))
}
