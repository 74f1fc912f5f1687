import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GateFull } from '../../lib/gate.ts'
import { createTestCatalogue, type TestCatalogue } from '../../../test/catalogues.ts'
import { CATALOGUE_FILE } from '../catalogueDatabase.ts'

let opened: TestCatalogue

const file = () => join(opened.folder, CATALOGUE_FILE)

beforeEach(async () => {
  opened = await createTestCatalogue()
  await opened.load([{ id: 'one', title: 'The Lighthouse' }])
})

afterEach(() => opened.close())

const ids = async (query: string) =>
  (await opened.catalogue.search(query, 20)).data.map(({ id }) => id)

test('answers many at once, each its own', async () => {
  const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet'.split(' ')
  await opened.load(words.map((word) => ({ id: word })))
  const queries = Array.from({ length: 60 }, (_, index) => words[index % words.length] ?? '')
  const found = await Promise.all(queries.map((query) => ids(query)))
  expect(found).toEqual(queries.map((query) => [query]))
  expect(opened.catalogue.load()).toEqual({ waiting: 0 })
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

test('answers errors of the database, and goes on', async () => {
  const database = new DatabaseSync(file())
  database.exec('ALTER TABLE book_titles RENAME TO other')
  await expect(ids('lighthouse')).rejects.toThrow(/no such table: book_titles/)
  database.exec('ALTER TABLE other RENAME TO book_titles')
  database.close()
  expect(await ids('lighthouse')).toEqual(['one'])
})

test('where the file is gone, the one that was there is searched', async () => {
  await opened.catalogue.byId('one')
  renameSync(file(), `${file()}.away`)
  expect(await ids('lighthouse')).toEqual(['one'])
  renameSync(`${file()}.away`, file())
  expect(await ids('lighthouse')).toEqual(['one'])
})

test('searches in the file that replaced another', async () => {
  expect(await ids('lighthouse')).toEqual(['one'])
  await opened.load([{ id: 'two', title: 'Lighthouse Keepers' }])
  expect(await ids('lighthouse')).toEqual(['two'])
})

test('a thread that died is started anew at the next search', async () => {
  const started = once(process, 'worker')
  expect(await ids('lighthouse')).toEqual(['one'])
  const [worker]: Worker[] = await started
  await worker?.terminate()
  expect(await ids('lighthouse')).toEqual(['one'])
})

test('a thread that fails while it starts ends the search that waits for it', async () => {
  const started = once(process, 'worker')
  const search = ids('lighthouse')
  const [worker]: Worker[] = await started
  worker?.emit('error', new Error('no memory'))
  await expect(search).rejects.toThrow(/Terminating/)
  expect(await ids('lighthouse')).toEqual(['one'])
})
