import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CamelCasePlugin,
  CompiledQuery,
  DeleteResult,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  sql,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  UpdateResult,
  type DatabaseConnection,
  type InsertResult,
  type QueryResult,
  type RawBuilder,
  type SqliteDatabase,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import { DatabaseUnavailable, isConflict, isSqliteBusy, sqlState } from './errors.ts'
import type { Tables } from './tables.ts'

// Kysely over both engines, and transactions on either.

/** An open database, its schema up to date, and what is not the same in both engines. */
export interface Engine {
  db: Kysely<Tables>
  load: () => { connections?: { used: number; idle: number; waiting: number } }
  scrub: () => Promise<void>
  close: () => Promise<void>
}

const isInput = (value: unknown): value is SQLInputValue =>
  value === null ||
  ['string', 'number', 'bigint'].includes(typeof value) ||
  ArrayBuffer.isView(value)

const inputs = (parameters: readonly unknown[]): SQLInputValue[] =>
  parameters.map((value) => {
    if (isInput(value)) return value
    throw new TypeError(`SQLite cannot take a ${typeof value} as a parameter`)
  })

/** `node:sqlite` in the shape of better-sqlite3, which Kysely's driver expects. */
const asKyselyDatabase = (database: DatabaseSync): SqliteDatabase => ({
  close: () => database.close(),
  prepare(text) {
    const statement = database.prepare(text)
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...inputs(parameters)),
      run: (parameters) => statement.run(...inputs(parameters)),
      iterate: (parameters) => statement.iterate(...inputs(parameters)),
    }
  },
})

class Adapter extends SqliteAdapter {
  /** SQLite has it, so Kysely's migrator is to run in our own transaction. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Our driver lets statements queue, as Kysely's own queue cannot be left while one waits for a lock. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** For how long SQLite waits for a lock of another process by itself, which holds the event loop, in ms. */
const LOOP_WAIT_MS = 50
/** For how long a statement is tried again while another process holds its lock, and how often, in ms. */
const LOCK_WAIT_MS = 5000
const LOCK_RETRY_MS = 20

/** Kysely over one connection, for which statements queue; what another process locks out lets those behind it pass. */
export function kyselyOnSqlite(database: DatabaseSync): Kysely<Tables> {
  const config = { database: asKyselyDatabase(database) }
  const setWait = (ms: number) => database.exec(`PRAGMA busy_timeout = ${ms}`)
  setWait(LOOP_WAIT_MS)

  class Driver extends SqliteDriver {
    #last: Promise<void> = Promise.resolve()
    #free = (): void => undefined

    override async init(): Promise<void> {
      await super.init()
      const connection = await super.acquireConnection()
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = <R>(query: CompiledQuery) =>
        this.#executeUnlocked(() => execute<R>(query))
    }

    /** Tries again while another process has the lock; a transaction is tried as it begins. */
    async #executeUnlocked<T>(execute: () => Promise<T>): Promise<T> {
      const end = performance.now() + LOCK_WAIT_MS
      let hasWaited = false
      try {
        for (;;) {
          try {
            return await execute()
          } catch (error) {
            const isLocked = isSqliteBusy(error) && !database.isTransaction
            if (!isLocked || performance.now() >= end) throw error
          }
          hasWaited = true
          // While one waits, no other is to hold the event loop for it again.
          setWait(0)
          await this.releaseConnection()
          await delay(LOCK_RETRY_MS)
          await this.acquireConnection()
        }
      } finally {
        if (hasWaited && database.isOpen) setWait(LOOP_WAIT_MS)
      }
    }

    override async acquireConnection(): Promise<DatabaseConnection> {
      const before = this.#last
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#last = promise
      await before
      this.#free = resolve
      return super.acquireConnection()
    }

    override async releaseConnection(): Promise<void> {
      this.#free()
    }

    /** IMMEDIATE: a transaction that began by reading could not wait for another process to write. */
    override async beginTransaction(
      connection: DatabaseConnection,
      { accessMode }: TransactionSettings = {},
    ): Promise<void> {
      const begin = accessMode === 'read only' ? 'BEGIN' : 'BEGIN IMMEDIATE'
      await connection.executeQuery(CompiledQuery.raw(begin))
    }

    /** A full disk may have rolled back already; a second time would hide the error. */
    override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
      if (database.isTransaction) await super.rollbackTransaction(connection)
    }
  }
  const dialect = new SqliteDialect(config)
  dialect.createAdapter = () => new Adapter()
  dialect.createDriver = () => new Driver(config)
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] })
}

/** The error as it may be logged: without values of rows; `DatabaseUnavailable` for a failed connection. */
function presentable(error: unknown): unknown {
  if (sqlState(error) === undefined) return new DatabaseUnavailable(error)
  if (error instanceof Error) {
    for (const name of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, name)
  }
  return error
}

/** Makes the errors of a new connection presentable. */
async function guard(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = <R>(
    ...query: Parameters<DatabaseConnection['executeQuery']>
  ): Promise<QueryResult<R>> =>
    execute<R>(...query).catch((error: unknown) => {
      throw presentable(error)
    })
}

/** Without the migrator's own lock, which outlasts its transaction: migrate.ts locks before it. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

/** Kysely over a pool, with errors that may be logged. The caller ends the pool. */
export function kyselyOnPostgres(pool: Pool): Kysely<Tables> {
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
  const dialect = new PostgresDialect({
    pool: { connect, end: () => pool.end(), options: pool.options },
    onCreateConnection: guard,
  })
  dialect.createAdapter = () => new UnlockedAdapter()
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] })
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
