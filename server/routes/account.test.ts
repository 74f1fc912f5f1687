import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountExport } from '../../contract/account.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/units.ts'
import {
  createTestServer,
  register,
  sessionCookie,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'

// What contract/testing/accountTests.ts cannot see of it.

let server: TestServer
let time = 1_800_000_000_000

beforeAll(async () => {
  server = await createTestServer({ now: () => time, loginFreeFailures: 2 })
})
afterAll(() => server.close())

const readExport = (reader: TestReader, query = '') =>
  server.app.inject({ url: `/api/user/${reader.id}/export${query}`, headers: reader.bearer })

const logIn = ({ email, password }: TestReader) =>
  server.app.inject({ method: 'POST', url: '/api/user/login', payload: { email, password } })

const remove = (reader: TestReader, password?: string) =>
  server.app.inject({
    method: 'DELETE',
    url: `/api/user/${reader.id}`,
    headers: reader.bearer,
    payload: { ...(password !== undefined && { password }) },
  })

const linkToGoogle = (userId: string, createdAt: number) =>
  server.store.identities.add({
    provider: 'google',
    subject: `subject of ${userId}`,
    userId,
    createdAt,
  })

describe('GET /api/user/{id}/export', () => {
  test('tells when everything came about', async () => {
    const reader = await register(server.app)
    await logIn(reader)
    const [book] = await server.catalogue.byCategory('Poetry', 0, 1)
    const [other] = await server.catalogue.byCategory('Horror', 0, 1)
    if (!book || !other) throw new Error('no book')
    await server.store.favorites.add(reader.id, { book }, 1_700_000_000_000, 10)
    await server.store.authors.add(reader.id, 'Sappho', 1_700_000_001_000, 10)
    await server.store.libraries.add(reader.id, {
      program: 'Libby',
      lists: { wantToRead: [other.id] },
      find: () => ({ book: other }),
      now: 1_700_000_003_000,
      authorsMax: 9,
    })
    await linkToGoogle(reader.id, 1_700_000_004_000)
    const accountData = (await readExport(reader)).json<AccountExport>()
    expect(accountData).toMatchObject({
      favoriteBooks: [{ id: book.id, addedAt: '2023-11-14T22:13:20.000Z' }],
      favoriteAuthors: [{ name: 'Sappho', alsoAs: [], addedAt: '2023-11-14T22:13:21.000Z' }],
      wantToRead: [{ id: other.id, addedAt: '2023-11-14T22:13:22.000Z' }],
      import: { program: 'Libby', addedAt: '2023-11-14T22:13:22.000Z' },
      identities: [
        {
          provider: 'google',
          subject: `subject of ${reader.id}`,
          linkedAt: '2023-11-14T22:13:24.000Z',
        },
      ],
      exportedAt: new Date(time).toISOString(),
      account: { createdAt: new Date(time).toISOString() },
    })
    const [session] = accountData.sessions
    expect(session).toMatchObject({
      createdAt: new Date(time).toISOString(),
      lastSeenAt: new Date(time).toISOString(),
      expiresAt: new Date(time + 30 * DAY_MS).toISOString(),
    })
    expect(accountData.devices).toEqual([{ lastSeenAt: new Date(time).toISOString() }])
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

  test('is whole for a reader with many books, which it reads in pieces', async () => {
    const reader = await register(server.app)
    const books = await server.catalogue.byCategory('Fiction', 0, 120)
    const ids = books.map(({ id }) => id)
    await server.store.libraries.add(reader.id, {
      program: null,
      lists: { favorites: ids },
      find: (id) => {
        const book = books.find((one) => one.id === id)
        return book && { book }
      },
      now: 1000,
      authorsMax: 9,
    })
    const response = await readExport(reader)
    expect(response.json<AccountExport>().favoriteBooks.map(({ id }) => id)).toEqual(ids)
    expect(response.body).toBe(`${JSON.stringify(response.json(), null, 2)}\n`)
    const table: string[][] = parse((await readExport(reader, '?format=csv')).body, { bom: true })
    expect(table.slice(1).map((fields) => fields.at(-1))).toEqual(ids)
  })
})

describe('DELETE /api/user/{id}', () => {
  test('slows guessing at the password down, as login does', async () => {
    const reader = await register(server.app)
    for (const [password, status] of [
      ['one guess', 403],
      ['two guess', 403],
      [reader.password, 429],
    ] as const)
      expect((await remove(reader, password)).statusCode).toBe(status)
    expect(await server.store.users.byId(reader.id)).toBeDefined()
    // The same count holds for login.
    expect((await logIn(reader)).statusCode).toBe(429)
  })

  test('without a password needs a sign-in of the last ten minutes, which using a session is not', async () => {
    const withoutPassword = async () => {
      const reader = await register(server.app)
      await server.store.users.setPasswordHash(reader.id, '')
      await linkToGoogle(reader.id, time)
      return reader
    }
    const [reader, late] = [await withoutPassword(), await withoutPassword()]
    time += 10 * MINUTE_MS
    expect((await remove(reader)).statusCode).toBe(200)
    time += 1
    expect((await readExport(late)).statusCode).toBe(200)
    for (const password of [undefined, 'any password'])
      expect((await remove(late, password)).json()).toMatchObject({
        status: 403,
        code: 'sign_in_too_old',
        message: expect.stringContaining('within ten minutes'),
      })
    expect(await server.store.users.byId(late.id)).toBeDefined()
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
    const both = await Promise.all([1, 2].map(() => remove(reader, reader.password)))
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 401]))
  })
})
