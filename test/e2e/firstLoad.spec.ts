/** The first load: prerendered pages, their hydration, and pages that do not move while they load. */
import type { Page } from '@playwright/test'
import type { Book } from '../../contract/books.ts'
import { isFull } from '../full.ts'
import { pass, pauseClock } from './clock.ts'
import {
  bearer,
  bookAt,
  createFavorites,
  createMark,
  expect,
  FULL,
  READER_PAGES,
  signIn,
  test,
  VISITOR_PAGES,
} from './fixtures.ts'
import { blockRequests, hydrated, open, searchField, title, visitorGreeting } from './steps.ts'

const PRERENDERED = [
  { path: '/', heading: 'Catchword', fields: 3 },
  { path: '/login', heading: 'Login', fields: 2 },
  { path: '/register', heading: 'Register', fields: 4 },
  { path: '/no/such/page', heading: 'You have found the last world', fields: 1 },
]

test('without scripts the prerendered pages can be read', async ({ browser, address }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: address })
  const page = await context.newPage()
  for (const { path, heading, fields } of PRERENDERED) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('input')).toHaveCount(fields)
    await expect(page.getByRole('contentinfo')).toContainText('Catchword')
  }
  await page.goto('/')
  await expect(page.getByRole('img', { name: / by / })).toHaveCount(12)
  await page.goto('/book/emma')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(page.locator('article img')).toHaveAttribute('src', /^\/covers\/emma\?v=/)
  await expect(page.locator('article img')).toBeVisible()
  await expect(page.locator('article').getByText('Emma', { exact: true })).toBeVisible()
  await expect(page.locator('article').getByText('by Jane Austen')).toBeVisible()
  await context.close()
})

// A short title; several authors; a subtitle.
for (const [id, device] of [
  ['emma', 'a phone'],
  ['they-called-us-enemy', 'a wide window'],
  ['how-to-change-your-mind', 'a phone'],
] as const) {
  test(`the words of ${id} stay where they were painted first, on ${device}`, async ({
    browser,
    address,
  }) => {
    const { volumeInfo }: Book = await (await fetch(`${address}/api/book/detail/${id}`)).json()
    const { title: name, authors } = volumeInfo
    const hasTouch = device === 'a phone'
    const viewport = hasTouch ? { width: 390, height: 844 } : { width: 1440, height: 900 }
    const context = await browser.newContext({ baseURL: address, viewport, hasTouch })
    const page = await context.newPage()
    const scripts = await blockRequests(page, '**/assets/*.js')
    const api = await blockRequests(page, '**/api/**')
    const places = async () => {
      await page.evaluate(() => document.fonts.ready)
      return page.evaluate(placesOf, [name, ...authors])
    }
    await page.goto(`/book/${id}`, { waitUntil: 'commit' })
    await expect(page.locator('footer')).toBeAttached()
    const first = await places()
    expect(first).toHaveLength(1 + authors.length)
    // Less than 2 px: where a name ends is rounded otherwise in a row of buttons.
    const still = first.map((one) => one.map((px) => expect.closeTo(px, -0.6)))
    scripts.release()
    await hydrated(page)
    expect(await places()).toEqual(still)
    api.release()
    await expect(title(page, name)).toBeVisible()
    expect(await places()).toEqual(still)
    await context.close()
  })
}

/** Where title and authors begin: px from the left and from the top, of each in turn. Runs in the page. */
function placesOf(texts: string[]): number[][] {
  const article = document.querySelector('article')
  if (!article) return []
  const places: number[][] = []
  const nodes = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const { currentNode: node } = nodes
    if (node.parentElement?.closest('section, section + dl')) continue
    for (const wanted of texts) {
      const at = node.textContent?.replaceAll('\u00A0', ' ').indexOf(wanted) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      const { left, top } = range.getBoundingClientRect()
      places.push([left, top])
    }
  }
  return places
}

test('a reader’s pages have bar and skeletons before any script, and are hydrated in place', async ({
  page,
}) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  await createFavorites(page, reader, 2)
  // What it shows is of the reader alone.
  const pages = isFull ? READER_PAGES : ['/recommendations', '/import', '/book/emma']
  for (const path of pages.filter((path) => path !== '/')) {
    const scripts = await blockRequests(page, '**/assets/*.js')
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('banner')).toBeVisible()
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
  address,
}) => {
  await signIn(page)
  const cookies = await page.context().cookies()
  await page.context().setStorageState({ cookies, origins: [] })
  const scripts = await blockRequests(page, '**/assets/*.js')
  for (const path of ['/favorites', '/book/emma']) {
    await page.goto(address + path, { waitUntil: 'commit' })
    await expect(page.locator('footer')).toBeAttached()
    await expect(page.locator('footer')).toBeHidden()
  }
  scripts.release()
  await expect(visitorGreeting(page)).toBeVisible()
  await expect(title(page, 'Emma')).toBeVisible()
})

test('the prerendered pages are hydrated in place', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      document.querySelector('h1')?.setAttribute('data-first', 'yes'),
    ),
  )
  for (const { path, heading } of PRERENDERED) {
    await open(page, path)
    const title = page.getByRole('heading', { level: 1, name: heading })
    await expect(title).toHaveAttribute('data-first', 'yes')
    await expect(title).toHaveCSS('font-family', /Fraunces/)
  }
})

test('what is read at length is set in Literata, on the landing page and on a book’s', async ({
  page,
}) => {
  const texts = {
    '/': page.getByText('A catchword is the word at the foot'),
    '/book/emma': page.getByRole('region', { name: 'Description' }),
  }
  for (const [path, text] of Object.entries(texts)) {
    await open(page, path)
    await expect(text).toHaveCSS('font-family', /^Literata,/)
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.fonts]
            .filter(({ status }) => status === 'loaded')
            .map(({ family }) => family.replaceAll('"', '')),
        ),
      )
      .toContain('Literata')
  }
})

test('no picture is preloaded but the cover of a book’s page', async ({ request }) => {
  for (const path of [...PRERENDERED.map((page) => page.path), '/book/no-such-book']) {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    expect(html, path).not.toMatch(/<link[^>]*rel="preload"/)
  }
})

test('a book’s page is hydrated in place, and requests once what its head preloads', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      document.querySelector('header, #root article')?.setAttribute('data-first', 'yes'),
    ),
  )
  await open(page, '/book/emma')
  await expect(page.getByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveAttribute('data-first', 'yes')
  const preloaded = await page
    .locator('link[rel=preload]')
    .evaluateAll((links) => links.map((link) => new URL(Object(link).href).pathname))
  expect(preloaded).toEqual(['/api/book/detail/emma', '/covers/emma'])
  const chunks = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => new URL(Object(link).href).pathname))
  expect(chunks).toContainEqual(expect.stringMatching(/BookScreen/))
  for (const path of [...preloaded, ...chunks]) {
    expect(
      requests.filter((one) => one === path),
      path,
    ).toHaveLength(1)
  }
})

test('a page is painted while the browser still parses it', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const root = document.querySelector('#root')
      if (!root) return
      observer.disconnect()
      document.documentElement.dataset['first'] = getComputedStyle(root).visibility
    }).observe(document, { childList: true, subtree: true })
  })
  await open(page, '/')
  await expect(page.locator('html')).toHaveAttribute('data-first', 'visible')
})

test('a reader is never shown the form, not even before the scripts', async ({ page }) => {
  await signIn(page)
  await page.route('**/assets/*.js', () => undefined)
  for (const path of ['/', '/login', '/book/emma', '/no/such/page']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toBeAttached()
    await expect(page.locator('form')).toHaveCount(0)
    await expect(page.getByText('Welcome to Catchword')).toHaveCount(0)
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

for (const path of VISITOR_PAGES) {
  const options = path === '/' || path === '/book/emma' ? {} : FULL
  test(
    `a link to ${path} from another site shows readers nothing of visitors`,
    options,
    async ({ page, complaints, address }) => {
      complaints.expect(/^foreign: http:\/\/elsewhere\.example\/$/)
      await page.addInitScript(watchFrames)
      const scripts = await blockRequests(page, '**/assets/*.js')
      const api = await blockRequests(page, '**/api/**')
      await followFromElsewhere(page, address + path)
      await expect(page.locator('html')).toHaveAttribute('data-shown', 'visitor')

      const reader = await signIn(page)
      await followFromElsewhere(page, address + path)
      // Some frames without the scripts, then some without the responses of the API.
      await page.waitForTimeout(200)
      scripts.release()
      await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
      await page.waitForTimeout(200)
      await expect(page.locator('html')).not.toHaveAttribute('data-shown')
      api.release()
    },
  )
}

for (const how of ['fails', 'never comes'] as const) {
  test(`a reader sees the page also where its script ${how}`, async ({
    page,
    complaints,
    address,
  }) => {
    complaints.expect(/^foreign: http:\/\/elsewhere\.example\/$/)
    await signIn(page)
    await pauseClock(page)
    if (how === 'fails') {
      complaints.expect(/net::ERR_FAILED/)
      await page.route('**/assets/*.js', (route) => route.abort())
    } else await blockRequests(page, '**/assets/*.js')
    await followFromElsewhere(page, `${address}/`)
    const title = page.getByRole('heading', { level: 1, name: 'Catchword' })
    if (how === 'never comes') {
      await pass(page, 9900)
      await expect(title).toBeHidden()
      await pass(page, 100)
    }
    await expect(title).toBeVisible()
  })
}

test('a reader whose cookie is lost sees their page, and the cookie is renewed', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\).*favoriteBooks/)
  const reader = await signIn(page)
  await createFavorites(page, reader, 1)
  await page.context().clearCookies()
  await open(page, '/book/emma')
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  await page.context().clearCookies()
  await open(page, '/')
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  await expect(page.locator('form')).toHaveCount(0)
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

async function expectStill(page: Page, path: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, path)
    const { shift, moved } = await page.evaluate(layoutShift)
    // 0.00 as it is reported: a face that comes late may move a letter, never a line.
    expect(shift, [`${path} at ${width} px`, ...moved].join('\n')).toBeLessThan(0.005)
  }
}

test('the landing page does not move while it loads', async ({ page }) => {
  await expectStill(page, '/')
})

test('no page moves while it loads, signed out', FULL, async ({ page }) => {
  for (const path of VISITOR_PAGES) await expectStill(page, path)
})

test('no page moves while a reader’s books load', FULL, async ({ page }) => {
  const reader = await signIn(page, { interests: ['Mystery', 'Poetry', 'Sci-Fi'] })
  await createFavorites(page, reader, 12)
  for (const id of ['dracula', 'persuasion', 'emma', '1984'])
    await createMark(page, reader, id, 'wantToRead')
  const { volumeInfo } = await bookAt(page.request, 'Mystery', 0)
  await page.request.put(`/api/user/${reader.id}/favoriteAuthors`, {
    headers: bearer(reader),
    data: { author: volumeInfo.authors[0] },
    failOnStatusCode: true,
  })
  // Responses come late, each at its own time, as they do to a phone.
  let responses = 0
  await page.route('**/api/**', async (route) => {
    responses += 1
    await new Promise((resolve) => setTimeout(resolve, 150 + 100 * (responses % 3)))
    await route.continue()
  })
  for (const path of READER_PAGES) await expectStill(page, path)
})
