/**
 * What every end-to-end test uses. Each worker has a real server of its own on a fresh data folder; every page is
 * watched, and an error that it reports fails the test. Every spec imports `test` and `expect` from here.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import type { LibraryList } from '../../contract/uploads.ts'
import type { RegisterResponse } from '../../contract/session.ts'
import { CHEAP_PASSWORDS } from '../cheapPasswords.ts'
import { spawnServer } from '../process.ts'

export { expect }

/** A test that takes long and runs in `npm run test:full` alone. */
export const FULL = { tag: '@full' }

/** An address of every page that a visitor and a reader can open. */
export const VISITOR_PAGES = ['/', '/login', '/register', '/book/emma', '/no/such/page']
export const READER_PAGES = [
  '/',
  '/categories',
  '/recommendations',
  '/favorites',
  '/want-to-read',
  '/import',
  '/book/emma',
]

export const DIST_DIR = resolve(process.env['DIST_DIR'] ?? join(import.meta.dirname, '../../dist'))

/** The errors that the pages of a test report. */
interface Complaints {
  /**
   * Allows what matches, such as the browser's own line about an error response that the test provokes. The test
   * fails if it never comes: a stale expectation hides nothing.
   */
  expect(pattern: RegExp): void
  /** The same for what need not come: the page may have aborted the request before. */
  allow(pattern: RegExp): void
}

/** Reports violations of the content security policy to the console. Runs in the page. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`)
  })
}

/**
 * Collects console errors, uncaught errors, violations of the policy, failed requests and requests to
 * foreign origins, of every page of a browser context.
 */
export async function watch(context: BrowserContext, origin: string): Promise<string[]> {
  const complaints: string[] = []
  await context.addInitScript(reportViolations)
  context.on('console', (message) => {
    const { url } = message.location()
    // The not-found page has its status.
    const isExpected = url === `${origin}/no/such/page` && message.text().includes('404')
    if (message.type() === 'error' && !isExpected) {
      complaints.push(`console: ${message.text()} (${url})`)
    }
  })
  context.on('weberror', (webError) => complaints.push(`uncaught: ${webError.error().message}`))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown'
    // The browser aborts what a page was still loading when another page takes its place.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${reason}`)
  })
  context.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    if ((protocol === 'http:' || protocol === 'https:') && target !== origin) {
      complaints.push(`foreign: ${request.url()}`)
    }
  })
  return complaints
}

interface TestFixtures {
  complaints: Complaints
}

interface WorkerFixtures {
  /** The worker's server, such as http://localhost:43117. */
  address: string
}

/**
 * Runs a server with these settings on a fresh data folder while `use` has its address. It must exit with code 0.
 * @returns its log
 */
export async function serve(
  settings: Record<string, string>,
  use: (address: string) => Promise<void>,
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'catchword-e2e-'))
  const server = spawnServer({
    DATA_DIR: dataDir,
    DIST_DIR,
    COVER_HOSTS: 'none',
    ...CHEAP_PASSWORDS,
    ...settings,
  })
  try {
    await use(await server.ready)
  } finally {
    server.child.kill('SIGTERM')
    await server.exit
    await rm(dataDir, { recursive: true, force: true })
  }
  const { code, signal, stderr } = await server.exit
  if (code !== 0) throw new Error(`The server ended with ${code ?? signal}: ${stderr}`)
  return stderr
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  address: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern
    async ({}, use) => {
      await serve({}, use)
    },
    { scope: 'worker' },
  ],

  // Requests of a service worker cannot be routed; its own spec allows it.
  serviceWorkers: 'block',

  baseURL: async ({ address }, use) => {
    await use(address)
  },

  complaints: [
    async ({ context, address }, use) => {
      const found = await watch(context, address)
      const expected: RegExp[] = []
      const allowed: RegExp[] = []
      await use({
        expect: (pattern) => void expected.push(pattern),
        allow: (pattern) => void allowed.push(pattern),
      })
      // The browser writes to its console after the test has its response.
      const missing = () => expected.filter((pattern) => !found.some((text) => pattern.test(text)))
      await expect.poll(() => missing().map(String), 'complaints that did not come').toEqual([])
      const existing = [...expected, ...allowed]
      const unexpected = found.filter((text) => !existing.some((pattern) => pattern.test(text)))
      expect(unexpected, 'complaints of the pages').toEqual([])
      // What they do in leaving is not of the next test.
      await Promise.all(context.pages().map((page) => page.close()))
    },
    { auto: true },
  ],
})

/** A reader with an account on the worker's server. */
export interface Reader {
  id: string
  name: string
  email: string
  password: string
  token: string
  /** The server's origin, which the session belongs to. */
  origin: string
}

/** Name, email and password of somebody who has no account yet. */
export function newcomer(name = 'Ada Reader'): Pick<Reader, 'name' | 'email' | 'password'> {
  return { name, email: `reader-${randomUUID()}@example.com`, password: 'a long evening in' }
}

/** The header of the reader's session. */
export function bearer({ token }: Pick<Reader, 'token'>): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/**
 * Creates an account over the API and saves its interests. The session cookie is left in the jar of `request`,
 * which is the page's own for `page.request`.
 */
export async function registerReader(
  request: APIRequestContext,
  { name, interests = [] }: { name?: string; interests?: readonly Category[] } = {},
): Promise<Reader> {
  const account = newcomer(name)
  const response = await request.post('/api/user/register', {
    data: { ...account, confirmPassword: account.password },
    failOnStatusCode: true,
  })
  const { id, token }: RegisterResponse = await response.json()
  const reader = { ...account, id, token, origin: new URL(response.url()).origin }
  if (interests.length > 0) {
    await request.put(`/api/user/${id}`, {
      headers: bearer(reader),
      data: { preferences: interests },
      failOnStatusCode: true,
    })
  }
  return reader
}

/**
 * Signs a new reader in without the form: the cookie in the page's jar, the keys of docs/product.md 3.2 in its
 * storage. The page is still blank afterwards.
 */
export async function signIn(
  page: Page,
  options?: Parameters<typeof registerReader>[1],
): Promise<Reader> {
  const reader = await registerReader(page.request, options)
  const context = page.context()
  const cookies = await context.cookies()
  const keys = {
    token: reader.token,
    user: JSON.stringify({ id: reader.id, name: reader.name }),
    username: reader.name,
    isLoggedIn: 'true',
  }
  const localStorage = Object.entries(keys).map(([name, value]) => ({ name, value }))
  await context.setStorageState({ cookies, origins: [{ origin: reader.origin, localStorage }] })
  return reader
}

/** Ends the session on the server; the page does not know of it. */
export async function endSession(page: Page, reader: Reader): Promise<void> {
  await page.request.post('/api/user/logout', { headers: bearer(reader), failOnStatusCode: true })
}

/** The status of a request for the profile with this token: 200 in a session, 401 without. */
export async function profileStatus(request: APIRequestContext, token: string): Promise<number> {
  return (await request.get('/api/profile', { headers: bearer({ token }) })).status()
}

/** Puts books on a list of the reader's over the API. */
export async function addBooks(
  page: Page,
  reader: Reader,
  list: LibraryList,
  bookIds: readonly string[],
): Promise<void> {
  await page.request.put(`/api/user/${reader.id}/books/${list}`, {
    headers: bearer(reader),
    data: { bookIds },
    failOnStatusCode: true,
  })
}

/** Adds the first books of an interest to the favorites. */
export async function addFavorites(
  page: Page,
  reader: Reader,
  count: number,
  preference: Category = 'Fantasy',
): Promise<void> {
  const params = { preference, startIndex: 1 }
  const response = await page.request.get('/api/recommendedBooks', { params })
  const books: Book[] = await response.json()
  const ids = books.slice(0, count).map(({ id }) => id)
  await addBooks(page, reader, 'favorites', ids)
}
