import { createHash } from 'node:crypto'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
  type MockInstance,
} from 'vitest'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { findPort } from '../../test/findPort.ts'
import { startMailServer, type MailServer } from '../../test/mailServer.ts'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
  type TestServerOverrides,
} from '../../test/testServer.ts'
import { MINUTE_MS } from '../../contract/units.ts'

// What contract/testing/passwordTests.ts cannot see of it.

/** How long the routes waited, in ms, and as often as fast as `speed` says. */
const clock = vi.hoisted(() => ({ speed: 20, waited: [0] }))
vi.mock(import('node:timers/promises'), async (original) => {
  const real = await original()
  const setTimeout: typeof real.setTimeout = (wait = 0, ...more) => {
    clock.waited.push(wait)
    return real.setTimeout(wait / clock.speed, ...more)
  }
  return { ...real, setTimeout, default: { ...real, setTimeout } }
})

const FROM = { name: 'Catchword', address: 'books@example.org' }
const NEW = 'another horse battery'
const SENTENCE = { message: 'If there is an account with this email, a link is on its way.' }

let mail: MailServer
/** That of most tests; a test with settings of its own begins with `open`. */
let shared: TestServer
let server: TestServer
let time = Date.UTC(2026, 10, 27)

const create = ({
  url = mail.url,
  stepMs,
  ...more
}: TestServerOverrides & { url?: string; stepMs?: number } = {}) => {
  const sending = { url, from: FROM, stepMs }
  return createTestServer({
    publicUrl: 'https://books.example',
    mail: sending,
    now: () => time,
    loginFreeFailures: 2,
    ...more,
  })
}

beforeAll(async () => {
  mail = await startMailServer()
  shared = await create()
})
afterAll(async () => {
  await shared.close()
  await mail.close()
})
beforeEach(() => void (server = shared))
afterEach(async () => {
  if (server !== shared) await server.close()
  mail.manner = 'takes'
  clock.speed = 20
  mail.mails.splice(0)
})

/** Has the test a server of its own. */
const open = async (settings: Parameters<typeof create>[0]) =>
  void (server = await create(settings))

const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload: object,
  headers: Record<string, string> = {},
) => server.app.inject({ method, url: `/api/user/${path}`, payload, headers })

const request = (email: string, headers?: Record<string, string>) =>
  send('POST', 'passwordReset', { email }, headers)

const reset = (token: string, password = NEW, headers: Record<string, string> = {}) =>
  send('PUT', 'passwordReset', { token, password, confirmPassword: password }, headers)

const logIn = ({ email }: Pick<TestReader, 'email'>, password: string, headers = {}) =>
  send('POST', 'login', { email, password }, headers)

const change = ({ id, bearer }: TestReader, currentPassword: string, password = NEW) => {
  const body = { currentPassword, password, confirmPassword: password }
  return send('PUT', `${id}/password`, body, bearer)
}

const remove = ({ id, bearer, password }: TestReader) => send('DELETE', id, { password }, bearer)

/** The token of a link that a reader requests. */
async function requestToken({ email }: TestReader): Promise<string> {
  expect((await request(email)).statusCode).toBe(200)
  return new URL(await mail.linkTo(email)).hash.replace('#reset=', '')
}

/** A reader who signs in with Google alone. */
async function googleReader(): Promise<TestReader> {
  const reader = await register(server.app)
  await server.store.users.setPasswordHash(reader.id, '')
  return reader
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

describe('a requested link', () => {
  test('comes by mail, without what a reader has typed', async () => {
    const reader = await register(server.app, { name: 'Win at https://evil.example <b>now</b>' })
    expect((await request(reader.email.toUpperCase())).json()).toEqual(SENTENCE)
    const { head, text } = await mail.mailTo(reader.email)
    expect(head).toMatch(/^From: Catchword <books@example\.org>$/m)
    expect(head).toMatch(/^Subject: Reset your Catchword password$/m)
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
    const [link = '', ...others] = text.match(/https?:\S+/g) ?? []
    expect(link).toMatch(/^https:\/\/books\.example\/login#reset=[\w-]{43}$/)
    expect(others).toEqual([])
    expect(text).not.toMatch(/evil|now/)
  })

  test('is in the language of the account, or else of the request', async () => {
    const reader = await register(server.app)
    const textTo = async (language: string) => {
      await request(reader.email, { 'accept-language': language })
      const { head, text } = await mail.mailTo(reader.email)
      return `${/^Content-Language: (\w+)$/m.exec(head)?.[1]} ${text}`
    }
    expect(await textTo('de')).toMatch(
      /^de Jemand, vermutlich du, .* Wähle es hier:\s+https:\/\/\S+#reset=\S+\s+Dieser/,
    )
    await server.store.users.setLanguage(reader.id, 'en')
    expect(await textTo('de')).toMatch(/^en Someone/)
  })

  test('tells who signs in with Google alone so, without a link', async () => {
    const client = { clientId: 'id', clientSecret: 's', issuer: 'https://id.example' }
    await open({ google: { ...client, name: 'Library', trustsEmail: false } })
    const reader = await googleReader()
    expect((await request(reader.email)).json()).toEqual(SENTENCE)
    const { text } = await mail.mailTo(reader.email)
    expect(text).toMatch(/Continue with Library/)
    expect(text).not.toMatch(/https?:|reset=/)
    expect(await server.store.passwordResets.removeExpired(Number.MAX_SAFE_INTEGER)).toBe(0)
  })

  test('ends a session that begins by the old password at the same moment', async () => {
    const reader = await register(server.app)
    const token = await requestToken(reader)
    const { sessions } = server.store
    const add = sessions.add.bind(sessions)
    vi.spyOn(sessions, 'add').mockImplementationOnce(async (...session) => {
      expect((await reset(token)).statusCode).toBe(200)
      return add(...session)
    })
    expect((await logIn(reader, reader.password)).statusCode).toBe(401)
    expect((await server.store.accounts.everythingOf(reader.id))?.sessions).toEqual([])
  })

  test('is worth nothing late, altered, or when its account is gone', async () => {
    const [late, leaving] = [await register(server.app), await register(server.app)]
    const [token, orphan] = [await requestToken(late), await requestToken(leaving)]
    const altered = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await remove(leaving)).statusCode).toBe(200)
    for (const bad of [altered, orphan, 'x', '../login', 'İ'.repeat(100)]) {
      expect((await reset(bad)).json()).toMatchObject({ code: 'reset_link_invalid' })
    }
    time += 60 * MINUTE_MS - 1
    expect(await server.store.passwordResets.readerOf(sha256(token), time)).toBeDefined()
    time += 1
    expect((await reset(token)).json()).toMatchObject({ code: 'reset_link_invalid' })
    // The next link sweeps it away.
    await requestToken(late)
    expect(await server.store.passwordResets.removeExpired(time)).toBe(0)
  })

  test('is for an email that can be one', async () => {
    expect((await request('a@example.org\r\nBcc: b@example.org')).statusCode).toBe(400)
  })
})

test('pauses before logins are over, in the browser that caused them and elsewhere', async () => {
  const reader = await register(server.app)
  const { cookies } = await logIn(reader, reader.password)
  const device = cookies.find(({ name }) => name.endsWith('device'))
  const cookie = `${device?.name}=${device?.value}`
  const browsers: Record<string, string>[] = [{}, { cookie }]
  for (const headers of browsers) {
    for (const status of [401, 401, 429]) {
      expect((await logIn(reader, 'wrong password', headers)).statusCode).toBe(status)
    }
  }
  expect((await reset(await requestToken(reader), NEW, { cookie })).statusCode).toBe(200)
  for (const headers of browsers) {
    expect((await logIn(reader, NEW, headers)).statusCode).toBe(200)
  }
})

test('a server without mail says so', async () => {
  server = await createTestServer()
  expect((await request('ada@example.com')).json()).toMatchObject({
    status: 503,
    code: 'mail_off',
    message: ERROR_TEXTS.mailOff,
  })
  expect((await server.app.inject('/api/settings')).json()).toEqual({ passwordReset: false })
})

test('an email is sent three mails an hour, whoever asks, and nobody is told; closing sends them first', async () => {
  await open({ rateLimitFactor: 1 })
  const reader = await register(server.app)
  for (let count = 1; count <= 5; count += 1) {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/user/passwordReset',
      payload: { email: count % 2 === 0 ? reader.email : ` ${reader.email.toUpperCase()}` },
      remoteAddress: `192.0.2.${count}`,
    })
    expect(reply.json()).toEqual(SENTENCE)
  }
  clock.speed = 1
  await server.app.close()
  expect(mail.mails.map(({ to }) => to)).toEqual(Array(3).fill(reader.email))
})

test('neither the response nor the time after it tells who has an account', async () => {
  const [reader, google] = [await register(server.app), await googleReader()]
  const { users } = server.store
  const byEmail = users.byEmail.bind(users)
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  const looks = vi.spyOn(users, 'byEmail').mockImplementation(async (email) => {
    await answered
    return byEmail(email)
  })
  clock.waited.splice(0)
  const nobody = Array.from({ length: 8 }, (_, at) => `nobody-${at}@example.org`)
  const emails = [reader.email, google.email, ...nobody]
  // They come before anybody is looked for.
  for (const reply of await Promise.all(emails.map((email) => request(email))))
    expect([reply.statusCode, reply.json()]).toEqual([200, SENTENCE])
  resolve()
  await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(10))
  await mail.mailTo(reader.email)
  await mail.mailTo(google.email)
  expect(mail.mails).toEqual([])
  looks.mockRestore()
  // Ten draws up to 500: that they are this close together comes once in a million times.
  const draws = clock.waited.filter((wait) => wait < 500)
  expect(draws).toHaveLength(10)
  expect(Math.max(...draws) - Math.min(...draws)).toBeGreaterThan(100)
})

/** What the log says while something is done, as records. */
async function logOf(
  work: (write: MockInstance) => Promise<void>,
): Promise<Record<string, unknown>[]> {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    await work(write)
    return write.mock.calls.map(([line]) => JSON.parse(String(line)))
  } finally {
    write.mockRestore()
  }
}

describe('a mail server that', () => {
  test.each([
    ['is away', 'ESOCKET ECONNREFUSED CONN'],
    ['refuses', 'EENVELOPE RCPT TO 550'],
  ])('%s costs the reader nothing, and the log says so', async (what, reason) => {
    clock.speed = 1
    mail.manner = 'refuses'
    const away = `smtp://127.0.0.1:${await findPort()}`
    await open({ logLevel: 'warn', ...(what === 'is away' && { url: away }) })
    const reader = await register(server.app)
    const lines = await logOf(async () => {
      expect((await request(reader.email)).json()).toEqual(SENTENCE)
      await server.app.close()
    })
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, msg: 'a mail was not sent', reason }),
    ])
    expect(JSON.stringify(lines)).not.toMatch(/@|reset=|reader-/)
  })

  test('is silent holds up the closing no longer than a second, and is given up in its time', async () => {
    mail.manner = 'silent'
    await open({ logLevel: 'warn', stepMs: 300 })
    const reader = await register(server.app)
    const lines = await logOf(async (write) => {
      expect((await request(reader.email)).json()).toEqual(SENTENCE)
      await server.app.close()
      await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2), 10_000)
    })
    expect(lines).toEqual([
      // A process ends here.
      expect.objectContaining({ level: 40, reason: 'closing', mails: 1 }),
      expect.objectContaining({
        level: 40,
        reason: expect.stringMatching(/^ETIMEDOUT \w+_TIMEOUT CONN$/),
      }),
    ])
  })
})

describe('PUT /api/user/{id}/password', () => {
  test('is slowed down like logins, and changes nothing with a wrong password', async () => {
    const reader = await register(server.app)
    for (const status of [403, 403, 429]) {
      expect((await change(reader, 'wrong password')).statusCode).toBe(status)
    }
    time += MINUTE_MS
    expect((await logIn(reader, reader.password)).statusCode).toBe(200)
  })

  test('needs a password, and the rule for a new one', async () => {
    await open({ secure: true })
    const reader = await register(server.app)
    expect((await change(reader, reader.password, 'password123')).json()).toMatchObject({
      code: 'password_rejected',
    })
    const google = await googleReader()
    expect((await change(google, google.password)).json()).toMatchObject({
      status: 403,
      code: 'wrong_password',
      message: ERROR_TEXTS.notYourPassword,
    })
  })
})

/** A reader, and what uses a link that was mailed to them. */
async function readerWithLink() {
  const reader = await register(server.app)
  const token = await requestToken(reader)
  const useLink = async () => expect((await reset(token)).statusCode).toBe(200)
  return { reader, useLink }
}

describe('a link that is used while a request of another session is on its way overtakes', () => {
  test('a change of the password', async () => {
    const { reader, useLink } = await readerWithLink()
    const { accounts } = server.store
    vi.spyOn(accounts, 'setPassword').mockImplementationOnce(async (...values) => {
      await useLink()
      return accounts.setPassword(...values)
    })
    const reply = await change(reader, reader.password, 'the password of a thief')
    expect(reply.json()).toMatchObject({ status: 403, code: 'wrong_password' })
    expect((await logIn(reader, 'the password of a thief')).statusCode).toBe(401)
    expect((await logIn(reader, NEW)).statusCode).toBe(200)
  })

  test('the deletion of the account, and no favorite is lost', async () => {
    const { reader, useLink } = await readerWithLink()
    const [book] = await server.catalogue.byCategory('Poetry', 0, 1)
    if (book) await server.store.favorites.add(reader.id, { book }, 1, 5)
    const { accounts } = server.store
    vi.spyOn(accounts, 'remove').mockImplementationOnce(async (...values) => {
      await useLink()
      return accounts.remove(...values)
    })
    expect((await remove(reader)).statusCode).toBe(401)
    expect((await logIn(reader, NEW)).statusCode).toBe(200)
    expect(await server.store.favorites.ids(reader.id)).toEqual([book?.id])
  })
})
