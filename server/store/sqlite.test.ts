import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { MIB_BYTES } from '../../contract/units.ts'
import { forEachFolder } from '../../test/serverProcess.ts'
import { testBook, testUser } from '../../test/stores.ts'
import { spoilPage } from '../../test/spoilPage.ts'
import { openStore, type Store } from './store.ts'
import { isStorageBusy } from './errors.ts'
import { openSqlite } from './sqlite.ts'
import { transact } from './database.ts'

let folder: string
let file: string

forEachFolder((made) => {
  folder = made
  file = join(folder, 'readers.db')
})

const open = (dataDir = folder) => openStore({ dataDir, databaseUrl: undefined })

/** Changes the file beside the store. */
function change(statements: string): void {
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
}

const content = () => (statSync(file).isFile() ? readFileSync(file) : undefined)

describe('the store', () => {
  test('is made from nothing, for its owner alone, and is one file once it is closed', async () => {
    const inner = join(folder, 'a', 'b')
    const first = await open(inner)
    await first.users.add(testUser('ada'))
    await first.close()
    expect(readdirSync(inner)).toEqual(['readers.db'])
    const modes = [inner, join(inner, 'readers.db')].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o600])

    const second = await open(inner)
    expect(await second.users.byId('ada')).toEqual(testUser('ada'))
    await second.close()
    await expect(second.check()).rejects.toThrow(/destroyed/)
  })

  test('applies every file of migrations/ (each is registered in migrate.ts)', async () => {
    await (await open()).close()
    const database = new DatabaseSync(file)
    const rows = database.prepare('SELECT name FROM readers_migration').all()
    database.close()
    const applied = new Set(rows.map(({ name }) => name))
    const files = readdirSync(join(import.meta.dirname, 'migrations'))
    expect(files.filter((name) => !applied.has(basename(name, '.ts')))).toEqual([])
  })

  test('syncs every commit to the disk, waits for locks, and overwrites what is deleted', async () => {
    const { db, close } = await openSqlite(folder)
    const names = ['journal_mode', 'synchronous', 'busy_timeout', 'foreign_keys', 'secure_delete']
    const found = names.map((name) => sql`PRAGMA ${sql.raw(name)}`.execute(db))
    const settings = (await Promise.all(found)).map(({ rows }) => Object.values(rows[0] ?? {}))
    // 2 is FULL.
    expect(settings).toEqual([['wal'], [2], [50], [1], [1]])
    await close()
  })
})

describe('an emptied database', () => {
  const refused =
    /readers\.db is (?:empty: what it held is lost|missing, but it was there).* Restore a backup, or .*move /

  test.each<[string, () => void]>([
    ['no bytes', () => writeFileSync(file, '')],
    ['a header and no tables', () => change('CREATE TABLE a (b); DROP TABLE a')],
    ['a log alone', () => writeFileSync(`${file}-wal`, 'a')],
    ['covers alone', () => writeFileSync(join(folder, 'covers'), '')],
  ])('of %s is refused in one line, and stays as it is', async (_what, leave) => {
    leave()
    const names = readdirSync(folder)
    const before = names.map((name) => readFileSync(join(folder, name)))
    const error: unknown = await open().catch((error: unknown) => error)
    expect(error).toMatchObject({ name: 'StoreError', code: 'damaged' })
    expect(String(error)).toMatch(refused)
    expect(String(error)).not.toMatch(/\n/)
    expect(readdirSync(folder)).toEqual(names)
    expect(names.map((name) => readFileSync(join(folder, name)))).toEqual(before)
  })

  test('is not what several servers leave that start at once', async () => {
    const script = `
      const { openStore } = await import(${JSON.stringify(join(import.meta.dirname, 'store.ts'))})
      const store = await openStore({ dataDir: ${JSON.stringify(folder)} })
      await store.authors.list('ada')
      await store.close()`
    const starts = Array.from({ length: 2 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]),
    )
    await expect(Promise.all(starts)).resolves.toHaveLength(2)
    expect(readdirSync(folder)).toEqual(['readers.db'])
  }, 30_000)
})

describe('a file that cannot be used is told in one line', () => {
  test.each<[string, string, RegExp, () => void]>([
    ['damaged', 'damaged', /is damaged .*It was left as it is/, () => spoilPage(file, 'favorites')],
    [
      'no database',
      'damaged',
      /is damaged \(file is not a database\)/,
      () => writeFileSync(file, 'x'.repeat(9000)),
    ],
    [
      "another program's",
      'foreign',
      /is not a Catchword database; it was left as it is/,
      () => change('PRAGMA application_id = 0'),
    ],
    [
      'of a newer version',
      'newer',
      /has version 9999_next, newer than this Catchword\. Start the newer/,
      () => change("INSERT INTO readers_migration VALUES ('9999_next', '2027-01-01T00:00:00Z')"),
    ],
  ])('%s', async (_what, code, message, spoil) => {
    await (await open()).close()
    spoil()
    const before = content()
    const error: unknown = await open().catch((error: unknown) => error)
    expect(error).toMatchObject({ name: 'StoreError', code })
    expect(String(error)).toMatch(message)
    expect(String(error)).not.toMatch(/\n/)
    expect(content()).toEqual(before)
  })

  test('damaged, beside the log of a server that was killed: both stay as they are', async () => {
    await (await open()).close()
    const spoilt = join(folder, 'spoilt')
    mkdirSync(spoilt)
    copyFileSync(file, join(spoilt, 'readers.db'))
    spoilPage(join(spoilt, 'readers.db'), 'favorites')
    const store = await open()
    await store.users.add(testUser('ada'))
    copyFileSync(`${file}-wal`, join(spoilt, 'readers.db-wal'))
    await store.close()
    const bytes = () =>
      ['readers.db', 'readers.db-wal'].map((name) => readFileSync(join(spoilt, name)))
    const found = bytes()
    await expect(open(spoilt)).rejects.toMatchObject({ code: 'damaged' })
    expect(bytes()).toEqual(found)
  })
})

test('a file of many megabytes is refused where accounts are damaged', async () => {
  const store = await open()
  await store.users.add(testUser('ada'))
  await store.close()
  change(`
    INSERT INTO favorites (user_id, book_id, record, added_at)
    VALUES ('ada', 'a', hex(zeroblob(${33 * MIB_BYTES})), 1)`)
  spoilPage(file, 'users')
  await expect(open()).rejects.toMatchObject({ code: 'damaged' })
})

test('transactions take the lock to write as they begin, and the next one comes after them', async () => {
  const { db, close } = await openSqlite(folder)
  const beside = new DatabaseSync(file, { timeout: 0 })
  const order: string[] = []
  await Promise.all([
    transact(db, async (trx) => {
      await sql`SELECT 1`.execute(trx)
      expect(() => beside.exec('BEGIN IMMEDIATE')).toThrow(/locked/)
      order.push('first')
    }),
    transact(db, async () => void order.push('second')),
  ])
  expect(order).toEqual(['first', 'second'])
  beside.close()
  await close()
})

/** Writes that wait for the lock: single statements, transactions, and what comes meanwhile. */
const write = (store: Store): Promise<unknown>[] => [
  ...['eve', 'kim'].map((id) => store.users.add(testUser(id))),
  ...['b1', 'b2', 'b3', 'b4', 'b5'].map((id) =>
    store.favorites.add('ada', { book: testBook(id) }, 1, 99),
  ),
  store.accounts.remove('bob', new Uint8Array(32)),
]

async function openLocked() {
  const store = await open()
  for (const id of ['ada', 'bob']) await store.users.add(testUser(id))
  const beside = new DatabaseSync(file)
  beside.exec('BEGIN IMMEDIATE')
  return { store, beside }
}

describe('a lock that another process holds', () => {
  test('stops no reads, and what it holds up is written once it is free', async () => {
    const { store, beside } = await openLocked()
    const writing = write(store)
    await store.accounts.scrub()
    const began = performance.now()
    for (let at = 0; at < 50; at += 1) {
      await store.users.byId('ada')
      await delay(1)
    }
    expect(performance.now() - began).toBeLessThan(2000)
    writing.push(...write(store))
    await delay(100)
    beside.exec('COMMIT')
    await Promise.all(writing)
    expect((await store.favorites.ids('ada')).toSorted()).toEqual(['b1', 'b2', 'b3', 'b4', 'b5'])
    expect(await store.users.byId('bob')).toBeUndefined()
    expect(await store.users.byId('kim')).toBeDefined()
    beside.close()
    await store.close()
  })

  test('fails what it holds up for longer than five seconds, and nothing is changed', async () => {
    const { store, beside } = await openLocked()
    let later = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
    const settled = Promise.allSettled(write(store))
    await delay(200)
    later = 5000
    const written = await settled
    clock.mockRestore()
    for (const write of written) {
      expect(write).toMatchObject({ status: 'rejected' })
      expect('reason' in write && isStorageBusy(write.reason)).toBe(true)
    }
    beside.exec('COMMIT')
    beside.close()
    expect(await store.favorites.ids('ada')).toEqual([])
    expect(await store.users.byId('bob')).toBeDefined()
    await store.users.add(testUser('eve'))
    await store.close()
  })
})
