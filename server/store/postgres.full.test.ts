import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startMutedProxy } from '../../test/mutedProxy.ts'
import { noPostgres, whySkipped, withPostgres, type TestDatabase } from '../../test/postgres.ts'
import { testBook, testUser } from '../../test/stores.ts'
import { isStorageBusy, StoreError } from './errors.ts'
import { createStore, type Store } from './store.ts'
import { openPostgres, createPool, type PostgresLimits } from './postgres.ts'
import { transact } from './database.ts'
import { kyselyOnPostgres } from './postgresDialect.ts'

const postgres = withPostgres()

const WAIT = { timeout: 30_000 }

let database: TestDatabase
let store: Store

beforeAll(async () => {
  if (noPostgres !== undefined) return
  database = await postgres.createDatabase()
  store = createStore(await openPostgres(database.url))
})

beforeEach(async () => {
  if (noPostgres !== undefined) return
  await database.empty()
})

afterAll(async () => {
  if (noPostgres !== undefined) return
  await store.close()
  await database.drop()
})

/** Another server's store on a database. */
async function openAnother(
  options: PostgresLimits = {},
  { url }: TestDatabase = database,
): Promise<Store> {
  const other = createStore(await openPostgres(url, options))
  onTestFinished(() => other.close())
  return other
}

async function emptyDatabase(): Promise<TestDatabase> {
  const empty = await postgres.createDatabase()
  onTestFinished(() => empty.drop())
  return empty
}

/** The address with something about it changed. */
function otherwise(url: string, change: (url: URL) => void): string {
  const parsed = new URL(url)
  change(parsed)
  return parsed.href
}

/** For statements that no repository has. */
function connect(url: string) {
  const pool = createPool(url)
  onTestFinished(() => pool.end())
  return kyselyOnPostgres(pool)
}

describe.skipIf(noPostgres)(`PostgreSQL${whySkipped}: the schema`, () => {
  test('is made by one of several servers that start at once', async () => {
    const empty = await emptyDatabase()
    const options = { lock_timeout: 1000 }
    const stores = await Promise.all(Array.from({ length: 5 }, () => openAnother(options, empty)))
    await Promise.all(stores.map((each) => each.check()))
    const rows = await empty.query('SELECT name FROM readers_migration')
    expect(rows.map(({ name }) => `${String(name)}.ts`)).toEqual(
      expect.arrayContaining(readdirSync(join(import.meta.dirname, 'migrations'))),
    )
    // Also behind a pooler, whose connections outlive the transaction.
    expect(await empty.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")).toEqual([])
  })

  test('of a newer version is refused', async () => {
    const empty = await emptyDatabase()
    await (await openPostgres(empty.url)).close()
    await empty.query("INSERT INTO readers_migration VALUES ('9999_next', '2027-01-01T00:00:00Z')")
    const opening = openPostgres(empty.url)
    await expect(opening).rejects.toThrow(/^The database \S+ has version 9999_next, newer than/)
    await expect(opening).rejects.toMatchObject({ code: 'newer' })
  })

  test('leaves the tables of another program alone', async () => {
    const empty = await emptyDatabase()
    await empty.query('CREATE TABLE users (mine text)')
    await expect(openPostgres(empty.url)).rejects.toThrow('relation "users" already exists')
    const rows = await empty.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    expect(rows).toEqual([{ tablename: 'users' }])
  })
})

describe.skipIf(noPostgres)(`PostgreSQL${whySkipped}: what goes wrong`, () => {
  test('a conflict is not tried again for ever, and nothing else is', async () => {
    const db = connect(database.url)
    const failing = (state: string) => {
      let attempts = 0
      const failure = transact(db, async (trx) => {
        attempts += 1
        await sql.raw(`DO $$ BEGIN RAISE 'failed' USING ERRCODE = '${state}'; END $$`).execute(trx)
      })
      return failure.catch((error: unknown) => ({ error, attempts }))
    }
    expect(await failing('40P01')).toMatchObject({ error: { code: '40P01' }, attempts: 6 })
    expect(await failing('22012')).toMatchObject({ error: { code: '22012' }, attempts: 1 })
  })

  test('two transactions that wait for each other both succeed', async () => {
    await store.users.add(testUser('a', { createdAt: 0 }))
    await store.users.add(testUser('b', { createdAt: 0 }))
    const db = connect(database.url)
    const { promise: bothBegan, resolve } = Promise.withResolvers<void>()
    let began = 0
    let attempts = 0
    const raise = (first: string, second: string) =>
      transact(db, async (trx) => {
        attempts += 1
        await sql`UPDATE users SET created_at = created_at + 1 WHERE id = ${first}`.execute(trx)
        began += 1
        if (began === 2) resolve()
        await bothBegan
        await sql`UPDATE users SET created_at = created_at + 1 WHERE id = ${second}`.execute(trx)
      })
    await Promise.all([raise('a', 'b'), raise('b', 'a')])
    expect(attempts).toBeGreaterThan(2)
    expect(await database.query('SELECT DISTINCT created_at FROM users')).toEqual([
      { created_at: '2' },
    ])
  })

  test.each<[string, PostgresLimits, string]>([
    ['a statement that takes too long', { statement_timeout: 1000, lock_timeout: 60_000 }, '57014'],
    ['a statement that waits too long', { statement_timeout: 60_000, lock_timeout: 1000 }, '55P03'],
  ])('%s ends with an error, and the store goes on', async (_, options, state) => {
    const impatient = await openAnother(options)
    await connect(database.url)
      .transaction()
      .execute(async (trx) => {
        await sql`LOCK TABLE favorite_authors IN ACCESS EXCLUSIVE MODE`.execute(trx)
        const error: unknown = await impatient.authors.list('ada').catch((error: unknown) => error)
        expect(error).toMatchObject({ code: state })
        expect(isStorageBusy(error)).toBe(true)
      })
    expect(await impatient.authors.list('ada')).toEqual([])
  })

  test('more requests than connections wait, and not for ever', async () => {
    const narrow = await openAnother({
      max: 1,
      connectionTimeoutMillis: 2000,
      lock_timeout: 60_000,
    })
    const lists = Array.from({ length: 20 }, () => narrow.authors.list('ada'))
    expect(await Promise.all(lists)).toEqual(lists.map(() => []))
    await connect(database.url)
      .transaction()
      .execute(async (trx) => {
        await sql`LOCK TABLE favorite_authors IN ACCESS EXCLUSIVE MODE`.execute(trx)
        const first = narrow.authors.list('ada').catch((error: unknown) => error)
        const error: unknown = await narrow.check().catch((error: unknown) => error)
        expect(error).toMatchObject({ name: 'DatabaseUnavailable' })
        expect(isStorageBusy(error)).toBe(true)
        await sql`SELECT pg_cancel_backend(pid) FROM pg_locks WHERE NOT granted`.execute(trx)
        expect(await first).toMatchObject({ code: '57014' })
      })
    await narrow.check()
  })

  test('a connection that breaks under a transaction is an error, and the next one works', async () => {
    const db = connect(database.url)
    const broken = transact(db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx)
      await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await sql`SELECT 1`.execute(trx)
    })
    const error: unknown = await broken.catch((error: unknown) => error)
    expect(isStorageBusy(error)).toBe(true)
    await expect(transact(db, async (trx) => sql`SELECT 1`.execute(trx))).resolves.toBeDefined()
  })

  test('connections that broke while idle are replaced', async () => {
    const other = await openAnother()
    await other.check()
    await database.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity ' +
        "WHERE datname = current_database() AND application_name = 'catchword'",
    )
    // The news of it may be a moment behind.
    await expect.poll(() => other.check().then(() => 'ok', String), WAIT).toBe('ok')
    await expect.poll(() => store.check().then(() => 'ok', String), WAIT).toBe('ok')
  })

  test('connections that went silent are given up, and new ones made', async () => {
    const proxy = await startMutedProxy(database.url)
    onTestFinished(() => proxy.close())
    const options = { max: 3, statement_timeout: 500, connectionTimeoutMillis: 20_000 }
    const other = createStore(await openPostgres(proxy.url, options))
    onTestFinished(() => other.close())
    await Promise.all(Array.from({ length: 3 }, () => other.check()))
    expect(other.load().connections).toMatchObject({ used: 0, idle: 3 })
    proxy.mute()
    const requested = Array.from({ length: 3 }, () =>
      other.check().catch((error: unknown) => error),
    )
    // These find no connection free, and get new ones.
    const waiting = Array.from({ length: 3 }, () => other.authors.list('ada'))
    for (const error of await Promise.all(requested)) {
      expect(String(error)).toMatch(/does not respond \(no response in 2500 ms\)/)
      expect(isStorageBusy(error)).toBe(true)
    }
    expect(await Promise.all(waiting)).toEqual([[], [], []])
  })

  test('errors hold no values of rows', async () => {
    await store.users.add(testUser('ada'))
    const error: unknown = await store.users
      .add(testUser('ada', { emailKey: 'canary@example.com' }))
      .catch((error: unknown) => error)
    expect(error).toMatchObject({ code: '23505' })
    const missing: unknown = await store.favorites
      .add('canary', { book: testBook('one') }, 1, 5)
      .catch((error: unknown) => error)
    expect(missing).toMatchObject({ code: '23503' })
    expect(inspect([error, missing], { depth: 10 })).not.toMatch(/canary|\(ada\)|detail/)
  })

  test.each<[string, (url: URL) => void, RegExp]>([
    ['a wrong password', (url) => (url.password = 'canary'), /password authentication failed/],
    ['no password', (url) => (url.password = ''), /it asks for a password, and there is none/],
    ['no such user', (url) => ((url.username = 'eve'), (url.password = 'canary')), /"eve"/],
    ['nobody there', (url) => ((url.port = '1'), (url.password = 'canary')), /ECONNREFUSED/],
  ])('%s: one line without the password', async (_, change, reason) => {
    const url = otherwise(database.url, change)
    const password = new URL(url).password || 'canary'
    const error: unknown = await openPostgres(url).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(StoreError)
    expect(error).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^The database \S+ cannot be reached \(.+\)\. Check [^\n]+$/),
    })
    expect(String(error)).toMatch(reason)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(password)
  })

  test.skipIf(process.env['TEST_DATABASE_URL'])('is reached by its socket, too', async () => {
    const [{ folder } = {}] = await database.query(
      "SELECT current_setting('unix_socket_directories') AS folder",
    )
    const { username, password, port, pathname } = new URL(database.url)
    const query = new URLSearchParams({ host: String(folder), port })
    const store = createStore(
      await openPostgres(`postgres://${username}:${password}@${pathname}?${query}`),
    )
    await expect(store.check()).resolves.toBeUndefined()
    await store.close()
  })

  test('a database without every script is refused, and stays empty', async () => {
    const name = `ascii_${randomBytes(6).toString('hex')}`
    await database.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII'`)
    onTestFinished(() => database.query(`DROP DATABASE ${name}`).then(() => undefined))
    const url = otherwise(database.url, (url) => (url.pathname = `/${name}`))
    await expect(openPostgres(url)).rejects.toThrow(
      /^The database \S+ has the encoding SQL_ASCII, .* createdb --encoding=UTF8 --template=template0$/,
    )
  })

  test('a reader of the server that may not make tables is told so, and what helps', async () => {
    const empty = await emptyDatabase()
    await empty.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
    const role = `guest_${randomBytes(6).toString('hex')}`
    await empty.query(`CREATE ROLE ${role} LOGIN PASSWORD 'canary'`)
    onTestFinished(() => empty.query(`DROP ROLE ${role}`).then(() => undefined))
    const url = otherwise(empty.url, (url) => {
      url.username = role
      url.password = 'canary'
    })
    const error: unknown = await openPostgres(url).catch((error: unknown) => error)
    const grant = `GRANT ALL ON SCHEMA public TO "${role}";`
    expect(error).toMatchObject({ code: 'unwritable', message: expect.stringContaining(grant) })
    expect(inspect(error, { depth: 10 })).not.toContain('canary')
    await empty.query(grant)
    await (await openPostgres(url)).close()
    await empty.query(`DROP OWNED BY ${role}`)
  })
})
