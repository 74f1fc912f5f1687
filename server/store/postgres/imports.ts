import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { planBatch } from '../bookImport.ts'
import { TermChanges } from '../../catalogue/search/indexBook.ts'
import { readRecord } from '../sql/books.ts'
import {
  createImportQueries,
  importStateOf,
  newImport,
  type ImportRepository,
} from '../sql/imports.ts'
import type { Tables } from '../sql/tables.ts'
import { ImportConflict, type ImportState, type Removal } from '../store.ts'
import {
  analyze,
  leave,
  rowsOf,
  setPlaces,
  sourceOf,
  unindex,
  write,
  writeTerms,
} from './bookWriter.ts'
import { transactAlone } from './database.ts'

// Whoever else changes the catalogue waits for one of these.
const LEAVING = 2000

async function stateOf(trx: Transaction<Tables>, source: string): Promise<ImportState> {
  const row = await trx
    .selectFrom('book_imports')
    .selectAll()
    .where('source', '=', source)
    .executeTakeFirst()
  if (!row) throw new ImportConflict(source)
  return importStateOf(row)
}

async function forgetSeen(trx: Transaction<Tables>, source: string): Promise<void> {
  await trx.deleteFrom('book_imports_seen').where('source', '=', source).execute()
}

/** What changes the catalogue book by book, in PostgreSQL. */
export function createImports(db: Kysely<Tables>): ImportRepository {
  const alone = <T>(work: (trx: Transaction<Tables>) => Promise<T>) =>
    transactAlone(db, 'catalogue', work)

  /** Takes out, some at a time, the books of the source for which the condition holds. */
  async function leaveAll(source: string, condition: RawBuilder<unknown>): Promise<Removal> {
    const total = { removed: 0, favored: 0 }
    for (;;) {
      const { removed, favored } = await alone(async (trx) => {
        const { rows } = await sql<{ pop: number; record: string }>`
          SELECT pop, record FROM books
          WHERE source = ${source} AND pop > 0 AND ${condition}
          ORDER BY pop LIMIT ${LEAVING}
        `.execute(trx)
        const books = rows.map(({ pop, record }) => ({ pop, book: readRecord(record) }))
        await sql`
          UPDATE book_imports SET removed = removed + ${books.length} WHERE source = ${source}
        `.execute(trx)
        return { removed: books.length, favored: await leave(trx, books) }
      })
      if (removed === 0) return total
      total.removed += removed
      total.favored += favored
    }
  }

  return {
    ...createImportQueries(db),

    async beginImport(source, input, name, now) {
      return alone(async (trx) => {
        const known = await trx
          .selectFrom('book_imports')
          .selectAll()
          .where('source', '=', source)
          .executeTakeFirst()
        if (known?.input === input && known.finished_at === null) return importStateOf(known)
        await sourceOf(trx, source)
        await forgetSeen(trx, source)
        await trx.deleteFrom('book_imports').where('source', '=', source).execute()
        const row = newImport(source, input, name, now)
        await trx.insertInto('book_imports').values(row).execute()
        return importStateOf(row)
      })
    },

    async importBatch(source, { books, from, records, notes }, now) {
      return alone(async (trx) => {
        const { slot, places } = await sourceOf(trx, source)
        const ids = books.map(({ book }) => book.id)
        const { rows } = await sql<{ id: string }>`
          SELECT id FROM book_imports_seen WHERE source = ${source} AND id = ANY(${ids}::text[])
        `.execute(trx)
        const seen = new Set(rows.map(({ id }) => id))
        const known = await rowsOf(trx, ids)
        const plan = planBatch(books, { source, slot, places, known, seen })
        const { added, changed, unchanged, repeated, held } = plan.counts
        const went = await sql`
          UPDATE book_imports SET records = ${records}, notes = ${notes}, updated_at = ${now},
            added = added + ${added}, changed = changed + ${changed},
            unchanged = unchanged + ${unchanged}, repeated = repeated + ${repeated},
            held = held + ${held}
          WHERE source = ${source} AND records = ${from} AND finished_at IS NULL
        `.execute(trx)
        if (went.numAffectedRows === 0n) throw new ImportConflict(source)
        await sql`
          INSERT INTO book_imports_seen (source, id)
          SELECT ${source}, id FROM unnest(${plan.fresh}::text[]) AS fresh (id)
        `.execute(trx)
        if (plan.write.length > 0) {
          const changes = new TermChanges()
          await unindex(trx, plan.replaced, changes)
          await write(trx, source, plan.write, changes)
          await writeTerms(trx, changes)
          await setPlaces(trx, source, plan.places)
        }
        return stateOf(trx, source)
      })
    },

    // The server's own work is most of it.
    openBulk: async () => undefined,

    async finishImport(source, prune, now) {
      if (prune) {
        await leaveAll(
          source,
          sql`NOT EXISTS (
            SELECT FROM book_imports_seen s WHERE s.source = books.source AND s.id = books.id
          )`,
        )
      }
      return alone(async (trx) => {
        await trx
          .updateTable('book_imports')
          .set({ finished_at: now, updated_at: now })
          .where('source', '=', source)
          .execute()
        await forgetSeen(trx, source)
        await analyze(trx)
        return stateOf(trx, source)
      })
    },

    async removeSource(source) {
      const total = await leaveAll(source, sql`true`)
      await alone(async (trx) => {
        await forgetSeen(trx, source)
        await trx.deleteFrom('book_imports').where('source', '=', source).execute()
        await trx.deleteFrom('book_sources').where('source', '=', source).execute()
      })
      return total
    },
  }
}
