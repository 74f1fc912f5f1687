import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GateFull } from '../../lib/gate.ts'
import { createTestCatalogue, storedBook, type TestCatalogue } from '../../../test/catalogues.ts'
import { SearchTooSlow } from '../bookReader.ts'
import { CATALOGUE_FILE } from '../catalogueFile.ts'
import { rewriteCatalogue } from '../rewriteCatalogue.ts'
import { createSearchThread, type SearchThread } from './searchThread.ts'

let opened: TestCatalogue
let folder: string
let thread: SearchThread

const file = () => join(folder, CATALOGUE_FILE)

/** Adds books to the catalogue, each with its id as its title unless given; searches are in the new file. */
async function add(books: Readonly<Record<string, string>>): Promise<void> {
  const stored = Object.entries(books).map(([id, title]) => storedBook({ id, title }))
  await rewriteCatalogue(folder, async (writer) => writer.add('test', stored))
}

beforeEach(async () => {
  opened = await createTestCatalogue()
  folder = opened.folder
  await add({ one: 'The Lighthouse' })
  thread = createSearchThread(file())
})

afterEach(async () => {
  await thread.close()
  await opened.close()
})

const ids = async (query: string, signal?: AbortSignal) =>
  (await thread.search(query, 20, signal)).map(({ id }) => id)

test('answers many at once, each its own', async () => {
  const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet'.split(' ')
  await add(Object.fromEntries(words.map((word) => [word, word])))
  const queries = Array.from({ length: 60 }, (_, index) => words[index % words.length] ?? '')
  const found = await Promise.all(queries.map((query) => ids(query)))
  expect(found).toEqual(queries.map((query) => [query]))
  expect(thread.load()).toEqual({ running: 0, waiting: 0 })
})

test('refuses those for whom there is no room to wait, and serves the others', async () => {
  const responses = await Promise.allSettled(Array.from({ length: 400 }, () => ids('lighthouse')))
  const refused = responses.filter(
    (response) => response.status === 'rejected' && response.reason instanceof GateFull,
  )
  const served = responses.filter((response) => response.status === 'fulfilled')
  expect([served.length, refused.length]).toEqual([101, 299])
  expect(served.map((response) => response.value)).toEqual(served.map(() => ['one']))
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

test('a search that finds nothing in its time is too slow', async () => {
  const hasty = createSearchThread(file(), { searchTimeout: -1 })
  const error: unknown = await hasty.search('lighthouse', 20).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SearchTooSlow)
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
  await expect(late.search('lighthouse', 20)).rejects.toThrow(/cannot be opened/)
  await expect(late.search('lighthouse', 20)).rejects.toThrow(/cannot be opened/)
  copyFileSync(file(), path)
  expect(await late.search('lighthouse', 20)).toHaveLength(1)
  await late.close()
})

test('searches in the file that replaced another once it is told to', async () => {
  expect(await ids('lighthouse')).toEqual(['one'])
  await add({ two: 'Lighthouse Keepers' })
  expect(await ids('lighthouse')).toEqual(['one'])
  thread.reopen()
  expect(await ids('lighthouse')).toEqual(['one', 'two'])
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
