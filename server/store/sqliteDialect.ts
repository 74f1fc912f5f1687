import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
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
import type { Tables } from './tables.ts'

function isInput(value: unknown): value is SQLInputValue {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    ArrayBuffer.isView(value)
  )
}

function inputs(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (isInput(value)) return value
    throw new TypeError(`SQLite cannot take a ${typeof value} as a parameter`)
  })
}

/** `node:sqlite` in the shape of better-sqlite3, which Kysely's driver expects. */
function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...inputs(parameters)),
        run: (parameters) => statement.run(...inputs(parameters)),
        iterate: (parameters) => statement.iterate(...inputs(parameters)),
      }
    },
  }
}

class Adapter extends SqliteAdapter {
  /** SQLite has it; Kysely's migrator is to run in our own transaction. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class Driver extends SqliteDriver {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    super({ database: asKyselyDatabase(database) })
    this.#database = database
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
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

class Dialect extends SqliteDialect {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    super({ database: asKyselyDatabase(database) })
    this.#database = database
  }

  override createAdapter(): SqliteAdapter {
    return new Adapter()
  }

  override createDriver(): SqliteDriver {
    return new Driver(this.#database)
  }
}

/** Kysely over one connection of `node:sqlite`, for which its statements and transactions queue. */
export const createKysely = (database: DatabaseSync): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new Dialect(database), plugins: [new CamelCasePlugin()] })
