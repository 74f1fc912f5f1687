import { setTimeout as delay } from 'node:timers/promises'
import {
  DeleteResult,
  PostgresAdapter,
  sql,
  UpdateResult,
  type InsertResult,
  type Kysely,
  type RawBuilder,
  type Transaction,
} from 'kysely'
import { isConflict } from './errors.ts'
import type { Tables } from './tables.ts'

// What is the same on either database: transactions, and what repositories and migrations ask of both.

/** An open database, its schema up to date, and what is not the same in both engines. */
export interface Engine {
  db: Kysely<Tables>
  load: () => { connections?: { used: number; idle: number; waiting: number } }
  scrub: () => Promise<void>
  close: () => Promise<void>
}

/** Whether a database is PostgreSQL; else it is SQLite. */
export const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** Whether there is a table of this name, in PostgreSQL in the schema in which ours are made. */
export async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await (
    isPostgres(db)
      ? sql`SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ${name}`
      : sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${name}`
  ).execute(db)
  return rows.length > 0
}

/** What runs in a transaction: it may run several times, so it does nothing but query the database. */
type Work<T> = (trx: Transaction<Tables>) => Promise<T>

/**
 * Runs `work` in one transaction, durable when it resolves; whatever it throws rolls everything back. After a
 * conflict with another transaction (40001, 40P01) it runs again, a few times.
 */
export async function transact<T>(db: Kysely<Tables>, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (attempt === 6 || !isConflict(error)) throw error
    }
    // Random, so that two transactions that met do not meet again.
    await delay(10 * 2 ** attempt * Math.random())
  }
}

/** Runs `work` in a transaction that locks a reader's row: their changes come one after another. SQLite needs no lock. */
export const changeReader = <T>(db: Kysely<Tables>, id: string, work: Work<T>): Promise<T> =>
  transact(db, async (trx) => {
    const reader = trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate()
    if (isPostgres(trx)) await reader.execute()
    return work(trx)
  })

/** Deletes a reader's rows of a table but the first `most` in this order; `key` tells them apart. */
export async function deleteBeyond(
  db: Kysely<Tables>,
  table: 'sessions' | 'loginDevices',
  key: string,
  order: RawBuilder<unknown>,
  { userId, most }: { userId: string; most: number },
): Promise<void> {
  const [rows, column] = [sql.table(table), sql.ref(key)]
  const staying = sql`SELECT ${column} FROM ${rows} WHERE user_id = ${userId} ORDER BY ${order} LIMIT ${most}`
  await sql`DELETE FROM ${rows} WHERE user_id = ${userId} AND ${column} NOT IN (${staying})`.execute(
    db,
  )
}

/** How many rows a statement changed. */
export async function countChanged(statement: {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>
}): Promise<number> {
  const result = await statement.executeTakeFirst()
  if (result instanceof DeleteResult) return Number(result.numDeletedRows)
  if (result instanceof UpdateResult) return Number(result.numUpdatedRows)
  return Number(result.numInsertedOrUpdatedRows)
}
