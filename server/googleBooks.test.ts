import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  json,
  startFakeGoogle,
  volume,
  type FakeGoogle,
} from './catalogue/googleBooks/fakeGoogle.ts'
import { readConfig } from './config.ts'
import { start, type RunningServer } from './start.ts'
import { register } from './testing/testServer.ts'

let google: FakeGoogle
let dataDir: string

beforeEach(async () => {
  google = await startFakeGoogle()
  dataDir = await mkdtemp(join(tmpdir(), 'catchword-google-'))
})
afterEach(async () => {
  await google.close()
  await rm(dataDir, { recursive: true, force: true })
})

const serve = (settings: Record<string, string>): Promise<RunningServer> =>
  start(readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...settings }))

test('a favorite from Google Books stays when Google is no longer asked', async () => {
  google.behave(json(volume('zyTCAlFPjgYC', 'The Google Story')))
  const first = await serve({ CATALOGUE: 'google-books', GOOGLE_BOOKS_URL: google.baseUrl })
  const id = 'gb_zyTCAlFPjgYC'
  const detail = await first.app.inject(`/api/book/detail/${id}`)
  expect(detail.json()).toMatchObject({ id, volumeInfo: { title: 'The Google Story' } })
  const reader = await register(first.app)
  const added = await first.app.inject({
    method: 'POST',
    url: `/api/user/${reader.id}/favoriteBook`,
    headers: reader.bearer,
    payload: { bookId: id },
  })
  expect(added.statusCode).toBe(200)
  await first.close()

  const again = await serve({})
  const favorites = await again.app.inject({
    url: `/api/user/${reader.id}/favoriteBooks`,
    headers: reader.bearer,
  })
  expect(favorites.json()).toMatchObject([{ id, volumeInfo: { title: 'The Google Story' } }])
  expect((await again.app.inject(`/api/book/detail/${id}`)).statusCode).toBe(200)
  await again.close()
})

test('readers do not notice that Google fails', async () => {
  google.behave(json({ error: 'no' }, 503))
  const server = await serve({ CATALOGUE: 'google-books', GOOGLE_BOOKS_URL: google.baseUrl })
  const found = await server.app.inject('/api/books/search?query=dracula')
  expect(found.json()).toMatchObject({ data: [{ volumeInfo: { title: 'Dracula' } }] })
  const shelf = await server.app.inject('/api/recommendedBooks?preference=Poetry&startIndex=1')
  expect(shelf.json()).toHaveLength(12)
  await server.close()
})
