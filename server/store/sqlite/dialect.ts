import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  Kysely,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  type SqliteDialectConfig,
  type SqliteStatement,
} from 'kysely'
import type { Tables } from '../sql/tables.ts'
import type { BusyLine } from './busyLine.ts'

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

/** Statements that nobody has to wait behind: each runs in one go, and only its sync takes time. */
class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** How statements wait for other processes, and for the disk. */
interface Waiting {
  line: BusyLine
  /** Resolves when everything committed until now is on disk. */
  synced: () => Promise<void>
}

/** Runs a statement when no other process is in its way; answers one that writes when it is on disk. */
class DurableConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #waiting: Waiting

  constructor(connection: DatabaseConnection, waiting: Waiting) {
    this.#connection = connection
    this.#waiting = waiting
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const { line, synced } = this.#waiting
    const attempt = () => this.#connection.executeQuery<R>(compiled)
    if (SelectQueryNode.is(compiled.query)) return line.read(attempt)
    const result = await line.write(attempt)
    await synced()
    return result
  }

  streamQuery<R>(compiled: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery(compiled, size)
  }
}

class DurableDriver extends SqliteDriver {
  readonly #waiting: Waiting
  #connection: DatabaseConnection | undefined

  constructor(config: SqliteDialectConfig, waiting: Waiting) {
    super(config)
    this.#waiting = waiting
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new DurableConnection(await super.acquireConnection(), this.#waiting)
    return this.#connection
  }
}

/**
 * Kysely over one `node:sqlite` database. Use it for single statements, each of which is one commit,
 * made in its turn of `line` and answered when `synced` resolves. Several statements that belong together go through a transaction
 * (`CommitLog`), never through `db.transaction()`: that one stays open across ticks, and statements
 * given to `database` directly in the meantime would land inside it.
 */
export function createKysely(database: DatabaseSync, waiting: Waiting): Kysely<Tables> {
  const config = { database: asKyselyDatabase(database) }
  const plain = new SqliteDialect(config)
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => new DurableDriver(config, waiting),
      createIntrospector: (db) => plain.createIntrospector(db),
      createQueryCompiler: () => plain.createQueryCompiler(),
    },
  })
}

/**
 * Runs `work` in one transaction and commits it before it returns, durably where the database is
 * `synchronous = FULL`; whatever `work` throws rolls everything back. Synchronous on purpose: nothing
 * else can come in between.
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

/**
 * Brings all of the log into the database, both on disk, and empties it; `false` where another connection
 * reads or writes at the moment, for which nobody waits.
 */
export function emptyLog(database: DatabaseSync): boolean {
  const timeout = Number(database.prepare('PRAGMA busy_timeout').get()?.['timeout'])
  database.exec('PRAGMA busy_timeout = 0')
  try {
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  } finally {
    database.exec(`PRAGMA busy_timeout = ${timeout}`)
  }
}
