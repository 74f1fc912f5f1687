import { setTimeout as delay } from 'node:timers/promises'
import { PostgresAdapter, type Kysely, type Transaction } from 'kysely'
import { isConflict } from './postgresErrors.ts'
import type { Tables } from './tables.ts'

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 10

/** Whether a database is PostgreSQL; else it is SQLite. */
export const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** Runs `work` again after a conflict with another transaction (40001, 40P01), a few times. */
async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
    }
    // Random, so that two transactions that met do not meet again.
    await delay(FIRST_PAUSE_MS * 2 ** attempt * Math.random())
  }
}

/**
 * Runs `work` in one transaction, durable when it resolves; whatever `work` throws rolls everything
 * back. `work` may run several times, so it must do nothing but query the database. SQLite runs one
 * transaction at a time, and statements of others wait for its end.
 */
export function transact<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return retryConflicts(() => db.transaction().setIsolationLevel('read committed').execute(work))
}

/** Runs reads that all see the database at one moment. */
export function snapshot<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return retryConflicts(() =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  )
}

/**
 * Locks a reader's row, so that the changes of one reader come one after another whichever server makes
 * them. SQLite needs no lock: its transactions write one at a time.
 */
export async function lockReader(trx: Transaction<Tables>, userId: string): Promise<void> {
  if (!isPostgres(trx)) return
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
