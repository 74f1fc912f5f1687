import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '../../contract/common.ts'
import type { RegisterResponse } from '../../contract/session.ts'
import { createTestServer, register, type TestServer } from '../../test/testServer.ts'

// What contract/testing/sessionTests.ts cannot see of it.

let server: TestServer
/** The same behind https. */
let secure: TestServer

beforeAll(async () => {
  server = await createTestServer()
  secure = await createTestServer({ publicUrl: 'https://books.example', secure: true })
})

afterAll(async () => {
  await server.close()
  await secure.close()
})

const post = (path: string, payload: object, headers: Record<string, string> = {}, on = server) =>
  on.app.inject({ method: 'POST', url: `/api/user/${path}`, payload, headers })

const signUp = (account: object, headers?: Record<string, string>, on?: TestServer) => {
  const password = { password: 'correct horse', confirmPassword: 'correct horse' }
  const valid = { name: 'Ada Lovelace', email: 'ada@example.com', ...password }
  return post('register', { ...valid, ...account }, headers, on)
}

const logIn = async (email: string, password: string) =>
  (await post('login', { email, password })).statusCode

test('a disabled reader is signed out and refused, until enabled again', async () => {
  const { id, email, password, bearer: headers } = await register(server.app)
  const profile = async () => (await server.app.inject({ url: '/api/profile', headers })).statusCode
  expect(await profile()).toBe(200)
  await server.store.users.setDisabled(id, 1)
  expect(await profile()).toBe(401)
  const refused = await post('login', { email, password })
  expect(refused.json()).toMatchObject({
    status: 403,
    code: 'account_disabled',
    message: 'This account is disabled. Please ask the person who runs this server.',
  })
  expect(refused.cookies).toEqual([])
  // Whoever does not know the password learns nothing.
  expect(await logIn(email, 'wrong')).toBe(401)
  await server.store.users.setDisabled(id, null)
  expect(await logIn(email, password)).toBe(200)
})

test('each sign-in brings the language of the account, which a new one has of the browser', async () => {
  const account = { email: 'sprache@example.com', password: 'correct horse' }
  const ofLanguage = (response: Awaited<ReturnType<typeof post>>) =>
    response.cookies.filter(({ name }) => name === 'language')
  const registered = await signUp(account, { cookie: 'language=de' }, secure)
  expect(ofLanguage(registered)).toMatchObject([{ value: 'de' }])
  const { id, message } = registered.json<RegisterResponse>()
  expect(message).toMatch(/^Willkommen bei Catchword, /)
  await secure.store.users.setLanguage(id, 'pt-BR')
  const elsewhere = { cookie: 'language=fr', 'accept-language': 'it' }
  // Not HttpOnly: scripts read it.
  const cookie = { path: '/', maxAge: 31_536_000, sameSite: 'Lax', secure: true }
  expect(ofLanguage(await post('login', account, elsewhere, secure))).toEqual([
    { name: 'language', value: 'pt-BR', ...cookie },
  ])
  // What the browser prefers is no choice.
  const chosen: Record<string, string>[] = [{ cookie: 'language=xx' }, { 'accept-language': 'de' }]
  for (const [at, headers] of chosen.entries()) {
    const response = await signUp({ email: `nobody-${at}@example.com` }, headers)
    expect(response.statusCode).toBe(201)
    expect(ofLanguage(response)).toEqual([])
  }
})

test('cookies behind https are Secure and bear the prefix that keeps them to this host', async () => {
  const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict'
  const { headers } = await signUp({}, {}, secure)
  expect(headers['set-cookie']).toMatch(
    new RegExp(`^__Host-Http-sid=[\\w-]{43}; Max-Age=2592000; ${attributes}$`),
  )
  const account = { email: 'ada@example.com', password: 'correct horse' }
  expect((await post('login', account, {}, secure)).headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-Http-sid=/),
    expect.stringMatching(
      new RegExp(`^__Host-Http-device=[\\w-]{43}; Max-Age=31536000; ${attributes}$`),
    ),
  ])
})

describe('registration', () => {
  test('is refused with one line where it is closed', async () => {
    server.config.registration = 'closed'
    const response = await signUp({ email: 'closed@example.com' })
    server.config.registration = 'open'
    expect(response.json()).toMatchObject({
      status: 403,
      code: 'registration_closed',
      message: 'Registration is closed. Please ask the person who runs this server for an account.',
    })
    expect(await server.store.users.byEmail('closed@example.com')).toBeUndefined()
  })

  test('takes an email once when two come at the same time', async () => {
    const both = await Promise.all([1, 2].map(() => signUp({ email: 'twice@example.com' })))
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
  })

  test('refuses common passwords and the own name or email behind https, and only there', async () => {
    const email = 'adalovelace@example.com'
    const codeFor = async (password: string, on: TestServer) => {
      const response = await signUp({ email, password, confirmPassword: password }, {}, on)
      return response.json<Partial<ErrorBody>>().code
    }
    for (const password of ['Password123', 'ada lovelace', 'AdaLovelace', email]) {
      expect([password, await codeFor(password, secure)]).toEqual([password, 'password_rejected'])
    }
    expect(await codeFor('correct horse', secure)).toBeUndefined()
    expect(await codeFor('password123', server)).toBeUndefined()
  })
})

describe('login', () => {
  test('never applies the rule for new passwords', async () => {
    server.config.passwordMin = 1
    const { email, password } = await register(server.app, { password: 'x' })
    server.config.passwordMin = 8
    expect(await logIn(email, password)).toBe(200)
  })

  test('hashes a password anew that was hashed with less', async () => {
    const { id, email, password } = await register(server.app)
    const nonce = Buffer.alloc(16, 1)
    const weak = { memory: 32, passes: 1, parallelism: 1, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: password, nonce, ...weak })
    const [salt, written] = [nonce, tag].map((bytes) =>
      bytes.toString('base64').replaceAll('=', ''),
    )
    const before = `$argon2id$v=19$m=32,t=1,p=1$${salt}$${written}`
    await server.store.users.setPasswordHash(id, before)
    const hash = async () => (await server.store.users.byId(id))?.passwordHash

    expect(await logIn(email, 'another password')).toBe(401)
    expect(await hash()).toBe(before)
    expect(await logIn(email, password)).toBe(200)
    const after = await hash()
    expect(after).not.toBe(before)
    expect(await logIn(email, password)).toBe(200)
    expect(await hash()).toBe(after)
  })
})
