import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as tick } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { createBusyLine } from './busyLine.ts'
import { transact } from './dialect.ts'
import { isSqliteBusy } from './errors.ts'
import { DATABASE_FILE, openSqliteStore } from './openSqliteStore.ts'

let folder: string
let other: DatabaseSync

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-busy-'))
})
afterEach(() => {
  other.close()
  rmSync(folder, { recursive: true })
})

// Whoever holds the lock here has the same thread: where that stood still for the lock, nobody would ever
// give it back.
describe('a store beside a process that writes', () => {
  let store: Store

  beforeEach(async () => {
    store = await openSqliteStore(folder)
    await store.users.add({
      id: 'ada',
      name: 'Ada',
      email: 'ada',
      emailKey: 'ada',
      passwordHash: '',
      picture: null,
      createdAt: 0,
    })
    other = new DatabaseSync(join(folder, DATABASE_FILE))
  })
  afterEach(() => store.close())

  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'a transaction',
      () => store.authors.add('ada', 'Jane', 1, 5),
      async () => (await store.authors.list('ada')).includes('Jane'),
    ],
    [
      'a statement',
      () => store.users.setPicture('ada', 'a.webp'),
      async () => (await store.users.byId('ada'))?.picture === 'a.webp',
    ],
  ])('answers reads while %s waits, which is saved then', async (_what, write, isSaved) => {
    other.exec('BEGIN IMMEDIATE')
    let hasEnded = false
    const written = write().finally(() => (hasEnded = true))
    const until = performance.now() + 200
    let reads = 0
    while (performance.now() < until) {
      expect(await isSaved()).toBe(false)
      expect(await store.books.byId('none')).toBeUndefined()
      reads += 1
      await tick()
    }
    expect(reads).toBeGreaterThan(1)
    expect(hasEnded).toBe(false)
    other.exec('COMMIT')
    await written
    expect(await isSaved()).toBe(true)
  })

  test('lets those who wait write in the order in which they came', async () => {
    other.exec('BEGIN IMMEDIATE')
    const names = Array.from({ length: 20 }, (_, at) => `Author ${at}`)
    const written: Promise<unknown>[] = []
    for (const name of names) {
      written.push(store.authors.add('ada', name, 1, 100))
      await tick()
    }
    other.exec('COMMIT')
    // Nobody who comes now passes those who wait.
    written.push(store.authors.add('ada', 'last', 1, 100))
    await Promise.all(written)
    expect((await store.authors.list('ada')).toReversed()).toEqual([...names, 'last'])
  })
})

describe('the line', () => {
  let database: DatabaseSync

  beforeEach(() => {
    database = new DatabaseSync(join(folder, 'a.db'), { timeout: 0 })
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)')
    other = new DatabaseSync(join(folder, 'a.db'), { timeout: 0 })
  })
  afterEach(() => database.close())

  const insert = () => database.exec('INSERT INTO t VALUES (1)')
  const rows = () => database.prepare('SELECT a FROM t').all()

  test('loses patience with SQLite’s own error', async () => {
    const line = createBusyLine(30)
    other.exec('BEGIN IMMEDIATE')
    const [one, two] = await Promise.allSettled([line.write(insert), line.write(insert)])
    for (const end of [one, two]) {
      expect(end.status === 'rejected' && isSqliteBusy(end.reason)).toBe(true)
    }
    other.exec('ROLLBACK')
    await line.write(insert)
    expect(rows()).toHaveLength(1)
  })

  test('tries nothing again that fails otherwise', async () => {
    let attempts = 0
    const failing = createBusyLine().write(() => {
      attempts += 1
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(attempts).toBe(1)
  })

  test('a transaction that had begun is done from its beginning', async () => {
    let attempts = 0
    const busy = Object.assign(new Error('database is locked'), { errcode: 5 })
    await createBusyLine().write(() =>
      transact(database, () => {
        attempts += 1
        database.prepare('INSERT INTO t VALUES (?)').run(attempts)
        if (attempts < 3) throw busy
      }),
    )
    expect(rows()).toEqual([{ a: 3 }])
  })

  test('a statement whose snapshot was overtaken gets a new one', async () => {
    const reading = database.prepare('SELECT 1 FROM t')
    database.exec('INSERT INTO t VALUES (1); BEGIN')
    reading.get()
    other.exec('INSERT INTO t VALUES (2)')
    let attempts = 0
    await createBusyLine().write(() => {
      attempts += 1
      try {
        database.exec('INSERT INTO t VALUES (3)')
      } finally {
        if (database.isTransaction) database.exec('ROLLBACK')
      }
    })
    expect(attempts).toBe(2)
    expect(rows()).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
  })

  test('reads wait behind no writer', async () => {
    const line = createBusyLine()
    other.exec('BEGIN IMMEDIATE')
    const written = line.write(insert)
    expect(await line.read(rows)).toEqual([])
    other.exec('COMMIT')
    await written
    expect(await line.read(rows)).toHaveLength(1)
  })
})
