import { Socket } from 'node:net'
import { Pool, TypeOverrides, types, type PoolClient } from 'pg'
import { MINUTE_MS } from '../lib/units.ts'

/** How PostgreSQL is used; times in ms. */
export interface PostgresOptions {
  /** Connections at once; further requests wait for one. 10 unless given. */
  connections?: number
  /** How long a connection may take, also one that has to be waited for. 5,000 unless given. */
  connectTimeout?: number
  /**
   * How long a statement may take; 0 for no limit. 5,000 unless given. A connection that is silent for two
   * seconds more is closed.
   */
  statementTimeout?: number
  /** How long a statement waits for another transaction. 3,000 unless given. */
  lockTimeout?: number
}

/** By how much the connection's timeout exceeds the server's, which reports itself, if it can, in ms. */
const GRACE_MS = 2000

/** How long a connection is silent before the system probes the other side, in ms. */
const KEEP_ALIVE_MS = 10_000

/** Numbers of 64 bits as numbers: all of ours are below 2^53. */
function numberTypes(): TypeOverrides {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, Number)
  return overrides
}

/** The database at this address in messages: host and name, without user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

function setSocketTimeout({ connection: { stream } }: PoolClient, timeout: number): void {
  if (stream instanceof Socket) stream.setTimeout(timeout)
}

/**
 * Closes a connection that is silent while it is in use, so that its query fails: after a failover, or
 * behind a firewall that drops packets, nothing else tells that the other side is gone. The driver's own
 * `query_timeout` would leave the connection in the pool.
 */
function limitSilence(pool: Pool, limit: number): void {
  pool.on('connect', ({ connection: { stream } }) => {
    stream.on('timeout', () => stream.destroy(new Error(`no response in ${limit} ms`)))
  })
  pool.on('acquire', (client) => setSocketTimeout(client, limit))
  pool.on('release', (_error, client) => setSocketTimeout(client, 0))
}

/** Connections to the database at this address, opened when they are needed. */
export function createPool(url: string, options: PostgresOptions = {}): Pool {
  const statementTimeout = options.statementTimeout ?? 5000
  const pool = new Pool({
    connectionString: url,
    application_name: 'catchword',
    max: options.connections ?? 10,
    connectionTimeoutMillis: options.connectTimeout ?? 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    lock_timeout: options.lockTimeout ?? 3000,
    idle_in_transaction_session_timeout: MINUTE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: numberTypes(),
  })
  // A connection that breaks is replaced at its next use, and its query gets the error.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (statementTimeout > 0) limitSilence(pool, statementTimeout + GRACE_MS)
  return pool
}
