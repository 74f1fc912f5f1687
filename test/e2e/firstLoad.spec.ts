/** The first load: prerendered pages, their hydration, and pages that do not move while they load. */
import type { Page } from '@playwright/test'
import { isFull } from '../full.ts'
import { pass, pauseClock } from './clock.ts'
import {
  addBooks,
  addFavorites,
  expect,
  FULL,
  READER_PAGES,
  signIn,
  test,
  VISITOR_PAGES,
} from './fixtures.ts'
import { blockRequests, open, searchField, title, visitorGreeting } from './steps.ts'

const SCRIPTS = '**/assets/*.js'

const PRERENDERED = [
  { path: '/', heading: 'Catchword', fields: 3 },
  { path: '/login', heading: 'Login', fields: 2 },
  { path: '/register', heading: 'Register', fields: 4 },
  { path: '/no/such/page', heading: 'You have found the last world', fields: 1 },
]

test('without scripts the prerendered pages can be read, and preload no picture but a book’s cover', async ({
  browser,
  address,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: address })
  const page = await context.newPage()
  for (const { path, heading, fields } of PRERENDERED) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('input')).toHaveCount(fields)
    await expect(page.getByRole('contentinfo')).toContainText('Catchword')
    await expect(page.locator('link[rel=preload]')).toHaveCount(0)
  }
  await page.goto('/')
  await expect(page.getByRole('img', { name: / by / })).toHaveCount(12)
  await page.goto('/book/emma')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(page.locator('article img')).toHaveAttribute('src', /^\/covers\/emma\?v=/)
  await expect(page.locator('article').getByText('Emma', { exact: true })).toBeVisible()
  await expect(page.locator('article').getByText('by Jane Austen')).toBeVisible()
  await context.close()
})

test('a reader’s pages have bar and skeletons before any script, and are hydrated in place', async ({
  page,
}) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  await addFavorites(page, reader, 2)
  // What it shows is of the reader alone.
  const pages = isFull ? READER_PAGES : ['/recommendations', '/book/emma']
  for (const path of pages.filter((path) => path !== '/')) {
    const scripts = await blockRequests(page, SCRIPTS)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: 'Recommendations' })).toBeVisible()
    const first = page.locator(path === '/import' ? 'main h1' : 'main .MuiSkeleton-root').first()
    await expect(first).toBeVisible()
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('header, h1'))
        part.setAttribute('data-first', '')
    })
    await expect(searchField(page)).toBeDisabled()
    scripts.release()
    await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
    await expect(page.getByRole('banner')).toHaveAttribute('data-first')
    if (path !== '/book/emma') {
      await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('data-first')
    }
    await expect(searchField(page)).toBeEnabled()
  }
})

test('where the browser has forgotten the session, its cookie shows nothing of readers', async ({
  page,
}) => {
  await signIn(page)
  const cookies = await page.context().cookies()
  await page.context().setStorageState({ cookies, origins: [] })
  const scripts = await blockRequests(page, SCRIPTS)
  await page.goto('/book/emma', { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  await expect(page.locator('footer')).toBeHidden()
  scripts.release()
  await expect(visitorGreeting(page)).toBeVisible()
  await expect(title(page, 'Emma')).toBeVisible()
})

/** Marks the heading that the page came with, and tells whether it was shown at once. Runs in the page. */
function watchParsing(): void {
  new MutationObserver((_, observer) => {
    const root = document.querySelector('#root')
    if (!root) return
    observer.disconnect()
    document.documentElement.dataset['root'] = getComputedStyle(root).visibility
  }).observe(document, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', () => {
    for (const part of document.querySelectorAll('header, h1')) part.setAttribute('data-first', '')
  })
}

test('the prerendered pages are painted while they are parsed, hydrated in place, and set in our faces', async ({
  page,
}) => {
  await page.addInitScript(watchParsing)
  for (const { path, heading } of PRERENDERED) {
    await open(page, path)
    await expect(page.locator('html')).toHaveAttribute('data-root', 'visible')
    const title = page.getByRole('heading', { level: 1, name: heading })
    await expect(title).toHaveAttribute('data-first')
    await expect(title).toHaveCSS('font-family', /Fraunces/)
  }
  // What is read at length.
  await open(page, '/book/emma')
  await expect(page.getByRole('region', { name: 'Description' })).toHaveCSS(
    'font-family',
    /^Literata,/,
  )
  const isLoaded = () =>
    page.evaluate(() =>
      [...document.fonts].some(
        ({ status, family }) => status === 'loaded' && /Literata/.test(family),
      ),
    )
  await expect.poll(isLoaded).toBe(true)
})

test('a book’s page is hydrated in place, and requests once what its head preloads', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.addInitScript(watchParsing)
  await open(page, '/book/emma')
  await expect(title(page, 'Emma')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveAttribute('data-first')
  const linked = (rel: string) =>
    page
      .locator(`link[rel=${rel}]`)
      .evaluateAll((links) => links.map((link) => new URL(Object(link).href).pathname))
  const preloaded = await linked('preload')
  expect(preloaded).toEqual(['/api/book/detail/emma', '/covers/emma'])
  const chunks = await linked('modulepreload')
  expect(chunks).toContainEqual(expect.stringMatching(/BookScreen/))
  for (const path of [...preloaded, ...chunks]) {
    const found = requests.filter((one) => one === path)
    expect(found, path).toHaveLength(1)
  }
})

/** Marks the page once a frame of it has the form or greets a visitor. Runs in the page. */
function watchFrames(): void {
  const look = (): void => {
    const form = document.querySelector('#auth-form')
    const bar = document.querySelector('header')
    const isGreeted = bar?.checkVisibility() && bar.innerText.includes('Welcome to Catchword')
    if (form?.checkVisibility() || isGreeted) document.documentElement.dataset['shown'] = 'visitor'
    requestAnimationFrame(look)
  }
  look()
}

/** Some frames of the page. Runs in the page. */
async function tenFrames(): Promise<void> {
  for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame)
}

/** Follows a link to this address from another site: the browser sends no cookie with it. */
async function followFromElsewhere(page: Page, address: string): Promise<void> {
  const otherSite = 'http://elsewhere.example/'
  const body = `<a href="${address}">Read</a>`
  await page.route(otherSite, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(otherSite)
  const request = page.waitForRequest(address)
  await page.getByRole('link').click({ noWaitAfter: true })
  expect((await (await request).allHeaders())['cookie']).toBeUndefined()
  await expect(page.locator('footer')).toBeAttached()
}

const ELSEWHERE = /^foreign: http:\/\/elsewhere\.example\/$/

for (const path of isFull ? VISITOR_PAGES : ['/', '/book/emma']) {
  test(`a link to ${path} from another site shows readers nothing of visitors`, async ({
    page,
    complaints,
    address,
  }) => {
    complaints.expect(ELSEWHERE)
    await page.addInitScript(watchFrames)
    const scripts = await blockRequests(page, SCRIPTS)
    const api = await blockRequests(page, '**/api/**')
    await followFromElsewhere(page, address + path)
    await expect(page.locator('html')).toHaveAttribute('data-shown', 'visitor')

    const reader = await signIn(page)
    await followFromElsewhere(page, address + path)
    // Without the scripts, then without the responses of the API.
    await page.evaluate(tenFrames)
    scripts.release()
    await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
    await page.evaluate(tenFrames)
    await expect(page.locator('html')).not.toHaveAttribute('data-shown')
    api.release()
  })
}

test('a reader sees the page also where its script fails or never comes', async ({
  page,
  complaints,
  address,
}) => {
  complaints.expect(ELSEWHERE)
  complaints.expect(/net::ERR_FAILED/)
  await signIn(page)
  await pauseClock(page)
  const heading = title(page, 'Catchword')
  await page.route(SCRIPTS, (route) => route.abort())
  await followFromElsewhere(page, `${address}/`)
  await expect(heading).toBeVisible()
  await page.unrouteAll()
  await page.route(SCRIPTS, () => undefined)
  await followFromElsewhere(page, `${address}/`)
  await pass(page, 9900)
  await expect(heading).toBeHidden()
  await pass(page, 100)
  await expect(heading).toBeVisible()
})

test('a reader whose cookie is lost sees their page, and the cookie is renewed', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\).*favoriteBooks/)
  const reader = await signIn(page)
  await addFavorites(page, reader, 1)
  for (const path of ['/book/emma', '/']) {
    await page.context().clearCookies()
    await open(page, path)
    await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
    await expect(page.locator('form')).toHaveCount(0)
  }
  await expect.poll(async () => (await page.context().cookies()).length).toBe(1)
})

/** How far the page has moved by itself so far, and what of it did. Runs in the page. */
async function layoutShift(): Promise<{ shift: number; moved: string[] }> {
  await document.fonts.ready
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  let shift = 0
  const moved: string[] = []
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type: 'layout-shift', buffered: true })
  for (const entry of observer.takeRecords()) {
    if (!('value' in entry) || typeof entry.value !== 'number') continue
    shift += entry.value
    const sources: unknown = 'sources' in entry ? entry.sources : []
    for (const { node } of Array.isArray(sources) ? sources : []) {
      const { nodeName, textContent } = Object(node)
      moved.push(`${nodeName} "${String(textContent).slice(0, 30)}"`)
    }
  }
  return { shift, moved }
}

async function expectStill(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await open(page, path)
      const { shift, moved } = await page.evaluate(layoutShift)
      // 0.00 as it is reported: a face that comes late may move a letter, never a line.
      expect(shift, [`${path} at ${width} px`, ...moved].join('\n')).toBeLessThan(0.005)
    }
  }
}

test('no page moves while it loads, signed out', async ({ page }) => {
  await expectStill(page, isFull ? VISITOR_PAGES : ['/', '/book/emma'])
})

test('no page moves while a reader’s books load', FULL, async ({ page }) => {
  const reader = await signIn(page, { interests: ['Mystery', 'Poetry', 'Sci-Fi'] })
  await addFavorites(page, reader, 12)
  await addBooks(page, reader, 'wantToRead', ['dracula', 'emma'])
  // Responses come late, each at its own time, as they do to a phone.
  let responses = 0
  await page.route('**/api/**', async (route) => {
    responses += 1
    await new Promise((resolve) => setTimeout(resolve, 150 + 100 * (responses % 3)))
    await route.continue()
  })
  await expectStill(page, READER_PAGES)
})
