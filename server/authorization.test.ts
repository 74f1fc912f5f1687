import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '../contract/common.ts'
import { PROFILE_IMAGE_FIELD } from '../contract/uploads.ts'
import { hashPassword } from './accounts/passwords.ts'
import { createSessions, type SessionSecrets } from './accounts/sessions.ts'
import { ROUTES, STATES, type Route, type State } from '../test/authorization.ts'
import { DAY_MS } from '../contract/units.ts'
import { describeOnEngines, type Engine } from '../test/engines.ts'
import { testUser } from '../test/stores.ts'
import { createTestServer, type TestServer } from '../test/testServer.ts'

const ORIGIN = 'http://localhost:3000'
const PASSWORD = 'correct horse battery'
const PAGE = '<!doctype html><title>Catchword</title>'

type Headers = Record<string, string>

/** Routes after which a reader or their session is no more. */
const SPOILING: ReadonlySet<string> = new Set(['POST /api/user/logout', 'DELETE /api/user/:id'])

/** Two readers of a state of their own. */
interface World {
  owner: SessionSecrets & { id: string; email: string }
  other: SessionSecrets & { id: string; email: string }
}

/** What a state of credentials sends, and for whom. */
interface Case {
  readers: World
  shown: Headers
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const cookie = (value: string): Headers => ({ cookie: `sid=${value}` })
const own: Headers = { 'sec-fetch-site': 'same-origin' }
const at = (server: TestServer, time: number) => createSessions(server.store, () => time)
const password = { begun: 'password', bound: false } as const

async function addReader(server: TestServer, passwordHash: string): Promise<World['owner']> {
  const id = randomBytes(12).toString('base64url')
  const email = `${id.toLowerCase()}@example.com`
  await server.store.users.add(testUser(id, { email, emailKey: email, passwordHash }))
  return { id, email, ...(await at(server, Date.now()).begin(id, password)) }
}

/** What is sent in a state of credentials. */
const SHOW: Record<State, (world: World, server: TestServer) => Headers | Promise<Headers>> = {
  none: () => ({}),
  ownerBearer: ({ owner }) => bearer(owner.token),
  otherBearer: ({ other }) => bearer(other.token),
  ownerCookie: ({ owner }) => ({ ...cookie(owner.cookie), ...own }),
  otherCookie: ({ other }) => ({ ...cookie(other.cookie), ...own }),
  cookieSameSite: ({ owner }) => ({ ...cookie(owner.cookie), 'sec-fetch-site': 'same-site' }),
  cookieCrossSite: ({ owner }) => ({ ...cookie(owner.cookie), 'sec-fetch-site': 'cross-site' }),
  cookieAddressBar: ({ owner }) => ({ ...cookie(owner.cookie), 'sec-fetch-site': 'none' }),
  cookieWrongOrigin: ({ owner }) => ({ ...cookie(owner.cookie), origin: 'http://evil.example' }),
  cookieRightOrigin: ({ owner }) => ({ ...cookie(owner.cookie), origin: ORIGIN }),
  cookieNeither: ({ owner }) => cookie(owner.cookie),
  badBearerGoodCookie: ({ owner }) => ({
    ...bearer('A'.repeat(43)),
    ...cookie(owner.cookie),
    ...own,
  }),
  bearerAndOtherCookie: ({ owner, other }) => ({
    ...bearer(owner.token),
    ...cookie(other.cookie),
    ...own,
  }),
  async expired({ owner }, server) {
    return bearer((await at(server, Date.now() - 30 * DAY_MS).begin(owner.id, password)).token)
  },
  async expiredCookie({ owner }, server) {
    const session = await at(server, Date.now() - 30 * DAY_MS).begin(owner.id, password)
    return { ...cookie(session.cookie), ...own }
  },
  async idle({ owner }, server) {
    const time = Date.now() - 14 * DAY_MS - 60_000
    return bearer((await at(server, time).begin(owner.id, password)).token)
  },
  async revoked({ owner }, server) {
    for (let count = 0; count < 20; count += 1) {
      await at(server, Date.now()).begin(owner.id, password)
    }
    return bearer(owner.token)
  },
  tampered: ({ owner: { token } }) =>
    bearer(token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21)),
  malformedScheme: ({ owner }) => ({ authorization: `Token ${owner.token}` }),
  async urlAlone({ owner }, server) {
    const session = await at(server, Date.now()).begin(owner.id, { begun: 'url', bound: true })
    return bearer(session.token)
  },
  async urlWithCookie({ owner }, server) {
    const session = await at(server, Date.now()).begin(owner.id, { begun: 'url', bound: true })
    return { ...bearer(session.token), ...cookie(session.cookie) }
  },
  async loggedOut({ owner }, server) {
    await logOut(server, owner)
    return bearer(owner.token)
  },
  async loggedOutCookie({ owner }, server) {
    await logOut(server, owner)
    return { ...cookie(owner.cookie), ...own }
  },
}

async function logOut(server: TestServer, { token }: SessionSecrets): Promise<void> {
  const request = { method: 'POST', url: '/api/user/logout', headers: bearer(token) } as const
  const reply = await server.app.inject(request)
  if (reply.statusCode !== 200) throw new Error(`logout answered ${reply.body}`)
}

const isState = (name: string): name is State => name in STATES
const ALL_STATES = Object.keys(STATES).filter(isState)

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const

/** Builds a server and notes the routes that it has, as `GET /path`. */
async function createWatchedServer(
  ...settings: Parameters<typeof createTestServer>
): Promise<{ server: TestServer; routes: string[] }> {
  const routes: string[] = []
  const watch = (message: unknown) => {
    const { fastify: app } = Object(message)
    const instance: FastifyInstance = app
    instance.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
  }
  subscribe('fastify.initialization', watch)
  try {
    return { server: await createTestServer(...settings), routes }
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}

/** The row of a route in the data file; a trailing slash makes no other route. */
function rowOf(route: string): Route | undefined {
  const key = route.replace(/^HEAD /, 'GET ').replace(/(?<=\S)\/$/, '')
  if (Object.hasOwn(ROUTES, key)) return ROUTES[key]
  // What the page of the API's document is made of: files of a package.
  return key.startsWith('GET /api/docs/') ? ROUTES['GET /api/docs'] : undefined
}

const KEYS = Object.keys(ROUTES)

describeOnEngines('the authorization matrix', (make) => {
  let engine: Engine
  let server: TestServer
  let routes: string[]
  let passwordHash: string
  let bookId: string
  let picture: { type: string; bytes: Buffer }
  const cases = new Map<State, Case>()

  beforeAll(async () => {
    engine = await make()
    const { databaseUrl } = engine
    const distDir = await mkdtemp(join(tmpdir(), 'catchword-dist-'))
    await writeFile(join(distDir, 'index.html'), PAGE)
    const watched = await createWatchedServer({
      distDir,
      ...(databaseUrl !== undefined && { databaseUrl }),
    })
    server = watched.server
    routes = watched.routes
    passwordHash = await hashPassword(PASSWORD)
    const [book] = await server.catalogue.byCategory('Fantasy', 0, 1)
    bookId = book?.id ?? ''
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append(PROFILE_IMAGE_FIELD, new Blob([new Uint8Array(png)]), 'me.png')
    const encoded = new Response(form)
    picture = {
      type: encoded.headers.get('content-type') ?? '',
      bytes: Buffer.from(await encoded.arrayBuffer()),
    }
  })

  afterAll(async () => {
    await server.close()
    await rm(server.config.distDir, { recursive: true })
    await engine.drop?.()
  })

  const request = (key: string, route: Route, { owner }: World): InjectOptions => {
    const [verb = '', path = ''] = key.split(' ')
    const method = METHODS.find((one) => one === verb)
    if (!method) throw new Error(`${key} has no method.`)
    const values: Record<string, string> = {
      email: owner.email,
      newEmail: `new-${owner.id.toLowerCase()}@example.com`,
      password: PASSWORD,
      bookId,
    }
    const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, word) => values[word] ?? '')
    const url = fill(
      route.url ??
        path
          .replace(':id', owner.id)
          .replace(':sessionId', 'none')
          .replace(':mark', 'read')
          .replace(':list', 'favorites')
          .replace(':bookId', encodeURIComponent(bookId)),
    )
    if (route.picture) {
      return { method, url, payload: picture.bytes, headers: { 'content-type': picture.type } }
    }
    if (route.form) {
      const payload = new URLSearchParams({ email: owner.email, password: PASSWORD }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return { method, url, payload, headers }
    }
    const payload = route.body && fill(JSON.stringify(route.body))
    const json = { 'content-type': 'application/json' }
    return { method, url, ...(payload !== undefined && { payload, headers: json }) }
  }

  const caseOf = async (state: State): Promise<Case> => {
    const readers = {
      owner: await addReader(server, passwordHash),
      other: await addReader(server, passwordHash),
    }
    return { readers, shown: await SHOW[state](readers, server) }
  }

  /** The response of a route in a state of credentials. */
  const send = async (key: string, route: Route, state: State) => {
    const known = SPOILING.has(key) ? undefined : cases.get(state)
    const { readers, shown } = known ?? (await caseOf(state))
    if (!SPOILING.has(key)) cases.set(state, { readers, shown })
    const options = request(key, route, readers)
    return server.app.inject({ ...options, headers: { ...options.headers, ...shown } })
  }

  test('has a row for every route of the running server, and no row too many', () => {
    expect(routes.filter((route) => !rowOf(route))).toEqual([])
    expect(routes.length).toBeGreaterThan(KEYS.length)
    expect(['GET /api/secrets', 'PATCH /api/user/:id'].filter((route) => rowOf(route))).toEqual([])
    const served = new Set(routes)
    expect(KEYS.filter((key) => !served.has(key))).toEqual([])
  })

  test.each(KEYS)(`%s in ${ALL_STATES.length} states`, async (key) => {
    const route = ROUTES[key]
    if (!route) throw new Error(`no row for ${key}`)
    for (const state of ALL_STATES) {
      const outcome = route.access(state)
      const response = await send(key, route, state)
      const status = outcome === 'in' ? route.status : outcome
      expect({ key, state, status: response.statusCode }).toEqual({ key, state, status })
      if (outcome === 'in') continue
      const { code } = response.json<ErrorBody>()
      const codes =
        outcome === 401 ? ['unauthenticated', 'session_not_bound'] : ['forbidden', 'cross_site']
      expect(codes).toContain(code)
      expect('www-authenticate' in response.headers).toBe(outcome === 401)
      expect(response.headers['cache-control']).toBe('no-store')
      if (!key.startsWith('GET ')) continue
      const { statusCode, body } = await send(key.replace('GET', 'HEAD'), route, state)
      expect({ key, state, statusCode, body }).toEqual({ key, state, statusCode: status, body: '' })
    }
  })

  const owned = KEYS.filter((key) => ROUTES[key]?.access('otherBearer') === 403)
  test.each(owned)('%s answers the same for the ids of others and of nobody', async (key) => {
    const route = ROUTES[key]
    if (!route) throw new Error(`no row for ${key}`)
    const { readers } = cases.get('ownerBearer') ?? (await caseOf('ownerBearer'))
    const ids = [readers.other.id, 'nobody', 'x'.repeat(2000), '..%2f..%2fetc', '%00', '-']
    const responses = await Promise.all(
      ids.map(async (id) => {
        const options = request(key, route, { ...readers, owner: { ...readers.owner, id } })
        const headers = { ...options.headers, ...bearer(readers.owner.token) }
        const response = await server.app.inject({ ...options, headers })
        const { instance: _, ...body } = response.json<ErrorBody>()
        return { id, status: response.statusCode, body }
      }),
    )
    const [first] = responses
    expect(first).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(responses).toEqual(ids.map((id) => ({ ...first, id })))
  })
})
