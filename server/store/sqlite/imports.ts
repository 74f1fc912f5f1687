import { setImmediate as tick } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Kysely, Selectable } from 'kysely'
import { planBatch, type IndexedBook } from '../bookImport.ts'
import { TermChanges } from '../bookIndex.ts'
import { readRecord } from '../sql/books.ts'
import { createImportQueries, importStateOf, newImport } from '../sql/imports.ts'
import type { Tables } from '../sql/tables.ts'
import { ImportConflict, type BookRepository, type Removal } from '../store.ts'
import type { BookWriter } from './bookWriter.ts'
import { runNow, transact } from './dialect.ts'

// Whoever else writes waits for one of these, a fraction of a second each.
const LEAVING = 1000
const FORGETTING = 20_000
const MERGED_PAGES = 1000

// A page is written again by one batch after the other: the log is folded into the file only when it has
// so many pages, 64 MB.
const LOG_PAGES = 16_384

// An import of fewer leaves the full-text indexes as they are: they merge what comes by themselves.
const WORTH_MERGING = 10_000

type ImportRow = Selectable<Tables['book_imports']>

/** What changes the catalogue book by book, in SQLite. */
export function createImports(
  db: Kysely<Tables>,
  database: DatabaseSync,
  writer: BookWriter,
): Pick<
  BookRepository,
  | 'beginImport'
  | 'importBatch'
  | 'finishImport'
  | 'removeSource'
  | 'imports'
  | 'sources'
  | 'booksOf'
> {
  const queries = createImportQueries(db)

  async function rowOf(source: string): Promise<ImportRow | undefined> {
    return db.selectFrom('book_imports').selectAll().where('source', '=', source).executeTakeFirst()
  }

  /** Takes out, some at a time, what `select` (pop and record; `limit` at most) still finds. */
  async function leave(
    select: string,
    source: string,
    note: (removed: number) => void,
  ): Promise<Removal> {
    const total = { removed: 0, favored: 0 }
    for (;;) {
      const removed = transact(database, () => {
        const books = writer.all(`${select} LIMIT ${LEAVING}`, source).map((row): IndexedBook => ({
          pop: Number(row['pop']),
          book: readRecord(String(row['record'])),
        }))
        if (books.length > 0) total.favored += writer.leave(books)
        note(books.length)
        return books.length
      })
      if (removed === 0) return total
      total.removed += removed
      await tick()
    }
  }

  async function forgetSeen(source: string): Promise<void> {
    const sql =
      'DELETE FROM book_imports_seen WHERE source = ? AND id IN ' +
      '(SELECT id FROM book_imports_seen WHERE source = ? ORDER BY id LIMIT ?)'
    while (transact(database, () => writer.run(sql, source, source, FORGETTING)) > 0) await tick()
  }

  /** Brings each full-text index into one piece, which is searched fastest. */
  async function mergeIndexes(): Promise<void> {
    for (const table of ['books_fts', 'books_text']) {
      const merge = `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`
      // Negative: begin with all pieces, whatever their sizes.
      for (let pages = -MERGED_PAGES, before = -2; ; pages = MERGED_PAGES) {
        writer.run(merge, pages)
        const total = Number(writer.get('SELECT total_changes() AS total')?.['total'])
        if (total - before < 2) break
        before = total
        await tick()
      }
    }
  }

  return {
    ...queries,

    async beginImport(source, input, name, now) {
      database.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`)
      // What is mapped counts as memory of the process, and writing has no use for it.
      database.exec('PRAGMA mmap_size = 0')
      const known = await rowOf(source)
      if (known?.input === input && known.finished_at === null) return importStateOf(known)
      await forgetSeen(source)
      const row = newImport(source, input, name, now)
      transact(database, () => {
        writer.sourceOf(source)
        runNow(database, db.deleteFrom('book_imports').where('source', '=', source))
        runNow(database, db.insertInto('book_imports').values(row))
      })
      return importStateOf(row)
    },

    async importBatch(source, { books, from, records, notes }, now) {
      transact(database, () => {
        const { slot, places } = writer.sourceOf(source)
        const ids = books.map(({ book }) => book.id)
        const seen = new Set(
          writer
            .all(
              'SELECT id FROM book_imports_seen WHERE source = ? ' +
                'AND id IN (SELECT value FROM json_each(?))',
              source,
              JSON.stringify(ids),
            )
            .map((row) => String(row['id'])),
        )
        const plan = planBatch(books, { source, slot, places, known: writer.rowsOf(ids), seen })
        const { added, changed, unchanged, repeated, held } = plan.counts
        const went = writer.run(
          'UPDATE book_imports SET records = ?, notes = ?, updated_at = ?, added = added + ?, ' +
            'changed = changed + ?, unchanged = unchanged + ?, repeated = repeated + ?, ' +
            'held = held + ? WHERE source = ? AND records = ? AND finished_at IS NULL',
          records,
          notes,
          now,
          added,
          changed,
          unchanged,
          repeated,
          held,
          source,
          from,
        )
        if (went === 0) throw new ImportConflict(source)
        writer.run(
          'INSERT INTO book_imports_seen (source, id) SELECT ?, value FROM json_each(?)',
          source,
          JSON.stringify(plan.fresh.toSorted()),
        )
        if (plan.write.length === 0) return
        const changes = new TermChanges()
        writer.unindex(plan.replaced, changes)
        writer.write(source, plan.write, changes)
        writer.writeTerms(changes)
        writer.setPlaces(source, plan.places)
      })
      const row = await rowOf(source)
      if (!row) throw new ImportConflict(source)
      return importStateOf(row)
    },

    async finishImport(source, prune, now) {
      if (prune) {
        await leave(
          'SELECT pop, record FROM books WHERE source = ? AND pop > 0 AND NOT EXISTS ' +
            '(SELECT 1 FROM book_imports_seen s WHERE s.source = books.source AND s.id = books.id)',
          source,
          (removed) =>
            writer.run(
              'UPDATE book_imports SET removed = removed + ? WHERE source = ?',
              removed,
              source,
            ),
        )
      }
      const before = await rowOf(source)
      if (before && before.added + before.changed + before.removed >= WORTH_MERGING) {
        await mergeIndexes()
      }
      writer.run(
        'UPDATE book_imports SET finished_at = ?, updated_at = ? WHERE source = ?',
        now,
        now,
        source,
      )
      await forgetSeen(source)
      const row = await rowOf(source)
      if (!row) throw new ImportConflict(source)
      return importStateOf(row)
    },

    async removeSource(source) {
      const total = await leave(
        'SELECT pop, record FROM books WHERE source = ? AND pop > 0',
        source,
        () => undefined,
      )
      await forgetSeen(source)
      transact(database, () => {
        writer.run('DELETE FROM book_imports WHERE source = ?', source)
        writer.run('DELETE FROM book_sources WHERE source = ?', source)
      })
      return total
    },
  }
}
