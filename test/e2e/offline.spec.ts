/** Reading without network, and how a new version comes: the real service worker, the real server. */
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { addBooks, bearer, DIST_DIR, expect, FULL, serve, signIn, test, watch } from './fixtures.ts'
import { addFavorite, boxOf, card, logOut, open, recordAlerts, title } from './steps.ts'

// A window of its own for each: a service worker outlives its test.
test.use({ serviceWorkers: 'allow', reuseContext: false })

/** The browser's error for every request without network. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/
/** A loaded machine takes its time to fetch and cache the whole build. */
const TIMEOUT = { timeout: 30_000 }

/** The paths in the caches of a reader, by the cache's name. Runs in the page. */
async function readerCaches(): Promise<Record<string, string[]>> {
  const stored: Record<string, string[]> = {}
  for (const name of await caches.keys()) {
    if (name.startsWith('workbox')) continue
    const requests = await (await caches.open(name)).keys()
    stored[name] = requests.map(({ url }) => new URL(url).pathname)
  }
  return stored
}

const isControlled = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.controller !== null)

/** Opens a page that the service worker controls, which it does from the next load on. */
async function openControlled(page: Page, path: string): Promise<void> {
  await open(page, path)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, TIMEOUT)
}

async function expectCached(page: Page, name: string, path: RegExp): Promise<void> {
  const paths = async () => (await page.evaluate(readerCaches))[name] ?? []
  await expect.poll(paths, TIMEOUT).toContainEqual(expect.stringMatching(path))
}

const BAR = 'You are offline. Favorites and books you opened are here.'

test('favorites and wishes, opened or not, shelves and covers can be read without network; a toggle says so, and a logout ends it', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(NO_NETWORK)
  // What the worker does not have either: covers below the window, records of books that were not opened.
  complaints.allow(/net::ERR_FAILED/)
  const reader = await signIn(page)
  await addBooks(page, reader, 'favorites', ['dracula'])
  await addBooks(page, reader, 'wantToRead', ['persuasion'])
  const alerts = await recordAlerts(page)
  await openControlled(page, '/book/emma')
  await expectCached(page, 'books', /emma/)
  await open(page, '/recommendations')
  const shelved = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  const shelf = (await shelved.textContent()) ?? ''
  // What was never opened is kept by the page itself.
  await expectCached(page, 'favorites', /favoriteBooks$/)
  await expectCached(page, 'marks', /marks\/wantToRead$/)
  await expectCached(page, 'covers', /dracula/)
  await expectCached(page, 'covers', /persuasion/)

  await context.setOffline(true)
  await expect(page.getByText(BAR)).toBeInViewport()
  for (const name of ['Dracula', 'Emma']) {
    await open(page, `/book/${name.toLowerCase()}`)
    await expect(title(page, name)).toBeVisible()
    const cover = page.getByRole('article').locator('img:not([aria-hidden])')
    await expect(cover).not.toHaveJSProperty('naturalWidth', 0)
  }
  await open(page, '/recommendations')
  await expect(page.getByRole('main').getByRole('link', { name: shelf }).first()).toBeVisible()
  await open(page, '/want-to-read')
  await expect(card(page.getByRole('main'), 'Persuasion')).toBeVisible()
  await open(page, '/favorites')
  await expect(card(page.getByRole('main'), 'Dracula')).toBeVisible()
  await open(page, '/no/such/page')
  await expect(title(page, 'You have found the last world')).toBeVisible()

  await open(page, '/book/persuasion')
  await page.getByRole('article').getByRole('button', { name: 'Add to favorites' }).click()
  await expect.poll(() => alerts.at(-1)).toBe('You are offline. This was not saved.')
  const toast = await boxOf(page.locator('#notistack-snackbar').last())
  expect(toast.bottom).toBeLessThanOrEqual((await boxOf(page.getByText(BAR))).y)
  await expect(page.getByRole('button', { name: 'You want to read this' })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(BAR)).toHaveCount(0)
  const list = `/api/user/${reader.id}/favoriteBooks`
  const stored = await page.request.get(list, { headers: bearer(reader) })
  expect(await stored.json()).toMatchObject([{ id: 'dracula' }])
  await addFavorite(page, page.getByRole('article'))
  await logOut(page)
  await expect.poll(() => page.evaluate(readerCaches)).toEqual({})
})

test('without network the app is in its language from the first visit on, and others say that they are not there', async ({
  page,
  context,
  address,
  complaints,
}) => {
  complaints.allow(NO_NETWORK)
  complaints.allow(/net::ERR_FAILED/)
  const language = () => page.evaluate(() => [document.documentElement.lang, document.dir])
  await signIn(page, { name: 'Ada Offline' })
  await context.addCookies([{ name: 'language', value: 'de', url: address }])
  // The worker comes after the page.
  await page.goto('/favorites')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deine Favoriten')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  expect(await isControlled(page)).toBe(false)
  await expectCached(page, 'languages', /\/de-/)
  await expectCached(page, 'languages', /\/de\.reader-/)
  // A switch in the same visit.
  const choice = page.getByRole('dialog').locator('select:has([lang])')
  const choose = async (name: string) => {
    await page.locator('[aria-haspopup=menu]').first().click()
    await page.getByRole('menuitem', { name: 'Ada Offline' }).click()
    await choice.selectOption(name)
  }
  await choose('ar')
  await expect.poll(language).toEqual(['ar', 'rtl'])
  await expectCached(page, 'languages', /\/ar\.reader-/)
  // Those of an older version go.
  await page.evaluate(async () => {
    const cache = await caches.open('languages')
    for (const { url } of await cache.keys()) {
      if (!url.includes('/de')) continue
      const older = url.replace(/.{8}\.js$/, 'older000.js')
      await cache.put(older, (await cache.match(url)) ?? new Response())
      await cache.delete(url)
    }
  })
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, TIMEOUT)

  await context.setOffline(true)
  await page.goto('/favorites')
  await expect.poll(language).toEqual(['ar', 'rtl'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('كتبك المفضلة')
  // Of German there are the texts of the older version.
  await choose('de')
  await expect.poll(language).toEqual(['de', 'ltr'])
  await choice.selectOption('ja')
  await expect(page.getByText('Diese Sprache konnte nicht geladen werden.')).toBeVisible()
  expect(await language()).toEqual(['de', 'ltr'])
  await expect(choice).toHaveValue('de')
  await context.setOffline(false)
  await page.reload()
  await expectCached(page, 'languages', /\/de-(?!older)/)
  const kept = (await page.evaluate(readerCaches))['languages'] ?? []
  expect(kept.filter((path) => /\/de(?:\.reader)?-/.test(path))).toHaveLength(2)
})

for (const tab of ['a controlled tab', 'the tab of the login'] as const) {
  test(
    `a new version is offered, and comes when the reader presses: ${tab}`,
    FULL,
    async ({ browser }) => {
      const folder = await mkdtemp(join(tmpdir(), 'catchword-build-'))
      try {
        await cp(DIST_DIR, folder, { recursive: true })
        await serve({ DIST_DIR: folder }, async (address) => {
          const context = await browser.newContext({ baseURL: address, serviceWorkers: 'allow' })
          const complaints = await watch(context, address)
          const page = await context.newPage()
          await signIn(page)
          const begin = tab === 'a controlled tab' ? openControlled : open
          await begin(page, '/book/pride-and-prejudice')
          await page.evaluate(async () => void (await navigator.serviceWorker.ready))
          expect(await isControlled(page)).toBe(tab === 'a controlled tab')
          const offer = page.getByText('A new version of Catchword is available.')
          await expect(offer).toHaveCount(0)

          await appendFile(join(folder, 'serviceWorker.js'), '\n// Another version.\n')
          for (const copy of ['.br', '.gz']) await rm(join(folder, `serviceWorker.js${copy}`))
          let loads = 0
          page.on('domcontentloaded', () => (loads += 1))
          await page.evaluate(
            async () => void (await (await navigator.serviceWorker.ready).update()),
          )
          await expect(offer).toBeVisible(TIMEOUT)
          expect(loads).toBe(0)
          await page.getByRole('button', { name: 'Reload the page' }).click()
          await expect.poll(() => loads, TIMEOUT).toBe(1)
          await expect(title(page, 'Pride and Prejudice')).toBeVisible()
          const isWaiting = () =>
            page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
          expect(await isWaiting()).toBe(false)
          expect(complaints).toEqual([])
          await context.close()
        })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
}

test('the product can be installed; visitors have no service worker', async ({ page, request }) => {
  await open(page, '/')
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(await registrations()).toBe(0)
  const session = await page.context().newCDPSession(page)
  const { errors, data = '' } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest: { icons: { src: string; type: string }[] } = JSON.parse(data)
  for (const { src, type } of manifest.icons) {
    expect((await request.get(src)).headers()['content-type'], src).toContain(type)
  }
})
