import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe } from 'vitest'
import type { Book } from '../contract/books.ts'
import {
  createStore,
  openStore,
  type Store,
  type Session,
  type User,
} from '../server/store/store.ts'
import { openPostgres } from '../server/store/postgres.ts'
import { READERS_FILE } from '../server/store/sqlite.ts'
import { describeOnPostgres, withPostgres, type TestDatabase } from './postgres.ts'

/** Stores on one empty database. */
export interface EmptyStore {
  store: Store
  /**
   * Another server's store. On SQLite the same one: two in one process would wait for each other's locks
   * without an end, as `node:sqlite` blocks the thread.
   */
  other: Store
  /** Rows of a query on a connection beside the stores. */
  query(sql: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

async function openOnSqlite(): Promise<EmptyStore> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-store-'))
  const store = await openStore({ dataDir: folder, databaseUrl: undefined })
  const database = new DatabaseSync(join(folder, READERS_FILE), { readOnly: true })
  return {
    store,
    other: store,
    query: async (sql) => database.prepare(sql).all(),
    async close() {
      database.close()
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

// What is under test is no overload: a machine at work may take its time.
const PATIENT = {
  connectionTimeoutMillis: 60_000,
  statement_timeout: 60_000,
  lock_timeout: 60_000,
}

const openOnPostgres = async (database: TestDatabase) =>
  createStore(await openPostgres(database.url, PATIENT))

/** One database for all tests of a file, emptied for each. */
function createPostgres(createDatabase: () => Promise<TestDatabase>) {
  let opened: { database: TestDatabase; store: Store; other: Store } | undefined
  return {
    async open(): Promise<EmptyStore> {
      if (!opened) {
        const database = await createDatabase()
        opened = {
          database,
          store: await openOnPostgres(database),
          other: await openOnPostgres(database),
        }
      }
      const { database, store, other } = opened
      await database.empty()
      return { store, other, query: (sql) => database.query(sql), close: async () => undefined }
    },
    async end(): Promise<void> {
      await opened?.store.close()
      await opened?.other.close()
      await opened?.database.drop()
    },
  }
}

/**
 * Runs the same list of tests on SQLite and, in full runs, on PostgreSQL. Call it once, at the top of a test file.
 * @param list is given how a test gets an empty store, which it closes
 */
export function describeOnStores(list: (open: () => Promise<EmptyStore>) => void): void {
  const server = withPostgres()
  describe('SQLite', () => {
    list(openOnSqlite)
  })
  describeOnPostgres('PostgreSQL', () => {
    const postgres = createPostgres(() => server.createDatabase())
    afterAll(() => postgres.end())
    list(() => postgres.open())
  })
}

/** A user with this id, and whatever a test cares about. */
export const testUser = (id: string, more: Partial<User> = {}): User => ({
  id,
  name: id,
  email: `${id}@Example.com`,
  emailKey: `${id}@example.com`,
  passwordHash: '',
  createdAt: 1_795_000_000_123,
  disabledAt: null,
  language: null,
  ...more,
})

/** A session of the user that began at `createdAt`, which says who it is. */
export const testSession = (userId: string, id: string, createdAt: number): Session => ({
  id,
  userId,
  tokenHash: new TextEncoder().encode(`token ${id}`),
  cookieHash: new TextEncoder().encode(`cookie ${id}`),
  begun: 'url',
  bound: true,
  browser: 'Firefox',
  system: 'Linux',
  createdAt,
  lastSeenAt: createdAt,
  expiresAt: createdAt + 1000,
})

/** A book with this id and these authors. */
export const testBook = (id: string, authors: string[] = ['Ann Author']): Book => ({
  id,
  volumeInfo: { title: id, authors, categories: ['Fiction'] },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})
