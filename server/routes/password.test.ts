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
import { PNG } from '../../contract/testing/client.ts'
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

const clock = vi.hoisted(() => ({ speed: 1 }))
// The waits of the routes, as often as fast as `speed` says.
vi.mock(import('node:timers/promises'), async (original) => {
  const real = await original()
  const setTimeout: typeof real.setTimeout = (wait = 0, ...more) =>
    real.setTimeout(wait / clock.speed, ...more)
  return { ...real, setTimeout, default: { ...real, setTimeout } }
})

const FROM = { name: 'Catchword', address: 'books@example.org' }
const PUBLIC_URL = 'https://books.example'
const NEW = 'another horse battery'
const SENTENCE = {
  message: 'If there is an account with this email, a link is on its way.',
}

let mail: MailServer
let server: TestServer
let time = Date.UTC(2026, 10, 27)

beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.close())
afterEach(async () => {
  clock.speed = 1
  await server.close()
  mail.manner = 'takes'
  mail.mails.splice(0)
})

/** A server that sends mail by `url`, and has the clock of the tests. */
async function open({
  url = mail.url,
  stepMs,
  ...more
}: TestServerOverrides & { url?: string; stepMs?: number } = {}) {
  const own = { publicUrl: PUBLIC_URL, mail: { url, from: FROM, stepMs }, now: () => time }
  server = await createTestServer({ ...own, ...more })
}

const request = (email: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/user/passwordReset',
    payload: { email },
    headers,
  })

const reset = (token: string, password = NEW, confirmPassword = password) =>
  server.app.inject({
    method: 'PUT',
    url: '/api/user/passwordReset',
    payload: { token, password, confirmPassword },
  })

const logIn = ({ email, password }: Pick<TestReader, 'email' | 'password'>) =>
  server.app.inject({ method: 'POST', url: '/api/user/login', payload: { email, password } })

const profile = (headers: TestReader['bearer']) =>
  server.app.inject({ url: '/api/profile', headers })

const tokenOf = (link: string): string => new URL(link).hash.replace('#reset=', '')

/** The token of a link that a reader requests. */
async function requestToken({ email }: TestReader): Promise<string> {
  expect((await request(email)).statusCode).toBe(200)
  return tokenOf(await mail.linkTo(email))
}

/** A reader who signs in with Google alone. */
async function googleReader(): Promise<TestReader> {
  const reader = await register(server.app)
  await server.store.users.setPasswordHash(reader.id, '')
  return reader
}

describe('a requested link', () => {
  beforeEach(() => open())

  test('comes by mail, as text and as HTML, and without what a reader has typed', async () => {
    const reader = await register(server.app, { name: 'Win at https://evil.example <b>now</b>' })
    const reply = await request(reader.email.toUpperCase())
    expect([reply.statusCode, reply.json()]).toEqual([200, SENTENCE])
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
    const german =
      'Jemand, vermutlich du, hat ein neues Passwort für dein Catchword-Konto angefordert.'
    const [reader, other] = [await register(server.app), await googleReader()]
    await server.store.users.setLanguage(reader.id, 'de')
    await request(reader.email, { 'accept-language': 'en' })
    const { head, text } = await mail.mailTo(reader.email)
    expect(head).toMatch(/^Subject: Setze dein Catchword-Passwort =\?UTF-8|^Subject: =\?UTF-8/m)
    expect(head).toMatch(/^Content-Language: de$/m)
    expect(text).toMatch(
      /^Jemand, vermutlich du, .* Wähle es hier:\s+https:\/\/\S+#reset=\S+\s+Dieser/,
    )
    await request(other.email, { 'accept-language': 'de' })
    const hint = (await mail.mailTo(other.email)).text
    expect(hint).toContain(german)
    expect(hint).toContain('„Weiter mit Google“')
    await server.store.users.setLanguage(other.id, 'en')
    await request(other.email, { 'accept-language': 'de' })
    expect((await mail.mailTo(other.email)).text).toContain('"Continue with Google"')
  })

  test('sets a password once, ends every session and every pause, and any other link', async () => {
    const reader = await register(server.app)
    const second = (await logIn(reader)).json<{ token: string }>()
    const [other, token] = [await requestToken(reader), await requestToken(reader)]
    const reply = await reset(token)
    expect(reply.json()).toEqual({ message: 'Your password has been changed. Please log in.' })
    for (const bearer of [reader.bearer, { authorization: `Bearer ${second.token}` }]) {
      expect((await profile(bearer)).statusCode).toBe(401)
    }
    expect((await logIn(reader)).statusCode).toBe(401)
    expect((await logIn({ ...reader, password: NEW })).statusCode).toBe(200)
    for (const used of [token, other]) {
      const again = await reset(used, 'a third horse battery')
      expect(again.json()).toMatchObject({
        status: 400,
        code: 'reset_link_invalid',
        message: ERROR_TEXTS.resetLinkInvalid,
      })
    }
  })

  test('sets one password of two that are sent at once', async () => {
    const reader = await register(server.app)
    const token = await requestToken(reader)
    const passwords = [NEW, 'a third horse battery']
    const responses = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400]))
    const logins = await Promise.all(passwords.map((password) => logIn({ ...reader, password })))
    expect(logins.map(({ statusCode }) => statusCode)).toEqual(
      responses.map(({ statusCode }) => (statusCode === 200 ? 200 : 401)),
    )
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
    expect((await logIn(reader)).statusCode).toBe(401)
    expect((await server.store.accounts.everythingOf(reader.id))?.sessions).toEqual([])
  })

  test('stays good after a password that is rejected', async () => {
    const reader = await register(server.app)
    const token = await requestToken(reader)
    expect((await reset(token, NEW, 'different')).json()).toMatchObject({
      code: 'passwords_differ',
    })
    expect((await reset(token, 'short')).json()).toMatchObject({ code: 'password_rejected' })
    expect((await reset(token)).statusCode).toBe(200)
  })

  test('is worth nothing late, altered, or when its account is gone', async () => {
    const [late, leaving] = [await register(server.app), await register(server.app)]
    const [token, orphan] = [await requestToken(late), await requestToken(leaving)]
    const altered = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const removed = await server.app.inject({
      method: 'DELETE',
      url: `/api/user/${leaving.id}`,
      headers: leaving.bearer,
      payload: { password: leaving.password },
    })
    expect(removed.statusCode).toBe(200)
    for (const bad of [altered, orphan, 'x', '../login', 'İ'.repeat(100)]) {
      expect((await reset(bad)).json()).toMatchObject({ code: 'reset_link_invalid' })
    }
    time += 60 * MINUTE_MS - 1
    expect(await server.store.passwordResets.readerOf(sha256(token), time)).toBeDefined()
    time += 1
    expect((await reset(token)).json()).toMatchObject({ code: 'reset_link_invalid' })
    expect((await logIn(late)).statusCode).toBe(200)
    // The next link sweeps it away.
    await requestToken(late)
    expect(await server.store.passwordResets.removeExpired(time)).toBe(0)
  })

  test('tells who signs in with Google alone so, without a link', async () => {
    const client = { clientId: 'id', clientSecret: 's', issuer: 'https://id.example' }
    server.config.google = { ...client, name: 'Library', trustsEmail: false }
    const reader = await googleReader()
    expect((await request(reader.email)).json()).toEqual(SENTENCE)
    const { text } = await mail.mailTo(reader.email)
    expect(text).toMatch(/Continue with Library/)
    expect(text).not.toMatch(/https?:|reset=/)
    expect(await server.store.passwordResets.removeExpired(Number.MAX_SAFE_INTEGER)).toBe(0)
  })

  test('is requested from our own pages alone, for an email that can be one', async () => {
    const reader = await register(server.app)
    for (const site of ['cross-site', 'same-site']) {
      const reply = await request(reader.email, { 'sec-fetch-site': site })
      expect(reply.json()).toMatchObject({ status: 403, code: 'cross_site' })
    }
    expect((await request('nobody')).json()).toMatchObject({ message: ERROR_TEXTS.emailInvalid })
    expect((await request('a@example.org\r\nBcc: b@example.org')).statusCode).toBe(400)
    expect((await server.app.inject('/api/settings')).json()).toEqual({ passwordReset: true })
  })
})

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

test('pauses before logins are over, in the browser that caused them and elsewhere', async () => {
  await open({ loginFreeFailures: 2 })
  const reader = await register(server.app)
  const { cookies } = await logIn(reader)
  const device = cookies.find(({ name }) => name.endsWith('device'))
  const cookie = `${device?.name}=${device?.value}`
  const enter = (password: string, headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: reader.email, password },
      headers,
    })
  const browsers: Record<string, string>[] = [{}, { cookie }]
  for (const headers of browsers) {
    for (const status of [401, 401, 429]) {
      expect((await enter('wrong password', headers)).statusCode).toBe(status)
    }
  }
  const token = await requestToken(reader)
  const reply = await server.app.inject({
    method: 'PUT',
    url: '/api/user/passwordReset',
    payload: { token, password: NEW, confirmPassword: NEW },
    headers: { cookie },
  })
  expect(reply.statusCode).toBe(200)
  for (const headers of browsers) {
    expect((await enter(NEW, headers)).statusCode).toBe(200)
  }
})

test('a server without mail says so, and still takes links', async () => {
  server = await createTestServer()
  const reader = await register(server.app)
  expect((await request(reader.email)).json()).toMatchObject({
    status: 503,
    code: 'mail_off',
    message: ERROR_TEXTS.mailOff,
  })
  expect((await server.app.inject('/api/settings')).json()).toEqual({ passwordReset: false })
})

test('an email is sent three mails an hour, whoever asks, and nobody is told', async () => {
  await open({ rateLimitFactor: 1 })
  const reader = await register(server.app)
  const responses = []
  for (let count = 1; count <= 5; count += 1) {
    responses.push(
      await server.app.inject({
        method: 'POST',
        url: '/api/user/passwordReset',
        payload: { email: count % 2 === 0 ? reader.email : ` ${reader.email.toUpperCase()}` },
        remoteAddress: `192.0.2.${count}`,
      }),
    )
  }
  expect(responses.map((reply) => reply.json())).toEqual(Array.from(responses, () => SENTENCE))
  for (let count = 1; count <= 3; count += 1) await mail.mailTo(reader.email)
  // Which sends what there is to send.
  await server.app.close()
  expect(mail.mails).toEqual([])
})

test('neither the response nor the time after it tells who has an account', async () => {
  await open()
  const [reader, google] = [await register(server.app), await googleReader()]
  const looks = vi.spyOn(server.store.users, 'byEmail')
  const emails = Array.from({ length: 8 }, (_, at) => `nobody-${at}@example.org`)
  /** From each response to the first work for its email, in ms. */
  const delays: number[] = []
  for (const email of [reader.email, google.email, ...emails]) {
    const before = looks.mock.calls.length
    const reply = await request(email)
    const sent = performance.now()
    expect([reply.statusCode, reply.json()]).toEqual([200, SENTENCE])
    await vi.waitFor(() => expect(looks.mock.calls.length).toBe(before + 1), { interval: 2 })
    delays.push(performance.now() - sent)
  }
  await mail.mailTo(reader.email)
  await mail.mailTo(google.email)
  expect(mail.mails).toEqual([])
  // Ten draws up to 500: that they are this close together comes once in a million times.
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(100)
})

test('closing finishes the mails under way first', async () => {
  await open()
  const reader = await register(server.app)
  await request(reader.email)
  await server.app.close()
  expect(mail.mails.map(({ to }) => to)).toEqual([reader.email])
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

/** Why the log says that a mail was not sent. */
async function reasonOf(url = mail.url): Promise<unknown> {
  await open({ logLevel: 'warn', url })
  const reader = await register(server.app)
  const lines = await logOf(async () => {
    expect((await request(reader.email)).json()).toEqual(SENTENCE)
    await server.app.close()
  })
  expect(lines).toEqual([expect.objectContaining({ level: 40, msg: 'a mail was not sent' })])
  expect(JSON.stringify(lines)).not.toMatch(/@|reset=|reader-/)
  return lines[0]?.['reason']
}

describe('a mail server that', () => {
  test('is away costs the reader nothing, and the log says so', async () => {
    const url = `smtp://127.0.0.1:${await findPort()}`
    expect(await reasonOf(url)).toBe('ESOCKET ECONNREFUSED CONN')
  })

  test('refuses costs the reader nothing, and the log says so', async () => {
    mail.manner = 'refuses'
    expect(await reasonOf()).toBe('EENVELOPE RCPT TO 550')
  })

  test('is silent holds up the closing no longer than a second, and is given up in its time', async () => {
    mail.manner = 'silent'
    await open({ logLevel: 'warn', stepMs: 2000 })
    const reader = await register(server.app)
    clock.speed = 20
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

const change = (reader: TestReader, currentPassword: string, password = NEW) =>
  server.app.inject({
    method: 'PUT',
    url: `/api/user/${reader.id}/password`,
    headers: reader.bearer,
    payload: { currentPassword, password, confirmPassword: password },
  })

describe('PUT /api/user/{id}/password', () => {
  test('ends the other sessions and the links that set a password', async () => {
    await open()
    const reader = await register(server.app)
    const other = (await logIn(reader)).json<{ token: string }>()
    const token = await requestToken(reader)
    expect((await change(reader, reader.password)).json()).toEqual({
      message: 'Your password has been changed.',
    })
    expect((await profile(reader.bearer)).statusCode).toBe(200)
    expect((await profile({ authorization: `Bearer ${other.token}` })).statusCode).toBe(401)
    expect((await reset(token)).json()).toMatchObject({ code: 'reset_link_invalid' })
    expect((await logIn({ ...reader, password: NEW })).statusCode).toBe(200)
  })

  test('is slowed down like logins, and changes nothing with a wrong password', async () => {
    await open({ loginFreeFailures: 2 })
    const reader = await register(server.app)
    for (const status of [403, 403, 429]) {
      expect((await change(reader, 'wrong password')).statusCode).toBe(status)
    }
    time += MINUTE_MS
    expect((await logIn(reader)).statusCode).toBe(200)
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
  beforeEach(() => open())

  test('a change of the password', async () => {
    const { reader, useLink } = await readerWithLink()
    const { accounts } = server.store
    vi.spyOn(accounts, 'setPassword').mockImplementationOnce(async (...values) => {
      await useLink()
      return accounts.setPassword(...values)
    })
    const reply = await change(reader, reader.password, 'the password of a thief')
    expect(reply.json()).toMatchObject({ status: 403, code: 'wrong_password' })
    const thief = { ...reader, password: 'the password of a thief' }
    expect((await logIn(thief)).statusCode).toBe(401)
    expect((await logIn({ ...reader, password: NEW })).statusCode).toBe(200)
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
    const reply = await server.app.inject({
      method: 'DELETE',
      url: `/api/user/${reader.id}`,
      headers: reader.bearer,
      payload: { password: reader.password },
    })
    expect(reply.statusCode).toBe(401)
    expect((await logIn({ ...reader, password: NEW })).statusCode).toBe(200)
    expect(await server.store.favorites.ids(reader.id)).toEqual([book?.id])
  })

  test('a picture', async () => {
    const { reader, useLink } = await readerWithLink()
    const { pictures } = server.store
    vi.spyOn(pictures, 'set').mockImplementationOnce(async (...values) => {
      await useLink()
      return pictures.set(...values)
    })
    const form = new FormData()
    form.append('profileImage', new Blob([PNG]), 'me.png')
    const encoded = new Response(form)
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/profile/upload',
      headers: { ...reader.bearer, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(reply.statusCode).toBe(401)
    expect(await pictures.nameOf(reader.id)).toBeUndefined()
  })
})
