/**
 * What every end-to-end test uses. Each worker has a real server of its own on a fresh data folder; every page
 * is watched, and whatever it complains of fails the test. Every spec imports `test` and `expect` from here.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test'
import type { Book } from '../contract/books.ts'
import type { Category } from '../contract/categories.ts'
import type { RegisterAnswer } from '../contract/session.ts'
import { CHEAP_PASSWORDS } from '../test/cheapPasswords.ts'
import { spawnServer } from '../test/process.ts'

export { expect } from '@playwright/test'

/** A test that takes long, and plays in `npm run test:full` alone. */
export const FULL = { tag: '@full' }

export const DIST_DIR = resolve(process.env['DIST_DIR'] ?? join(import.meta.dirname, '../dist'))

/** What the pages of a test complained of, and what they were expected to complain of. */
interface Complaints {
  /**
   * Lets through the complaints that match, such as the browser's own line about an error response that the
   * test provokes. One that never comes fails the test: a stale expectation hides nothing.
   */
  expect(pattern: RegExp): void
  /** The same for a complaint that need not come: the page may have aborted the request before. */
  allow(pattern: RegExp): void
}

/** Tells the console of what the content security policy refused. Runs in the page. */
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
    if (message.type() === 'error') {
      complaints.push(`console: ${message.text()} (${message.location().url})`)
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
  /** Where the worker's server is, such as http://localhost:43117. */
  address: string
}

/**
 * Runs a server with these settings on a fresh data folder while `use` has its address. It must end
 * well.
 * @returns what it wrote into its log
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
      const known = [...expected, ...allowed]
      const unexpected = found.filter((text) => !known.some((pattern) => pattern.test(text)))
      const missing = expected.filter((pattern) => !found.some((text) => pattern.test(text)))
      const report = [
        ...unexpected.map((text) => `a page complained: ${text}`),
        ...missing.map((pattern) => `no page complained of ${pattern}`),
      ]
      if (report.length > 0) throw new Error(report.join('\n'))
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

/**
 * Creates an account over the API and saves its interests, where there are any. The session cookie is
 * left in the jar of `request`: a page's own jar where it is `page.request`.
 */
export async function registerReader(
  request: APIRequestContext,
  { name, interests = [] }: { name?: string; interests?: readonly Category[] } = {},
): Promise<Reader> {
  const account = newcomer(name)
  const answer = await request.post('/api/user/register', {
    data: { ...account, confirmPassword: account.password },
  })
  if (!answer.ok()) throw new Error(`register answered ${answer.status()} ${await answer.text()}`)
  const { id, token }: RegisterAnswer = await answer.json()
  if (interests.length > 0) {
    const saved = await request.put(`/api/user/${id}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { preferences: interests },
    })
    if (!saved.ok()) throw new Error(`preferences answered ${saved.status()}`)
  }
  return { ...account, id, token, origin: new URL(answer.url()).origin }
}

/**
 * Signs a new reader in without the form: the cookie in the page's jar, the keys of docs/product.md 3.2
 * in its storage. The page is still blank afterwards.
 */
export async function signedIn(
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

/** The book of an interest at a place in its order of popularity, counted from 0. */
export async function bookAt(
  request: APIRequestContext,
  preference: Category,
  place: number,
): Promise<Book> {
  const answer = await request.get('/api/recommendedBooks', {
    params: { preference, startIndex: 1 + Math.floor(place / 6) },
  })
  const books: Book[] = await answer.json()
  const book = books[place % 6]
  if (!book) throw new Error(`${preference} has no book at ${place}.`)
  return book
}

/** Adds a favorite over the API. */
export async function addFavorite(
  request: APIRequestContext,
  { id, token }: Pick<Reader, 'id' | 'token'>,
  bookId: string,
): Promise<void> {
  const added = await request.post(`/api/user/${id}/favoriteBook`, {
    headers: { authorization: `Bearer ${token}` },
    data: { bookId },
  })
  if (!added.ok()) throw new Error(`favoriteBook answered ${added.status()}`)
}

/** Adds books of an interest, from its first on, to the favorites over the API; the titles, newest first. */
export async function addFavorites(
  page: Page,
  reader: Reader,
  count: number,
  preference: Category = 'Fantasy',
): Promise<string[]> {
  const titles: string[] = []
  for (let place = 0; place < count; place += 1) {
    const { id, volumeInfo } = await bookAt(page.request, preference, place)
    await addFavorite(page.request, reader, id)
    titles.unshift(volumeInfo.title)
  }
  return titles
}

/** The ids of a reader's favorites as the server has them, the latest first. */
export async function favoritesOnServer(page: Page, { id, token }: Reader): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get(`/api/user/${id}/favoriteBooks`, { headers })
  const books: { id: string }[] = await answer.json()
  return books.map((book) => book.id)
}
