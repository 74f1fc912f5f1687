import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CamelCasePlugin,
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDatabase,
  type TransactionSettings,
} from 'kysely'
import { isSqliteBusy } from './errors.ts'
import type { Tables } from './tables.ts'

// Kysely over node:sqlite, with one connection that waits for locks without holding the event loop.

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
