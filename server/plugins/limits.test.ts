import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestServer, register, type TestServer } from '../testing/testServer.ts'

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

describe('rate limits', () => {
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

    const elsewhere = await server.app.inject({ ...login, remoteAddress: '192.0.2.7' })
    expect(elsewhere.statusCode).toBe(400)
    expect((await server.app.inject('/api/books/search?query=a')).statusCode).toBe(200)
  })

  test('count the pages of books that are drawn for an address; then they come without the book', async () => {
    const distDir = mkdtempSync(join(tmpdir(), 'catchword-limits-'))
    onTestFinished(() => rmSync(distDir, { recursive: true }))
    mkdirSync(join(distDir, '.drawing'))
    const drawing = 'export const drawBook = async () => ({ title: "", summary: "", html: "book" })'
    writeFileSync(join(distDir, '.drawing/drawing.mjs'), drawing)
    writeFileSync(join(distDir, 'book.html'), '<!--content-->')
    writeFileSync(join(distDir, 'shell.html'), 'frame')
    server = await createTestServer({ rateLimitFactor: 0.01, distDir })
    const page = async (from: InjectOptions = {}) =>
      (await server.app.inject({ url: '/book/emma', ...from })).body
    for (let number = 0; number < 3; number += 1) expect(await page()).toBe('book')
    expect(await page()).toBe('frame')
    expect(await page({ remoteAddress: '192.0.2.7' })).toBe('book')
    // The call has a count of its own.
    expect((await server.app.inject('/api/book/detail/emma')).statusCode).toBe(200)
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

  test('do not count strangers on calls of readers', async () => {
    server = await createTestServer({ rateLimitFactor: 0.02 })
    const url = '/api/user/somebody/favoriteBooks'
    expect(new Set(await statuses(20, { url }))).toEqual(new Set([401]))
  })
})
