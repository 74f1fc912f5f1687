import { setImmediate as nextTick } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AccountExport } from '../../contract/account.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/units.ts'
import {
  createTestServer,
  register,
  sessionCookie,
  type TestReader,
  type TestServer,
  type TestServerOverrides,
} from '../../test/testServer.ts'
import { buildBook } from '../../mocks/builders.ts'

// Starting a server takes long where many tests share few cores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestServer
const others: TestServer[] = []

/** A server with settings of its own, closed after the test. */
async function ownServer(overrides: TestServerOverrides = {}): Promise<TestServer> {
  const own = await createTestServer(overrides)
  others.push(own)
  return own
}

beforeAll(async () => {
  server = await createTestServer()
})
afterEach(async () => {
  for (const own of others.splice(0)) await own.close()
})
afterAll(() => server.close())

const readExport = (reader: TestReader, query = '', { app } = server) =>
  app.inject({ url: `/api/user/${reader.id}/export${query}`, headers: reader.bearer })

const logIn = ({ email, password }: TestReader, { app } = server) =>
  app.inject({ method: 'POST', url: '/api/user/login', payload: { email, password } })

const remove = (reader: TestReader, password: string | undefined, { app } = server) =>
  app.inject({
    method: 'DELETE',
    url: `/api/user/${reader.id}`,
    headers: reader.bearer,
    payload: { ...(password !== undefined && { password }) },
  })

async function upload(reader: TestReader, { app } = server) {
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('profileImage', new Blob([new Uint8Array(png)]), 'me.png')
  const encoded = new Response(form)
  return app.inject({
    method: 'POST',
    url: '/api/profile/upload',
    headers: { ...reader.bearer, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

/** A reader who signs in elsewhere only, and a session of theirs that began so long ago, in ms. */
async function readerWithoutPassword(age: number, now: () => number): Promise<TestReader> {
  const own = await ownServer({ now })
  const reader = await register(own.app)
  await own.store.users.setPasswordHash(reader.id, '')
  await own.store.identities.add({
    provider: 'google',
    subject: 'google-subject-4711',
    userId: reader.id,
    createdAt: now(),
  })
  time += age
  return reader
}
let time = 1_800_000_000_000

describe('GET /api/user/{id}/export', () => {
  test('tells when everything came about', async () => {
    const before = Date.now()
    const reader = await register(server.app)
    await logIn(reader)
    const [book] = await server.catalogue.byCategory('Poetry', 0, 1)
    if (!book) throw new Error('no book')
    await server.store.favorites.add(reader.id, { book }, 1_700_000_000_000, 10)
    await server.store.authors.add(reader.id, 'Sappho', 1_700_000_001_000, 10)
    const [other] = await server.catalogue.byCategory('Horror', 0, 1)
    await server.store.libraries.add(reader.id, {
      program: 'Libby',
      lists: { wantToRead: [other?.id ?? ''] },
      find: () => other && { book: other },
      now: 1_700_000_003_000,
      authorsMax: 9,
    })
    const accountData = (await readExport(reader)).json<AccountExport>()
    expect(accountData.favoriteBooks[0]?.addedAt).toBe('2023-11-14T22:13:20.000Z')
    expect(accountData.favoriteAuthors).toEqual([
      { name: 'Sappho', alsoAs: [], addedAt: '2023-11-14T22:13:21.000Z' },
    ])
    const addedAt = '2023-11-14T22:13:22.000Z'
    expect(accountData.wantToRead).toMatchObject([{ id: other?.id, addedAt }])
    expect(accountData.import).toEqual({ program: 'Libby', addedAt })
    const [session] = accountData.sessions
    const times = [
      accountData.account.createdAt,
      session?.createdAt,
      session?.lastSeenAt,
      accountData.devices[0]?.lastSeenAt,
      accountData.exportedAt,
    ].map((text) => Date.parse(text ?? ''))
    for (const at of times) expect(at).toBeGreaterThanOrEqual(before)
    for (const at of times) expect(at).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(session?.expiresAt ?? '') - Date.parse(session?.createdAt ?? '')).toBe(
      30 * DAY_MS,
    )
  })

  test('has every column of the table users (contract/account.ts), or there is a reason', async () => {
    const reasons = {
      passwordHash: 'would help somebody else to sign in',
      emailKey: 'is made of the email',
      disabledAt: 'is empty for everyone who can ask',
    }
    const reader = await register(server.app)
    const { account } = (await readExport(reader)).json<AccountExport>()
    const columns = Object.keys((await server.store.users.byId(reader.id)) ?? {})
    expect(columns).toContain('createdAt')
    const named = new Set([...Object.keys(account), ...Object.keys(reasons)])
    expect(columns.filter((column) => !named.has(column))).toEqual([])
  })

  test('holds the picture as the server keeps it', async () => {
    const reader = await register(server.app)
    await upload(reader)
    const { picture } = (await readExport(reader)).json<AccountExport>()
    const bytes = Buffer.from(picture?.data ?? '', 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512 })
  })

  test('names the sign-ins elsewhere', async () => {
    const reader = await register(server.app)
    await server.store.identities.add({
      provider: 'google',
      subject: '1234567890',
      userId: reader.id,
      createdAt: 1_700_000_000_000,
    })
    expect((await readExport(reader)).json<AccountExport>().identities).toEqual([
      { provider: 'google', subject: '1234567890', linkedAt: '2023-11-14T22:13:20.000Z' },
    ])
  })

  test('has the books as a table that any reader of RFC 4180 reads back', async () => {
    const strange = '+1 "two", three\u2028;\tfour'
    const reader = await register(server.app)
    const book = buildBook({ volumeInfo: { title: strange, authors: ['＝1+1', 'Bo'] } })
    await server.store.favorites.add(reader.id, { book }, 1_700_000_000_000, 10)
    const { body } = await readExport(reader, '?format=csv')
    expect(body.startsWith('\uFEFF')).toBe(true)
    const rows: Record<string, string>[] = parse(body, { bom: true, columns: true })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      Title: `'${strange}`,
      Author: "'＝1+1",
      'Additional Authors': 'Bo',
      'Date Added': '2023/11/14',
      'Catchword Id': book.id,
    })
    // Every line has its fields and ends in CRLF; none is left open.
    expect(body.replace(/(?:"(?:[^"]|"")*"(?:,(?=")|\r\n)){25}/g, '')).toBe('\uFEFF')
  })

  test('stays small and quick for a reader who has as much as one can have', async () => {
    const reader = await register(server.app)
    const books = (await server.catalogue.byCategory('Fiction', 0, 1000)).concat(
      await server.catalogue.byCategory('Mystery', 0, 1000),
    )
    for (const book of books) await server.store.favorites.add(reader.id, { book }, 1, 5000)
    for (let number = 0; number < 500; number += 1) {
      await server.store.authors.add(reader.id, `Author ${'x'.repeat(190)} ${number}`, 1, 500)
    }
    let others = 0
    const over = new AbortController()
    const readOthers = async () => {
      for (; !over.signal.aborted; others += 1) {
        await server.store.users.byId(reader.id)
        await nextTick()
      }
    }
    const reading = readOthers()
    const response = await readExport(reader)
    over.abort()
    await reading
    // Other readers' queries come between those of its pieces.
    expect(others).toBeGreaterThan(8)
    expect(response.statusCode).toBe(200)
    const { favoriteAuthors, favoriteBooks } = response.json<AccountExport>()
    expect(favoriteAuthors).toHaveLength(500)
    const newestFirst = [...new Set(books.map(({ id }) => id))].toReversed()
    expect(favoriteBooks.map(({ id }) => id)).toEqual(newestFirst)
    expect(response.body).toBe(`${JSON.stringify(response.json(), null, 2)}\n`)
    const table: string[][] = parse((await readExport(reader, '?format=csv')).body, { bom: true })
    expect(table.slice(1).map((fields) => fields.at(-1))).toEqual(newestFirst)
    expect(response.rawPayload.length / (books.length + 500)).toBeLessThan(400)
  })

  test('is limited', async () => {
    const own = await ownServer({ rateLimitFactor: 0.1 })
    const reader = await register(own.app)
    expect((await readExport(reader, '', own)).statusCode).toBe(200)
    expect((await readExport(reader, '', own)).statusCode).toBe(200)
    expect((await readExport(reader, '', own)).statusCode).toBe(429)
  })
})

describe('DELETE /api/user/{id}', () => {
  test('slows guessing at the password down, as login does', async () => {
    const own = await ownServer({ loginFreeFailures: 2, loginMaxDelay: 60 })
    const reader = await register(own.app)
    const tries = []
    for (const password of ['one guess', 'two guess', reader.password]) {
      tries.push((await remove(reader, password, own)).statusCode)
    }
    expect(tries).toEqual([403, 403, 429])
    expect(await own.store.users.byId(reader.id)).toBeDefined()
    // The same count holds for login.
    expect((await logIn(reader, own)).statusCode).toBe(429)
  })

  test.each([
    ['of ten minutes ago stands for a password that is not there', 10 * MINUTE_MS, 200],
    ['of longer ago does not', 10 * MINUTE_MS + 1, 403],
  ])('a sign-in %s', async (_what, age, status) => {
    const reader = await readerWithoutPassword(age, () => time)
    const [own] = others
    const response = await remove(reader, undefined, own)
    expect(response.statusCode).toBe(status)
    if (status === 200) return
    expect(response.json()).toMatchObject({
      code: 'sign_in_too_old',
      message: expect.stringContaining('within ten minutes'),
    })
    expect(await own?.store.users.byId(reader.id)).toBeDefined()
  })

  test('using a session makes no sign-in of it', async () => {
    const reader = await readerWithoutPassword(120 * MINUTE_MS, () => time)
    const [own] = others
    expect((await readExport(reader, '', own)).statusCode).toBe(200)
    expect((await remove(reader, undefined, own)).json()).toMatchObject({ code: 'sign_in_too_old' })
  })

  test('a password does not help an account that has none', async () => {
    const reader = await readerWithoutPassword(11 * MINUTE_MS, () => time)
    expect((await remove(reader, 'any password', others[0])).statusCode).toBe(403)
  })

  test('makes the browser forget every cookie', async () => {
    const reader = await register(server.app)
    const response = await remove(reader, reader.password)
    expect(sessionCookie(response)).toMatchObject({ value: '', maxAge: 0, path: '/' })
    expect(response.cookies.map(({ name }) => name).toSorted()).toEqual(['device', 'sid'])
    for (const { maxAge, value } of response.cookies) expect([maxAge, value]).toEqual([0, ''])
  })

  test('a second one at the same time finds nobody', async () => {
    const reader = await register(server.app)
    const responses = await Promise.all([
      remove(reader, reader.password),
      remove(reader, reader.password),
    ])
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]))
  })

  test('a picture that is still on its way does not outlive the account', async () => {
    const reader = await register(server.app)
    const [deletion, ...uploads] = await Promise.all([
      remove(reader, reader.password),
      upload(reader),
    ])
    expect(deletion.statusCode).toBe(200)
    for (const { statusCode } of uploads) expect([200, 401]).toContain(statusCode)
    expect(await server.store.pictures.nameOf(reader.id)).toBeUndefined()
  })

  test('what the reader writes meanwhile is refused, not an error of ours', async () => {
    const reader = await register(server.app)
    const [book] = await server.catalogue.byCategory('Poetry', 0, 1)
    const { store } = server
    // The guard has let the request in; by the time it writes, the reader is gone.
    const add = store.favorites.add.bind(store.favorites)
    vi.spyOn(store.favorites, 'add').mockImplementationOnce(async (...values) => {
      await store.accounts.remove(reader.id, Buffer.alloc(32))
      return add(...values)
    })
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/user/${reader.id}/favoriteBook`,
      headers: reader.bearer,
      payload: { bookId: book?.id },
    })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'unauthenticated' })
  })

  test('is limited', async () => {
    const own = await ownServer({ rateLimitFactor: 0.1 })
    const reader = await register(own.app)
    expect((await remove(reader, 'wrong one', own)).statusCode).toBe(403)
    expect((await remove(reader, reader.password, own)).statusCode).toBe(429)
  })
})
