import { generateKeyPairSync } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
  type MockInstance,
} from 'vitest'
import { buildApp } from '../app.ts'
import type { Config, GoogleConfig } from '../config.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/units.ts'
import { sendJson, startMadeUpProvider, type MadeUpProvider } from '../../test/madeUpProvider.ts'
import {
  startOidcProvider,
  type OidcProvider,
  type ProviderAccount,
} from '../../test/oidcProvider.ts'
import { createTestServer, register, type TestServer } from '../../test/testServer.ts'

const PUBLIC_URL = 'http://localhost:3000'
const START = '/api/auth/google'
const CALLBACK = '/api/auth/google/callback'
const CLIENT = { clientId: 'catchword-1', clientSecret: 'secret-canary' }

/** The readers and the books of every server of these tests. */
let base: TestServer
let time = Date.now()

beforeAll(async () => {
  base = await createTestServer()
})
afterAll(() => base.close())

/** A server of these readers that signs in at a provider. */
const createApp = (
  google: Partial<GoogleConfig> & Pick<GoogleConfig, 'issuer'>,
  settings: Partial<Config> = {},
): Promise<FastifyInstance> =>
  buildApp({
    config: {
      ...base.config,
      publicUrl: PUBLIC_URL,
      isPublicUrlSet: true,
      google: { ...CLIENT, name: 'Google', trustsEmail: false, ...google },
      ...settings,
    },
    store: base.store,
    local: base.catalogue,
    now: () => time,
  })

/** One with settings of its own, until the test ends. */
async function serve(...settings: Parameters<typeof createApp>): Promise<FastifyInstance> {
  const app = await createApp(...settings)
  onTestFinished(() => app.close())
  return app
}

let accounts = 0

/** Somebody at the provider who was never here. */
function newcomer(): ProviderAccount {
  accounts += 1
  return {
    sub: `1085-${accounts}`,
    email: `Ada-${accounts}@Example.com`,
    email_verified: true,
    name: 'Ada Lovelace',
  }
}

/** A browser as far as sign-in needs one: it keeps cookies, and goes where it is sent. */
class Browser {
  readonly cookies = new Map<string, string>()
  readonly #atProvider = new Map<string, string>()
  app: FastifyInstance

  constructor(app: FastifyInstance) {
    this.app = app
  }

  async open(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.app.inject({
      url,
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie !== '' && { cookie }), ...headers },
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** Presses the button, and answers where it leads. */
  async begin(headers?: Record<string, string>): Promise<URL> {
    const { statusCode, headers: responded } = await this.open(START, headers)
    if (statusCode !== 303) throw new Error(`${START} answered ${statusCode}`)
    return new URL(String(responded.location))
  }

  /** Goes to the provider and through it; answers the address that it sends back to. */
  async visit(address: URL): Promise<string> {
    let url = address
    for (let hop = 0; hop < 10; hop += 1) {
      const cookie = [...this.#atProvider].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
      const body = await response.text()
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        this.#atProvider.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`The provider answered ${response.status} ${body}`)
      url = new URL(location, url)
      if (url.href.startsWith(PUBLIC_URL)) return url.pathname + url.search
    }
    throw new Error('The provider goes round in a circle.')
  }

  /** Comes back as from another site: the session's Strict cookie stays behind. */
  async return(path: string): Promise<LightMyRequestResponse> {
    const session = this.cookies.get('sid')
    this.cookies.delete('sid')
    const response = await this.open(path, { 'sec-fetch-site': 'cross-site' })
    if (session !== undefined && !this.cookies.has('sid')) this.cookies.set('sid', session)
    return response
  }

  /** Begins, goes through the provider, and answers the address that it sends back to. */
  async goThrough(): Promise<string> {
    return this.visit(await this.begin())
  }

  async signIn(): Promise<LightMyRequestResponse> {
    return this.return(await this.goThrough())
  }
}

/** What a reader arrives with. */
function arrival(response: LightMyRequestResponse) {
  expect(response.statusCode).toBe(303)
  const url = new URL(String(response.headers.location))
  expect(url.origin + url.pathname).toBe(`${PUBLIC_URL}/`)
  const { token = '', userId = '', isNewUser, ...more } = Object.fromEntries(url.searchParams)
  expect(more).toEqual({})
  return { token, userId, isNewUser }
}

/** An address with other parameters. */
function altered(path: string, alter: (query: URLSearchParams) => void): string {
  const { pathname, searchParams } = new URL(path, PUBLIC_URL)
  alter(searchParams)
  return `${pathname}?${searchParams}`
}

function authError(response: LightMyRequestResponse): string | undefined {
  expect(response.statusCode).toBe(303)
  return /^\/login\?authError=(\w+)$/.exec(String(response.headers.location))?.[1]
}

describe('with a real provider', () => {
  let provider: OidcProvider
  let app: FastifyInstance
  let browser: Browser
  let ada: ProviderAccount

  beforeAll(async () => {
    provider = await startOidcProvider({ ...CLIENT, redirectUri: PUBLIC_URL + CALLBACK })
    app = await createApp(provider)
  })

  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  beforeEach(() => {
    time = Math.max(time, Date.now())
    browser = new Browser(app)
    ada = newcomer()
    provider.account = { ...ada }
  })

  /** Who a token and the browser's cookie sign in, if anybody. */
  const profile = async (token: string, cookie = browser.cookies.get('sid')) => {
    const response = await app.inject({
      url: '/api/profile',
      headers: {
        authorization: `Bearer ${token}`,
        ...(cookie !== undefined && { cookie: `sid=${cookie}` }),
      },
    })
    return response.statusCode === 200
      ? response.json<{ id: string; name: string }>()
      : response.json<{ code: string }>().code
  }

  test('begins with state, nonce and PKCE, and a cookie that comes back with the reader', async () => {
    const response = await browser.open(START)
    const address = new URL(String(response.headers.location))
    expect(address.origin).toBe(provider.issuer)
    const secret: unknown = expect.stringMatching(/^[\w-]{43}$/)
    const signed: unknown = expect.stringMatching(/^[\w-]{43}\..+\..+$/)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'catchword-1',
      response_type: 'code',
      redirect_uri: `${PUBLIC_URL}${CALLBACK}`,
      scope: 'openid email profile',
      state: secret,
      nonce: secret,
      code_challenge: secret,
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    expect(response.cookies).toEqual([
      { name: 'oauth', value: signed, path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 600 },
    ])
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    const again = await new Browser(app).begin()
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(again.searchParams.get(name)).not.toBe(address.searchParams.get(name))
    }
  })

  test('has a Secure cookie of the host alone behind https', async () => {
    const publicUrl = 'https://books.example'
    const secure = await serve(provider, { publicUrl, secure: true })
    const { cookies, headers } = await secure.inject(START)
    expect(cookies).toMatchObject([{ name: '__Host-oauth', secure: true, path: '/' }])
    expect(cookies[0]).not.toHaveProperty('domain')
    expect(headers.location).toContain(encodeURIComponent(publicUrl + CALLBACK))
  })

  test('signs somebody new in, with a session that works only with its cookie', async () => {
    const response = await browser.signIn()
    const { token, userId, isNewUser } = arrival(response)
    expect(isNewUser).toBe('true')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(response.cookies).toEqual([
      { name: 'oauth', value: '', path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 0 },
      {
        name: 'sid',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: 2_592_000,
      },
    ])
    expect(await profile(token)).toMatchObject({ id: userId, name: 'Ada Lovelace' })
    expect(await profile(token, 'x'.repeat(43))).toBe('session_not_bound')
    expect(await base.store.users.byId(userId)).toMatchObject({
      email: ada.email,
      emailKey: ada.email.toLowerCase(),
      passwordHash: '',
    })
  })

  test('brings the language of the account, which a new one has of the browser', async () => {
    browser.cookies.set('language', 'ja')
    await browser.signIn()
    const elsewhere = new Browser(app)
    await elsewhere.return(await browser.visit(await elsewhere.begin()))
    expect(elsewhere.cookies.get('language')).toBe('ja')
  })

  test('knows a reader again by the subject, whatever their email has become', async () => {
    const first = arrival(await browser.signIn())
    provider.account = { ...ada, email: `king-of-${ada.email}`, email_verified: false, name: '' }
    const second = arrival(await new Browser(app).signIn())
    expect(second).toEqual({ ...second, userId: first.userId, isNewUser: 'false' })
    expect(second.token).not.toBe(first.token)
    // The old session goes on, in its own browser.
    expect(await profile(first.token)).toMatchObject({ id: first.userId, name: 'Ada Lovelace' })
    // Who comes with the email alone is told that it is another account's.
    provider.account = { ...ada, sub: `${ada.sub}-other` }
    expect(authError(await new Browser(app).signIn())).toBe('google_other_account')
  })

  test('makes no account while registration is closed, and signs known readers in', async () => {
    const closed = await serve(provider, { registration: 'closed' })
    expect(authError(await new Browser(closed).signIn())).toBe('google_registration_closed')
    expect(await base.store.users.byEmail(ada.email)).toBeUndefined()
    await browser.signIn()
    expect(arrival(await new Browser(closed).signIn())).toMatchObject({ isNewUser: 'false' })
  })

  test('begins no session for a disabled reader, and says so', async () => {
    const { userId } = arrival(await browser.signIn())
    await base.store.users.setDisabled(userId, 1)
    expect(authError(await new Browser(app).signIn())).toBe('google_disabled')
    await base.store.users.setDisabled(userId, null)
    expect(arrival(await new Browser(app).signIn())).toMatchObject({ userId })
  })

  test('does not link an account by its email, and says so', async () => {
    const reader = await register(app, { email: ada.email.toUpperCase() })
    const response = await browser.signIn()
    expect(authError(response)).toBe('google_email_taken')
    expect(browser.cookies.size).toBe(0)
    expect(await base.store.identities.readerOf('google', ada.sub)).toBeUndefined()

    // Another reader's session does not help, nor does one that other sites could bring along.
    const other = await register(app)
    browser.cookies.set('sid', other.cookie)
    expect(authError(await browser.signIn())).toBe('google_email_taken')
    browser.cookies.set('sid', reader.cookie)
    const begun = await browser.begin({ 'sec-fetch-site': 'same-site' })
    expect(authError(await browser.return(await browser.visit(begun)))).toBe('google_email_taken')
  })

  test('links no account whose session ends before that', async () => {
    const reader = await register(app, { email: ada.email })
    browser.cookies.set('sid', reader.cookie)
    const { identities } = base.store
    const { add } = identities
    vi.spyOn(identities, 'add').mockImplementationOnce(async (...values) => {
      const headers = reader.bearer
      await app.inject({ method: 'POST', url: '/api/user/logout', headers })
      return add(...values)
    })
    expect(authError(await browser.signIn())).toBe('google_other_account')
    expect(await identities.readerOf('google', ada.sub)).toBeUndefined()
  })

  test("links an account while the browser has that account's session", async () => {
    const reader = await register(app, { email: ada.email })
    browser.cookies.set('sid', reader.cookie)
    expect(arrival(await browser.signIn())).toMatchObject({
      userId: reader.id,
      isNewUser: 'false',
    })
    // From then on Google alone is enough, and the password still is.
    expect(arrival(await new Browser(app).signIn()).userId).toBe(reader.id)
    const login = await app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: reader.email, password: reader.password },
    })
    expect(login.statusCode).toBe(200)
    // Its email at another subject is somebody else.
    provider.account = { ...ada, sub: `${ada.sub}-other` }
    expect(authError(await new Browser(app).signIn())).toBe('google_email_taken')
    const holder = new Browser(app)
    holder.cookies.set('sid', reader.cookie)
    expect(authError(await holder.signIn())).toBe('google_other_account')
  })

  test('makes one account of a subject that comes twice at the same moment', async () => {
    const browsers = [1, 2, 3, 4].map(() => new Browser(app))
    const backs = await Promise.all(browsers.map((each) => each.goThrough()))
    const arrivals = await Promise.all(
      browsers.map(async (each, at) => arrival(await each.return(backs[at] ?? ''))),
    )
    expect(new Set(arrivals.map(({ userId }) => userId)).size).toBe(1)
    expect(arrivals.filter(({ isNewUser }) => isNewUser === 'true').length).toBe(1)
  })

  test('works once: who took cookie and address cannot sign in with them again', async () => {
    const back = await browser.goThrough()
    const thief = new Browser(app)
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    arrival(await browser.return(back))
    expect(authError(await thief.return(back))).toBe('google_failed')
    expect(thief.cookies.size).toBe(0)
  })

  test('of two tabs the one that began last signs in, the other says that it did not work', async () => {
    const first = await browser.goThrough()
    const second = await browser.goThrough()
    expect(authError(await browser.return(first))).toBe('google_failed')
    arrival(await browser.return(second))
  })

  test.each<[string, (parts: string[]) => void]>([
    ['another state', (parts) => parts.splice(0, 1, 'x'.repeat(43))],
    ["another reader's session", (parts) => parts.splice(3, 1, 'x'.repeat(43))],
    ['a later end', (parts) => parts.splice(4, 1, String(time + HOUR_MS))],
    ['no signature', (parts) => parts.splice(5, 1, '')],
  ])('refuses a cookie with %s', async (_, forge) => {
    const back = await browser.goThrough()
    const parts = (browser.cookies.get('oauth') ?? '').split('.')
    expect(parts).toHaveLength(6)
    forge(parts)
    browser.cookies.set('oauth', parts.join('.'))
    const withState = altered(back, (query) => query.set('state', parts[0] ?? ''))
    expect(authError(await browser.return(withState))).toBe('google_failed')
  })

  test.each<[string, (query: URLSearchParams) => void]>([
    ['another state', (query) => query.set('state', 'x'.repeat(43))],
    ['no state', (query) => query.delete('state')],
    ['two states', (query) => query.append('state', query.get('state') ?? '')],
  ])('refuses %s', async (_, alter) => {
    const back = await browser.goThrough()
    expect(authError(await browser.return(altered(back, alter)))).toBe('google_failed')
    // The reader's own way back still works: a link from elsewhere ends nobody's sign-in.
    arrival(await browser.return(back))
  })

  test("refuses another browser's state and code: nobody is signed in to somebody else's account", async () => {
    const attacker = new Browser(app)
    const others = await attacker.goThrough()
    // A victim who has begun nothing, and one who has.
    expect(authError(await browser.return(`${others}&again=1`))).toBe('google_failed')
    await browser.begin()
    expect(authError(await browser.return(others))).toBe('google_failed')
    expect(browser.cookies.has('sid')).toBe(false)
  })

  test("refuses the code of another browser's sign-in, and another issuer, in one's own", async () => {
    const other = new URL(await new Browser(app).goThrough(), PUBLIC_URL).searchParams
    expect(other.get('iss')).toBe(provider.issuer)
    for (const [name, value] of [
      ['code', other.get('code') ?? ''],
      ['iss', 'https://accounts.example'],
    ] as const) {
      const back = altered(await browser.goThrough(), (query) => query.set(name, value))
      expect(authError(await browser.return(back))).toBe('google_failed')
      expect(browser.cookies.size).toBe(0)
    }
  })

  test('gives a reader ten minutes', async () => {
    const inTime = await browser.goThrough()
    time += 10 * MINUTE_MS - 1
    arrival(await browser.return(inTime))
    const late = await browser.goThrough()
    time += 10 * MINUTE_MS
    expect(authError(await browser.return(late))).toBe('google_failed')
  })

  test('sends a reader whose cookie was withheld round once by a page of our own', async () => {
    const back = await browser.goThrough()
    const cookies = [...browser.cookies]
    browser.cookies.clear()
    const bounce = await browser.return(back)
    expect(bounce.statusCode).toBe(200)
    expect(bounce.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(/^default-src 'none';script-src 'self';/),
    })
    expect(bounce.cookies).toEqual([])
    expect(bounce.body).not.toMatch(/<script|<style|javascript:/i)
    const [, address = ''] =
      /<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(bounce.body) ?? []
    const second = address.replaceAll('&amp;', '&')
    expect(second).toMatch(/^\/api\/auth\/google\/callback\?.*&again=1$/)

    // The browser brings the cookie now, or there is none.
    expect(authError(await browser.open(second))).toBe('google_failed')
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    arrival(await browser.open(second))
  })

  test('puts nothing into that page that could be markup', async () => {
    const hostile = `"><script>alert(1)</script>'&<b>`
    const query = new URLSearchParams({ state: hostile, code: hostile, error: hostile, x: hostile })
    const { body } = await browser.open(`${CALLBACK}?${query}`)
    expect(body).toContain('<html lang="en" dir="ltr">')
    expect(body).not.toMatch(/<script|<b>|"[^>]*'/)
    expect(body.match(/"/g)?.length).toBe(12)
  })

  test('needs only the settings: another server takes the reader back', async () => {
    const back = await browser.goThrough()
    browser.app = await serve(provider)
    const { token, userId } = arrival(await browser.return(back))
    expect(await profile(token)).toMatchObject({ id: userId })
  })

  test('has no parameter that says where to go on', async () => {
    const foreign = 'https://evil.example/'
    const hostile = new URLSearchParams({ next: foreign, redirect_uri: foreign, url: foreign })
    const address = new URL(String((await browser.open(`${START}?${hostile}`)).headers.location))
    expect(address.href).not.toContain('evil')
    arrival(await browser.return(`${await browser.visit(address)}&${hostile}`))
  })

  test('tells a reader who comes too often, and keeps the limit', async () => {
    const eager = new Browser(await serve(provider, { rateLimitFactor: 0.1 }))
    await eager.begin()
    const begun = await eager.begin()
    const response = await eager.open(START)
    expect(authError(response)).toBe('google_busy')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(200)
    // Coming back is counted by itself: whoever was let go may return.
    arrival(await eager.return(await eager.visit(begun)))
  })

  test('says in the log neither what came back, nor who, nor any secret', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const logging = await serve(provider, { logLevel: 'trace' })
    const visitor = new Browser(logging)
    provider.account = { ...ada, sub: 'sub-canary', email: 'canary@example.com', name: 'Canary' }
    const secrets: string[] = [CLIENT.clientSecret, 'canary', 'Canary']
    const signIn = async (change: (query: URLSearchParams) => void) => {
      const begun = await visitor.begin()
      secrets.push(...visitor.cookies.values())
      const back = new URL(await visitor.visit(begun), PUBLIC_URL)
      for (const name of ['state', 'nonce', 'code_challenge']) {
        secrets.push(begun.searchParams.get(name) ?? 'missing')
      }
      secrets.push(back.searchParams.get('code') ?? 'missing')
      change(back.searchParams)
      return visitor.return(back.pathname + back.search)
    }
    secrets.push(arrival(await signIn(() => undefined)).token, ...visitor.cookies.values())
    for (const name of ['code', 'state']) {
      const response = await signIn((query) => query.set(name, `${name}-canary`))
      expect(authError(response)).toBe('google_failed')
    }
    const log = written.mock.calls.map(([text]) => String(text)).join('')
    written.mockRestore()
    expect(log).toContain(CALLBACK)
    expect(log).toContain('request refused')
    expect(secrets).not.toContain('missing')
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
    expect(log).not.toMatch(/[?&](?:code|state|token)=/)
  })
})

/** Answers a page where JSON is asked for. */
function html(status: number): (response: ServerResponse) => void {
  return (response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>canary</h1>')
}

/** Answers userinfo. */
const says = (claims: Record<string, unknown>) => (response: ServerResponse) =>
  sendJson(response, 200, { sub: 'subject-1', ...claims })

/** What a token says of the email and the name, unless a test says otherwise: nothing. */
const SILENT = { email: undefined, email_verified: undefined, name: undefined }

describe('with other providers', () => {
  let provider: MadeUpProvider
  let app: FastifyInstance
  /** A server whose host trusts the provider's emails. */
  let trusting: FastifyInstance
  let nonce: string
  /** Somebody whom no other test knows, as a token or userinfo tells of them. */
  let ada: { sub: string; email: string; name: string }
  let verified: Record<string, unknown>
  let log: MockInstance

  beforeAll(async () => {
    provider = await startMadeUpProvider(CLIENT.clientId, () => nonce)
    app = await createApp(provider, { logLevel: 'warn' })
    trusting = await createApp({ ...provider, trustsEmail: true }, { logLevel: 'warn' })
  })

  afterAll(async () => {
    await app.close()
    await trusting.close()
    await provider.close()
  })

  beforeEach(() => {
    log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    // The log has one refusal of an address in a second.
    time += MINUTE_MS
    const { sub, email } = newcomer()
    ada = { sub, email, name: 'Ada Lovelace' }
    verified = { ...ada, email_verified: true }
    provider.claim(verified)
    provider.userinfo = html(500)
    provider.requested.length = 0
    provider.visits.clear()
  })

  afterEach(() => log.mockRestore())

  /** Begins, and comes back at once with a code. */
  async function signIn(on = app): Promise<LightMyRequestResponse> {
    const browser = new Browser(on)
    const { searchParams } = await browser.begin()
    nonce = searchParams.get('nonce') ?? ''
    const query = { code: 'code-1', state: searchParams.get('state') ?? '' }
    return browser.return(`${CALLBACK}?${new URLSearchParams(query)}`)
  }

  const nameOf = async (email = ada.email) => (await base.store.users.byEmail(email))?.name

  const logged = () => log.mock.calls.map(([line]) => String(line)).join('')

  // The rest of what the library checks is its own to test.
  test.each<[string, Record<string, unknown>, 'other key'?]>([
    ['with another nonce', { nonce: 'x'.repeat(43) }],
    ['with a subject that is too long', { sub: 'x'.repeat(256) }],
    ['that somebody else signed', {}, 'other key'],
  ])('refuses a token %s', async (_, change, other) => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    provider.claim({ ...verified, ...change }, other && privateKey)
    const response = await signIn()
    expect(authError(response)).toBe('google_failed')
    expect(response.cookies).toMatchObject([{ name: 'oauth', value: '' }])
  })

  test.each<[string, string, (response: ServerResponse) => void]>([
    ['500', 'google_busy', html(500)],
    ['400', 'google_failed', (response) => sendJson(response, 400, { error: 'invalid_grant' })],
  ])('a token endpoint that answers %s ends in %s', async (_, expected, reply) => {
    provider.reply = reply
    expect(authError(await signIn())).toBe(expected)
    // The next one is a new one.
    provider.claim(verified)
    arrival(await signIn())
  })

  test.each([
    ['access_denied', 'google_denied'],
    ['temporarily_unavailable', 'google_busy'],
    ['<b>canary</b>', 'google_failed'],
  ])('a provider that sends back with %s leads to %s', async (error, expected) => {
    const browser = new Browser(app)
    const state = (await browser.begin()).searchParams.get('state') ?? ''
    const back = `${CALLBACK}?${new URLSearchParams({ error, state, code: 'code-1' })}`
    expect(authError(await browser.return(back))).toBe(expected)
    expect(browser.cookies.size).toBe(0)
    expect(provider.requested).toEqual([])
  })

  test('a provider that is down or talks nonsense stops nothing else, and is asked again', async () => {
    const fresh = await serve(provider)
    for (const discovery of [html(500), (response: ServerResponse) => void response.destroy()]) {
      provider.discovery = discovery
      const response = await fresh.inject(START)
      expect(authError(response)).toBe('google_busy')
      expect(response.cookies).toEqual([])
      expect((await fresh.inject('/healthz')).statusCode).toBe(200)
    }
    provider.discovery = undefined
    provider.visits.clear()
    await Promise.all([1, 2, 3].map(() => new Browser(fresh).begin()))
    arrival(await signIn(fresh))
    expect(provider.visits.get('/.well-known/openid-configuration')).toBe(1)
  })

  const [BASIC, POST] = ['client_secret_basic', 'client_secret_post'] as const

  /** What a provider does otherwise. */
  interface Shape {
    path?: string
    methods?: string[]
    token?: object
    userinfo?: object
    prompts?: string[]
    isInForm?: boolean
    trusts?: boolean
  }

  // As their documentation has it.
  const SHAPES: Record<string, Shape> = {
    Keycloak: {
      path: '/realms/readers',
      methods: ['private_key_jwt', BASIC, POST],
      token: { email_verified: true, given_name: 'Ada', preferred_username: 'ada' },
      prompts: ['none', 'login', 'consent', 'create'],
    },
    'Authentik with a mapping for verified emails': {
      path: '/application/o/catchword/',
      methods: [POST, BASIC],
      token: { email_verified: true, given_name: 'Ada Lovelace' },
      isInForm: true,
    },
    Authelia: { methods: [BASIC, POST], userinfo: { email_verified: true } },
    'Entra ID, trusted': {
      path: '/tenant/v2.0',
      methods: [POST, BASIC],
      token: { preferred_username: 'ada@example.com' },
      isInForm: true,
      trusts: true,
    },
    'a provider that writes true as a text': { token: { email_verified: 'true' } },
  }

  test.each(Object.entries(SHAPES))('signs in at %s', async (_, shape) => {
    const { path = '', token, userinfo, prompts, isInForm, trusts = false } = shape
    const { issuer } = provider
    provider.issuer += path
    provider.metadata = {
      token_endpoint_auth_methods_supported: shape.methods,
      prompt_values_supported: prompts,
    }
    onTestFinished(() => void Object.assign(provider, { issuer, metadata: {} }))
    provider.claim({ ...SILENT, sub: ada.sub, ...(token && { ...ada, ...token }) })
    provider.userinfo = says({ sub: ada.sub, ...(userinfo && { ...ada, ...userinfo }) })
    const own = await serve({ issuer: provider.issuer, trustsEmail: trusts })
    expect((await new Browser(own).begin()).searchParams.get('prompt')).toBe(
      prompts ? null : 'select_account',
    )
    expect(arrival(await signIn(own)).isNewUser).toBe('true')
    expect(await nameOf()).toBe('Ada Lovelace')
    const inHeader = `Basic ${Buffer.from('catchword%2D1:secret%2Dcanary').toString('base64')}`
    expect(Object.fromEntries(provider.requested[0] ?? [])).toMatchObject(
      isInForm
        ? { authorization: '', client_secret: CLIENT.clientSecret }
        : { authorization: inHeader },
    )
    const asked = [...provider.visits.keys()].some((one) => one.endsWith('/userinfo'))
    expect(asked).toBe(userinfo !== undefined || trusts)
    // Whoever is linked needs no claim but the subject, and no userinfo.
    provider.claim({ ...SILENT, sub: ada.sub, email_verified: false })
    provider.userinfo = html(500)
    expect(arrival(await signIn(own)).isNewUser).toBe('false')
  })

  const NO = { email_verified: false }

  test.each<[string, object, object, string, string, 'trusted'?]>([
    ['nothing', SILENT, SILENT, 'no_email', 'email_missing'],
    ['no address', SILENT, { email: 'ada', email_verified: true }, 'no_email', 'email_invalid'],
    ['an email alone', SILENT, {}, 'unverified', 'email_verified_absent'],
    ['no', SILENT, { email_verified: 'false' }, 'unverified', 'email_verified_false'],
    ['a number', SILENT, { email_verified: 1 }, 'unverified', 'email_verified_false'],
    ['no in the token', NO, {}, 'unverified', 'email_verified_false', 'trusted'],
    ['no at userinfo', {}, NO, 'unverified', 'email_verified_false', 'trusted'],
    ['both', NO, { email_verified: true }, 'unverified', 'email_verified_false', 'trusted'],
  ])('refuses an email of which the provider tells %s', async (...row) => {
    const [, token, userinfo, code, reason, trusted] = row
    provider.claim({ ...SILENT, ...ada, ...token })
    provider.userinfo = says({ ...ada, ...userinfo })
    expect(authError(await signIn(trusted ? trusting : app))).toBe(`google_${code}`)
    expect(logged()).toContain(`"reason":"${reason}"`)
    expect(await nameOf()).toBeUndefined()
  })

  test('a trusted email opens nobody’s account either', async () => {
    provider.claim({ ...SILENT, ...ada })
    provider.userinfo = says({ sub: ada.sub })
    await register(base.app, { email: ada.email })
    expect(authError(await signIn(trusting))).toBe('google_email_taken')
    expect(await base.store.identities.readerOf('google', ada.sub)).toBeUndefined()
  })

  test('takes a name from userinfo, and no other email with it', async () => {
    provider.claim({ ...verified, name: undefined })
    provider.userinfo = says({ ...verified, email: 'other@example.com' })
    arrival(await signIn())
    expect(await nameOf()).toBe(ada.name)
    expect(await nameOf('other@example.com')).toBeUndefined()
  })

  test.each<[string, string, string, (response: ServerResponse) => void]>([
    [
      'another subject',
      'failed',
      'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
      says({ email: 'x@example.com', email_verified: true, sub: 'x' }),
    ],
    ['more than anybody says', 'failed', 'OAUTH_PARSE_ERROR', says({ x: 'x'.repeat(1e6) })],
    ['nothing at all', 'busy', 'unreachable', (response) => void response.destroy()],
  ])('refuses a userinfo that is %s', async (_, code, reason, userinfo) => {
    provider.claim({ ...SILENT, sub: ada.sub })
    provider.userinfo = userinfo
    expect(authError(await signIn())).toBe(`google_${code}`)
    expect(logged()).toContain(`"reason":"userinfo_${reason}"`)
    expect(logged()).not.toContain('access-canary')
  })

  test.each([
    [{ name: '  Ada\u0000\n Lovelace ' }, 'Ada Lovelace'],
    [{ name: '😀'.repeat(100) }, '😀'.repeat(80)],
    [{ name: ' ', given_name: 'Ada', family_name: { bad: 1 }, preferred_username: 'ada' }, 'Ada'],
    [{ preferred_username: 'ada_l', given_name: '' }, 'ada_l'],
    [{}, undefined],
  ])('takes %j as a name', async (claims, expected) => {
    provider.claim({ ...verified, name: undefined, ...claims })
    arrival(await signIn())
    expect(await nameOf()).toBe(expected ?? ada.email.split('@')[0])
  })
})
