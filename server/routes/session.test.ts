import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '../../contract/common.ts'
import type { RegisterResponse } from '../../contract/session.ts'
import {
  createTestServer,
  register,
  sessionCookie,
  type TestServer,
} from '../../test/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})

afterAll(() => server.close())

function post(path: string, payload: object, headers: Record<string, string> = {}, on = server) {
  return on.app.inject({ method: 'POST', url: path, payload, headers })
}

const signUp = (account: object, headers?: Record<string, string>, on?: TestServer) => {
  const valid = {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'correct horse',
    confirmPassword: 'correct horse',
  }
  return post('/api/user/register', { ...valid, ...account }, headers, on)
}

const logIn = (email: string, password: string, headers?: Record<string, string>) =>
  post('/api/user/login', { email, password }, headers)

/** The code of the refusal that registering with a password gets, if it is refused. */
async function codeFor(password: string, on: TestServer): Promise<string | undefined> {
  const account = { email: 'adalovelace@example.com', password, confirmPassword: password }
  const response = await signUp(account, {}, on)
  return response.statusCode === 201 ? undefined : response.json<ErrorBody>().code
}

test('a disabled reader is signed out and refused, until enabled again', async () => {
  const { id, email, password, bearer } = await register(server.app)
  const profile = async () =>
    (await server.app.inject({ url: '/api/profile', headers: bearer })).statusCode
  expect(await profile()).toBe(200)
  await server.store.users.setDisabled(id, 1)
  expect(await profile()).toBe(401)
  const refused = await logIn(email, password)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({
    code: 'account_disabled',
    message: 'This account is disabled. Please ask the person who runs this server.',
  })
  expect(refused.cookies).toEqual([])
  // Whoever does not know the password learns nothing.
  expect((await logIn(email, 'wrong')).statusCode).toBe(401)
  await server.store.users.setDisabled(id, null)
  expect((await logIn(email, password)).statusCode).toBe(200)
})

test('each sign-in brings the language of the account, which a new one has of the browser', async () => {
  const secure = await createTestServer({ publicUrl: 'https://books.example', secure: true })
  const account = { email: 'sprache@example.com', password: 'correct horse' }
  const ofLanguage = (response: Awaited<ReturnType<typeof post>>) =>
    response.cookies.filter(({ name }) => name === 'language')
  const registered = await signUp(account, { cookie: 'language=de' }, secure)
  expect(ofLanguage(registered)).toMatchObject([{ value: 'de' }])
  const { id } = registered.json<RegisterResponse>()
  await secure.store.users.setLanguage(id, 'pt-BR')
  const elsewhere = { cookie: 'language=fr', 'accept-language': 'it' }
  const cookies = ofLanguage(await post('/api/user/login', account, elsewhere, secure))
  expect(cookies).toEqual([
    // Not HttpOnly: scripts read it.
    {
      name: 'language',
      value: 'pt-BR',
      path: '/',
      maxAge: 31_536_000,
      sameSite: 'Lax',
      secure: true,
    },
  ])
  await secure.close()
  // What the browser prefers is no choice.
  const chosen: Record<string, string>[] = [{ cookie: 'language=xx' }, { 'accept-language': 'de' }]
  for (const [at, headers] of chosen.entries()) {
    const response = await signUp({ email: `nobody-${at}@example.com` }, headers)
    expect(response.statusCode).toBe(201)
    expect(ofLanguage(response)).toEqual([])
  }
})

describe('registration', () => {
  test('is refused with one line where it is closed, and login is not', async () => {
    const closed = await createTestServer({ registration: 'closed' })
    try {
      const response = await signUp({}, {}, closed)
      expect(response.statusCode).toBe(403)
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(response.json()).toMatchObject({
        code: 'registration_closed',
        message:
          'Registration is closed. Please ask the person who runs this server for an account.',
      })
      expect(await closed.store.users.overview()).toEqual([])
    } finally {
      await closed.close()
    }
  })

  test('answers the token, the id, the name and a welcome, and sets the cookie', async () => {
    const response = await signUp({ name: '  Ada Lovelace ', email: ' Ada@Example.com ' })
    expect(response.statusCode).toBe(201)
    const reply = response.json<RegisterResponse>()
    expect(reply).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      id: expect.stringMatching(/^[\w-]{1,64}$/),
      name: 'Ada Lovelace',
      message: 'Welcome to Catchword, Ada Lovelace! Your account is ready.',
    })
    const german = await signUp({ email: 'de@example.com' }, { 'accept-language': 'de' })
    expect(german.json<RegisterResponse>().message).toMatch(/^Willkommen bei Catchword, /)
    const set = sessionCookie(response)
    expect(set).toEqual({
      name: 'sid',
      value: expect.stringMatching(/^[\w-]{43}$/),
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: 2_592_000,
    })
    expect(set?.value).not.toBe(reply.token)
    expect(response.headers['cache-control']).toBe('no-store')

    const user = await server.store.users.byEmail('ada@example.com')
    expect(user).toMatchObject({ id: reply.id, email: 'Ada@Example.com' })
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$/)
  })

  test('takes an email once, however it is written', async () => {
    await signUp({ email: 'taken@example.com' })
    for (const email of ['taken@example.com', 'TAKEN@example.COM', 'taken＠example.com']) {
      const response = await signUp({ email })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({
        code: 'email_taken',
        error: 'An account with this email already exists.',
      })
    }
  })

  test('takes an email once when two come at the same time', async () => {
    const both = await Promise.all([1, 2].map(() => signUp({ email: 'twice@example.com' })))
    expect(new Set(both.map((response) => response.statusCode))).toEqual(new Set([201, 409]))
  })

  test.each([
    [{ confirmPassword: 'another' }, 'passwords_differ', 'Passwords do not match.'],
    [{ name: '' }, 'invalid_request', 'Name is required.'],
    [{ name: '   ' }, 'invalid_request', 'Name is required.'],
    [{ name: '😀'.repeat(81) }, 'invalid_request', 'Name can have at most 80 characters.'],
    [{ name: 'Ada\u0000' }, 'invalid_request', 'Name contains characters that cannot be used.'],
    [{ name: '\uD800' }, 'invalid_request', 'Name contains characters that cannot be used.'],
    [{ email: 'a@' }, 'invalid_request', 'Email needs at least 3 characters.'],
    [{ email: 'ada' }, 'invalid_request', 'Please enter a valid email address.'],
    [{ email: 'ada at example.com' }, 'invalid_request', 'Please enter a valid email address.'],
    [{ email: 'ada@@example.com' }, 'invalid_request', 'Please enter a valid email address.'],
    [{ email: undefined }, 'invalid_request', 'Email is required.'],
    [{ role: 'admin' }, 'invalid_request', 'The field "role" is not known here.'],
    [{ id: 'chosen' }, 'invalid_request', 'The field "id" is not known here.'],
    [
      { password: '1234567', confirmPassword: '1234567' },
      'password_rejected',
      'The password needs at least 8 characters.',
    ],
    [
      { password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) },
      'password_rejected',
      'The password can have at most 128 characters.',
    ],
  ])('refuses %j', async (account, code, message) => {
    const response = await signUp({ email: 'refused@example.com', ...account })
    const body = response.json<ErrorBody>()
    expect(response.statusCode).toBe(400)
    expect(body.code).toBe(code)
    expect(body.message.slice(0, message.length)).toBe(message)
    expect(await server.store.users.byEmail('refused@example.com')).toBeUndefined()
  })

  test('measures names and passwords in code points and keeps them as they are', async () => {
    const name = '😀'.repeat(80)
    const password = '😀\t\u0001\u{1F468}\u200D\u{1F469} é ß'
    const response = await signUp({
      name,
      email: 'smile@example.com',
      password,
      confirmPassword: password,
    })
    expect(response.json<RegisterResponse>().name).toBe(name)
    expect((await logIn('smile@example.com', password)).statusCode).toBe(200)
    expect((await logIn('smile@example.com', password.toUpperCase())).statusCode).toBe(401)
  })

  test('refuses common passwords and the own name or email behind https, and only there', async () => {
    const secure = await createTestServer({ publicUrl: 'https://books.example', secure: true })
    const weak = [
      'Password123',
      'QWERTYUIOP',
      'ada lovelace',
      'AdaLovelace',
      'adalovelace@example.com',
    ]
    const responses: [string, string | undefined][] = []
    for (const password of weak) responses.push([password, await codeFor(password, secure)])
    expect(responses).toEqual(weak.map((password) => [password, 'password_rejected']))
    expect(await codeFor('correct horse', secure)).toBeUndefined()
    expect(await codeFor('password123', server)).toBeUndefined()
    await secure.close()
  })
})

describe('the cookie behind https', () => {
  test('is Secure and bears the prefix that keeps it to this host', async () => {
    const secure = await createTestServer({ publicUrl: 'https://books.example', secure: true })
    const response = await signUp({}, {}, secure)
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-Http-sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const account = { email: 'ada@example.com', password: 'correct horse' }
    const login = await post('/api/user/login', account, {}, secure)
    expect(login.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-Http-sid=/),
      expect.stringMatching(
        /^__Host-Http-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
    await secure.close()
  })
})

describe('login', () => {
  test('answers token, id and name, and a session of its own each time', async () => {
    const reader = await register(server.app)
    const first = await logIn(reader.email, reader.password)
    const second = await logIn(` ${reader.email.toUpperCase()}`, reader.password)
    for (const response of [first, second]) {
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({
        token: expect.stringMatching(/^[\w-]{43}$/),
        id: reader.id,
        name: reader.name,
      })
    }
    const tokens = [reader.token, first, second].map((from) =>
      typeof from === 'string' ? from : from.json<{ token: string }>().token,
    )
    expect(new Set(tokens).size).toBe(3)
  })

  test('answers one text for a wrong password and an unknown email', async () => {
    const reader = await register(server.app)
    const responses = [
      await logIn(reader.email, 'wrong password'),
      await logIn('nobody@example.com', reader.password),
      await logIn('no email at all', reader.password),
      await logIn(reader.email, ''.padEnd(512, 'x')),
    ]
    for (const reply of responses) {
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toMatchObject({
        code: 'invalid_credentials',
        error: 'Invalid email or password.',
        message: 'Invalid email or password.',
      })
      expect(sessionCookie(reply)).toBeUndefined()
    }
  })

  test.each([
    [{ email: 'a@example.com' }, 'Password is required.'],
    [{ password: 'x' }, 'Email is required.'],
    [{ email: '', password: 'x' }, 'Email is required.'],
    [{ email: ['a@example.com'], password: 'x' }, 'Email must be a text.'],
    [{ email: 'a@example.com', password: 12345678 }, 'Password must be a text.'],
    [{ email: 'a@example.com', password: '\uDC00' }, 'Password contains characters'],
  ])('refuses %j', async (payload, message) => {
    const response = await post('/api/user/login', payload)
    expect(response.statusCode).toBe(400)
    expect(response.json<ErrorBody>().message.slice(0, message.length)).toBe(message)
  })

  test('refuses other sites, and lets our own pages and programs in', async () => {
    const reader = await register(server.app)
    const status = async (site: string) => {
      const headers = { 'sec-fetch-site': site }
      return (await logIn(reader.email, reader.password, headers)).statusCode
    }
    expect(await status('cross-site')).toBe(403)
    expect(await status('same-site')).toBe(403)
    expect(await status('same-origin')).toBe(200)
    const signUpFrom = await signUp({ email: 'x@example.com' }, { 'sec-fetch-site': 'cross-site' })
    expect(signUpFrom.json()).toMatchObject({ status: 403, code: 'cross_site' })
  })

  test('never applies the rule for new passwords', async () => {
    const loose = await createTestServer({ passwordMin: 1 })
    await register(loose.app, { email: 'short@example.com', password: 'x' })
    loose.config.passwordMin = 8
    const account = { email: 'short@example.com', password: 'x' }
    expect((await post('/api/user/login', account, {}, loose)).statusCode).toBe(200)
    await loose.close()
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

    expect((await logIn(email, 'another password')).statusCode).toBe(401)
    expect(await hash()).toBe(before)
    expect((await logIn(email, password)).statusCode).toBe(200)
    const after = await hash()
    expect(after).not.toBe(before)
    expect((await logIn(email, password)).statusCode).toBe(200)
    expect(await hash()).toBe(after)
  })

  test('keeps the last 20 sessions of a reader', async () => {
    const reader = await register(server.app)
    const user = reader.id
    const { createSessions } = await import('../accounts/sessions.ts')
    const sessions = createSessions(server.store)
    const tokens: string[] = []
    for (let number = 0; number < 20; number += 1) {
      tokens.push((await sessions.begin(user, { begun: 'password', bound: false })).token)
    }
    expect(await sessions.byToken(reader.token)).toBeUndefined()
    for (const token of tokens) expect((await sessions.byToken(token))?.userId).toBe(user)
  })
})

const logOut = (headers: Record<string, string>) =>
  server.app.inject({ method: 'POST', url: '/api/user/logout', headers })

describe('logout', () => {
  test.each(['bearer', 'sameOrigin'] as const)('ends the session of the %s', async (credential) => {
    const reader = await register(server.app)
    const response = await logOut(reader[credential])
    expect(response.statusCode).toBe(200)
    expect(sessionCookie(response)).toMatchObject({ value: '', maxAge: 0, path: '/' })
    const url = `/api/user/${reader.id}/favoriteBooks`
    for (const headers of [reader.bearer, reader.sameOrigin]) {
      expect((await server.app.inject({ url, headers })).statusCode).toBe(401)
    }
  })

  test('succeeds without a session, and with one that has ended', async () => {
    const reader = await register(server.app)
    await logOut(reader.bearer)
    const cases = [{}, reader.bearer, reader.sameOrigin, { authorization: 'nonsense' }]
    for (const headers of cases) {
      const response = await logOut(headers)
      expect(response.statusCode).toBe(200)
      expect(sessionCookie(response)?.value).toBe('')
    }
  })

  test('cannot be forced by another site', async () => {
    const reader = await register(server.app)
    const response = await logOut({ ...reader.sameOrigin, 'sec-fetch-site': 'cross-site' })
    expect(response.statusCode).toBe(403)
    expect(sessionCookie(response)).toBeUndefined()
  })

  test('leaves the other sessions of the reader alone', async () => {
    const reader = await register(server.app)
    const other = (await logIn(reader.email, reader.password)).json<{ token: string }>()
    await logOut(reader.bearer)
    const headers = { authorization: `Bearer ${other.token}` }
    expect((await server.app.inject({ url: '/api/profile', headers })).statusCode).toBe(200)
  })
})
