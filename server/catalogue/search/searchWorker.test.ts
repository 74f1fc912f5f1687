import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { GateFull } from '../../lib/gate.ts'
import { createTestCatalogue } from '../../../test/catalogues.ts'
import { CATALOGUE_FILE } from '../catalogueDatabase.ts'

// Searches on their thread. They start with it.

const { catalogue, folder, load, close } = await createTestCatalogue()
const file = join(folder, CATALOGUE_FILE)
afterAll(close)
beforeEach(() => load([{ id: 'one', title: 'The Lighthouse' }]))

const ids = async (query: string) => (await catalogue.search(query, 20)).data.map(({ id }) => id)

test('a thread that fails while it starts ends the search that waits; one that died is started anew', async () => {
  let started = once(process, 'worker')
  const search = ids('lighthouse')
  const [first]: Worker[] = await started
  first?.emit('error', new Error('no memory'))
  await expect(search).rejects.toThrow(/Terminating/)
  started = once(process, 'worker')
  expect(await ids('lighthouse')).toEqual(['one'])
  const [second]: Worker[] = await started
  await second?.terminate()
  expect(await ids('lighthouse')).toEqual(['one'])
})

test('answers each its own, and refuses those for whom there is no room to wait', async () => {
  const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet'.split(' ')
  await load(words.map((word) => ({ id: word })))
  await ids('alpha')
  const queries = Array.from({ length: 400 }, (_, index) => words[index % words.length] ?? '')
  const responses = await Promise.allSettled(queries.map(ids))
  const served = responses.filter((response) => response.status === 'fulfilled')
  expect(served.map(({ value }) => value)).toEqual(queries.slice(0, 101).map((query) => [query]))
  for (const response of responses.slice(101)) {
    expect(response).toMatchObject({ status: 'rejected', reason: expect.any(GateFull) })
  }
  expect(catalogue.load()).toEqual({ waiting: 0 })
  expect(await ids('alpha')).toEqual(['alpha'])
})

test('while the file is replaced, each search is in the old or the new one; one that is gone is searched on', async () => {
  expect(await ids('lighthouse')).toEqual(['one'])
  const found = new Set<string>()
  const searching = (async () => {
    for (let count = 0; count < 100; count++) found.add(String(await ids('lighthouse')))
  })()
  await load([{ id: 'two', title: 'Lighthouse Keepers' }])
  await searching
  expect([...found].filter((books) => books !== 'one' && books !== 'two')).toEqual([])
  expect(await ids('lighthouse')).toEqual(['two'])
  renameSync(file, `${file}.away`)
  expect(await ids('lighthouse')).toEqual(['two'])
  renameSync(`${file}.away`, file)
})
