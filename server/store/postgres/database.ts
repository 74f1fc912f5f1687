import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type PostgresPool, type Transaction } from 'kysely'
import { Pool, TypeOverrides, types, type PoolClient } from 'pg'
import { MINUTE_MS } from '../../lib/units.ts'
import type { Tables } from '../sql/tables.ts'
import { DatabaseUnavailable, isConflict, sqlState } from './errors.ts'

/** How PostgreSQL is used; times in ms. */
export interface PostgresOptions {
  /** Connections at once; further work waits for one. 10 unless given. */
  connections?: number
  /** How long a connection may take, also one that has to be waited for. 5,000 unless given. */
  connectTimeout?: number
  /**
   * How long a statement may take; 0 for as long as it likes. 5,000 unless given. A connection that has
   * said nothing for two seconds more is given up.
   */
  statementTimeout?: number
  /** How long a statement waits for another transaction. 3,000 unless given. */
  lockTimeout?: number
}

// Changes of the schema and of the whole catalogue take their time, and wait for those of other servers.
const PATIENCE_MS = 10 * MINUTE_MS

/** How much later than PostgreSQL itself we end a statement, in ms: by then it has said so, if it can. */
const GRACE_MS = 2000

/** How long a connection is quiet before the system asks whether the other side is there, in ms. */
const QUIET_MS = 10_000

/** For work that may take longer than others: how long each of its statements may, in ms. */
const patience = new AsyncLocalStorage<number>()

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 10

/** Numbers of 64 bits as numbers: all of ours are below 2^53. */
function numberTypes(): TypeOverrides {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, Number)
  return overrides
}

/** The database at this address in messages: where it is and what it is called, without user and password. */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Connections to the database at this address, opened when they are needed. */
export function createPool(url: string, options: PostgresOptions = {}): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'catchword',
    max: options.connections ?? 10,
    connectionTimeoutMillis: options.connectTimeout ?? 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeout ?? 5000,
    lock_timeout: options.lockTimeout ?? 3000,
    idle_in_transaction_session_timeout: MINUTE_MS,
    keepAlive: true,
    // Without, Linux asks after two hours. Ten questions without an answer, a second apart, end it.
    keepAliveInitialDelayMillis: QUIET_MS,
    types: numberTypes(),
  })
  // A connection that breaks is replaced at its next use, and whoever uses it gets the error.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * The error as it may be logged: without the values of rows, and as `DatabaseUnavailable` where it is
 * the connection that failed.
 */
function presentable(error: unknown): unknown {
  if (sqlState(error) === undefined) return new DatabaseUnavailable(error)
  if (error instanceof Error) {
    for (const name of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, name)
  }
  return error
}

/** A connection, or `DatabaseUnavailable` for whatever reason there is none. */
async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseUnavailable(error)
  }
}

async function presenting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw presentable(error)
  }
}

/**
 * Ends a connection that says nothing of a query in time, which the query then fails for: after a
 * failover or behind a firewall that drops, nobody tells us that the other side is gone. The driver's own
 * `query_timeout` would hand the connection to the next, who waits as long.
 */
async function hearing<T>(client: PoolClient, limit: number, query: () => Promise<T>): Promise<T> {
  const end = setTimeout(
    () => client.connection.stream.destroy(new Error(`no answer in ${limit} ms`)),
    limit,
  )
  try {
    return await query()
  } finally {
    clearTimeout(end)
  }
}

/** A pool in the shape that Kysely expects, with presentable errors and an end to every query. */
function asKyselyPool(pool: Pool): PostgresPool {
  const { statement_timeout: timeout } = pool.options
  const kept = new WeakMap<PoolClient, PoolClient>()
  const guarded = (client: PoolClient): PoolClient => {
    const known = kept.get(client)
    if (known) return known
    const guard = new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name !== 'query' || typeof value !== 'function') return value
        return (...query: unknown[]) =>
          presenting(async (): Promise<unknown> => {
            const ask = async (): Promise<unknown> => Reflect.apply(value, target, query)
            return timeout
              ? hearing(target, (patience.getStore() ?? timeout) + GRACE_MS, ask)
              : ask()
          })
      },
    })
    kept.set(client, guard)
    return guard
  }
  return {
    connect: async () => guarded(await connect(pool)),
    end: () => pool.end(),
    options: pool.options,
  }
}

/** Kysely over a pool. The pool stays the caller's to end. */
export function createKysely(pool: Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: asKyselyPool(pool) }) })
}

/** Runs `work` again where another transaction came in between, a few times, ever later. */
async function persisting<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
    }
    // By chance, so that two that met do not meet again.
    await delay(FIRST_PAUSE_MS * 2 ** attempt * Math.random())
  }
}

/**
 * Runs `work` in one transaction, durable when it resolves; whatever `work` throws rolls everything
 * back. Work that fails for a conflict with another transaction (40001, 40P01) is run again, so it must
 * do nothing but ask the database.
 */
export function transact<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return persisting(() => db.transaction().setIsolationLevel('read committed').execute(work))
}

/** Runs reads that all see the database at one moment. */
export function snapshot<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return persisting(() =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  )
}

/** What only one server at a time does. */
const LOCKS = { schema: 1, catalogue: 2 } as const

// "CtWd": advisory locks are shared by all that use the database.
const LOCK_SPACE = 0x43745764

/**
 * `transact` for long work that no two servers may do at once: waits for the other, for minutes, and
 * takes as long itself.
 */
export function transactAlone<T>(
  db: Kysely<Tables>,
  lock: keyof typeof LOCKS,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const alone = async (trx: Transaction<Tables>): Promise<T> => {
    await sql`SELECT set_config('lock_timeout', ${String(PATIENCE_MS)}, true),
      set_config('statement_timeout', ${String(PATIENCE_MS)}, true)`.execute(trx)
    await sql`SELECT pg_advisory_xact_lock(${LOCK_SPACE}::integer, ${LOCKS[lock]}::integer)`.execute(
      trx,
    )
    return work(trx)
  }
  return patience.run(PATIENCE_MS, () => transact(db, alone))
}

/** Locks a reader's row, so that the changes of one reader come one after another. */
export async function lockReader(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
