import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Engine } from './database.ts'
import { createAccountRepository } from './repositories/accounts.ts'
import { createAuthorRepository, createFavoriteRepository } from './repositories/favorites.ts'
import { createIdentityRepository } from './repositories/identities.ts'
import { createKeptBookRepository } from './repositories/keptBooks.ts'
import { createLibraryRepository } from './repositories/libraries.ts'
import { createListRepository } from './repositories/lists.ts'
import {
  createLoginDeviceRepository,
  createLoginThrottleRepository,
} from './repositories/logins.ts'
import { createMarkRepository } from './repositories/marks.ts'
import { createPasswordResetRepository } from './repositories/passwordResets.ts'
import { createPictureRepository } from './repositories/pictures.ts'
import { createPreferenceRepository } from './repositories/preferences.ts'
import { createSessionRepository } from './repositories/sessions.ts'
import { createUserRepository } from './repositories/users.ts'

export type { StoredAccount } from './repositories/accounts.ts'
export type { FavoriteRepository } from './repositories/favorites.ts'
export type { Identity, LoginThrottle, Session, User } from './tables.ts'

/** Where the readers' data is: PostgreSQL at `databaseUrl`, or else `readers.db` in `dataDir`. */
interface StoreLocation {
  databaseUrl: string | undefined
  dataDir: string
}

/** The readers' data. A write is durable when its promise resolves, in PostgreSQL as its `synchronous_commit` says. */
export type Store = ReturnType<typeof createStore>

/** The repositories over an engine, which `close` closes. */
export const createStore = ({ db, load, scrub, close }: Engine) => ({
  users: createUserRepository(db),
  sessions: createSessionRepository(db),
  identities: createIdentityRepository(db),
  loginThrottles: createLoginThrottleRepository(db),
  loginDevices: createLoginDeviceRepository(db),
  passwordResets: createPasswordResetRepository(db),
  accounts: createAccountRepository(db, scrub),
  pictures: createPictureRepository(db),
  preferences: createPreferenceRepository(db),
  favorites: createFavoriteRepository(db),
  authors: createAuthorRepository(db),
  marks: createMarkRepository(db),
  kept: createKeptBookRepository(db),
  libraries: createLibraryRepository(db),
  lists: createListRepository(db),
  /** 256 random bits for recommendations, the same on all servers of this database and always; in no export. */
  secret: () => readSecret(db),
  /** Rejects where the database does not respond. */
  async check(): Promise<void> {
    await sql`SELECT 1`.execute(db)
  },
  /** How busy the connections to a database server are; SQLite has none. Asks nothing of the database. */
  load,
  close,
})

async function readSecret(db: Engine['db']): Promise<string> {
  const find = db.selectFrom('hostSecrets').select('value').where('name', '=', 'recommendations')
  const found = await find.executeTakeFirst()
  if (found) return found.value
  const value = randomBytes(32).toString('base64url')
  // Of servers that make one at the same time, the first counts.
  const insert = db.insertInto('hostSecrets').values({ name: 'recommendations', value })
  await insert.onConflict((on) => on.doNothing()).execute()
  return (await find.executeTakeFirstOrThrow()).value
}

/** Opens the readers' data, its schema brought up to date, by any number of servers at once. @throws StoreError */
export async function openStore({ databaseUrl, dataDir }: StoreLocation): Promise<Store> {
  // Each engine is loaded only where it is used.
  if (databaseUrl === undefined) {
    const { openSqlite } = await import('./sqlite.ts')
    return createStore(await openSqlite(dataDir))
  }
  const { openPostgres } = await import('./postgres.ts')
  return createStore(await openPostgres(databaseUrl, {}, dataDir))
}
