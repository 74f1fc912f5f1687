import { connect } from 'node:net'
import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ErrorBody } from '../../contract/common.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import type { RegisterResponse } from '../../contract/session.ts'
import { MINUTE_MS } from '../../contract/units.ts'
import { CATALOGUE_FILE } from '../catalogue/catalogueDatabase.ts'
import { DatabaseUnavailable } from '../store/errors.ts'
import {
  createTestServer,
  type TestServer,
  type TestServerOverrides,
} from '../../test/testServer.ts'

const PASSWORDS = { password: 'correct horse', confirmPassword: 'correct horse' }

/** A text that must not be found again. */
const canary = (what: string): string => `canary-${what}-7f3a`

/** What a server in this process logs while something is done, a record a line. */
async function logged(
  settings: TestServerOverrides,
  work: (server: TestServer) => Promise<void>,
): Promise<Record<string, unknown>[]> {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const server = await createTestServer(settings)
  try {
    await work(server)
    return write.mock.calls.map(([line]) => JSON.parse(String(line)))
  } finally {
    await server.close()
    write.mockRestore()
  }
}

test('each request is one line with its id, address, route pattern, status and duration', async () => {
  let instance = ''
  const log = await logged({ logLevel: 'info', trustProxy: ['127.0.0.1'] }, async ({ app }) => {
    // A client has one address, whatever port its proxy adds.
    const headers = { 'x-forwarded-for': '198.51.100.9:5678' }
    await app.inject({ url: '/api/book/detail/emma?x=1', headers })
    const missing = await app.inject({ url: '/api/book/detail/nobody', headers })
    instance = missing.json<ErrorBody>().instance
    await app.inject({ url: '/api/no/such/path', headers })
  })
  const lines = log.filter(({ msg }) => msg === 'request completed')
  const common = { level: 30, method: 'GET', ip: '198.51.100.9', ms: expect.any(Number) }
  const book = { ...common, route: '/api/book/detail/:id' }
  expect(lines).toEqual([
    expect.objectContaining({ ...book, status: 200 }),
    expect.objectContaining({ ...book, status: 404 }),
    expect.objectContaining({ ...common, status: 404 }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/emma|nobody|such|x=1/)
  // Who reports an error has the id by which it is found.
  expect(instance).toBe(`urn:request:${String(lines[1]?.['reqId'])}`)
})

test('a proxy that TRUST_PROXY does not name is told of once', async () => {
  const lines = await logged({ logLevel: 'warn', trustProxy: ['10.0.0.1'] }, async ({ app }) => {
    for (const forwarded of ['198.51.100.9', '198.51.100.10']) {
      await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })
    }
  })
  const msg = 'TRUST_PROXY does not name this proxy: all its readers count as one in every limit'
  expect(lines).toEqual([expect.objectContaining({ proxy: '127.0.0.1', msg })])
})

test('a proxy that does not say for whom it asks is told of once', async () => {
  const lines = await logged({ logLevel: 'warn', trustProxy: ['127.0.0.1'] }, async ({ app }) => {
    const headers = { 'x-real-ip': '198.51.100.9' }
    // Whoever watches the server asks it directly.
    await app.inject({ url: '/healthz', headers })
    await app.inject({ url: '/', headers: { ...headers, 'x-forwarded-for': '198.51.100.9' } })
    await app.inject({ url: '/', remoteAddress: '198.51.100.9' })
    for (const url of ['/', '/api/book/detail/emma']) await app.inject({ url, headers })
  })
  const msg =
    'a proxy of TRUST_PROXY sends no X-Forwarded-For: all its readers count as one in every limit'
  expect(lines).toEqual([expect.objectContaining({ proxy: '127.0.0.1', msg })])
})

test('nothing is said of requests at the default level, nor of who watches the server', async () => {
  const lines = await logged({ logLevel: 'warn', trustProxy: ['127.0.0.1'] }, async ({ app }) => {
    for (const url of ['/healthz', '/readyz', '/metrics']) await app.inject(url)
    for (const url of ['/api/book/detail/emma', '/api/no/such/path'])
      await app.inject({ url, headers: { 'x-forwarded-for': '198.51.100.9' } })
  })
  expect(lines).toEqual([])
})

test('no secret, name, email or query is in any line at any level, whatever goes wrong', async () => {
  let [id, token, secret] = ['', '', '']
  const lines = await logged({ logLevel: 'trace' }, async ({ app, config }) => {
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const email = `${canary('email')}@example.com`
    const password = canary('password')
    const json = { 'content-type': 'application/json' }
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(address + path, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    const newcomer = { name: canary('name'), email, password, confirmPassword: password }

    const registered = await post('/api/user/register', newcomer)
    expect(registered.status).toBe(201)
    const account: RegisterResponse = await registered.json()
    ;({ id, token } = account)
    const cookie = /^[^;]+/.exec(registered.headers.getSetCookie().join())?.[0] ?? ''
    secret = cookie.slice(cookie.indexOf('=') + 1)
    expect(secret).toHaveLength(43)
    const bearer = { authorization: `Bearer ${token}` }
    expect((await post('/api/user/register', newcomer)).status).toBe(409)
    const attempts: [status: number, body: unknown, headers?: Record<string, string>][] = [
      [401, { email, password: `${password}!` }],
      [200, { email, password }],
      [400, `{"password":"${password}`],
      [400, { email, password: [password] }],
      [400, { email, password, [canary('field')]: 1 }],
      [415, password, { 'content-type': 'text/plain' }],
      [413, { email, password: password.repeat(2000) }],
    ]
    for (const [status, body, headers] of attempts) {
      expect((await post('/api/user/login', body, headers)).status).toBe(status)
    }

    // Every operation with and without the credentials, its parameters and its query full of canaries.
    for (const { method, url } of OPERATIONS) {
      const path = url.replace(':id', id).replace(':bookId', canary('book'))
      const query = `?query=${canary('query')}&preference=${canary('query')}&token=${token}&x=${password}`
      const body = JSON.stringify({ ...newcomer, bookId: canary('book'), author: canary('author') })
      const credentials: Record<string, string>[] = [
        {},
        bearer,
        { cookie },
        { authorization: `Bearer ${password}` },
      ]
      for (const headers of credentials) {
        if (url.endsWith('/logout') && headers === bearer) continue
        const response = await fetch(address + path + query, {
          method,
          headers: { ...headers, ...(method !== 'GET' && json) },
          ...(method !== 'GET' && { body }),
        })
        expect(response.status).toBeLessThan(500)
        await response.arrayBuffer()
      }
    }
    await post(`/api/user/${id}/favoriteBook`, { bookId: 'emma' }, bearer)

    // Files and their names.
    const picture = await sharp({
      create: { width: 9, height: 9, channels: 3, background: '#123' },
    })
      .png()
      .toBuffer()
    for (const bytes of [new Uint8Array(picture), new TextEncoder().encode(canary('file'))]) {
      const form = new FormData()
      form.append('profileImage', new File([bytes], `${canary('file')}.png`))
      await fetch(`${address}/api/profile/upload`, { method: 'POST', headers: bearer, body: form })
    }

    // What is no request at all, and what breaks off.
    const { port } = new URL(address)
    for (const raw of [
      `GET /${password} HTTP/1.1\r\nHost x\r\n\r\n`,
      `${token} ${password}\r\n\r\n`,
      `GET /%E0%A4%A?${password} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `Content-Length: 500\r\n\r\n{"password":"${password}"`,
    ]) {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      socket.end(raw)
      await text(socket)
    }
    await fetch(`${address}/?token=${token}&userId=${id}&isNewUser=true`, {
      headers: { accept: 'text/html', referer: `${address}/?token=${token}` },
    })
    await fetch(`${address}/${canary('path')}`)
    await fetch(`${address}/login?reset=${canary('reset')}`, { headers: { accept: 'text/html' } })
    const reset = await fetch(`${address}/api/user/passwordReset`, {
      method: 'PUT',
      headers: json,
      body: JSON.stringify({ token: canary('reset'), password, confirmPassword: password }),
    })
    expect(reset.status).toBe(400)
    // A form that was sent before the page's script ran.
    const body = new URLSearchParams({ email, password })
    const early = await fetch(`${address}/login`, { method: 'POST', body, redirect: 'manual' })
    expect(early.status).toBe(303)

    // A database that breaks under a request: the error is logged.
    const breaker = new DatabaseSync(join(config.dataDir, 'readers.db'), { timeout: 10_000 })
    breaker.exec('ALTER TABLE favorites RENAME COLUMN book_id TO gone')
    breaker.close()
    const broken = await fetch(`${address}/api/user/${id}/favoriteBooks`, { headers: bearer })
    expect(broken.status).toBe(500)
  })
  const said = (msg: string) => lines.filter((line) => line['msg'] === msg)
  expect(said('request failed')).toHaveLength(1)
  expect(said('request completed').length).toBeGreaterThan(60)
  const secrets = ['canary', token, secret, id]
  const shown = lines
    // The account's id stands in refusals alone.
    .map(({ reader, ...line }) =>
      JSON.stringify(line['msg'] === 'request refused' ? line : { reader, ...line }),
    )
    .filter((line) => secrets.some((text) => line.includes(text)))
  expect(shown).toEqual([])
})

test('a login at an address that is not PUBLIC_URL is a warning, and is answered', async () => {
  const publicUrl = 'https://catchword.example'
  const log = await logged({ logLevel: 'warn', publicUrl }, async ({ app }) => {
    for (const origin of [publicUrl, 'http://192.0.2.7:3000']) {
      const payload = { name: 'Ada', email: `${origin.length}@example.com`, ...PASSWORDS }
      const headers = { origin, 'sec-fetch-site': 'same-origin' }
      const login = { method: 'POST', url: '/api/user/register', headers, payload } as const
      expect((await app.inject(login)).statusCode).toBe(201)
    }
  })
  expect(log).toEqual([expect.objectContaining({ origin: 'http://192.0.2.7:3000', publicUrl })])
})

test('failed logins and refusals are one line a second for an address, with the account alone', async () => {
  let [id, time] = ['', Date.now()]
  const now = () => time
  const settings = { logLevel: 'warn', rateLimitFactor: 0.08, loginFreeFailures: 9, now } as const
  const lines = await logged(settings, async ({ app }) => {
    const account = { name: canary('name'), email: `${canary('email')}@example.com`, ...PASSWORDS }
    const post = (url: string, payload: object, remoteAddress: string) =>
      app.inject({ method: 'POST', url, payload, remoteAddress })
    const registered = await post('/api/user/register', account, '192.0.2.1')
    id = registered.json<RegisterResponse>().id
    const { email } = account
    const wrong = { email, password: canary('password') }
    // Two are allowed; the third and all that follow within the second are said no more.
    for (const status of [401, 401, 429, 429]) {
      expect((await post('/api/user/login', wrong, '192.0.2.2')).statusCode).toBe(status)
    }
    await post('/api/user/login', { ...wrong, email: 'nobody@example.com' }, '2001:db8::1')
    // Another address of the same network.
    await post('/api/user/login', wrong, '2001:db8::2')
    await app.inject({ url: `/api/user/${id}/preferences`, remoteAddress: '192.0.2.3' })
    time += 1001
    await post('/api/user/login', wrong, '192.0.2.2')
  })
  const route = '/api/user/login'
  const common = { level: 40, msg: 'request refused', route, method: 'POST' }
  const failed = { ...common, code: 'invalid_credentials' }
  expect(lines).toEqual([
    expect.objectContaining({ ...failed, ip: '192.0.2.2', reader: id }),
    expect.objectContaining({ ...failed, ip: '2001:db8::1' }),
    expect.objectContaining({ route: '/api/user/:id/preferences', ip: '192.0.2.3' }),
    expect.objectContaining({ ...common, ip: '192.0.2.2', code: 'rate_limited' }),
  ])
  expect(lines[1]).not.toHaveProperty('reader')
  expect(JSON.stringify(lines)).not.toMatch(/canary|@/)
})

const away = () => Promise.reject(new DatabaseUnavailable(new Error('ECONNREFUSED')))

test('a database that is away is one line, one a minute with a count, and one when it is back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines = await logged({ logLevel: 'warn' }, async ({ app, store }) => {
    const look = vi.spyOn(store.sessions, 'byTokenHash').mockImplementation(away)
    const check = vi.spyOn(store, 'check').mockImplementation(away)
    const read = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const headers = { authorization: `Bearer ${'a'.repeat(43)}` }
        expect((await app.inject({ url: '/api/profile', headers })).statusCode).toBe(503)
      }
    }
    await read(20)
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    await read(5)
    look.mockRestore()
    check.mockRestore()
    await vi.advanceTimersByTimeAsync(2000)
  })
  expect(lines).toEqual([
    expect.objectContaining({ level: 50, msg: 'the database fails requests' }),
    expect.objectContaining({ level: 50, failed: 20, msg: 'the database still fails requests' }),
    expect.objectContaining({ level: 40, failed: 25, msg: 'the database fails no more requests' }),
  ])
})

test('what is read in the background, and monitors, add no lines while it is away', async () => {
  const settings = { logLevel: 'warn', neighboursEvery: 1 } as const
  const lines = await logged(settings, async ({ app, store }) => {
    vi.spyOn(store, 'check').mockImplementation(away)
    const since = vi.spyOn(store.favorites, 'since').mockImplementation(away)
    await vi.waitFor(() => expect(since.mock.calls.length).toBeGreaterThan(2))
    for (const url of ['/readyz', '/readyz', '/metrics']) await app.inject(url)
    expect((await app.inject('/readyz')).json()).toMatchObject({ code: 'busy', status: 503 })
  })
  expect(lines.map(({ msg }) => msg)).toEqual(['the database fails requests'])
})

test.each([
  ['cut short', 40_960],
  ['emptied', 0],
])('a catalogue that is %s is 503 for all that read it, in one line', async (_, bytes) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines = await logged({ logLevel: 'error' }, async ({ app, config }) => {
    const file = join(config.catalogueDir, CATALOGUE_FILE)
    truncateSync(file, bytes)
    const urls = ['/api/book/detail/emma', '/api/books/search?query=emma', '/api/book/emma/similar']
    for (const url of urls) {
      for (let at = 0; at < 2; at += 1) {
        expect((await app.inject(url)).statusCode).toBe(503)
        await vi.advanceTimersByTimeAsync(5000)
      }
    }
  })
  const ours = lines.filter(({ level }) => level === 50)
  expect(ours).toEqual([expect.objectContaining({ msg: 'the database fails requests' })])
})

test('a refused origin is a warning with both origins, and nothing else of the headers', async () => {
  const origins = [
    [`https://me:${canary('password')}@books.example/${canary('path')}`, 'https://books.example'],
    [`{"level":60} ${canary('text')}`, 'none'],
    [undefined, 'none'],
  ] as const
  const publicUrl = 'https://catchword.example'
  const log = await logged({ logLevel: 'warn', publicUrl }, async ({ app }) => {
    for (const [at, [origin]] of origins.entries()) {
      const headers = { 'sec-fetch-site': 'cross-site', ...(origin !== undefined && { origin }) }
      const payload = { email: 'ada@example.com', password: canary('password') }
      const from = { remoteAddress: `192.0.2.${at}`, headers, payload }
      const login = { method: 'POST', url: '/api/user/login', ...from } as const
      const { statusCode } = await app.inject(login)
      expect(statusCode).toBe(403)
    }
  })
  expect(JSON.stringify(log)).not.toContain('canary')
  const line = { level: 40, publicUrl, code: 'cross_site' }
  expect(log).toMatchObject(origins.map(([, origin]) => ({ ...line, origin })))
})
