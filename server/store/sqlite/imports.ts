import { setImmediate as tick } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Kysely, Selectable } from 'kysely'
import { planBatch, type IndexedBook } from '../bookImport.ts'
import { PLACES, TermChanges } from '../../catalogue/search/indexBook.ts'
import { readRecord } from '../sql/books.ts'
import {
  createImportQueries,
  importStateOf,
  newImport,
  type ImportRepository,
} from '../sql/imports.ts'
import type { Tables } from '../sql/tables.ts'
import { ImportConflict, type ImportState, type Removal } from '../store.ts'
import type { BookWriter } from './bookWriter.ts'
import { PATIENCE_MS } from './busyLine.ts'
import { runNow, transact } from './dialect.ts'
import { openBulkImport } from './importRuns.ts'
import type { OutputRow } from './indexRows.ts'
import { mergeIndexes, WORTH_MERGING } from './mergeIndexes.ts'

// Whoever else writes waits for one of these, a fraction of a second each.
const LEAVING = 1000
const FORGETTING = 20_000

// A page is written again by one batch after the other: the log is folded into the file only when it has
// so many pages, 64 MB.
const LOG_PAGES = 16_384

type ImportRow = Selectable<Tables['book_imports']>

const indexedBook = (row: OutputRow): IndexedBook => ({
  pop: Number(row['pop']),
  book: readRecord(String(row['record'])),
})

/** What changes the catalogue book by book, in SQLite. */
export function createImports(
  db: Kysely<Tables>,
  database: DatabaseSync,
  writer: BookWriter,
): ImportRepository {
  const queries = createImportQueries(db)

  /** What follows has its process to itself: nobody waits while SQLite waits. */
  const waitInSqlite = (): void => database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)

  async function rowOf(source: string): Promise<ImportRow | undefined> {
    return db.selectFrom('book_imports').selectAll().where('source', '=', source).executeTakeFirst()
  }

  async function stateOf(source: string): Promise<ImportState> {
    const row = await rowOf(source)
    if (!row) throw new ImportConflict(source)
    return importStateOf(row)
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
        const books = writer.all(`${select} LIMIT ${LEAVING}`, source).map(indexedBook)
        if (books.length > 0) total.favored += writer.leave(books)
        note(books.length)
        return books.length
      })
      if (removed === 0) return total
      total.removed += removed
      await tick()
    }
  }

  /**
   * Takes back the run at which an import was cut off. Of its books some may be found, and some not;
   * their words are counted at its very end, so they are not counted yet.
   */
  async function takeBack(source: string): Promise<void> {
    const row = await rowOf(source)
    if (!row || row.run_from === row.run_to) return
    const pops = writer
      .all(
        'SELECT pop FROM books WHERE source = ? AND pop > 0 ' +
          'AND (pop - 1) % ? >= ? AND (pop - 1) % ? < ?',
        source,
        PLACES,
        row.run_from,
        PLACES,
        row.run_to,
      )
      .map(({ pop }) => Number(pop))
    for (let start = 0; start < pops.length; start += LEAVING) {
      transact(database, () => {
        const books = writer
          .all(
            'SELECT pop, record FROM books WHERE pop IN (SELECT value FROM json_each(?))',
            JSON.stringify(pops.slice(start, start + LEAVING)),
          )
          .map(indexedBook)
        writer.leave(books, { areCounted: false })
      })
      await tick()
    }
    transact(database, () => {
      // What stands in no book may be a word that another import is just bringing.
      const others = writer.get(
        'SELECT 1 FROM book_imports WHERE source <> ? AND run_from < run_to',
        source,
      )
      if (!others) writer.forgetWords()
      writer.run(
        'UPDATE book_sources SET places = ? WHERE source = ? AND places = ?',
        row.run_from,
        source,
        row.run_to,
      )
      runNow(
        database,
        db.updateTable('book_imports').set({ run_from: 0, run_to: 0 }).where('source', '=', source),
      )
    })
  }

  async function forgetSeen(source: string): Promise<void> {
    const sql =
      'DELETE FROM book_imports_seen WHERE source = ? AND id IN ' +
      '(SELECT id FROM book_imports_seen WHERE source = ? ORDER BY id LIMIT ?)'
    while (transact(database, () => writer.run(sql, source, source, FORGETTING)) > 0) await tick()
  }

  return {
    ...queries,

    async beginImport(source, input, name, now) {
      waitInSqlite()
      database.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`)
      // What is mapped counts as memory of the process, and writing has no use for it.
      database.exec('PRAGMA mmap_size = 0')
      database.exec('PRAGMA cache_size = -16384')
      await takeBack(source)
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
      return stateOf(source)
    },

    async openBulk(source) {
      const catalogue = database.location()
      if (catalogue === null) return undefined
      const { slot } = writer.sourceOf(source)
      // What comes in bulk comes over a connection of its own.
      database.exec('PRAGMA cache_size = -2048')
      database.exec('PRAGMA shrink_memory')
      return openBulkImport({ catalogue, source, slot }, async () => stateOf(source))
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
        for (const _ of mergeIndexes(writer)) await tick()
      }
      writer.run(
        'UPDATE book_imports SET finished_at = ?, updated_at = ? WHERE source = ?',
        now,
        now,
        source,
      )
      await forgetSeen(source)
      return stateOf(source)
    },

    async removeSource(source) {
      waitInSqlite()
      await takeBack(source)
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
