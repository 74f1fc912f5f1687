import { mkdtempSync, rmSync } from 'node:fs'
import type * as files from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Tables } from '../sql/tables.ts'
import { createBusyLine } from './busyLine.ts'
import { openCommitLog, type CommitLog } from './commitLog.ts'
import { createKysely } from './dialect.ts'
import { openDatabase } from './openSqliteStore.ts'

/** The syncs of the log that were asked for: each is done when the test says so. */
const syncs: { done: () => void; fail: (code: string) => void }[] = []

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof files>()
  const open: typeof original.open = async (path, ...rest) => {
    const handle = await original.open(path, ...rest)
    if (!String(path).endsWith('-wal')) return handle
    handle.datasync = () =>
      new Promise((resolve, reject) => {
        syncs.push({
          done: resolve,
          fail: (code) => reject(Object.assign(new Error(code), { code })),
        })
      })
    return handle
  }
  return { ...original, open }
})

let folder: string
let database: DatabaseSync
let log: CommitLog
let db: Kysely<Tables>

beforeEach(() => {
  syncs.length = 0
  folder = mkdtempSync(join(tmpdir(), 'catchword-log-'))
  const file = join(folder, 'a.db')
  database = openDatabase(file)
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec('CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT)')
  const line = createBusyLine()
  log = openCommitLog(database, file, line)
  db = createKysely(database, { line, synced: () => log.synced() })
})

afterEach(async () => {
  await log.close()
  database.close()
  rmSync(folder, { recursive: true })
})

const insert = (id: string) => sql`INSERT INTO users VALUES (${id}, 'Ada')`

/** Commits a row in one of the two ways; says in `acknowledged` when that is acknowledged, or that it is not. */
function commit(id: string, acknowledged: string[], way: 'statement' | 'transaction'): void {
  const written =
    way === 'statement'
      ? insert(id).execute(db)
      : log.transact(() => database.prepare("INSERT INTO users VALUES (?, 'Ada')").run(id))
  void written.then(
    () => acknowledged.push(id),
    (error: NodeJS.ErrnoException) => acknowledged.push(`${id}: ${error.code}`),
  )
}

const ids = () =>
  database
    .prepare('SELECT id FROM users')
    .all()
    .map(({ id }) => id)

test.each(['statement', 'transaction'] as const)(
  'a %s is committed at once, and acknowledged when it is on disk',
  async (way) => {
    const acknowledged: string[] = []
    commit('a', acknowledged, way)
    await vi.waitFor(() => expect(syncs).toHaveLength(1))
    expect(ids()).toEqual(['a'])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(acknowledged).toEqual([])
    syncs[0]?.done()
    await vi.waitFor(() => expect(acknowledged).toEqual(['a']))
  },
)

test('reads wait for no sync', async () => {
  const acknowledged: string[] = []
  commit('a', acknowledged, 'statement')
  await vi.waitFor(() => expect(syncs).toHaveLength(1))
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 'a' }])
  expect(acknowledged).toEqual([])
  syncs[0]?.done()
  await vi.waitFor(() => expect(acknowledged).toEqual(['a']))
})

test('what is committed during a sync waits for the next, all of it for one', async () => {
  const acknowledged: string[] = []
  commit('a', acknowledged, 'transaction')
  await vi.waitFor(() => expect(syncs).toHaveLength(1))
  for (const id of ['b', 'c', 'd']) commit(id, acknowledged, 'transaction')
  syncs[0]?.done()
  await vi.waitFor(() => expect(syncs).toHaveLength(2))
  expect(acknowledged).toEqual(['a'])
  syncs[1]?.done()
  await vi.waitFor(() => expect(acknowledged).toEqual(['a', 'b', 'c', 'd']))
  expect(syncs).toHaveLength(2)
})

test('what fails rolls back, and asks for no sync', async () => {
  const failing = log.transact(() => {
    database.exec("INSERT INTO users VALUES ('a', 'Ada')")
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(ids()).toEqual([])
  expect(syncs).toHaveLength(0)
})

test('a sync that fails acknowledges nothing; then the log goes into the database before the next', async () => {
  const acknowledged: string[] = []
  commit('a', acknowledged, 'transaction')
  await vi.waitFor(() => expect(syncs).toHaveLength(1))
  commit('b', acknowledged, 'statement')
  // Somebody reads what the log has: it cannot be emptied.
  const reader = new DatabaseSync(join(folder, 'a.db'))
  reader.exec('BEGIN')
  reader.prepare('SELECT * FROM users').all()
  syncs[0]?.fail('EIO')
  await vi.waitFor(() => expect(acknowledged).toEqual(['a: EIO', 'b: EIO']))
  expect(syncs).toHaveLength(1)
  reader.close()

  commit('c', acknowledged, 'statement')
  await vi.waitFor(() => expect(syncs).toHaveLength(2))
  expect(acknowledged).toHaveLength(2)
  syncs[1]?.done()
  await vi.waitFor(() => expect(acknowledged).toEqual(['a: EIO', 'b: EIO', 'c']))
  expect(ids()).toEqual(['a', 'b', 'c'])
})
