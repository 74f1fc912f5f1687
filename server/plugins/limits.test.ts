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

async function read(from: InjectOptions): Promise<number> {
  return (await server.app.inject({ url: '/api/book/detail/emma', ...from })).statusCode
}

function forwardedFor(address: string): InjectOptions {
  return { headers: { 'x-forwarded-for': address } }
}

/** What docs/security.md 2.2 says of calls: how many in how many seconds. */
const FIGURES: Readonly<Record<string, [max: number, seconds: number]>> = {
  login: [25, 300],
  register: [5, 1800],
  searchBooks: [60, 60],
  getBook: [300, 300],
  addFavoriteBook: [120, 60],
  setMark: [120, 60],
  moveWanted: [120, 60],
  removeBooks: [60, 60],
  saveLanguage: [60, 60],
  uploadProfileImage: [10, 3600],
}

describe('rate limits', () => {
  test('are as documented, of a reader wherever they are, and of an address where nobody is known', async () => {
    server = await createTestServer({ rateLimitFactor: 1 })
    const ada = await register(server.app)
    const found: [string, [max: number, seconds: number]][] = []
    for (const { access, method, url, schema } of OPERATIONS) {
      const name = schema.operationId
      const request = async (remoteAddress: string) => {
        const reply = await server.app.inject({
          method,
          url: url.replaceAll(/:\w+/g, ada.id),
          remoteAddress,
          // With it the reader would be logged out.
          headers: name === 'logout' ? {} : ada.bearer,
        })
        return (name: string) => Number(reply.headers[`x-ratelimit-${name}`])
      }
      const [first, second] = [await request('192.0.2.1'), await request('192.0.2.2')]
      const ofAddress = access === 'public' || name === 'logout'
      const isSame = second('remaining') === first('remaining')
      expect([name, isSame]).toEqual([name, ofAddress])
      found.push([name, [first('limit'), first('reset')]])
    }
    expect(Object.fromEntries(found)).toMatchObject(FIGURES)
  })

  test('let so many through, and the next is told when to come again', async () => {
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
      message: 'Too many requests. Please try again in 5 minutes.',
    })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(290)

    // Another address, and another call.
    expect(await statuses(1, { ...login, remoteAddress: '192.0.2.7' })).toEqual([400])
    expect(await read({})).toBe(200)
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

  test('believe X-Forwarded-For only from the proxies that are named', async () => {
    server = await createTestServer({ rateLimitFactor: 0.01 })
    for (let host = 1; host <= 3; host += 1) await read(forwardedFor(`198.51.100.${host}`))
    expect(await read(forwardedFor('198.51.100.99'))).toBe(429)
    await server.close()

    // An IPv6 network is one address, and so is a client whatever port the proxy adds.
    server = await createTestServer({ rateLimitFactor: 0.01, trustProxy: ['127.0.0.1'] })
    for (const client of ['2001:db8:1:2::', '198.51.100.9:4000']) {
      for (let at = 1; at <= 3; at += 1) {
        expect(await read(forwardedFor(`${client}${at}`))).toBe(200)
      }
      expect(await read(forwardedFor(`${client}9`))).toBe(429)
    }
    expect(await read(forwardedFor('2001:db8:1:3::1'))).toBe(200)
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

  test('count what is odd', async () => {
    server = await createTestServer({ rateLimitFactor: 0.0001 })
    const { port } = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    const request = 'GET /login HTTP/1.1\r\nHost: x\r\n'
    const [twoHosts, unknown] = [`${request}Host: y\r\n\r\n`, `${request}Expect: nonsense\r\n`]
    socket.end(`${twoHosts.repeat(2)}${unknown}\r\n${unknown}Connection: close\r\n\r\n`)
    expect((await text(socket)).match(/(?<=HTTP\/1.1 )\d+/g)?.slice(2)).toEqual(['429', '429'])
  })

  test('are what no route may be without, nor one of /api without the contract: the server does not start', async () => {
    server = await createTestServer()
    const { config, store, catalogue } = server
    const app = await buildApp({ config, store, local: catalogue })
    onTestFinished(() => app.close())
    expect(() => app.get('/new', async () => 'new')).toThrow('/new has no rate limit.')
    expect(() => app.get('/api/new', async () => 'new')).toThrow(/nobody may call it/)
  })
})
