import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { start } from './start.ts'
import { copyBundledCatalogue } from '../test/bundledCatalogue.ts'
import { register } from '../test/testServer.ts'
import { json, startFakeGoogle, volume } from '../test/fakeGoogle.ts'

test('the server responds with books of Google, and with local ones where it fails', async () => {
  const google = await startFakeGoogle()
  const dataDir = await mkdtemp(join(tmpdir(), 'catchword-google-'))
  await copyBundledCatalogue(dataDir)
  const settings = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, CATALOGUE: 'google-books' }
  const server = await start(readConfig({ ...settings, GOOGLE_BOOKS_URL: google.baseUrl }))
  google.behave(json(volume('zyTCAlFPjgYC', 'The Google Story')))
  const detail = await server.app.inject('/api/book/detail/gb_zyTCAlFPjgYC')
  expect(detail.json()).toMatchObject({ volumeInfo: { title: 'The Google Story' } })
  const reader = await register(server.app)
  const bookId = 'gb_zyTCAlFPjgYC'
  const added = await server.app.inject({
    method: 'POST',
    url: `/api/user/${reader.id}/favoriteBook`,
    headers: reader.bearer,
    payload: { bookId },
  })
  expect(added.statusCode).toBe(200)

  google.behave(json({ error: 'no' }, 503))
  expect((await server.app.inject('/api/book/detail/gb_other')).statusCode).toBe(404)
  const found = await server.app.inject('/api/books/search?query=dracula')
  expect(found.json().data[0]).toMatchObject({ volumeInfo: { title: 'Dracula' } })
  const shelf = await server.app.inject('/api/recommendedBooks?preference=Poetry&startIndex=1')
  expect(shelf.json()).toHaveLength(36)
  await server.close()

  // A favorite outlives its source: without Google its record and page are those that it was added with.
  const alone = await start(readConfig({ ...settings, CATALOGUE: 'local' }))
  const list = await alone.app.inject({
    url: `/api/user/${reader.id}/favoriteBooks`,
    headers: reader.bearer,
  })
  expect(list.json()).toEqual([detail.json()])
  expect((await alone.app.inject(`/api/book/detail/${bookId}`)).json()).toEqual(detail.json())
  expect((await alone.app.inject(`/covers/${bookId}`)).statusCode).toBe(200)
  await alone.close()
  await google.close()
  await rm(dataDir, { recursive: true, force: true })
})
