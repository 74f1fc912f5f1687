import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainLine } from '../../contract/plainLine.ts'
import type { Profile } from '../../contract/profile.ts'
import type { RegisterResponse } from '../../contract/session.ts'
import { runs } from '../full.ts'
import { createTestServer, register, type TestServer } from '../testServer.ts'
import { anyText } from '../generatedRequests.ts'

const RUNS = runs(25, 1000)

let server: TestServer
beforeAll(async () => {
  const rateLimitFactor = 1_000_000
  server = await createTestServer({ rateLimitFactor, loginFreeFailures: 1e6, passwordMin: 1 })
})
afterAll(() => server.close())

test('any name of an author is stored as it is seen, or refused with 400', async () => {
  let stored = 0
  const property = fc.asyncProperty(anyText, async (author) => {
    const { id, bearer: headers } = await register(server.app)
    const request = { method: 'PUT', url: `/api/user/${id}/favoriteAuthors`, headers } as const
    const { statusCode } = await server.app.inject({ ...request, payload: { author } })
    const expected = statusCode === 200 ? [plainLine(author)] : []
    expect([200, 400]).toContain(statusCode)
    expect(await server.store.authors.list(id)).toEqual(expected)
    stored += expected.length
  })
  await fc.assert(property, { numRuns: RUNS, seed: 1 })
  expect(stored).toBeGreaterThan(RUNS / 10)
})

const post = (path: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/user/${path}`, payload })

test('any name and password of a reader are stored exactly, or refused with 400', async () => {
  let tried = 0
  let stored = 0
  const property = fc.asyncProperty(anyText, async (text) => {
    tried += 1
    const email = `any-${tried}@example.com`
    const account = { name: text, email, password: text, confirmPassword: text }
    const registered = await post('register', account)
    expect([201, 400]).toContain(registered.statusCode)
    if (registered.statusCode === 400) return
    stored += 1
    const { token } = registered.json<RegisterResponse>()
    expect((await post('login', { email, password: text })).statusCode).toBe(200)
    expect((await post('login', { email, password: `${text}x` })).statusCode).not.toBe(200)
    const headers = { authorization: `Bearer ${token}` }
    const profile = await server.app.inject({ url: '/api/profile', headers })
    expect(profile.json<Profile>().name).toBe(plainLine(text))
  })
  await fc.assert(property, { numRuns: RUNS, seed: 1 })
  expect(stored).toBeGreaterThan(RUNS / 10)
})
