import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreError } from '../errors.ts'
import type { User } from '../store.ts'
import { createBusyLine } from './busyLine.ts'
import { createKysely, runNow, transact } from './dialect.ts'
import { checkVersion, migrate } from './migrate.ts'
import { openDatabase, openSqliteStore } from './openSqliteStore.ts'
import { termKeys } from '../../catalogue/search/terms.ts'
import { isFull } from '../../testing/full.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-store-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ada: User = {
  id: 'ada',
  name: 'Ada',
  email: 'Ada@Example.com',
  emailKey: 'ada@example.com',
  passwordHash: 'hash',
  picture: null,
  createdAt: 1,
}

describe('the store', () => {
  test('is made from nothing and keeps everything over a restart', async () => {
    const first = await openSqliteStore(join(folder, 'a', 'b'))
    expect(await first.users.add(ada)).toBe(true)
    expect(await first.users.add({ ...ada, id: 'other' })).toBe(false)
    await first.users.setPicture('ada', 'me.webp')
    await first.users.setPasswordHash('ada', 'better')
    await first.preferences.replace('ada', ['Poetry', 'Fiction'])
    await first.authors.add('ada', 'Bob', 1, 5)
    await first.close()

    const second = await openSqliteStore(join(folder, 'a', 'b'))
    const kept = { ...ada, picture: 'me.webp', passwordHash: 'better' }
    expect(await second.users.byId('ada')).toEqual(kept)
    expect(await second.users.byEmail('ada@example.com')).toEqual(kept)
    expect(await second.users.byEmail('Ada@Example.com')).toBeUndefined()
    expect(await second.preferences.list('ada')).toEqual(['Poetry', 'Fiction'])
    expect(await second.authors.list('ada')).toEqual(['Bob'])
    await second.check()
    await second.close()
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['catchword.db'])
    await expect(second.check()).rejects.toThrow(/not open/)
  })

  test('syncs every commit to the disk', () => {
    const database = openDatabase(join(folder, 'a.db'))
    const pragma = (name: string) => database.prepare(`PRAGMA ${name}`).get()
    expect(pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
    // 2 is FULL.
    expect(pragma('synchronous')).toEqual({ synchronous: 2 })
    expect(pragma('busy_timeout')).toEqual({ timeout: 5000 })
    expect(pragma('foreign_keys')).toEqual({ foreign_keys: 1 })
    database.close()
  })

  test('serves two processes at once', async () => {
    const [one, two] = [await openSqliteStore(folder), await openSqliteStore(folder)]
    await one.users.add(ada)
    expect(await two.users.byId('ada')).toEqual(ada)
    await one.close()
    await two.close()
  })

  test('refuses favorites of books and readers that are not there', async () => {
    const store = await openSqliteStore(folder)
    await store.users.add(ada)
    expect(await store.favorites.add('ada', 'none', 1, 5)).toBe('unknown')
    await store.books.replaceSource(
      'test',
      [
        {
          book: {
            id: 'one',
            volumeInfo: { title: 'One', authors: [], categories: ['Poetry'] },
            accessInfo: { pdf: { isAvailable: false } },
            saleInfo: {},
          },
          worth: 1,
          source: 'test',
        },
      ],
      'v1',
    )
    await expect(store.favorites.add('nobody', 'one', 1, 5)).rejects.toThrow(/FOREIGN KEY/)
    expect(await store.favorites.add('ada', 'one', 1, 5)).toBe('ok')
    // A favorite outlives its source.
    await store.books.replaceSource('test', [], 'v2')
    expect((await store.favorites.list('ada')).map((book) => book.id)).toEqual(['one'])
    await store.close()
  })
})

/** Spoils the first page of a table in the database's file, which nobody has open. */
function spoilPage(file: string, table: string): void {
  const database = new DatabaseSync(file)
  const count = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0])
  const pageSize = count('PRAGMA page_size')
  const page = count(`SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(pageSize, 0xff), 0, pageSize, (page - 1) * pageSize)
  closeSync(descriptor)
}

describe('an empty database file', () => {
  test.each<[string, () => void]>([
    ['pictures', () => writeFileSync(join(folder, 'pictures', 'a.webp'), 'a')],
    ['a log', () => writeFileSync(join(folder, 'catchword.db-wal'), 'a')],
  ])('beside %s is refused: it was a database once', async (_what, leave) => {
    mkdirSync(join(folder, 'pictures'))
    writeFileSync(join(folder, 'catchword.db'), '')
    leave()
    await expect(openSqliteStore(folder)).rejects.toThrow(/ is empty, and .*Restore a backup/)
    expect(readFileSync(join(folder, 'catchword.db'))).toHaveLength(0)
  })

  test('beside nothing is a new installation', async () => {
    mkdirSync(join(folder, 'pictures'))
    writeFileSync(join(folder, 'catchword.db'), '')
    const store = await openSqliteStore(folder)
    expect(await store.users.byId('ada')).toBeUndefined()
    await store.close()
  })
})

describe('a damaged database that was cut off', () => {
  test('is left as it was found, and so is its log', async () => {
    await (await openSqliteStore(folder)).close()
    const file = join(folder, 'catchword.db')
    const spoilt = join(folder, 'spoilt')
    mkdirSync(spoilt)
    copyFileSync(file, join(spoilt, 'catchword.db'))
    spoilPage(join(spoilt, 'catchword.db'), 'book_isbns')
    const store = await openSqliteStore(folder)
    await store.users.add(ada)
    // What a process leaves that was killed.
    copyFileSync(`${file}-wal`, join(spoilt, 'catchword.db-wal'))
    await store.close()
    const bytes = () =>
      ['catchword.db', 'catchword.db-wal'].map((name) => readFileSync(join(spoilt, name)))
    const found = bytes()
    expect(found[1]?.length).toBeGreaterThan(1000)
    await expect(openSqliteStore(spoilt)).rejects.toThrow(/is damaged .*It was left as it is/)
    expect(bytes()).toEqual(found)
  })
})

/** Makes a database of 130 MB, and spoils the first page of a table. */
async function spoil(table: string): Promise<void> {
  const store = await openSqliteStore(folder)
  await store.users.add(ada)
  await store.close()
  const file = join(folder, 'catchword.db')
  const database = new DatabaseSync(file)
  const large = 'INSERT INTO books (pop, id, source, record, picture) VALUES (1, ?, ?, ?, ?)'
  database.prepare(large).run('a', 'b', '{}', 'x'.repeat(130 * 2 ** 20))
  database.close()
  spoilPage(file, table)
}

describe.runIf(isFull)('a large database', () => {
  test('is refused where what readers own is damaged', async () => {
    await spoil('users')
    await expect(openSqliteStore(folder)).rejects.toThrow(/is damaged .*restore a backup/)
  })

  test('opens where only books are: a source brings them again', async () => {
    await spoil('book_isbns')
    const store = await openSqliteStore(folder)
    expect(await store.users.byId('ada')).toEqual(ada)
    await store.close()
  })
})

/** A database as it was before a migration. */
function openBefore(number: string, file = 'a.db'): DatabaseSync {
  const migrations = join(folder, 'migrations')
  mkdirSync(migrations)
  for (const name of readdirSync(MIGRATIONS).filter((name) => name < number)) {
    copyFileSync(join(MIGRATIONS, name), join(migrations, name))
  }
  const database = new DatabaseSync(join(folder, file))
  migrate(database, migrations)
  return database
}

describe('migration', () => {
  test('applies what is missing, in order, and nothing twice', () => {
    const migrations = join(folder, 'migrations')
    mkdirSync(migrations)
    const add = (file: string, sql: string) => writeFileSync(join(migrations, file), sql)
    add('0001-one.sql', 'CREATE TABLE one (a); INSERT INTO one VALUES (1);')
    add('notes.txt', 'not a migration')
    const database = new DatabaseSync(join(folder, 'a.db'))
    expect(migrate(database, migrations)).toBe(1)
    expect(migrate(database, migrations)).toBe(0)
    add('0003-three.sql', 'INSERT INTO one VALUES (3);')
    add('0002-two.sql', 'INSERT INTO one VALUES (2);')
    expect(migrate(database, migrations)).toBe(2)
    expect(database.prepare('SELECT a FROM one').all()).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 3 })
    database.close()
  })

  test('gives favorites of before the record of their book', async () => {
    const database = openBefore('0042', 'catchword.db')
    const record = JSON.stringify({ id: 'emma', volumeInfo: { title: 'Emma', authors: [] } })
    database.exec(`INSERT INTO users (id, name, email, email_key, password_hash, created_at)
      VALUES ('ada', 'Ada', 'a', 'a', '', 0)`)
    const add = database.prepare('INSERT INTO books (pop, id, source, record) VALUES (1, ?, ?, ?)')
    add.run('emma', 'test', record)
    database.exec("INSERT INTO favorites (user_id, book_id, added_at) VALUES ('ada', 'emma', 0)")
    database.close()
    const store = await openSqliteStore(folder)
    expect(await store.favorites.list('ada')).toEqual([JSON.parse(record)])
    await store.close()
  })

  test('learns the remainders of words anew in a catalogue that kept them as texts', () => {
    const database = openBefore('0041')
    const words = ['frankenstein', 'étranger', 'dune', 'it', '1984']
    for (const [index, term] of words.entries()) {
      database.prepare('INSERT INTO terms (id, term, books) VALUES (?, ?, 1)').run(index + 1, term)
    }
    database.exec("INSERT INTO term_deletes (rest, term_id) VALUES ('dune', 3), ('frankns', 1)")

    expect(migrate(database)).toBeGreaterThan(0)
    const keys = words.flatMap((term, index) => termKeys(index + 1, term))
    // 29 of the long ones, but for repeated letters; five of a short one, none of two letters or a year.
    expect(keys.length).toBeGreaterThan(50)
    expect(database.prepare('SELECT key FROM term_deletes').all()).toEqual(
      keys.toSorted((one, other) => one - other).map((key) => ({ key })),
    )
    database.close()
  })

  test('leaves everything as it was when a step fails', () => {
    const migrations = join(folder, 'migrations')
    mkdirSync(migrations)
    writeFileSync(join(migrations, '0001-one.sql'), 'CREATE TABLE one (a);')
    writeFileSync(join(migrations, '0002-two.sql'), 'CREATE TABLE two (a); NONSENSE;')
    const database = new DatabaseSync(join(folder, 'a.db'))
    expect(() => migrate(database, migrations)).toThrow(/NONSENSE/)
    expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([])
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 })
    database.close()
  })

  test('refuses a newer version', async () => {
    const store = await openSqliteStore(folder)
    await store.close()
    const file = join(folder, 'catchword.db')
    const database = new DatabaseSync(file)
    expect(() => checkVersion(database, file)).not.toThrow()
    database.exec('PRAGMA user_version = 1000')
    expect(() => checkVersion(database, file)).toThrow(StoreError)
    database.close()
    await expect(openSqliteStore(folder)).rejects.toMatchObject({ code: 'newer' })
  })
})

describe('transactions', () => {
  const waiting = { line: createBusyLine(), synced: async () => undefined }

  test('commit what succeeds and undo what fails', () => {
    const database = new DatabaseSync(':memory:')
    database.exec('CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT)')
    const db = createKysely(database, waiting)
    const rename = db.updateTable('users').set({ name: 'Bob' })
    database.exec("INSERT INTO users VALUES ('ada', 'Ada')")
    const fail = () => {
      expect(runNow(database, rename)).toBe(1)
      throw new Error('no')
    }
    expect(() => transact(database, fail)).toThrow('no')
    expect(database.isTransaction).toBe(false)
    expect(database.prepare('SELECT name FROM users').get()).toEqual({ name: 'Ada' })
    expect(transact(database, () => runNow(database, rename))).toBe(1)
    expect(database.prepare('SELECT name FROM users').get()).toEqual({ name: 'Bob' })
    database.close()
  })

  test('refuse values that SQLite does not have', async () => {
    const database = new DatabaseSync(':memory:')
    const query = sql`SELECT ${Symbol('x')}`
    const db = createKysely(database, waiting)
    await expect(query.execute(db)).rejects.toThrow(/cannot take a symbol/)
    database.close()
  })
})
