/**
 * Login does the same work whether the account exists or not (docs/security.md 3.3): the same
 * hashes, the same questions to the database.
 */
import type * as crypto from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testUser } from '../../test/stores.ts'
import { createTestServer, register, type TestServer } from '../../test/testServer.ts'

// The work of real accounts, not of the cheap hashes of other tests.
vi.hoisted(() => vi.stubEnv('TEST_CHEAP_PASSWORDS', undefined))

const hashes: unknown[] = []

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof crypto>()
  const watched: typeof crypto.argon2 = (algorithm, parameters, callback) => {
    const { memory, passes, parallelism, tagLength, nonce } = parameters
    hashes.push({ memory, passes, parallelism, tagLength, salt: Buffer.byteLength(nonce) })
    original.argon2(algorithm, parameters, callback)
  }
  return { ...original, argon2: watched }
})

const COST = {
  memory: 19_456,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
  salt: 16,
}

let server: TestServer
let email: string
let requests: string[]

beforeAll(async () => {
  // The clock stands still: no pause ends while a busy machine takes its time.
  const now = Date.now()
  server = await createTestServer({ loginFreeFailures: 5, now: () => now })
  email = (await register(server.app)).email
  await server.store.users.add(testUser('grace'))
  // The first login of all also sweeps old failures away.
  await workOf('somebody-else@example.com', 'wrong password')
  const { users, sessions, loginThrottles, loginDevices } = server.store
  for (const [name, repository] of Object.entries({
    users,
    sessions,
    loginThrottles,
    loginDevices,
  })) {
    for (const [method, call] of Object.entries(repository)) {
      Reflect.set(repository, method, (...args: unknown[]): unknown => {
        requests.push(`${name}.${method}`)
        return Reflect.apply(call, repository, args)
      })
    }
  }
})

afterAll(() => server.close())

/** What a login does: its status, its hashes, its questions to the database in their order. */
async function workOf(account: string, password: string, headers: Record<string, string> = {}) {
  hashes.length = 0
  requests = []
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/user/login',
    payload: { email: account, password },
    headers,
  })
  return { status: statusCode, hashes: [...hashes], requests }
}

describe('a login that fails', () => {
  test.each([
    ['without a device cookie', {}],
    ['with a device cookie', { cookie: `device=${'A'.repeat(43)}` }],
  ])('costs one hash and the same questions, %s', async (_what, headers) => {
    const existing = await workOf(email, 'wrong password', headers)
    expect(existing.status).toBe(401)
    expect(existing.hashes).toEqual([COST])
    expect(existing.requests).toContain('users.byEmail')
    for (const account of ['nobody@example.com', 'no email at all', 'grace@example.com']) {
      expect(await workOf(account, 'wrong password', headers)).toEqual(existing)
    }
  })

  test('costs no hash during the pause, for nobody', async () => {
    for (const account of [email, 'nobody@example.com']) {
      for (let count = 0; count < 3; count += 1) await workOf(account, 'wrong password')
    }
    const existing = await workOf(email, 'wrong password')
    expect(existing).toMatchObject({ status: 429, hashes: [] })
    expect(await workOf('nobody@example.com', 'wrong password')).toEqual(existing)
  })
})
