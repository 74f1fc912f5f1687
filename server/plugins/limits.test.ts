import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { OPERATIONS } from '../../contract/operations.ts'
import { buildApp } from '../app.ts'
import { ROUTES } from '../../test/authorization.ts'
import { createTestServer, register, type TestServer } from '../../test/testServer.ts'

let server: TestServer

afterEach(() => server.close())

async function statuses(count: number, options: InjectOptions): Promise<number[]> {
  const seen: number[] = []
  for (let number = 0; number < count; number += 1) {
    seen.push((await server.app.inject(options)).statusCode)
  }
  return seen
}

async function search(from: InjectOptions): Promise<number> {
  return (await server.app.inject({ url: '/api/books/search?query=a', ...from })).statusCode
}

function forwardedFor(address: string): InjectOptions {
  return { headers: { 'x-forwarded-for': address } }
}

/** The table of docs/security.md 2.2: how many in how many seconds, and of whom. */
const TABLE: Readonly<Record<string, [max: number, seconds: number, by: 'address' | 'reader']>> = {
  login: [25, 300, 'address'],
  register: [5, 1800, 'address'],
  logout: [30, 60, 'address'],
  savePreferences: [60, 60, 'reader'],
  saveLanguage: [60, 60, 'reader'],
  getPreferences: [300, 300, 'reader'],
  getNavbarPreferences: [300, 300, 'reader'],
  getRecommendedBooks: [300, 300, 'address'],
  getFavoriteAuthors: [300, 300, 'reader'],
  addFavoriteAuthor: [60, 60, 'reader'],
  addFavoriteBook: [120, 60, 'reader'],
  addFavoriteBookFromDetail: [120, 60, 'reader'],
  getFavoriteBooks: [300, 300, 'reader'],
  removeFavoriteBook: [120, 60, 'reader'],
  getBook: [300, 300, 'address'],
  searchBooks: [60, 60, 'address'],
  getForYou: [300, 300, 'reader'],
  getSimilarBooks: [300, 300, 'address'],
  getSeries: [300, 300, 'address'],
  getMarks: [300, 300, 'reader'],
  getMarkedBooks: [300, 300, 'reader'],
  setMark: [120, 60, 'reader'],
  moveWanted: [120, 60, 'reader'],
  removeBooks: [60, 60, 'reader'],
  restoreBooks: [60, 60, 'reader'],
  removeMark: [120, 60, 'reader'],
  getProfile: [300, 300, 'reader'],
  uploadProfileImage: [10, 3600, 'reader'],
  previewLibrary: [20, 3600, 'reader'],
  addLibrary: [20, 3600, 'reader'],
  getLastImport: [60, 60, 'reader'],
  removeLibrary: [20, 3600, 'reader'],
  exportAccount: [20, 3600, 'reader'],
  deleteAccount: [10, 300, 'reader'],
  getSettings: [300, 300, 'address'],
  requestPasswordReset: [5, 900, 'address'],
  resetPassword: [20, 900, 'address'],
  changePassword: [10, 300, 'reader'],
  getSessions: [60, 60, 'reader'],
  endSession: [60, 60, 'reader'],
  endOtherSessions: [60, 60, 'reader'],
}

describe('rate limits', () => {
  test('are those of the table, of an address or of a reader wherever they are', async () => {
    server = await createTestServer({ rateLimitFactor: 1 })
    const ada = await register(server.app)
    const found: Record<string, unknown> = {}
    for (const { method, url, schema } of OPERATIONS) {
      const request = async (remoteAddress: string) => {
        const reply = await server.app.inject({
          method,
          url: url.replaceAll(/:\w+/g, ada.id),
          remoteAddress,
          // With it the reader would be logged out.
          headers: schema.operationId === 'logout' ? {} : ada.bearer,
        })
        return (name: string) => Number(reply.headers[`x-ratelimit-${name}`])
      }
      const first = await request('192.0.2.1')
      const second = await request('192.0.2.2')
      const by = second('remaining') === first('remaining') ? 'address' : 'reader'
      found[schema.operationId] = [first('limit'), first('reset'), by]
    }
    expect(found).toEqual(TABLE)
  })

  test('let the figures of the table through behind https, and no more', async () => {
    server = await createTestServer({ rateLimitFactor: 1 })
    const login: InjectOptions = {
      method: 'POST',
      url: '/api/user/login',
      // Bad input costs no hash, yet counts.
      payload: {},
    }
    expect(new Set(await statuses(25, login))).toEqual(new Set([400]))
    const response = await server.app.inject(login)
    expect(response.statusCode).toBe(429)
    expect(response.json()).toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/^Too many requests\. Please try again in 5 minutes\.$/),
    })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(290)

    const other = await server.app.inject({ ...login, remoteAddress: '192.0.2.7' })
    expect(other.statusCode).toBe(400)
    expect((await server.app.inject('/api/books/search?query=a')).statusCode).toBe(200)
  })

  test('count the pages of books; beyond them they come without their book', async () => {
    const distDir = mkdtempSync(join(tmpdir(), 'catchword-limits-'))
    onTestFinished(() => rmSync(distDir, { recursive: true }))
    writeFileSync(join(distDir, 'book.html'), '<title>Catchword</title>')
    server = await createTestServer({ rateLimitFactor: 0.01, distDir })
    const [book] = await server.catalogue.byCategory('Poetry', 0, 1)
    const url = `/book/${book?.id}`
    const title = async (from: InjectOptions = {}) =>
      /<title>(.*)<\/title>/.exec((await server.app.inject({ url, ...from })).body)?.[1]
    const whole = `${book?.volumeInfo.title} · Catchword`
    for (let number = 0; number < 3; number += 1) expect(await title()).toBe(whole)
    expect(await title()).toBe('Catchword')
    expect(await title({ remoteAddress: '192.0.2.7' })).toBe(whole)
    // The call has a count of its own.
    expect((await server.app.inject(`/api/book/detail/${book?.id}`)).statusCode).toBe(200)
  })

  test('count the covers of an address', async () => {
    server = await createTestServer({ rateLimitFactor: 0.001 })
    const cover = { url: '/covers/emma' }
    expect(await statuses(7, cover)).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(await statuses(1, { ...cover, remoteAddress: '192.0.2.7' })).toEqual([200])
  })

  test('count an IPv6 network as one address', async () => {
    server = await createTestServer({ rateLimitFactor: 0.1 })
    for (let host = 1; host <= 6; host += 1) {
      await search({ remoteAddress: `2001:db8:1:2::${host}` })
    }
    expect(await search({ remoteAddress: '2001:db8:1:2:ffff::9' })).toBe(429)
    expect(await search({ remoteAddress: '2001:db8:1:3::1' })).toBe(200)
  })

  test('believe X-Forwarded-For only from the proxies that are named', async () => {
    server = await createTestServer({ rateLimitFactor: 0.1 })
    for (let host = 1; host <= 6; host += 1) await search(forwardedFor(`198.51.100.${host}`))
    expect(await search(forwardedFor('198.51.100.99'))).toBe(429)
    await server.close()

    server = await createTestServer({ rateLimitFactor: 0.1, trustProxy: ['127.0.0.1'] })
    for (let host = 1; host <= 6; host += 1) await search(forwardedFor(`198.51.100.${host}`))
    expect(await search(forwardedFor('198.51.100.99'))).toBe(200)
  })

  test.each([
    ['ports', (n: number) => `198.51.100.9:${40_000 + n}`],
    ['brackets', (n: number) => `[2001:db8::9]:${40_000 + n}`],
    ['spellings of IPv4', (n: number) => (n % 2 === 0 ? '::FFFF:198.51.100.9' : ' 198.51.100.9 ,')],
    ['spellings of IPv6', (n: number) => (n % 2 === 0 ? '2001:DB8:0:0::9' : '[2001:db8::9]')],
    ['zones', (n: number) => `fe80::9%${n}`],
    ['made-up addresses', (n: number) => `unknown-${n}`],
    ['ports that are none', (n: number) => `198.51.100.9:${n}x`],
    ['entries before one that is no address', (n: number) => `198.51.100.${n}, _hidden`],
    ['ports of a proxy in between', (n: number) => `198.51.100.9, 127.0.0.1:${40_000 + n}`],
  ])('count a client once, whatever %s a trusted proxy writes', async (_what, forwarded) => {
    server = await createTestServer({ rateLimitFactor: 0.1, trustProxy: ['127.0.0.1'] })
    for (let number = 1; number <= 6; number += 1) {
      expect(await search(forwardedFor(forwarded(number)))).toBe(200)
    }
    expect(await search(forwardedFor(forwarded(7)))).toBe(429)
    expect(await search(forwardedFor('203.0.113.1:443'))).toBe(200)
  })

  test('count readers as themselves, and both spellings of a call together', async () => {
    server = await createTestServer({ rateLimitFactor: 0.2 })
    const ada = await register(server.app)
    const add = (path: string): InjectOptions => ({
      method: 'POST',
      url: `/api/${path}/${ada.id}/favoriteBook`,
      headers: ada.bearer,
      payload: { bookId: 'nothing-of-this-name' },
    })
    expect(new Set(await statuses(12, add('user')))).toEqual(new Set([404]))
    expect(new Set(await statuses(12, add('users')))).toEqual(new Set([404]))
    expect(await statuses(1, add('users'))).toEqual([429])
    expect(await statuses(1, add('user'))).toEqual([429])
  })

  test('are there for every route, for what is none, and for whoever is no reader', async () => {
    // Each lets one request through.
    server = await createTestServer({ rateLimitFactor: 0.000_001 })
    const unlimited: string[] = []
    for (const [at, route] of [...Object.keys(ROUTES), 'GET /api/no', 'DELETE /'].entries()) {
      const method = (['GET', 'POST', 'PUT', 'DELETE'] as const).find((one) =>
        route.startsWith(one),
      )
      const url = route.slice(route.indexOf('/'))
      const request: InjectOptions = { method, url, remoteAddress: `192.0.2.${at}` }
      const first = await server.app.inject(request)
      const second = await server.app.inject(request)
      const isLimited = [first, second].map(({ headers }) => 'retry-after' in headers).join()
      if (isLimited !== 'false,true') unlimited.push(`${route} ${isLimited}`)
    }
    expect(unlimited).toEqual([])
  })

  test('count requests whose connection has ended meanwhile', async () => {
    // Twelve pages.
    server = await createTestServer({ rateLimitFactor: 0.001 })
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
    server.app.server.prependListener('request', ({ socket }) => socket.destroy())
    for (let number = 0; number < 12; number += 1) {
      await fetch(url).catch(() => undefined)
    }
    expect(await statuses(1, { url: '/' })).toEqual([429])
  })

  test('need not count what came by a connection that was reset before it was accepted', async () => {
    server = await createTestServer()
    const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
    let requests = 0
    server.app.server.on('request', () => (requests += 1))
    const script = `require('net').connect(${port}, '127.0.0.1', function () {
      this.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'.repeat(8))
      this.resetAndDestroy()
    })`
    const accepted = once(server.app.server, 'connection')
    // The server's own thread waits meanwhile.
    execFileSync(process.execPath, ['-e', script])
    const [socket] = await accepted
    if (!socket.closed) await once(socket, 'close')
    expect(requests).toBe(0)
  })

  test.each(['Host: y', 'Expect: nonsense'])('count what is odd, such as "%s"', async (header) => {
    server = await createTestServer({ rateLimitFactor: 0.0001 })
    const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
    const request = `GET /login HTTP/1.1\r\nHost: x\r\n${header}\r\n`
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(`${request}\r\n`.repeat(3) + `${request}Connection: close\r\n\r\n`)
    expect((await text(socket)).match(/(?<=HTTP\/1.1 )\d+/g)?.slice(2)).toEqual(['429', '429'])
  })

  test('are what no route may be without: the server does not start', async () => {
    server = await createTestServer()
    const { config, store, catalogue } = server
    const app = await buildApp({ config, store, local: catalogue })
    onTestFinished(() => app.close())
    expect(() => app.get('/new', async () => 'new')).toThrow('/new has no rate limit.')
  })
})
