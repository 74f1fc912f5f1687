import { sql, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Engine } from './engine.ts'
import { StoreError, type StoreErrorCode } from './errors.ts'
import { migrate, MIGRATION_TIMEOUT_MS } from './migrate.ts'
import { createKysely } from './postgresDialect.ts'
import { DatabaseUnavailable, reasonOf, sqlState } from './postgresErrors.ts'
import { createPool, nameOf, type PostgresOptions } from './postgresPool.ts'
import type { Tables } from './tables.ts'

/** Why a database cannot be opened; `undefined` for an error that nobody foresaw. */
function openingProblem(error: unknown): StoreErrorCode | undefined {
  if (error instanceof DatabaseUnavailable) return 'unreachable'
  const state = sqlState(error) ?? ''
  // Connection, resources, shutting down.
  if (/^(?:08|53|57)/.test(state)) return 'unreachable'
  // Insufficient privilege, read-only.
  return state === '42501' || state === '25006' ? 'unwritable' : undefined
}

function openingError(error: unknown, name: string): unknown {
  const code = openingProblem(error)
  if (code === undefined) return error
  const reason = reasonOf(error instanceof DatabaseUnavailable ? error.cause : error)
  const verb = code === 'unreachable' ? 'reached' : 'written to'
  return new StoreError(
    code,
    `The database ${name} cannot be ${verb} (${reason}). Check DATABASE_URL.`,
    { cause: error },
  )
}

/** Texts are compared and cut as letters, so bytes that are no letters have no place. */
async function checkEncoding(db: Kysely<Tables>, name: string): Promise<void> {
  const { rows } = await sql<{ serverEncoding: string }>`SHOW server_encoding`.execute(db)
  const encoding = rows[0]?.serverEncoding
  if (encoding === 'UTF8') return
  throw new StoreError(
    'foreign',
    `The database ${name} has the encoding ${encoding}; create one with ENCODING 'UTF8'.`,
  )
}

/** Checks and migrates on a connection of its own, on which statements may take minutes. */
async function prepare(url: string, options: PostgresOptions): Promise<void> {
  const name = nameOf(url)
  const timeouts = { statementTimeout: MIGRATION_TIMEOUT_MS, lockTimeout: MIGRATION_TIMEOUT_MS }
  const pool = createPool(url, { ...options, ...timeouts, connections: 1 })
  try {
    const db = createKysely(pool)
    await checkEncoding(db, name)
    await migrate(db, name)
  } catch (error) {
    throw openingError(error, name)
  } finally {
    await pool.end()
  }
}

async function sizeOf(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT pg_database_size(current_database()) AS bytes
  `.execute(db)
  return rows[0]?.bytes ?? 0
}

function loadOf({ totalCount, idleCount, waitingCount }: Pool) {
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/**
 * Opens the PostgreSQL database at `url` and brings its schema up to date; takes over a database of
 * earlier versions.
 *
 * @throws StoreError with one line that never holds user or password, where the database cannot be
 * reached or written to, is of a newer version, or another program's
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Engine> {
  await prepare(url, options)
  const pool = createPool(url, options)
  const db = createKysely(pool)
  return {
    db,
    size: () => sizeOf(db),
    load: () => ({ connections: loadOf(pool) }),
    // Deleted rows go with the server's own vacuum.
    scrub: () => Promise.resolve(),
    close: () => pool.end(),
  }
}
