import { Socket } from 'node:net'
import { Client, Pool, TypeOverrides, types, type PoolClient } from 'pg'
import { MINUTE_MS } from '../../contract/units.ts'
import type { Engine } from './database.ts'
import { DatabaseUnavailable, reasonOf, sqlState, StoreError } from './errors.ts'
import { migrate, MIGRATION_TIMEOUT_MS } from './migrate.ts'
import { kyselyOnPostgres } from './postgresDialect.ts'

/** Connections at once, and how long they, statements (0: no limit) and waiting for locks may take, in ms. */
const LIMITS = {
  max: 10,
  connectionTimeoutMillis: 5000,
  statement_timeout: 5000,
  lock_timeout: 3000,
}
export type PostgresLimits = Partial<typeof LIMITS>

/** By how much the connection's timeout exceeds the server's, which reports itself, if it can, in ms. */
const GRACE_MS = 2000

// Numbers of 64 bits as numbers: all of ours are below 2^53.
const NUMBER_TYPES = new TypeOverrides()
NUMBER_TYPES.setTypeParser(types.builtins.INT8, Number)

/** The database at this address in messages, as the driver reads it: host or socket and name, without user and password. */
export function databaseName(url: string): string {
  const { host, port, database } = new Client({ connectionString: url })
  return `${host}:${port}/${database}`
}

function setSocketTimeout({ connection: { stream } }: PoolClient, timeout: number): void {
  if (stream instanceof Socket) stream.setTimeout(timeout)
}

/** Closes a connection that is silent while in use, as after a failover; the driver's `query_timeout` would keep it. */
function limitSilence(pool: Pool, limit: number): void {
  pool.on('connect', ({ connection: { stream } }) => {
    stream.on('timeout', () => stream.destroy(new Error(`no response in ${limit} ms`)))
  })
  pool.on('acquire', (client) => setSocketTimeout(client, limit))
  pool.on('release', (_error, client) => setSocketTimeout(client, 0))
}

/** Connections to the database at this address, opened when they are needed. */
export function createPool(url: string, own: PostgresLimits = {}): Pool {
  const limits = { ...LIMITS, ...own }
  const pool = new Pool({
    ...limits,
    connectionString: url,
    application_name: 'catchword',
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: MINUTE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: NUMBER_TYPES,
  })
  // A connection that breaks is replaced at its next use, and its query gets the error.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (limits.statement_timeout > 0) limitSilence(pool, limits.statement_timeout + GRACE_MS)
  return pool
}

/** What the driver says in its own words where there is no password, or an empty one. */
const NO_PASSWORD = /client password must be a/

/** The error as the person who starts the server reads it, where it was foreseen. */
function openingError(error: unknown, url: string): unknown {
  const isUnavailable = error instanceof DatabaseUnavailable
  const state = sqlState(error) ?? ''
  // Connection, resources, shutting down; insufficient privilege, read-only.
  const isUnreachable = isUnavailable || /^(?:08|53|57)/.test(state)
  if (!isUnreachable && state !== '42501' && state !== '25006') return error
  const said = reasonOf(isUnavailable ? error.cause : error)
  const isMissing = NO_PASSWORD.test(said)
  const reason = isMissing ? 'it asks for a password, and there is none' : said
  const schema = /^permission denied for schema (\S+)$/.exec(said)?.[1]
  const { user } = new Client({ connectionString: url })
  const grant = `As its administrator, run in it: GRANT ALL ON SCHEMA ${schema} TO "${user}";`
  const check = `Check DATABASE_URL${isMissing ? ', or set PGPASSWORD' : ''}.`
  const line = `cannot be ${isUnreachable ? 'reached' : 'written to'} (${reason}). ${schema === undefined ? check : grant}`
  const code = isUnreachable ? 'unreachable' : 'unwritable'
  return new StoreError(code, `The database ${databaseName(url)} ${line}`, { cause: error })
}

/** Migrates on a connection of its own, on which statements may take minutes. */
async function prepare(url: string, limits: PostgresLimits, dataDir?: string): Promise<void> {
  const timeouts = { statement_timeout: MIGRATION_TIMEOUT_MS, lock_timeout: MIGRATION_TIMEOUT_MS }
  const pool = createPool(url, { ...limits, ...timeouts, max: 1 })
  try {
    await migrate(kyselyOnPostgres(pool), databaseName(url), dataDir)
  } catch (error) {
    throw openingError(error, url)
  } finally {
    await pool.end()
  }
}

/**
 * Opens a PostgreSQL database and brings its schema up to date; earlier versions kept pictures in `dataDir`.
 * @throws StoreError, whose line never holds user or password
 */
export async function openPostgres(
  url: string,
  limits: PostgresLimits = {},
  dataDir?: string,
): Promise<Engine> {
  await prepare(url, limits, dataDir)
  const pool = createPool(url, limits)
  return {
    db: kyselyOnPostgres(pool),
    load() {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool
      return { connections: { used: totalCount - idle, idle, waiting } }
    },
    // Deleted rows go with the server's own vacuum.
    scrub: () => Promise.resolve(),
    close: () => pool.end(),
  }
}
