import { sql } from 'kysely'
import type { Engine } from './engine.ts'
import type { Store } from './store.ts'
import { createAccountRepository } from './repositories/accounts.ts'
import { createAuthorRepository } from './repositories/authors.ts'
import { createFavoriteRepository } from './repositories/favorites.ts'
import {
  createGoogleSignInRepository,
  createIdentityRepository,
} from './repositories/identities.ts'
import {
  createLoginDeviceRepository,
  createLoginThrottleRepository,
} from './repositories/logins.ts'
import { createPreferenceRepository } from './repositories/preferences.ts'
import { createSessionRepository } from './repositories/sessions.ts'
import { createUserRepository } from './repositories/users.ts'

/** Where the readers' data is: PostgreSQL at `databaseUrl`, or else `readers.db` in `dataDir`. */
export interface StoreLocation {
  databaseUrl: string | undefined
  dataDir: string
}

/** The repositories over an engine, which `close` closes. */
export function createStore({ db, size, load, scrub, close }: Engine): Store {
  return {
    users: createUserRepository(db),
    sessions: createSessionRepository(db),
    identities: createIdentityRepository(db),
    googleSignIns: createGoogleSignInRepository(db),
    loginThrottles: createLoginThrottleRepository(db),
    loginDevices: createLoginDeviceRepository(db),
    accounts: createAccountRepository(db, scrub),
    preferences: createPreferenceRepository(db),
    favorites: createFavoriteRepository(db),
    authors: createAuthorRepository(db),
    async check() {
      await sql`SELECT 1`.execute(db)
    },
    async figures() {
      return { bytes: await size() }
    },
    load,
    close,
  }
}

/**
 * Opens the readers' data and brings the schema up to date. Any number of servers may do so at once.
 *
 * @throws StoreError where it cannot be opened; one line for the person who starts the server
 */
export async function openStore(location: StoreLocation): Promise<Store> {
  // Each engine is loaded only where it is used.
  if (location.databaseUrl === undefined) {
    const { openSqlite } = await import('./sqlite.ts')
    return createStore(await openSqlite(location.dataDir))
  }
  const { openPostgres } = await import('./postgres.ts')
  return createStore(await openPostgres(location.databaseUrl))
}
