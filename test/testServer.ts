import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { RegisterResponse } from '../contract/session.ts'
import { buildApp } from '../server/app.ts'
import { openCatalogue, type LocalCatalogue } from '../server/catalogue/catalogue.ts'
import { rewriteCatalogue } from '../server/catalogue/rewriteCatalogue.ts'
import type { StoredBook } from '../books/storedBook.ts'
import { readConfig, type Config } from '../server/config.ts'
import { openStore, type Store } from '../server/store/store.ts'
import type { BodyTimes } from '../server/plugins/connections.ts'
import { copyBundledCatalogue } from './bundledCatalogue.ts'

/** A whole server in this process, for `app.inject`; its data folder is gone after `close`. */
export interface TestServer {
  app: FastifyInstance
  store: Store
  catalogue: LocalCatalogue
  config: Config
  /** Adds books to the catalogue under a source of their own. */
  importBooks(source: string, books: readonly StoredBook[]): Promise<void>
  close(): Promise<void>
}

/**
 * What a test may have otherwise: any setting, the clock of sessions, how long bodies may take, and how
 * often neighbours are found anew.
 */
export type TestServerOverrides = Partial<Config> & {
  now?: () => number
  bodyTimes?: BodyTimes
  neighboursEvery?: number
}

/**
 * Builds the server on a data folder of its own, with the bundled books; `databaseUrl` puts it on
 * PostgreSQL. Limits are loose unless `rateLimitFactor` says otherwise; logs are silent.
 */
export async function createTestServer({
  now,
  bodyTimes,
  neighboursEvery,
  ...overrides
}: TestServerOverrides = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'catchword-test-'))
  const defaults = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
    // Requests that never leave the process hold its event loop as those of readers do not.
    MAX_LOOP_DELAY: '0',
  })
  const config = { ...defaults, ...overrides }
  const store = await openStore(config)
  await copyBundledCatalogue(config.catalogueDir)
  const catalogue = openCatalogue({ folder: config.catalogueDir, log: () => undefined })
  const app = await buildApp({
    config,
    store,
    local: catalogue,
    ...(now && { now }),
    ...(bodyTimes && { bodyTimes }),
    ...(neighboursEvery !== undefined && { neighboursEvery }),
  })
  await app.ready()
  return {
    app,
    store,
    catalogue,
    config,
    async importBooks(source, books) {
      await rewriteCatalogue(config.catalogueDir, async (writer) => writer.add(source, books))
    },
    async close() {
      await app.close()
      await catalogue.close()
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A reader who has registered, with both credentials. */
export interface TestReader {
  id: string
  name: string
  email: string
  password: string
  token: string
  /** The value of the session cookie. */
  cookie: string
  /** Request headers that show the bearer token alone. */
  bearer: { authorization: string }
  /** Request headers that show the cookie alone, as a browser does on our own page. */
  sameOrigin: { cookie: string; 'sec-fetch-site': string }
}

let readers = 0

/** The session cookie that a response sets, or `undefined`. */
export function sessionCookie(
  response: LightMyRequestResponse,
): LightMyRequestResponse['cookies'][number] | undefined {
  return response.cookies.find(({ name }) => name === 'sid' || name === '__Host-Http-sid')
}

/** Registers a reader over the API; name, email and password are made up unless given. */
export async function register(
  app: FastifyInstance,
  account: Partial<Pick<TestReader, 'name' | 'email' | 'password'>> = {},
): Promise<TestReader> {
  readers += 1
  const name = account.name ?? `Reader ${readers}`
  const email = account.email ?? `reader-${readers}@example.com`
  const password = account.password ?? 'correct horse battery'
  const response = await app.inject({
    method: 'POST',
    url: '/api/user/register',
    payload: { name, email, password, confirmPassword: password },
  })
  if (response.statusCode !== 201) throw new Error(`register answered ${response.body}`)
  const reply = response.json<RegisterResponse>()
  const set = sessionCookie(response)
  if (!set) throw new Error('register set no cookie')
  return {
    id: reply.id,
    name,
    email,
    password,
    token: reply.token,
    cookie: set.value,
    bearer: { authorization: `Bearer ${reply.token}` },
    sameOrigin: { cookie: `${set.name}=${set.value}`, 'sec-fetch-site': 'same-origin' },
  }
}
