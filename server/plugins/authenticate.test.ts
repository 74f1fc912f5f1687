import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSessions, type SessionSecrets } from '../accounts/sessions.ts'
import { DAY_MS, HOUR_MS } from '../../contract/units.ts'
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
let expired: SessionSecrets
let idle: SessionSecrets
let ended: SessionSecrets

beforeAll(async () => {
  server = await createTestServer()
  owner = await register(server.app, { name: 'Ada' })
  other = await register(server.app, { name: 'Bob' })
  const password = { begun: 'password', bound: false } as const
  const at = (time: number) => createSessions(server.store, () => time)
  url = await at(Date.now()).begin(owner.id, { begun: 'url', bound: true })
  expired = await at(Date.now() - 30 * DAY_MS - 1).begin(owner.id, password)
  idle = await at(Date.now() - 14 * DAY_MS - 60_000).begin(owner.id, password)
  ended = await at(Date.now()).begin(owner.id, password)
  const session = await at(Date.now()).byToken(ended.token)
  if (session) await at(Date.now()).end(session)
})

afterAll(() => server.close())

type Headers = Record<string, string>

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const cookie = (value: string, more: Headers = {}): Headers => ({ cookie: `sid=${value}`, ...more })
const own: Headers = { 'sec-fetch-site': 'same-origin' }

/** What a state of credentials answers: on calls that take the cookie (reading, changing), and on others. */
type Row = [state: string, headers: () => Headers, read: number, change: number, bearerOnly: number]

const MATRIX: Row[] = [
  ['none', () => ({}), 401, 401, 401],
  ['the bearer', () => owner.bearer, 200, 200, 200],
  [
    'the bearer from another site',
    () => ({ ...owner.bearer, 'sec-fetch-site': 'cross-site' }),
    200,
    200,
    200,
  ],
  ["another reader's bearer", () => other.bearer, 403, 403, 403],
  ['the cookie from our own page', () => cookie(owner.cookie, own), 200, 200, 401],
  ["another reader's cookie", () => cookie(other.cookie, own), 403, 403, 401],
  [
    'the cookie from a sibling site',
    () => cookie(owner.cookie, { 'sec-fetch-site': 'same-site' }),
    403,
    403,
    401,
  ],
  [
    'the cookie from another site',
    () => cookie(owner.cookie, { 'sec-fetch-site': 'cross-site' }),
    403,
    403,
    401,
  ],
  [
    'the cookie from the address bar',
    () => cookie(owner.cookie, { 'sec-fetch-site': 'none' }),
    403,
    403,
    401,
  ],
  [
    'the cookie, cross-site, with our Origin',
    () => cookie(owner.cookie, { 'sec-fetch-site': 'cross-site', origin: ORIGIN }),
    403,
    403,
    401,
  ],
  ['the cookie and our Origin', () => cookie(owner.cookie, { origin: ORIGIN }), 200, 200, 401],
  [
    'the cookie and a foreign Origin',
    () => cookie(owner.cookie, { origin: 'http://evil.example' }),
    403,
    403,
    401,
  ],
  ['the cookie and the Origin null', () => cookie(owner.cookie, { origin: 'null' }), 403, 403, 401],
  ['the cookie and neither header', () => cookie(owner.cookie), 200, 403, 401],
  ['a made-up cookie', () => cookie('A'.repeat(43), own), 401, 401, 401],
  ['a cookie of the wrong shape', () => cookie('short', own), 401, 401, 401],
  ["the token in the cookie's place", () => cookie(owner.token, own), 401, 401, 401],
  ["the cookie in the token's place", () => bearer(owner.cookie), 401, 401, 401],
  [
    'a bad bearer beside a good cookie',
    () => ({ ...cookie(owner.cookie, own), ...bearer('A'.repeat(43)) }),
    401,
    401,
    401,
  ],
  [
    'an empty Authorization beside a good cookie',
    () => ({ ...cookie(owner.cookie, own), authorization: '' }),
    401,
    401,
    401,
  ],
  [
    "the bearer beside another reader's cookie",
    () => ({ ...cookie(other.cookie, own), ...owner.bearer }),
    200,
    200,
    200,
  ],
  [
    "another reader's bearer beside the cookie",
    () => ({ ...cookie(owner.cookie, own), ...other.bearer }),
    403,
    403,
    403,
  ],
  [
    'a bearer off by one character',
    () => bearer(owner.token.slice(0, -1) + (owner.token.endsWith('A') ? 'E' : 'A')),
    401,
    401,
    401,
  ],
  ['another scheme', () => ({ authorization: `Token ${owner.token}` }), 401, 401, 401],
  ['the token alone', () => ({ authorization: owner.token }), 401, 401, 401],
  ['an expired session', () => bearer(expired.token), 401, 401, 401],
  ["an expired session's cookie", () => cookie(expired.cookie, own), 401, 401, 401],
  ['an idle session', () => bearer(idle.token), 401, 401, 401],
  ['an ended session', () => bearer(ended.token), 401, 401, 401],
  ['a session from a URL without its cookie', () => bearer(url.token), 401, 401, 401],
  [
    "a session from a URL with another session's cookie",
    () => ({ ...bearer(url.token), ...cookie(owner.cookie, own) }),
    401,
    401,
    401,
  ],
  [
    'a session from a URL with its cookie',
    () => ({ ...bearer(url.token), ...cookie(url.cookie, own) }),
    200,
    200,
    200,
  ],
]

function routes(): [kind: 'read' | 'change' | 'bearerOnly', options: InjectOptions][] {
  const user = `/api/user/${owner.id}`
  const bookId = '1984'
  return [
    ['read', { method: 'GET', url: `${user}/favoriteBooks` }],
    ['read', { method: 'HEAD', url: `${user}/favoriteBooks` }],
    ['read', { method: 'GET', url: `${user}/favoriteBooks/` }],
    ['change', { method: 'POST', url: `${user}/favoriteBook`, payload: { bookId } }],
    ['change', { method: 'DELETE', url: `${user}/favoriteBook/${bookId}` }],
    [
      'bearerOnly',
      { method: 'POST', url: `/api/users/${owner.id}/favoriteBook`, payload: { bookId } },
    ],
    ['bearerOnly', { method: 'PUT', url: user, payload: { preferences: ['Poetry'] } }],
    ['bearerOnly', { method: 'GET', url: `${user}/preferences` }],
    ['bearerOnly', { method: 'HEAD', url: `${user}/preferences` }],
    ['bearerOnly', { method: 'GET', url: `/api/users/${owner.id}/preferences` }],
    ['bearerOnly', { method: 'GET', url: `${user}/favoriteAuthors` }],
    ['bearerOnly', { method: 'PUT', url: `${user}/favoriteAuthors`, payload: { author: 'Ada' } }],
  ]
}

describe('the guard', () => {
  test.each(MATRIX)('%s', async (_state, headers, read, change, bearerOnly) => {
    const expected = { read, change, bearerOnly }
    for (const [kind, options] of routes()) {
      const response = await server.app.inject({ ...options, headers: headers() })
      // The book of these routes need not exist: who may call is decided first.
      const status = response.statusCode === 404 ? 200 : response.statusCode
      const challenge = response.headers['www-authenticate']
      const refused = 'authorization' in headers() ? 'Bearer error="invalid_token"' : 'Bearer'
      const call = JSON.stringify(options)
      expect({ call, status, challenge }).toEqual({
        call,
        status: expected[kind],
        challenge: expected[kind] === 401 ? refused : undefined,
      })
    }
  })

  test('takes only the bearer for the profile, whose path names nobody', async () => {
    const call = { method: 'GET', url: '/api/profile' } as const
    const byBearer = await server.app.inject({ ...call, headers: owner.bearer })
    expect(byBearer.json()).toMatchObject({ id: owner.id, name: 'Ada' })
    const byCookie = await server.app.inject({ ...call, headers: owner.sameOrigin })
    expect(byCookie.statusCode).toBe(401)
  })

  test('answers the same for a foreign id, existing or not', async () => {
    const replies = await Promise.all(
      [other.id, 'nobody', '..%2f..%2fetc', '%00', 'x'.repeat(90)].map((id) =>
        server.app.inject({ url: `/api/user/${id}/favoriteBooks`, headers: owner.bearer }),
      ),
    )
    const seen = replies.map((reply) => [reply.statusCode, reply.json<{ code: string }>().code])
    expect(new Set(seen.map(String))).toEqual(new Set(['403,forbidden']))
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

  test('refuses to serve a route under /api that the contract does not name', async () => {
    const { fastify } = await import('fastify')
    const { authentication } = await import('./authenticate.ts')
    const { default: cookies } = await import('@fastify/cookie')
    const { errors } = await import('./errors.ts')
    const { http } = await import('./http.ts')
    const { createSessionCookie } = await import('../accounts/sessions.ts')
    const app = fastify()
    for (const each of [errors, cookies]) await app.register(each)
    await app.register(http, { config: server.config })
    await app.register(authentication, {
      config: server.config,
      sessions: createSessions(server.store),
      cookie: createSessionCookie(server.config),
    })
    expect(() => app.get('/api/secrets', async () => 'all of them')).toThrow(/nobody may call it/)
    await app.close()
  })
})

const profile = (headers: Headers) => server.app.inject({ url: '/api/profile', headers })
const favorites = (headers: Headers, id: string) =>
  server.app.inject({ url: `/api/user/${id}/favoriteBooks`, headers })

describe('a lost cookie', () => {
  test('is set again by any call of our own page with the bearer', async () => {
    const reader = await register(server.app)
    const response = await profile({ ...reader.bearer, ...own })
    const set = sessionCookie(response)
    expect(set).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 2_592_000 })
    const value = set?.value ?? ''
    expect(value).not.toBe(reader.cookie)
    expect((await favorites(cookie(value, own), reader.id)).statusCode).toBe(200)
    expect((await favorites(reader.sameOrigin, reader.id)).statusCode).toBe(401)
  })

  test('is the same for all calls of one page load', async () => {
    const reader = await register(server.app)
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => profile({ ...reader.bearer, ...own })),
    )
    const values = new Set(responses.map((response) => sessionCookie(response)?.value))
    expect(values.size).toBe(1)
    const [value = ''] = values
    expect((await favorites(cookie(value, own), reader.id)).statusCode).toBe(200)
  })

  test('is not set for programs, foreign pages, own valid cookies and sessions from a URL', async () => {
    const reader = await register(server.app)
    const refused: Headers[] = [
      reader.bearer,
      { ...reader.bearer, 'sec-fetch-site': 'same-site' },
      { ...reader.bearer, origin: 'http://evil.example' },
      { ...reader.bearer, ...reader.sameOrigin },
      { ...bearer(url.token), ...cookie(url.cookie, own) },
    ]
    for (const headers of refused) {
      const response = await profile(headers)
      expect(response.statusCode).toBe(200)
      expect(sessionCookie(response)).toBeUndefined()
    }
  })

  test('is issued nowhere for a token that came through a URL', async () => {
    const credentials: Headers[] = [
      { ...bearer(url.token), ...own },
      { ...bearer(url.token), origin: ORIGIN },
      { ...bearer(url.token), ...cookie(owner.cookie, own) },
      { ...bearer(url.token), ...cookie(ended.cookie, own) },
    ]
    const calls = [...routes().map(([, call]) => call), { url: '/api/profile' }]
    for (const headers of credentials) {
      for (const call of calls) {
        const response = await server.app.inject({ ...call, headers })
        expect({ call, status: response.statusCode }).toEqual({ call, status: 401 })
        expect(response.headers['set-cookie']).toBeUndefined()
      }
    }
  })

  test('is set on plain http in a network, where a browser does not say whose page asks', async () => {
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
})

const logOut = (headers: Headers) =>
  server.app.inject({ method: 'POST', url: '/api/user/logout', headers })

describe('logging out from the page of somebody else', () => {
  // A browser keeps a SameSite=Strict cookie back, yet would take its end from the response.
  test.each<Headers>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', authorization: 'Bearer nonsense' },
  ])('is refused without a session too: %j', async (headers) => {
    const response = await logOut(headers)
    expect(response.statusCode).toBe(403)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test.each<Headers>([{}, own, { origin: ORIGIN }])(
    'is what our own page may: %j',
    async (headers) => {
      const response = await logOut(headers)
      expect(response.statusCode).toBe(200)
      expect(sessionCookie(response)).toMatchObject({ value: '', maxAge: 0 })
    },
  )
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
