/**
 * What readers have without network, and how a new version comes: the real service worker, the real server.
 */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { drawingDirOf } from '../contract/drawing.ts'
import { axeFindings } from './axe.ts'
import {
  bookAt,
  DIST_DIR,
  expect,
  favoritesOnServer,
  registerReader,
  serve,
  signedIn,
  test,
  watch,
} from './fixtures.ts'
import type { Reader } from './fixtures.ts'
import { addHeart, card, logIn, logOut, navLink, settled } from './navigation.ts'

const OFFLINE = 'You are offline. Your favorites and the books you have opened are still here.'
/** What the browser says of every request that has no network. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/
/** A loaded machine takes its time to fetch and keep the whole build. */
const PATIENCE = { timeout: 30_000 }

/** What this browser keeps, by the name of the cache: the paths in it. Runs in the page. */
async function keptPaths(): Promise<Record<string, string[]>> {
  const kept: Record<string, string[]> = {}
  for (const name of await caches.keys()) {
    const keys = await (await caches.open(name)).keys()
    kept[name] = keys.map(({ url }) => new URL(url).pathname)
  }
  return kept
}

/** Waits until the worker serves the page and everything that a test looks at later is kept. */
async function untilKept(page: Page, reader: Reader, ...bookIds: string[]): Promise<void> {
  const paths = bookIds.map((id) => `/api/book/detail/${id}`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, PATIENCE)
  await expect
    .poll(async () => (await page.evaluate(keptPaths))[`reader:${reader.id}`] ?? [], PATIENCE)
    .toEqual(expect.arrayContaining(paths))
  await expect
    .poll(async () => (await page.evaluate(keptPaths))['covers'] ?? [], PATIENCE)
    .not.toEqual([])
}

/**
 * Takes the network from every page of a context. Chromium 150 forgets with the next document what its own
 * emulation told `navigator.onLine`, so a cookie says it too.
 */
async function loseNetwork(page: Page): Promise<void> {
  const context = page.context()
  await context.addInitScript(() => {
    const real = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine')
    Object.defineProperty(Navigator.prototype, 'onLine', {
      configurable: true,
      get(this: Navigator): unknown {
        return document.cookie.includes('network=lost') ? false : real?.get?.call(this)
      },
    })
  })
  await context.addCookies([{ name: 'network', value: 'lost', url: new URL(page.url()).origin }])
  await context.setOffline(true)
}

/** Gives it back, and every page hears of it. */
async function findNetwork(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: 'network' })
  await context.setOffline(false)
  for (const page of context.pages()) {
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
  }
}

/** The favorites calls that change something, as they are sent. */
function countWrites(context: BrowserContext): string[] {
  const writes: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /\/favoriteBook(?:\/|$)/.test(pathname)) {
      writes.push(request.method())
    }
  })
  return writes
}

test('favorites and opened books can be read without network, and hearts are sent later', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(NO_NETWORK)
  const [first, second] = [
    await bookAt(page.request, 'Poetry', 0),
    await bookAt(page.request, 'Mystery', 0),
  ]
  const reader = await signedIn(page)
  await page.goto(`/book/${second.id}`)
  await expect(page.getByRole('heading', { level: 1, name: second.volumeInfo.title })).toBeVisible()
  await page.goto(`/book/${first.id}`)
  await addHeart(page, page.getByRole('main'))
  await navLink(page, 'Favorites').click()
  await expect(card(page.getByRole('main'), first.volumeInfo.title)).toBeVisible()
  await untilKept(page, reader, first.id)
  // The other one was opened before the worker came; once more, and it is kept.
  await page.goto(`/book/${second.id}`)
  await untilKept(page, reader, second.id)
  await expect(page.getByText(OFFLINE)).toHaveCount(0)

  await loseNetwork(page)
  const writes = countWrites(context)
  await page.goto('/favorites')
  const main = page.getByRole('main')
  await expect(card(main, first.volumeInfo.title)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible()
  await expect(main.getByRole('alert')).toHaveCount(0)
  const cover = card(main, first.volumeInfo.title).locator('img')
  await expect(cover).toHaveAttribute('src', /^\/covers\//)
  await expect
    .poll(() => cover.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 1))
    .toBe(true)
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('link', { name: first.volumeInfo.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: first.volumeInfo.title })).toBeVisible()

  // A deep link, and a heart there.
  await page.goto(`/book/${second.id}`)
  await expect(page.getByRole('heading', { level: 1, name: second.volumeInfo.title })).toBeVisible()
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(page.getByText('You are offline. Your change is kept and sent later.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  await page.goto('/favorites')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    second.volumeInfo.title,
    first.volumeInfo.title,
  ])
  expect(await favoritesOnServer(page, reader)).toEqual([first.id])

  // The landing page was never opened: its covers are the default one.
  await page.goto('/')
  const front = page.getByRole('main').locator('img').first()
  await expect
    .poll(() => front.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 1))
    .toBe(true)
  await page.goto('/favorites')

  // A second tab is there as the network comes back: one of the two sends.
  const other = await context.newPage()
  await other.goto('/favorites')
  await expect(card(other.getByRole('main'), second.volumeInfo.title)).toBeVisible()
  const tried = writes.length
  await findNetwork(context)
  await expect.poll(() => favoritesOnServer(page, reader), PATIENCE).toEqual([second.id, first.id])
  await expect(page.getByText(OFFLINE)).toHaveCount(0)
  // The tab that sent it has the server's answer by then.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('unsentFavorites'))).toBeNull()
  await page.reload()
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(2)
  await other.reload()
  await expect(other.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(2)
  expect(writes.slice(tried)).toEqual(['POST'])
  expect(await page.evaluate(() => localStorage.getItem('unsentFavorites'))).toBeNull()
})

test('a server that is busy, or away behind another, takes nothing of it', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(NO_NETWORK)
  complaints.expect(/ 503 /)
  const [first, second] = [
    await bookAt(page.request, 'Poetry', 0),
    await bookAt(page.request, 'Mystery', 0),
  ]
  const reader = await signedIn(page)
  await page.goto(`/book/${first.id}`)
  await addHeart(page, page.getByRole('main'))
  await untilKept(page, reader, first.id)
  await page.goto(`/book/${second.id}`)
  await untilKept(page, reader, second.id)
  await page.goto('/')
  const showcase = async () => (await page.evaluate(keptPaths))['showcase'] ?? []
  await expect.poll(async () => (await showcase()).length, PATIENCE).toBeGreaterThan(0)

  let busy = false
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!busy || /^\/(?:assets|covers|showcase)\//.test(pathname)) return route.fallback()
    return route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { error: 'The server is busy. Please try again.', code: 'busy' },
    })
  })
  busy = true
  const main = page.getByRole('main')
  await page.goto('/favorites')
  await expect(page.getByText('Failed to load favorite books.')).toBeVisible()
  // Never scrolled to, or within the page: its cover is kept all the same.
  const cover = card(main, first.volumeInfo.title).locator('img')
  await expect(cover).toBeVisible()
  await expect
    .poll(() => cover.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth > 1))
    .toBe(true)
  await page.goto(`/book/${second.id}`)
  await expect(page.getByText('Error loading the book details.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([second.volumeInfo.title])
  busy = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Error loading the book details.')).toHaveCount(0)

  // A heart that waits meets the same, and no event tells when it is over.
  await loseNetwork(page)
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(page.getByText('You are offline. Your change is kept and sent later.')).toBeVisible()
  busy = true
  await findNetwork(context)
  await expect(page.getByText(OFFLINE)).toHaveCount(0)
  await page.waitForResponse((answer) => answer.status() === 503)
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  await expect(page.getByText('Failed to save favorite book.')).toHaveCount(0)
  expect(await favoritesOnServer(page, reader)).toEqual([first.id])
  busy = false
  await expect.poll(() => favoritesOnServer(page, reader), PATIENCE).toEqual([second.id, first.id])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('unsentFavorites'))).toBeNull()
})

test('a heart whose page goes before it is answered is given by the next one', async ({
  page,
  complaints,
}) => {
  complaints.allow(/ERR_ABORTED|ERR_FAILED/)
  const book = await bookAt(page.request, 'Poetry', 0)
  const reader = await signedIn(page)
  await page.goto(`/book/${book.id}`)
  await settled(page)
  let calls = 0
  await page.route('**/favoriteBook', async (route) => {
    calls += 1
    // The first never arrives.
    if (calls > 1) await route.continue()
  })
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  await expect.poll(() => calls).toBe(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  await expect.poll(() => favoritesOnServer(page, reader), PATIENCE).toEqual([book.id])
})

test('what the worker must not touch has no answer without network', async ({
  page,
  context,
  complaints,
  address,
}) => {
  complaints.expect(NO_NETWORK)
  complaints.expect(/404 \(Not Found\).*no-such-book/)
  const reader = await signedIn(page)
  // As the reader chose it.
  await context.addCookies([{ name: 'scheme', value: 'dark', url: address }])
  await context.addInitScript(() => {
    // A document of no origin, as that of a page that could not be had, has no storage.
    if (window.origin !== 'null') localStorage.setItem('colorScheme', 'dark')
  })
  await page.goto('/book/pride-and-prejudice')
  await untilKept(page, reader, 'pride-and-prejudice')
  // A cover that the server does not have may come later.
  expect(await page.evaluate(async () => (await fetch('/covers/no-such-book?v=1')).status)).toBe(
    404,
  )
  // The frame is kept as it is for everybody.
  const frame = await page.evaluate(async () =>
    (await caches.match('/shell', { ignoreSearch: true }))?.text(),
  )
  expect(frame).toContain('<html')
  expect(frame).not.toMatch(/<html[^>]* data-scheme=/)
  const kept = await page.evaluate(keptPaths)
  expect(kept['covers']).not.toContain('/covers/no-such-book')
  const ofWorker = Object.entries(kept).filter(([name]) => !name.startsWith('reader:'))
  for (const [name, paths] of ofWorker) {
    expect(
      paths.filter((path) => path.startsWith('/api')),
      name,
    ).toEqual([])
  }
  // The server's own page wins wherever it can be had: the kept frame does not know the chosen colours.
  const own = await page.goto('/favorites')
  expect(await own?.text()).toContain('data-scheme="dark"')

  await loseNetwork(page)
  for (const path of [
    '/api/openapi.json',
    '/api/docs',
    '/healthz',
    '/og.png',
    '/favorites?token=abc&userId=1&isNewUser=false',
  ]) {
    const other = await context.newPage()
    await expect(other.goto(path), path).rejects.toThrow(NO_NETWORK)
    await other.close()
  }
  await page.goto('/book/pride-and-prejudice')
  await expect(page.getByRole('heading', { name: 'Pride and Prejudice' })).toBeVisible()
})

test('a logout takes away what was kept; two readers do not meet', async ({ page, complaints }) => {
  complaints.expect(NO_NETWORK)
  const second = await registerReader(page.request, { name: 'Second' })
  const first = await signedIn(page, { name: 'First' })
  await page.goto('/book/pride-and-prejudice')
  await addHeart(page, page.getByRole('main'))
  await untilKept(page, first, 'pride-and-prejudice')
  await logOut(page)
  // The build, and pictures that are everybody's.
  await expect
    .poll(async () => Object.keys(await page.evaluate(keptPaths)).map((name) => name.split('-')[0]))
    .toEqual(['workbox', 'showcase'])

  await logIn(page, second)
  await expect(page).toHaveURL('/recommendations')
  await navLink(page, 'Favorites').click()
  await expect(page.getByText('No favorite books yet')).toBeVisible()
  await expect
    .poll(async () => (await page.evaluate(keptPaths))[`reader:${second.id}`], PATIENCE)
    .toContain(`/api/user/${second.id}/favoriteBooks`)
  await loseNetwork(page)
  await page.goto('/favorites')
  await expect(page.getByText('No favorite books yet')).toBeVisible()
  const kept = await page.evaluate(keptPaths)
  expect(Object.keys(kept).filter((name) => name.startsWith('reader:'))).toEqual([
    `reader:${second.id}`,
  ])
  expect(JSON.stringify(kept)).not.toContain('pride-and-prejudice')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(first.id)
})

/** Makes another build of one: its scripts have other names, as a change in the first of them gives them. */
async function renameBuild(folder: string): Promise<void> {
  const assets = await readdir(join(folder, 'assets'))
  const renamed = new Map(
    assets
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, name.replace(/-[\w-]{6}\.js$/, `-${'N'.repeat(6)}.js`)] as const),
  )
  if (new Set(renamed.values()).size < renamed.size) throw new Error('Two scripts share a name.')
  const inAssets = assets.map((name) => join('assets', name))
  for (const name of [...(await readdir(folder)), ...inAssets]) {
    if (!/\.(?:html|js)$/.test(name)) continue
    let text = await readFile(join(folder, name), 'utf8')
    for (const [from, to] of renamed) text = text.replaceAll(from, to)
    // The frame names the script, so it is another as well.
    const frame = /(?<="revision":")\w+(?="[^}]*"\/shell")/
    await writeFile(join(folder, name), text.replace(frame, 'N'))
    // The compressed copies are of the build before.
    for (const end of ['.br', '.gz']) await rm(join(folder, name + end), { force: true })
  }
  for (const [from, to] of renamed) {
    await rename(join(folder, 'assets', from), join(folder, 'assets', to))
  }
}

test('a new version is offered, and comes when the reader wants it', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'catchword-build-'))
  const dist = join(folder, 'dist')
  try {
    await cp(DIST_DIR, dist, { recursive: true })
    await cp(drawingDirOf(DIST_DIR), drawingDirOf(dist), { recursive: true })
    await serve({ DIST_DIR: dist }, async (address) => {
      const context = await browser.newContext({ baseURL: address })
      const complaints = await watch(context, address)
      const page = await context.newPage()
      const reader = await signedIn(page)
      await page.goto('/book/pride-and-prejudice')
      await untilKept(page, reader, 'pride-and-prejudice')
      await expect(page.getByText('A new version is ready.')).toHaveCount(0)
      const product = page.locator('link[href^="/assets/first-"]')
      const before = await product.getAttribute('href')

      await renameBuild(dist)
      let loads = 0
      page.on('domcontentloaded', () => (loads += 1))
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.ready).update()
      })
      await expect(page.getByRole('status').filter({ hasText: 'A new version' })).toBeVisible(
        PATIENCE,
      )
      expect(await axeFindings(page)).toEqual([])
      expect(loads).toBe(0)
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(product).not.toHaveAttribute('href', before ?? '')
      await expect(page.getByRole('heading', { name: 'Pride and Prejudice' })).toBeVisible()
      expect(loads).toBe(1)
      // It is this page's version now, and the frame without network is of it as well.
      await loseNetwork(page)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Pride and Prejudice' })).toBeVisible()
      await expect(product).toHaveAttribute('href', /first-N{6}\.js$/)
      await expect(page.getByText('A new version is ready.')).toHaveCount(0)
      expect(complaints.filter((text) => !NO_NETWORK.test(text))).toEqual([])
      await context.close()
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the product can be installed', async ({ page, request }) => {
  const answer = await request.get('/manifest.webmanifest')
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringMatching(/^application\/manifest\+json/),
    'cache-control': 'public, max-age=3600',
  })
  const manifest: { name: string; icons: { src: string; sizes: string; type: string }[] } =
    await answer.json()
  expect(manifest).toMatchObject({ name: 'Catchword', display: 'standalone', start_url: '/' })
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type'], src).toContain(type)
    const bytes = await icon.body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
  }
  const worker = await request.get('/serviceWorker.js')
  expect(worker.headers()).toMatchObject({
    'content-type': expect.stringMatching(/^(?:text|application)\/javascript/),
    'cache-control': 'no-cache',
  })
  // A visitor, who has nothing yet to read without network, is spared it.
  const named = page.locator('link[rel="manifest"]')
  for (const path of ['/', '/book/pride-and-prejudice']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    // Longer than a reader's page waits with it.
    await page.waitForTimeout(3000)
    await expect(named).toHaveCount(0)
  }
  await signedIn(page)
  await page.goto('/favorites')
  await expect(named).toHaveCount(1, PATIENCE)
  const session = await page.context().newCDPSession(page)
  const { errors, url } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toMatch(/\/manifest\.webmanifest$/)
})
