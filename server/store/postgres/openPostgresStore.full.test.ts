import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import { startMutedProxy } from '../../testing/mutedProxy.ts'
import { noPostgres, whySkipped, withPostgres, type TestDatabase } from '../../testing/postgres.ts'
import { isStorageBusy, StoreError } from '../errors.ts'
import { readMigrations } from '../migrations.ts'
import type { Session, Store, StoredBook, User } from '../store.ts'
import {
  createKysely,
  createPool,
  transact,
  transactAlone,
  type PostgresOptions,
} from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgresStore } from './openPostgresStore.ts'

const postgres = withPostgres()

const WAIT = { timeout: 30_000 }

let database: TestDatabase
let store: Store

beforeAll(async () => {
  if (noPostgres !== undefined) return
  database = await postgres.createDatabase()
  store = await openPostgresStore(database.url)
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

/** Another server's store on the same database. */
async function openAnother(options: PostgresOptions = {}): Promise<Store> {
  const other = await openPostgresStore(database.url, options)
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
  return createKysely(pool)
}

const ada: User = {
  id: 'ada',
  name: 'Ada Lovelace ☃',
  email: 'Ada@Example.com',
  emailKey: 'ada@example.com',
  passwordHash: 'hash',
  picture: null,
  createdAt: 1_795_000_000_123,
}

function session(id: string, createdAt: number): Session {
  return {
    id,
    userId: 'ada',
    tokenHash: randomBytes(32),
    cookieHash: randomBytes(32),
    born: 'url',
    bound: true,
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: createdAt + 1000,
  }
}

function stored(id: string, title = id): StoredBook {
  return {
    book: {
      id,
      volumeInfo: { title, authors: ['Ann Author'], categories: ['Fiction'] },
      accessInfo: { pdf: { isAvailable: false } },
      saleInfo: {},
    },
    worth: 50,
    source: 'test',
  }
}

const numbered = (count: number, title: string) =>
  Array.from({ length: count }, (_, index) => stored(`b${index}`, `${title} ${index}`))

describe.skipIf(noPostgres)(`PostgreSQL${whySkipped}: the store`, () => {
  test('keeps everything over a restart', async () => {
    expect(await store.users.add(ada)).toBe(true)
    expect(await store.users.add({ ...ada, id: 'other' })).toBe(false)
    await store.users.setPicture('ada', 'me.webp')
    await store.users.setPasswordHash('ada', 'better')
    await store.preferences.replace('ada', ['Poetry', 'Fiction'])
    await store.authors.add('ada', 'Bob', 1, 5)

    const second = await openAnother()
    const kept = { ...ada, picture: 'me.webp', passwordHash: 'better' }
    expect(await second.users.byId('ada')).toEqual(kept)
    expect(await second.users.byEmail('ada@example.com')).toEqual(kept)
    expect(await second.users.byEmail('Ada@Example.com')).toBeUndefined()
    expect(await second.users.byId('nobody')).toBeUndefined()
    expect(await second.preferences.list('ada')).toEqual(['Poetry', 'Fiction'])
    expect(await second.authors.list('ada')).toEqual(['Bob'])
    await second.check()
  })

  test('refuses whoever comes after it was closed', async () => {
    const closed = await openPostgresStore(database.url)
    await closed.close()
    await expect(closed.check()).rejects.toThrow(/does not answer/)
  })

  test('keeps sessions as they are, and removes what has ended', async () => {
    await store.users.add(ada)
    const one = session('one', 1000)
    await store.sessions.add(one, 5)
    expect(await store.sessions.byTokenHash(one.tokenHash)).toEqual(one)
    expect(await store.sessions.byCookieHash(one.tokenHash)).toBeUndefined()
    const cookieHash = randomBytes(32)
    await store.sessions.setCookieHash('one', cookieHash)
    await store.sessions.touch('one', 1500)
    const changed = { ...one, cookieHash, lastSeenAt: 1500 }
    expect(await store.sessions.byCookieHash(cookieHash)).toEqual(changed)

    await store.sessions.add(session('two', 1800), 5)
    expect(await store.sessions.removeStale(2000, 1600)).toBe(1)
    expect(await store.sessions.byCookieHash(cookieHash)).toBeUndefined()
    await store.sessions.remove('two')
    expect(await database.query('SELECT id FROM sessions')).toEqual([])
  })

  test('refuses favorites of books and readers that are not there', async () => {
    await store.users.add(ada)
    expect(await store.favorites.add('ada', 'none', 1, 5)).toBe('unknown')
    await store.books.replaceSource('test', [stored('one')], 'v1')
    await expect(store.favorites.add('nobody', 'one', 1, 5)).rejects.toThrow(/foreign key/)
    expect(await store.favorites.add('ada', 'one', 1, 5)).toBe('ok')
    // A favorite outlives its source.
    await store.books.replaceSource('test', [], 'v2')
    expect((await store.favorites.list('ada')).map((book) => book.id)).toEqual(['one'])
    await store.favorites.remove('ada', 'one')
    await store.favorites.remove('ada', 'one')
    expect(await store.favorites.list('ada')).toEqual([])
  })
})

describe.skipIf(noPostgres)(`PostgreSQL${whySkipped}: several at once`, () => {
  test('favorites never pass the limit, whichever server adds them', async () => {
    await store.users.add(ada)
    await store.books.replaceSource('test', numbered(30, 'Book'), 'v1')
    const other = await openAnother()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? store : other).favorites.add('ada', `b${index}`, 1, 7),
      ),
    )
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(7)
    expect(answers.filter((answer) => answer === 'full')).toHaveLength(23)
    expect(await store.favorites.list('ada')).toHaveLength(7)
  })

  test('the same favorite or author is there once', async () => {
    await store.users.add(ada)
    await store.books.replaceSource('test', [stored('one')], 'v1')
    const other = await openAnother()
    const both = [store, other, store, other, store, other]
    expect(
      await Promise.all(both.map(({ favorites }) => favorites.add('ada', 'one', 1, 1))),
    ).toEqual(both.map(() => 'ok'))
    expect(await Promise.all(both.map(({ authors }) => authors.add('ada', 'Bob', 1, 1)))).toEqual(
      both.map(() => 'ok'),
    )
    expect(await store.favorites.list('ada')).toHaveLength(1)
    expect(await store.authors.list('ada')).toEqual(['Bob'])
    expect(await store.authors.add('ada', 'Eve', 1, 1)).toBe('full')
  })

  test('an email is taken once', async () => {
    const other = await openAnother()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? store : other).users.add({ ...ada, id: `ada-${index}` }),
      ),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  test('of sessions the newest stay, as many as are kept', async () => {
    await store.users.add(ada)
    const other = await openAnother()
    const times = Array.from({ length: 24 }, (_, index) => (index * 7) % 24)
    await Promise.all(
      times.map((time) =>
        (time % 2 === 0 ? store : other).sessions.add(session(`s${time}`, time), 3),
      ),
    )
    const rows = await database.query('SELECT id FROM sessions ORDER BY created_at')
    expect(rows.map(({ id }) => id)).toEqual(['s21', 's22', 's23'])
  })

  test('interests are one list or the other, never a mixture', async () => {
    await store.users.add(ada)
    const lists: Category[][] = [['Poetry', 'Horror', 'Travel'], ['Fiction'], ['Romance', 'Poetry']]
    const other = await openAnother()
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? store : other).preferences.replace('ada', lists[index % 3] ?? []),
      ),
    )
    expect(lists).toContainEqual(await store.preferences.list('ada'))
    await store.preferences.replace('ada', [])
    expect(await store.preferences.list('ada')).toEqual([])
  })

  test('a reader sees the old catalogue or the new, whole', async () => {
    const other = await openAnother()
    await store.books.replaceSource('test', numbered(40, 'Star Alpha'), 'Alpha')
    const seen = new Set<string>()
    const done = new AbortController()
    const replace = async () => {
      for (let round = 0; round < 8; round++) {
        const name = round % 2 === 0 ? 'Beta' : 'Alpha'
        await other.books.replaceSource('test', numbered(40, `Star ${name}`), name)
      }
      done.abort()
    }
    const read = async () => {
      while (!done.signal.aborted) {
        const found = await store.books.search('star', 20)
        const names = new Set(found.map(({ volumeInfo }) => volumeInfo.title.split(' ')[1] ?? ''))
        expect([found.length, names.size]).toEqual([20, 1])
        for (const name of names) seen.add(name)
        expect(await store.books.byCategory('Fiction', 5, 10)).toHaveLength(10)
        expect(await store.books.count()).toBe(40)
        expect(await store.books.byId('b7')).toBeDefined()
      }
    }
    await Promise.all([replace(), read(), read(), read()])
    expect([...seen].toSorted()).toEqual(['Alpha', 'Beta'])
  })

  test('a favorite of a book that leaves in that moment is kept whole or refused', async () => {
    await store.users.add(ada)
    const other = await openAnother()
    for (let round = 0; round < 12; round++) {
      await store.books.replaceSource('test', numbered(20, 'Book'), `full ${round}`)
      const [, ...answers] = await Promise.all([
        other.books.replaceSource('test', [], `empty ${round}`),
        ...Array.from({ length: 20 }, (_, index) =>
          store.favorites.add('ada', `b${index}`, 1, 1000),
        ),
      ])
      expect(new Set([...answers, 'ok', 'unknown'])).toEqual(new Set(['ok', 'unknown']))
      const kept = answers.flatMap((answer, index) => (answer === 'ok' ? [`b${index}`] : []))
      const ids = (await store.favorites.list('ada')).map(({ id }) => id)
      expect(ids.toSorted()).toEqual(kept.toSorted())
      for (const id of ids) await store.favorites.remove('ada', id)
    }
  })

  test('two servers that bring books at once do not collide', async () => {
    const other = await openAnother()
    const books = numbered(200, 'Book')
    await Promise.all([
      store.books.replaceSource('test', books, 'same'),
      other.books.replaceSource('test', books, 'same'),
      store.books.replaceSource('more', [stored('x')], 'same'),
      other.books.replaceSource('more', [stored('x')], 'same'),
    ])
    expect(await store.books.count()).toBe(201)
    expect(await other.books.fingerprint('test')).toBe('same')
    const slots = await database.query('SELECT slot FROM book_sources ORDER BY slot')
    expect(slots.map(({ slot }) => slot)).toEqual([0, 1])
    const counts = await database.query("SELECT books FROM terms WHERE term = 'book'")
    expect(counts).toEqual([{ books: 200 }])
  })

  test('a server that waited for another to bring the same books does not bring them again', async () => {
    await store.books.replaceSource('test', [stored('before')], 'old')
    const db = connect(database.url)
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: brought, resolve: bring } = Promise.withResolvers<void>()
    const another = transactAlone(db, 'catalogue', async (trx) => {
      begin()
      await brought
      await sql`UPDATE book_sources SET fingerprint = 'new'`.execute(trx)
    })
    const waiting =
      'SELECT count(*)::integer AS n FROM pg_locks WHERE NOT granted AND database = ' +
      '(SELECT oid FROM pg_database WHERE datname = current_database())'
    await begun
    const replacing = store.books.replaceSource('test', [stored('again')], 'new')
    await expect.poll(() => database.query(waiting), WAIT).toEqual([{ n: 1 }])
    bring()
    await Promise.all([another, replacing])
    expect(await store.books.byId('before')).toBeDefined()
    expect(await store.books.byId('again')).toBeUndefined()
  })
})

describe.skipIf(noPostgres)(`PostgreSQL${whySkipped}: migration`, () => {
  test('is done by one of several servers that start at once', async () => {
    const empty = await emptyDatabase()
    const stores = await Promise.all(
      Array.from({ length: 5 }, () => openPostgresStore(empty.url, { lockTimeout: 1000 })),
    )
    await Promise.all(stores.map((store) => store.check()))
    const rows = await empty.query('SELECT version FROM catchword_migrations ORDER BY version')
    const steps = readMigrations(join(import.meta.dirname, 'migrations'))
    expect(rows.map(({ version }) => version)).toEqual(steps.map(({ version }) => version))
    await Promise.all(stores.map((store) => store.close()))
  })

  test('applies what is missing, in order, and nothing twice', async () => {
    const empty = await emptyDatabase()
    const db = connect(empty.url)
    const folder = mkdtempSync(join(tmpdir(), 'catchword-migrations-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const add = (file: string, text: string) => writeFileSync(join(folder, file), text)
    add('0001-one.sql', 'CREATE TABLE one (a integer); INSERT INTO one VALUES (1);')
    add('notes.txt', 'not a migration')
    expect(await migrate(db, 'test', folder)).toBe(1)
    expect(await migrate(db, 'test', folder)).toBe(0)
    add('0003-three.sql', 'INSERT INTO one VALUES (3);')
    add('0002-two.sql', 'INSERT INTO one VALUES (2);')
    expect(await migrate(db, 'test', folder)).toBe(2)
    expect(await empty.query('SELECT a FROM one')).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])

    // A step that fails leaves nothing of itself, and those before it stay.
    add('0004-four.sql', 'INSERT INTO one VALUES (4);')
    add('0005-five.sql', 'INSERT INTO one VALUES (5); NONSENSE;')
    await expect(migrate(db, 'test', folder)).rejects.toThrow(/NONSENSE/)
    expect(await empty.query('SELECT max(a) AS a FROM one')).toEqual([{ a: 4 }])
  })

  test('refuses a newer version', async () => {
    const empty = await emptyDatabase()
    await (await openPostgresStore(empty.url)).close()
    await empty.query('INSERT INTO catchword_migrations (version) VALUES (1000)')
    const opening = openPostgresStore(empty.url)
    await expect(opening).rejects.toThrow(/^The database \S+ is of version 1000, newer than/)
    await expect(opening).rejects.toMatchObject({ code: 'newer' })
  })

  test('refuses a database that is not in UTF-8', async () => {
    const url = new URL(database.url)
    const name = `catchword_ascii_${randomBytes(6).toString('hex')}`
    await database.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`,
    )
    onTestFinished(() => database.query(`DROP DATABASE ${name}`).then(() => undefined))
    url.pathname = `/${name}`
    await expect(openPostgresStore(url.href)).rejects.toThrow(/has the encoding SQL_ASCII; create/)
  })

  test('leaves the tables of another program alone', async () => {
    const empty = await emptyDatabase()
    await empty.query('CREATE TABLE users (mine text)')
    await expect(openPostgresStore(empty.url)).rejects.toMatchObject({ code: 'foreign' })
    const rows = await empty.query(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
    )
    expect(rows).toEqual([{ table_name: 'users' }])
  })
})

describe.skipIf(noPostgres)(`PostgreSQL${whySkipped}: what goes wrong`, () => {
  test('a conflict with another transaction is tried again', async () => {
    const db = connect(database.url)
    let attempts = 0
    const answer = await transact(db, async (trx) => {
      attempts += 1
      await sql`INSERT INTO terms (term, books) VALUES (${`try ${attempts}`}, 1)`.execute(trx)
      if (attempts < 3) {
        await sql`DO $$ BEGIN RAISE 'could not serialize' USING ERRCODE = '40001'; END $$`.execute(
          trx,
        )
      }
      return 'done'
    })
    expect([answer, attempts]).toEqual(['done', 3])
    expect(await database.query('SELECT term FROM terms')).toEqual([{ term: 'try 3' }])
  })

  test('but not for ever, and nothing else is', async () => {
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
    await database.query("INSERT INTO terms (term, books) VALUES ('a', 0), ('b', 0)")
    const db = connect(database.url)
    const { promise: bothBegan, resolve } = Promise.withResolvers<void>()
    let began = 0
    let attempts = 0
    const raise = (first: string, second: string) =>
      transact(db, async (trx) => {
        attempts += 1
        await sql`UPDATE terms SET books = books + 1 WHERE term = ${first}`.execute(trx)
        began += 1
        if (began === 2) resolve()
        await bothBegan
        await sql`UPDATE terms SET books = books + 1 WHERE term = ${second}`.execute(trx)
      })
    await Promise.all([raise('a', 'b'), raise('b', 'a')])
    expect(attempts).toBeGreaterThan(2)
    expect(await database.query('SELECT DISTINCT books FROM terms')).toEqual([{ books: 2 }])
  })

  test.each<[string, PostgresOptions, string]>([
    ['a statement that takes too long', { statementTimeout: 1000, lockTimeout: 60_000 }, '57014'],
    ['a statement that waits too long', { statementTimeout: 60_000, lockTimeout: 1000 }, '55P03'],
  ])('%s ends with an error, and the store goes on', async (_, options, state) => {
    const impatient = await openAnother(options)
    const db = connect(database.url)
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE book_words IN ACCESS EXCLUSIVE MODE`.execute(trx)
      const error: unknown = await impatient.books.search('fiction', 20).catch((error) => error)
      expect(error).toMatchObject({ code: state })
      expect(isStorageBusy(error)).toBe(true)
    })
    expect(await impatient.books.search('fiction', 20)).toEqual([])
  })

  test('more work than connections waits its turn', async () => {
    const narrow = await openAnother({ connections: 1 })
    expect(await Promise.all(Array.from({ length: 20 }, () => narrow.books.count()))).toEqual(
      Array.from({ length: 20 }, () => 0),
    )
  })

  test('and not for ever', async () => {
    const narrow = await openAnother({ connections: 1, connectTimeout: 2000, lockTimeout: 60_000 })
    const db = connect(database.url)
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE books IN ACCESS EXCLUSIVE MODE`.execute(trx)
      const first = narrow.books.count().catch((error: unknown) => error)
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
    const options = { connections: 3, statementTimeout: 500, connectTimeout: 20_000 }
    const other = await openPostgresStore(proxy.url, options)
    onTestFinished(() => other.close())
    await Promise.all(Array.from({ length: 3 }, () => other.check()))
    expect(other.load().connections).toMatchObject({ used: 0, idle: 3 })
    proxy.mute()
    const asked = Array.from({ length: 3 }, () => other.check().catch((error: unknown) => error))
    // These find no connection free, and get new ones.
    const waiting = Array.from({ length: 3 }, () => other.books.count())
    for (const error of await Promise.all(asked)) {
      expect(String(error)).toMatch(/does not answer \(no answer in 2500 ms\)/)
      expect(isStorageBusy(error)).toBe(true)
    }
    expect(await Promise.all(waiting)).toEqual([0, 0, 0])
  })

  test('a transaction whose connection goes silent is over, and another can begin', async () => {
    const proxy = await startMutedProxy(database.url)
    onTestFinished(() => proxy.close())
    const pool = createPool(proxy.url, { connections: 1, statementTimeout: 500 })
    onTestFinished(() => pool.end())
    const db = createKysely(pool)
    const silent: unknown = await transact(db, async (trx) => {
      await sql`SELECT 1`.execute(trx)
      proxy.mute()
      await sql`SELECT 1`.execute(trx)
    }).catch((error: unknown) => error)
    expect(silent).toMatchObject({ name: 'DatabaseUnavailable' })
    await transact(db, async (trx) => sql`SELECT 1`.execute(trx))
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  })

  test('work that may take long is not given up with the rest', async () => {
    const pool = createPool(database.url, { statementTimeout: 100 })
    onTestFinished(() => pool.end())
    const slept = await transactAlone(createKysely(pool), 'catalogue', async (trx) =>
      sql`SELECT pg_sleep(3)`.execute(trx),
    )
    expect(slept.rows).toHaveLength(1)
  })

  test('errors hold no values of rows', async () => {
    await store.users.add(ada)
    await store.books.replaceSource('test', [stored('one')], 'v1')
    const error: unknown = await store.users
      .add({ ...ada, emailKey: 'canary@example.com' })
      .catch((error: unknown) => error)
    expect(error).toMatchObject({ code: '23505' })
    const missing: unknown = await store.favorites
      .add('canary', 'one', 1, 5)
      .catch((error: unknown) => error)
    expect(missing).toMatchObject({ code: '23503' })
    expect(inspect([error, missing], { depth: 10 })).not.toMatch(/canary|\(ada\)|detail/)
  })

  test.each<[string, (url: URL) => void, RegExp]>([
    ['a wrong password', (url) => (url.password = 'canary'), /password authentication failed/],
    ['no such user', (url) => ((url.username = 'eve'), (url.password = 'canary')), /"eve"/],
    ['no such database', (url) => (url.pathname = '/nowhere'), /"nowhere" does not exist/],
    ['nobody there', (url) => ((url.port = '1'), (url.password = 'canary')), /ECONNREFUSED/],
    [
      'no such host',
      (url) => ((url.host = 'nowhere.invalid'), (url.password = 'canary')),
      /nowhere\.invalid/,
    ],
  ])('%s: one line without the password', async (_, change, reason) => {
    const url = otherwise(database.url, change)
    const { password } = new URL(url)
    const error: unknown = await openPostgresStore(url).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(StoreError)
    expect(error).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^The database \S+ cannot be reached \(.+\)\. Check [^\n]+$/),
    })
    expect(String(error)).toMatch(reason)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(password)
  })

  test('a reader of the server that may not make tables is told so', async () => {
    const empty = await emptyDatabase()
    await empty.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
    const role = `guest_${randomBytes(6).toString('hex')}`
    await empty.query(`CREATE ROLE ${role} LOGIN PASSWORD 'canary'`)
    onTestFinished(() => empty.query(`DROP ROLE ${role}`).then(() => undefined))
    const url = otherwise(empty.url, (url) => {
      url.username = role
      url.password = 'canary'
    })
    const error: unknown = await openPostgresStore(url).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'unwritable' })
    expect(inspect(error, { depth: 10 })).not.toContain('canary')
  })
})
