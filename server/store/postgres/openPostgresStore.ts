import { sql, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import { StoreError, type StoreErrorCode } from '../errors.ts'
import { createUserRepository } from '../sql/accounts.ts'
import { createLoginDeviceRepository, createLoginThrottleRepository } from '../sql/logins.ts'
import { createGoogleSignInRepository } from '../sql/identities.ts'
import type { Tables } from '../sql/tables.ts'
import type { Store } from '../store.ts'
import { createIdentityRepository, createSessionRepository } from './accounts.ts'
import { createBookRepository } from './books.ts'
import { createKysely, createPool, nameOf, type PostgresOptions } from './database.ts'
import { DatabaseUnavailable, reasonOf, sqlState } from './errors.ts'
import { createAccountRepository } from './heldAccount.ts'
import { migrate } from './migrate.ts'
import {
  createAuthorRepository,
  createFavoriteRepository,
  createPreferenceRepository,
} from './readers.ts'

/** Why a database cannot be opened, or `undefined` for what nobody foresaw. */
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
  const { rows } = await sql<{ server_encoding: string }>`SHOW server_encoding`.execute(db)
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new StoreError(
    'foreign',
    `The database ${name} has the encoding ${encoding}; create one with ENCODING 'UTF8'.`,
  )
}

function storeOn(pool: Pool, db: Kysely<Tables>): Store {
  return {
    users: createUserRepository(db),
    sessions: createSessionRepository(db),
    identities: createIdentityRepository(db),
    googleSignIns: createGoogleSignInRepository(db),
    loginThrottles: createLoginThrottleRepository(db),
    loginDevices: createLoginDeviceRepository(db),
    accounts: createAccountRepository(db),
    preferences: createPreferenceRepository(db),
    favorites: createFavoriteRepository(db),
    authors: createAuthorRepository(db),
    books: createBookRepository(db),

    async check() {
      await sql`SELECT 1`.execute(db)
    },

    async figures() {
      const { rows } = await sql<{
        bytes: number
      }>`SELECT pg_database_size(current_database()) AS bytes`.execute(db)
      return { bytes: rows[0]?.bytes ?? 0 }
    },

    load() {
      const { totalCount, idleCount, waitingCount } = pool
      return {
        connections: { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount },
      }
    },

    close: () => pool.end(),
  }
}

/**
 * Opens the PostgreSQL store at `url` and brings its schema up to date. Any number of servers may use
 * it at once. Every write is durable when its promise resolves, as far as the database server's own
 * settings go (`synchronous_commit`).
 *
 * @throws StoreError with one line that never holds user or password, where the database cannot be
 * reached or written to, is of a newer version, or another program's
 */
export async function openPostgresStore(
  url: string,
  options: PostgresOptions = {},
): Promise<Store> {
  const name = nameOf(url)
  const pool = createPool(url, options)
  try {
    const db = createKysely(pool)
    await checkEncoding(db, name)
    await migrate(db, name)
    return storeOn(pool, db)
  } catch (error) {
    await pool.end()
    throw openingError(error, name)
  }
}
