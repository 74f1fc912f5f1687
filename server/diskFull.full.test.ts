import { DatabaseSync } from 'node:sqlite'
import type { Book } from '../contract/books.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  createTestServer,
  register,
  sessionCookie,
  type TestReader,
  type TestServer,
} from '../test/testServer.ts'

// The errors are SQLite's own, brought about on the server's connection: a database that may not grow,
// and one that takes no writes. `npm run test:hardening diskFull` fills a real disk.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
let database: DatabaseSync
let reader: TestReader
/** How much later it is for sessions, in ms. */
let later: number

beforeEach(async () => {
  later = 0
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec')
  server = await createTestServer({ now: () => Date.now() + later })
  // The connection that was told how to write last is the one that writes; the one before made the file.
  const at = spy.mock.calls.findLastIndex(([sql]) => sql === 'PRAGMA synchronous = FULL')
  const opened = spy.mock.contexts[at]
  spy.mockRestore()
  if (!(opened instanceof DatabaseSync)) throw new Error('The store opened no database.')
  database = opened
  reader = await register(server.app)
})

afterEach(() => server.close())

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.app.inject({
    method,
    url: `/api/user${path}`,
    headers: reader.bearer,
    ...(payload && { payload }),
  })

const add = (bookId: string) => send('POST', `/${reader.id}/favoriteBook`, { bookId })

/** Adds an author with a name that no free place of a page can hold. */
const addAuthor = (at: number) =>
  send('PUT', `/${reader.id}/favoriteAuthors`, { author: `${at} ${'x'.repeat(190)}` })

const logIn = () => send('POST', '/login', { email: reader.email, password: reader.password })

const favorites = async (headers: Record<string, string> = reader.bearer) =>
  server.app.inject({ url: `/api/user/${reader.id}/favoriteBooks`, headers })

const favoriteIds = async () => (await favorites()).json<Book[]>().map(({ id }) => id)

function expectRefusal(response: Awaited<ReturnType<typeof send>>): void {
  expect(response.statusCode).toBe(503)
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(response.headers['retry-after']).toBe('30')
  expect(response.json()).toMatchObject({
    code: 'storage_full',
    message: 'Nothing can be saved at the moment. Please try again later.',
  })
}

test('a full disk: writes are refused, what was acknowledged stays, reads go on, space mends it', async () => {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
  database.exec(`PRAGMA max_page_count = ${pages}`)
  const stored: number[] = []
  let refused = 0
  for (let at = 0; at < 200; at++) {
    const response = await addAuthor(at)
    if (response.statusCode === 200) stored.push(at)
    else {
      expectRefusal(response)
      refused += 1
    }
  }
  // The free places of the last pages took a few.
  expect(refused).toBeGreaterThan(100)
  const names = await server.store.authors.list(reader.id)
  expect(names.map((name) => Number.parseInt(name, 10)).toSorted((a, b) => a - b)).toEqual(stored)
  expect((await server.app.inject('/api/book/detail/emma')).statusCode).toBe(200)
  const ready = await server.app.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', writes: 'no room' }])

  database.exec('PRAGMA max_page_count = 1000000')
  expect((await addAuthor(1000)).statusCode).toBe(200)
  expect(await server.store.authors.list(reader.id)).toHaveLength(stored.length + 1)
})

test('a disk that takes no writes: every kind of write is refused, and nothing is half done', async () => {
  expect((await add('emma')).statusCode).toBe(200)
  database.exec('PRAGMA query_only = ON')
  const password = 'correct horse battery'
  const account = { name: 'Eve', email: 'eve@example.com', password, confirmPassword: password }
  for (const response of [
    await add('dune'),
    await addAuthor(1),
    await send('DELETE', `/${reader.id}/favoriteBook/emma`),
    await send('PUT', `/${reader.id}`, { preferences: ['Fantasy'] }),
    await send('POST', '/register', account),
    await logIn(),
  ])
    expectRefusal(response)
  expect(await favoriteIds()).toEqual(['emma'])

  database.exec('PRAGMA query_only = OFF')
  expect((await add('dune')).statusCode).toBe(200)
  expect(await favoriteIds()).toEqual(['dune', 'emma'])
  expect((await send('POST', '/register', account)).statusCode).toBe(201)
})

test('a disk that takes no writes: reads of a session that was not seen for long go on, and the log says it once', async () => {
  expect((await add('emma')).statusCode).toBe(200)
  const own = { 'sec-fetch-site': 'same-origin' }
  const messages = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => messages.mockRestore())
  server.app.log.level = 'warn'
  database.exec('PRAGMA query_only = ON')

  // The cookie is lost, which a call of our own page mends, but not now.
  const withoutCookie = await favorites({ ...reader.bearer, ...own })
  later = 2 * 3_600_000
  for (const response of [
    withoutCookie,
    await favorites(),
    await favorites(reader.sameOrigin),
    await favorites({ ...reader.bearer, ...own }),
  ]) {
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject([{ id: 'emma' }])
    expect(sessionCookie(response)).toBeUndefined()
  }
  const lines = messages.mock.calls.map(([line]) => String(line))
  expect(lines).toEqual([expect.stringContaining('could not record the use of a session')])
  expectRefusal(await add('dune'))

  database.exec('PRAGMA query_only = OFF')
  const mended = await favorites({ ...reader.bearer, ...own })
  const cookie = `sid=${sessionCookie(mended)?.value}`
  expect((await favorites({ ...own, cookie })).statusCode).toBe(200)
})

test('what the file system says is the same refusal, and tells no path', async () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']) {
    server.store.users.byEmail = () =>
      Promise.reject(Object.assign(new Error(`${code}: write '/srv/pictures/a'`), { code }))
    const response = await logIn()
    expectRefusal(response)
    expect(response.body).not.toContain('srv')
  }
})
