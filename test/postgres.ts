import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, describe, vi } from 'vitest'
import { isFull } from './full.ts'
import { postgresBinaries } from './postgresBinaries.ts'
import { startPostgres } from './startPostgres.ts'

const testUrl = process.env['TEST_DATABASE_URL']
const binaries = postgresBinaries()

/** Why tests on PostgreSQL are skipped on this machine; `undefined` where they run. */
export const noPostgres: string | undefined =
  testUrl === undefined && typeof binaries === 'string' ? binaries : undefined

/** Behind the titles of tests on PostgreSQL: nothing, or why they are skipped. */
export const whySkipped: string = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`

/** A group of tests on PostgreSQL, where a file runs the same tests on SQLite: in full runs only. */
export function describeOnPostgres(title: string, tests: () => void): void {
  if (!isFull) return
  describe.skipIf(noPostgres)(`${title}${whySkipped}`, () => {
    tests()
  })
}

/** A database of its own. */
export interface TestDatabase {
  url: string
  /** Runs statements on a connection beside the store's; answers the rows of the last. */
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>
  /** Turns away whoever connects and ends all connections, or lets them in again. */
  allowConnections(allowed: boolean): Promise<void>
  /** Empties every table of the schema. */
  empty(): Promise<void>
  /** Removes the database, whoever is connected. */
  drop(): Promise<void>
}

/** PostgreSQL for the tests of one file. */
export interface TestPostgres {
  createDatabase(): Promise<TestDatabase>
}

async function query(url: string, sql: string, parameters: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql, parameters)
    return rows
  } finally {
    await client.end()
  }
}

/**
 * A real PostgreSQL: the server at TEST_DATABASE_URL, or else one that is started at first use in a
 * temporary folder and ended after the tests of the file, even where they are killed. Call it once, on
 * the top level of a test file, before its hooks.
 */
export function withPostgres(): TestPostgres {
  // Starting a server takes long where many tests share few cores.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  let server: ReturnType<typeof startPostgres> | undefined
  afterAll(async () => {
    const running = await server
    if (typeof running === 'object') await running.stop()
  })
  return {
    async createDatabase() {
      server ??= startPostgres()
      const running = await server
      if (typeof running === 'string')
        throw new Error(`${running}. Set TEST_DATABASE_URL to a server of your own.`)
      const { url: base } = running
      const name = `catchword_test_${randomUUID().replaceAll('-', '')}`
      const url = new URL(base)
      url.pathname = `/${name}`
      await query(base, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
      return {
        url: url.href,
        query: (sql, parameters) => query(url.href, sql, parameters),
        async allowConnections(allowed) {
          await query(base, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`)
          if (allowed) return
          await query(
            base,
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
            [name],
          )
        },
        async empty() {
          const tables = await query(
            url.href,
            "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' " +
              "AND tablename NOT LIKE '%migration%'",
          )
          await query(url.href, `TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
        },
        async drop() {
          await query(base, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
        },
      }
    },
  }
}
