import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  Kysely,
  SqliteDialect,
  type Compilable,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import type { Tables } from '../sql/tables.ts'

// Preparing costs about as much as running a small statement. The bound keeps statements with lists
// of varying length from piling up.
const KEPT_STATEMENTS = 200

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

/** `node:sqlite` in the shape that Kysely's SQLite driver expects (better-sqlite3's). */
function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => {
    const statement = database.prepare(sql)
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...inputs(parameters)),
      run: (parameters) => statement.run(...inputs(parameters)),
      // A kept statement could be reset under a running iteration, so this one is its own.
      iterate: (parameters) => database.prepare(sql).iterate(...inputs(parameters)),
    }
  }
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = kept.get(sql)
      if (known) return known
      if (kept.size >= KEPT_STATEMENTS) kept.clear()
      const statement = prepare(sql)
      kept.set(sql, statement)
      return statement
    },
  }
}

/**
 * Kysely over one `node:sqlite` database. Use it for single statements, each of which is one durable
 * commit. Several statements that belong together go through `transact`, never through
 * `db.transaction()`: that one stays open across ticks, and statements given to `database` directly
 * in the meantime would land inside it.
 */
export function createKysely(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new SqliteDialect({ database: asKyselyDatabase(database) }),
  })
}

/**
 * Runs `work` in one transaction and commits it durably before it returns; whatever `work` throws
 * rolls everything back. Synchronous on purpose: nothing else can come in between.
 */
export function transact<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk may have rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Runs a query built with Kysely at once, for use inside `transact`; returns how many rows changed. */
export function runNow(database: DatabaseSync, query: Compilable): number {
  const { sql, parameters } = query.compile()
  return Number(database.prepare(sql).run(...inputs(parameters)).changes)
}
