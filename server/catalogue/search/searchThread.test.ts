import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Book } from '../../../contract/books.ts'
import { GateFull } from '../../lib/gate.ts'
import { isStorageBusy } from '../../store/errors.ts'
import { DATABASE_FILE, openSqliteStore } from '../../store/sqlite/openSqliteStore.ts'
import type { Store } from '../../store/store.ts'
import { createSearchThread, type SearchThread } from './searchThread.ts'
import { SearchTooSlow } from './searchTooSlow.ts'

let folder: string
let store: Store
let thread: SearchThread

const made = (id: string, title: string): Book => ({
  id,
  volumeInfo: { title, authors: ['Ann Author'], categories: ['Fiction'] },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

const file = () => join(folder, DATABASE_FILE)

const add = (id: string, title: string) =>
  store.books.keep({ book: made(id, title), worth: 1, source: 'test' })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-search-'))
  store = await openSqliteStore(folder)
  await add('one', 'The Lighthouse')
  thread = createSearchThread(file())
})

afterEach(async () => {
  await thread.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const ids = async (query: string, signal?: AbortSignal) =>
  (await thread.search(query, 20, signal)).map(({ id }) => id)

test('finds books and leaves no file behind', async () => {
  expect(await ids('lighthouse')).toEqual(['one'])
  await add('two', 'Lighthouses')
  expect(await ids('lighthouse')).toEqual(['one', 'two'])
  await thread.close()
  await store.close()
  expect(readdirSync(folder)).toEqual([DATABASE_FILE])
  store = await openSqliteStore(folder)
})

test('answers many at once, each its own', async () => {
  const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet'.split(' ')
  for (const word of words) await add(word, word)
  const queries = Array.from({ length: 60 }, (_, index) => words[index % words.length] ?? '')
  const found = await Promise.all(queries.map((query) => ids(query)))
  expect(found).toEqual(queries.map((query) => [query]))
  expect(thread.load()).toEqual({ running: 0, waiting: 0 })
})

test('refuses those for whom there is no room to wait, and serves the others', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 400 }, () => ids('lighthouse')))
  const refused = answers.filter(
    (answer) => answer.status === 'rejected' && answer.reason instanceof GateFull,
  )
  const served = answers.filter((answer) => answer.status === 'fulfilled')
  expect([served.length, refused.length]).toEqual([101, 299])
  expect(served.map((answer) => answer.value)).toEqual(served.map(() => ['one']))
  expect(await ids('lighthouse')).toEqual(['one'])
})

test('drops searches that were aborted before they began, and goes on with the others', async () => {
  expect(await ids('lighthouse', AbortSignal.abort())).toEqual([])
  const gone = new AbortController()
  const waiting = Array.from({ length: 30 }, () => ids('lighthouse', gone.signal))
  gone.abort()
  const found = await Promise.all(waiting)
  // The first may have begun.
  expect(found.filter((books) => books.length === 0).length).toBeGreaterThanOrEqual(29)
  expect(await ids('lighthouse')).toEqual(['one'])
})

test('a search that finds nothing in its time is too slow, which is answered as 503', async () => {
  const hasty = createSearchThread(file(), { searchTimeout: -1 })
  const error: unknown = await hasty.search('lighthouse', 20).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SearchTooSlow)
  expect(isStorageBusy(error)).toBe(true)
  await hasty.close()
})

test('answers errors of the database, and goes on', async () => {
  const database = new DatabaseSync(file())
  database.exec('ALTER TABLE book_titles RENAME TO other')
  await expect(ids('lighthouse')).rejects.toThrow(/no such table: book_titles/)
  database.exec('ALTER TABLE other RENAME TO book_titles')
  database.close()
  expect(await ids('lighthouse')).toEqual(['one'])
})

test('where the file cannot be opened, every search says so until it can', async () => {
  const path = join(folder, 'later.db')
  const late = createSearchThread(path)
  await expect(late.search('lighthouse', 20)).rejects.toThrow(/unable to open/)
  await expect(late.search('lighthouse', 20)).rejects.toThrow(/unable to open/)
  await store.close()
  copyFileSync(file(), path)
  expect(await late.search('lighthouse', 20)).toHaveLength(1)
  await late.close()
  rmSync(path)
  store = await openSqliteStore(folder)
})

test('searches in the file that replaced another once it is told to', async () => {
  await store.close()
  const path = join(folder, 'catalogue.db')
  copyFileSync(file(), path)
  const replaced = createSearchThread(path)
  const find = async () => (await replaced.search('lighthouse', 20)).map(({ id }) => id)
  expect(await find()).toEqual(['one'])
  store = await openSqliteStore(folder)
  await add('two', 'Lighthouse')
  await store.close()
  copyFileSync(file(), `${path}.new`)
  renameSync(`${path}.new`, path)
  expect(await find()).toEqual(['one'])
  replaced.reopen()
  expect(await find()).toEqual(['two', 'one'])
  await replaced.close()
  for (const name of readdirSync(folder)) if (name !== DATABASE_FILE) rmSync(join(folder, name))
  store = await openSqliteStore(folder)
})

test('a thread that died is started anew at the next search', async () => {
  const workers: Worker[] = []
  const remember = (worker: Worker) => workers.push(worker)
  process.on('worker', remember)
  expect(await ids('lighthouse')).toEqual(['one'])
  await workers[0]?.terminate()
  expect(await ids('lighthouse')).toEqual(['one'])
  expect(workers).toHaveLength(2)
  process.off('worker', remember)
})

test('searches no more once it is closed', async () => {
  await thread.close()
  await expect(ids('lighthouse')).rejects.toThrow(/not open/)
})
