import { readdirSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { HOUR_MS } from '../../contract/units.ts'
import { LIBRARY_FIELD, PROFILE_IMAGE_FIELD } from '../../contract/uploads.ts'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const START =
  `--x\r\ncontent-disposition: form-data; name="${LIBRARY_FIELD}"; filename="a.csv"\r\n` +
  'content-type: text/csv\r\n\r\ntitle,author\n'
const PHOTO = START.replace(LIBRARY_FIELD, PROFILE_IMAGE_FIELD)
const END = '\r\n--x--\r\n'

const upload = (reader: TestReader, url: string, payload: string | PassThrough) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { ...reader.bearer, 'content-type': 'multipart/form-data; boundary=x' },
    payload,
  })

const send = (reader: TestReader, payload: string | PassThrough) =>
  upload(reader, `/api/user/${reader.id}/library`, payload)

const sendPhoto = (reader: TestReader, payload: string | PassThrough) =>
  upload(reader, '/api/profile/upload', payload)

test('reads one library of a reader at a time, and goes on after a broken upload', async () => {
  const [reader, other] = [await register(server.app), await register(server.app)]
  const slow = new PassThrough()
  slow.write(START)
  const first = send(reader, slow)
  // Another reader's arrives meanwhile.
  expect((await send(other, `${START}Dune,Frank Herbert${END}`)).statusCode).toBe(200)
  const second = await send(reader, `${START}Dune,Frank Herbert${END}`)
  expect(second.json()).toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: ERROR_TEXTS.libraryBusy,
  })
  // A photo waits for other photos alone, and says so.
  const photo = new PassThrough()
  photo.write(PHOTO)
  const firstPhoto = sendPhoto(reader, photo)
  expect((await sendPhoto(other, `${PHOTO}no picture${END}`)).statusCode).toBe(415)
  const secondPhoto = await sendPhoto(reader, `${PHOTO}no picture${END}`)
  expect(secondPhoto.json()).toMatchObject({ message: 'Your picture is already being uploaded.' })
  photo.end(`no picture${END}`)
  expect((await firstPhoto).statusCode).toBe(415)
  slow.end('Dune,Fra')
  expect((await first).statusCode).toBe(400)
  const files = readdirSync(server.config.dataDir)
  expect((await send(reader, `${START}Dune,Frank Herbert${END}`)).statusCode).toBe(200)
  expect(readdirSync(server.config.dataDir)).toEqual(files)
})

test('the work on a file ends when its sender leaves', async () => {
  const reader = await register(server.app)
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const rows = 3000
  const { library } = server.catalogue.file()
  const { byTitles } = library
  const lookUp = vi.spyOn(library, 'byTitles').mockImplementation((keys) => {
    leaving.abort()
    return byTitles(keys)
  })
  const body = new FormData()
  const titles = Array.from({ length: rows }, (_, row) => `Book ${row},Ann Author`)
  body.append(LIBRARY_FIELD, new Blob([`title,author\n${titles.join('\n')}`]), 'a.csv')
  const url = `${address}/api/user/${reader.id}/library`
  const { signal } = leaving
  await expect(
    fetch(url, { method: 'POST', headers: reader.bearer, body, signal }),
  ).rejects.toThrow('aborted')
  // Until then it is the reader's one upload.
  await vi.waitFor(
    async () =>
      expect((await send(reader, `${START}Dune,Frank Herbert${END}`)).statusCode).toBe(200),
    { timeout: 20_000 },
  )
  expect(lookUp.mock.calls.length).toBeGreaterThan(0)
  expect(lookUp.mock.calls.length).toBeLessThan(rows)
  lookUp.mockRestore()
})

test('a library is told of and taken back for a day', async () => {
  let time = Date.now()
  const own = await createTestServer({ now: () => time })
  onTestFinished(() => own.close())
  const { id, bearer: headers } = await register(own.app)
  const send = async (method: 'GET' | 'PUT' | 'DELETE', payload?: object) => {
    const url = `/api/user/${id}/library`
    return (await own.app.inject({ method, url, headers, ...(payload && { payload }) })).json()
  }
  await send('PUT', { program: 'StoryGraph', favorites: ['emma'], read: ['dune'] })
  const counts = { favorites: 1, wantToRead: 0, read: 1, notForMe: 0 }
  expect(await send('GET')).toMatchObject({ import: { program: 'StoryGraph', ...counts } })
  time += 25 * HOUR_MS
  expect(await send('GET')).toEqual({ import: null })
  await send('DELETE')
  expect(await own.store.favorites.ids(id)).toEqual(['emma'])
  time -= 2 * HOUR_MS
  await send('DELETE')
  expect(await own.store.favorites.ids(id)).toEqual([])
  expect(await own.store.marks.ids(id)).toEqual({ wantToRead: [], read: [], notForMe: [] })
})
