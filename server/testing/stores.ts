import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe } from 'vitest'
import { openPostgresStore } from '../store/postgres/openPostgresStore.ts'
import { DATABASE_FILE, openSqliteStore } from '../store/sqlite/openSqliteStore.ts'
import type { Store } from '../store/store.ts'
import { describeOnPostgres, withPostgres, type TestDatabase } from './postgres.ts'

/** A store with nothing in it, and a look behind it. */
export interface EmptyStore {
  store: Store
  /** How many rows a table has. */
  count(table: string): Promise<number>
  close(): Promise<void>
}

async function openOnSqlite(): Promise<EmptyStore> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-store-'))
  const store = await openSqliteStore(folder)
  const database = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true })
  return {
    store,
    count: async (table) =>
      Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']),
    async close() {
      database.close()
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** One database for all tests of a file, emptied for each. */
function createPostgres(createDatabase: () => Promise<TestDatabase>) {
  let opened: { database: TestDatabase; store: Store } | undefined
  return {
    async open(): Promise<EmptyStore> {
      if (!opened) {
        const database = await createDatabase()
        opened = { database, store: await openPostgresStore(database.url) }
      }
      const { database, store } = opened
      await database.empty()
      return {
        store,
        async count(table) {
          const [row] = await database.query(`SELECT count(*)::integer AS n FROM ${table}`)
          return Number(row?.['n'])
        },
        close: async () => undefined,
      }
    },
    async end(): Promise<void> {
      await opened?.store.close()
      await opened?.database.drop()
    },
  }
}

/**
 * Runs the same list of tests on SQLite and, in full runs, on PostgreSQL. Call it once, at the top of a test file.
 * @param list is given the engine's name, and how a test comes to an empty store, which it closes
 */
export function describeOnStores(
  list: (engine: 'SQLite' | 'PostgreSQL', open: () => Promise<EmptyStore>) => void,
): void {
  const server = withPostgres()
  describe('SQLite', () => {
    list('SQLite', openOnSqlite)
  })
  describeOnPostgres('PostgreSQL', () => {
    const postgres = createPostgres(() => server.createDatabase())
    afterAll(() => postgres.end())
    list('PostgreSQL', () => postgres.open())
  })
}
