import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessions, type SessionSecrets } from '../accounts/sessions.ts'
import { HOUR_MS } from '../../contract/units.ts'
import { READERS_FILE } from '../store/sqlite.ts'
import {
  createTestServer,
  register,
  sessionCookie,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'

const ORIGIN = 'http://localhost:3000'

let server: TestServer
let owner: TestReader
let other: TestReader
/** A session of the owner's that began with a URL. */
let url: SessionSecrets

beforeAll(async () => {
  server = await createTestServer()
  owner = await register(server.app, { name: 'Ada' })
  other = await register(server.app, { name: 'Bob' })
  const sessions = createSessions(server.store, Date.now)
  url = await sessions.begin(owner.id, { begun: 'url', bound: true })
})

afterAll(() => server.close())

type Headers = Record<string, string>
type Outcome = 'in' | 401 | 403

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const cookie = (value: string, more: Headers = {}): Headers => ({ cookie: `sid=${value}`, ...more })
const own: Headers = { 'sec-fetch-site': 'same-origin' }
const foreign: Headers = { 'sec-fetch-site': 'cross-site' }

// Beside the 23 states of ../authorization.test.ts. The three outcomes: reading and changing where the cookie
// does, and where the bearer alone does.
test.each<[string, () => Headers, read: Outcome, change: Outcome, bearerOnly: Outcome]>([
  ["another reader's bearer", () => other.bearer, 403, 403, 403],
  ['the cookie from our own page', () => cookie(owner.cookie, own), 'in', 'in', 401],
  ['the cookie from another site', () => cookie(owner.cookie, foreign), 403, 403, 401],
  ['with our Origin', () => cookie(owner.cookie, { ...foreign, origin: ORIGIN }), 403, 403, 401],
  ['with the Origin null', () => cookie(owner.cookie, { origin: 'null' }), 403, 403, 401],
  ['a cookie of the wrong shape', () => cookie('short', own), 401, 401, 401],
  ["the token in the cookie's place", () => cookie(owner.token, own), 401, 401, 401],
  ["the cookie in the token's place", () => bearer(owner.cookie), 401, 401, 401],
  ['an empty token', () => ({ ...cookie(owner.cookie, own), authorization: '' }), 401, 401, 401],
  ['a token of a URL', () => bearer(url.token), 401, 401, 401],
  [
    "a token of a URL with another session's cookie",
    () => ({ ...bearer(url.token), ...cookie(owner.cookie, own) }),
    401,
    401,
    401,
  ],
])('the guard and %s', async (_state, headers, read, change, bearerOnly) => {
  const payload = { bookId: '1984' }
  const calls: [Outcome, InjectOptions][] = [
    [read, { url: `/api/user/${owner.id}/favoriteBooks` }],
    [change, { method: 'POST', url: `/api/user/${owner.id}/favoriteBook`, payload }],
    [bearerOnly, { url: `/api/user/${owner.id}/preferences` }],
    [bearerOnly, { method: 'POST', url: `/api/users/${owner.id}/favoriteBook`, payload }],
  ]
  for (const [outcome, call] of calls) {
    const response = await server.app.inject({ ...call, headers: headers() })
    // The book need not exist: who may call is decided first.
    const isIn = response.statusCode === 200 || response.statusCode === 404
    expect([call, isIn ? 'in' : response.statusCode]).toEqual([call, outcome])
    const refused = 'authorization' in headers() ? 'Bearer error="invalid_token"' : 'Bearer'
    const challenge = response.headers['www-authenticate']
    expect(challenge).toBe(outcome === 401 ? refused : undefined)
  }
})

test('says why a session from a URL needs its cookie', async () => {
  const response = await server.app.inject({ url: '/api/profile', headers: bearer(url.token) })
  expect(response.json()).toMatchObject({ status: 401, code: 'session_not_bound' })
})

test('binds every session of a browser under SESSION_BINDING=all', async () => {
  const strict = await createTestServer({ sessionBinding: 'all' })
  const account = { email: 'ada@example.com', password: 'correct horse' }
  await register(strict.app, account)
  const login = (headers: Headers) =>
    strict.app.inject({ method: 'POST', url: '/api/user/login', payload: account, headers })
  const statusOf = async (headers: Headers) =>
    (await strict.app.inject({ url: '/api/profile', headers })).statusCode

  const byBrowser = await login(own)
  const { token } = byBrowser.json<{ token: string }>()
  expect(await statusOf(bearer(token))).toBe(401)
  const set = sessionCookie(byBrowser)?.value ?? ''
  expect(await statusOf({ ...bearer(token), ...cookie(set) })).toBe(200)

  const byProgram = (await login({})).json<{ token: string }>()
  expect(await statusOf(bearer(byProgram.token))).toBe(200)
  await strict.close()
})

const profile = (headers: Headers) => server.app.inject({ url: '/api/profile', headers })

test('a lost cookie is one for all calls of a page load, and its attributes are as at login', async () => {
  const { id, bearer, cookie: lost } = await register(server.app)
  const calls = Array.from({ length: 4 }, () => profile({ ...bearer, ...own }))
  const sets = (await Promise.all(calls)).map(sessionCookie)
  expect(sets[0]).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    maxAge: 2_592_000,
  })
  expect(sets).toEqual(sets.map(() => sets[0]))
  const list = `/api/user/${id}/favoriteBooks`
  for (const [value, status] of [
    [sets[0]?.value ?? '', 200],
    [lost, 401],
  ] as const) {
    const response = await server.app.inject({ url: list, headers: cookie(value, own) })
    expect(response.statusCode).toBe(status)
  }
})

test.each<[string, () => Headers, status?: number]>([
  ['a program', () => owner.bearer],
  ['a sibling site', () => ({ ...owner.bearer, 'sec-fetch-site': 'same-site' })],
  ['a foreign Origin', () => ({ ...owner.bearer, origin: 'http://evil.example' })],
  ['whoever has a good one', () => ({ ...owner.bearer, ...owner.sameOrigin })],
  ['a session of a URL', () => ({ ...bearer(url.token), ...cookie(url.cookie, own) })],
  ['a token of a URL', () => ({ ...bearer(url.token), ...own }), 401],
  ['one with a foreign cookie', () => ({ ...bearer(url.token), ...owner.sameOrigin }), 401],
])('no new cookie is set for %s', async (_who, headers, status = 200) => {
  const response = await profile(headers())
  expect(response.statusCode).toBe(status)
  expect(response.headers['set-cookie']).toBeUndefined()
})

test('a cookie is set on plain http in a network, where a browser does not say whose page asks', async () => {
  const lan = await createTestServer({ publicUrl: 'http://192.168.1.5:3000' })
  const reader = await register(lan.app)
  const request = async (headers: Headers) =>
    sessionCookie(await lan.app.inject({ url: '/api/profile', headers }))
  const value = (await request(reader.bearer))?.value ?? ''
  const list = `/api/user/${reader.id}/favoriteBooks`
  const reply = await lan.app.inject({ url: list, headers: cookie(value) })
  expect(reply.statusCode).toBe(200)
  expect(await request({ ...reader.bearer, ...cookie(value) })).toBeUndefined()
  expect(await request({ ...reader.bearer, origin: 'http://evil.example' })).toBeUndefined()
  await lan.close()
})

// A browser keeps a SameSite=Strict cookie back, yet would take its end from the response.
test.each<[status: number, Headers]>([
  [403, foreign],
  [403, { 'sec-fetch-site': 'same-site' }],
  [403, { origin: 'null' }],
  [403, { ...foreign, authorization: 'Bearer nonsense' }],
  [200, {}],
  [200, own],
  [200, { origin: ORIGIN }],
])('a logout without a session is %i with %j', async (status, headers) => {
  const call = { method: 'POST', url: '/api/user/logout', headers } as const
  const response = await server.app.inject(call)
  expect(response.statusCode).toBe(status)
  const ended = expect.objectContaining({ value: '', maxAge: 0 })
  expect(sessionCookie(response)).toEqual(status === 200 ? ended : undefined)
})

// Its use is noted hourly, and a lost cookie is replaced: both write.
test('a lock that another process holds on readers.db slows no request that only reads', async () => {
  let hours = 0
  const locked = await createTestServer({ now: () => Date.now() + hours * HOUR_MS })
  const { id, bearer } = await register(locked.app)
  hours = 2
  const beside = new DatabaseSync(join(locked.config.dataDir, READERS_FILE))
  beside.exec('BEGIN IMMEDIATE')
  for (const headers of [bearer, { ...bearer, ...own }]) {
    const began = performance.now()
    const url = `/api/user/${id}/favoriteBooks`
    expect((await locked.app.inject({ url, headers })).statusCode).toBe(200)
    expect(performance.now() - began).toBeLessThan(1000)
  }
  beside.exec('COMMIT')
  const lastSeen = beside.prepare('SELECT last_seen_at AS at FROM sessions')
  await expect.poll(() => lastSeen.get()?.['at']).toBeGreaterThan(Date.now() + HOUR_MS)
  beside.close()
  await locked.close()
})
