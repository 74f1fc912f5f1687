import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { APIRequestContext, Page, Response } from '@playwright/test'
import { paths } from '../src/paths.ts'
import { addFavorite, bookAt, DIST_DIR, expect, signedIn, test, type Reader } from './fixtures.ts'
import { navLink } from './navigation.ts'

/** The time between two pieces of a page, in ms: each is a frame of its own. */
const PIECE_MS = 20

/** Keeps the page's scripts back until the returned function is called; with a pattern, those it names. */
async function holdScripts(page: Page, which = '**/assets/*.js'): Promise<() => void> {
  const held: (() => void)[] = []
  let open = false
  await page.route(which, async (route) => {
    if (!open) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  return () => {
    open = true
    for (const release of held) release()
  }
}

const PAGES = [
  { path: '/', heading: 'Catchword', control: 'Explore Now' },
  { path: '/login', heading: 'Login', control: 'Register instead' },
  { path: '/register', heading: 'Register', control: 'Login instead' },
]

for (const { path, heading, control } of PAGES) {
  test(`${path} stands before its script, and is taken up where it stands`, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const title = page.getByRole('heading', { level: 1, name: heading, includeHidden: true })
    await expect(title).toBeVisible()
    await title.evaluate((element) => element.setAttribute('data-kept', 'yes'))
    // Styled by what came with it: the display face is asked for, the page has its colour.
    await expect(title).toHaveCSS('font-family', /Fraunces/)
    // Nothing in it pretends to answer yet.
    await expect(page.locator('#root')).toHaveAttribute('inert')
    release()
    await expect(page.getByRole('button', { name: control })).toBeEnabled()
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await page.getByRole('button', { name: control }).click()
    if (path === '/') await expect(title).toHaveAttribute('data-kept', 'yes')
    else await expect(page.getByRole('button', { name: control })).toHaveCount(0)
  })
}

test('no address that has a page is answered as one without', async ({ request }) => {
  const { book, google: _, ...fixed } = paths
  for (const path of [...Object.values(fixed), book('emma')]) {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    expect(html).toContain('id="root"')
    expect(html, path).not.toContain('You have found the last world')
  }
})

test('an address without a page is answered before any script, whatever it is', async ({
  page,
}) => {
  for (const path of ['/no/such/page', '/book', '/nowhere/']) {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const title = page.getByRole('heading', { level: 1, includeHidden: true })
    await expect(title).toHaveText('You have found the last world')
    await title.evaluate((element) => element.setAttribute('data-kept', 'yes'))
    await expect(page).toHaveTitle('Not found · Catchword')
    release()
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await expect(title).toHaveAttribute('data-kept', 'yes')
    await page.unrouteAll({ behavior: 'wait' })
  }
  await page.getByRole('link', { name: 'Go back to Home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
})

/** Watches from the beginning whether the page's heading ever goes, and what was asked for. */
async function watchPage(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const marks = document.documentElement.dataset
      if (document.querySelector('h1')) marks['seen'] = 'yes'
      else if (marks['seen']) marks['gone'] = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })
  return {
    asked,
    wasGone: () => page.locator('html').evaluate((root) => root.dataset['gone'] === 'yes'),
  }
}

/**
 * The page asks for files by these names once it has been seen; where nothing is seen for a second, nothing is
 * waited for (main.tsx).
 *
 * @returns the files
 */
async function expectAfterFirstPicture(page: Page, names: RegExp): Promise<string[]> {
  const { seen, fetched } = await page.evaluate(() => ({
    seen: performance.getEntriesByName('first-paint')[0]?.startTime,
    fetched: performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ name, startTime })),
  }))
  const files = fetched.filter(({ name }) => names.test(name))
  expect(files.length).toBeGreaterThan(0)
  for (const { name, startTime } of files) {
    expect(startTime, name).toBeGreaterThanOrEqual(Math.min(seen ?? Infinity, 1000))
  }
  return files.map(({ name }) => name)
}

/** A server that has much to do sends pages without their content at first. */
async function untilDrawn(request: APIRequestContext, path: string): Promise<void> {
  const headers = {
    accept: 'text/html',
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }
  await expect(async () => {
    expect(await (await request.get(path, { headers })).text()).toContain('src="data:')
  }).toPass()
}

/** What was sent as the page, to its end: the page itself may have read no more than its beginning. */
async function sentAs(response: Response | null): Promise<string> {
  if (!response) throw new Error('No page was sent.')
  return await response.text()
}

/** What stands beside the elements of a page, and styles and names that have fallen out of its head. */
function strays(): string[] {
  const { body } = document
  const texts = [...body.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  const fallen = [...body.querySelectorAll(':scope > :is(link, style, meta, title)')]
  return [
    ...texts.map(({ textContent }) => textContent?.trim() ?? '').filter(Boolean),
    ...fallen.map(({ outerHTML }) => outerHTML.slice(0, 60)),
  ]
}

test('nothing of a page’s head stands on the page', async ({ page }) => {
  const pages = ['/', '/book/emma', '/no/such/page']
  for (const path of [...pages, '/login', '/register']) {
    await page.goto(path)
    expect(await page.evaluate(strays), path).toEqual([])
  }
  const reader = await signedIn(page, { interests: ['Poetry'] })
  await addFavorite(page.request, reader, 'emma')
  for (const path of [...pages, '/categories', '/recommendations', '/favorites', '/profile']) {
    await page.goto(path)
    expect(await page.evaluate(strays), path).toEqual([])
  }
})

test('a book stands before any script, cover and all, and is taken up where it stands', async ({
  page,
  request,
}) => {
  const book = await bookAt(request, 'Poetry', 0)
  await untilDrawn(request, `/book/${book.id}`)
  const { asked } = await watchPage(page)
  const release = await holdScripts(page)
  await page.goto(`/book/${book.id}`, { waitUntil: 'commit' })
  const { title, authors } = book.volumeInfo
  const heading = page.getByRole('heading', { level: 1, name: title, includeHidden: true })
  await expect(heading).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Catchword`)
  // What a messenger shows of the link.
  const meta = (name: string) => page.locator(`meta[property="og:${name}"]`)
  await expect(meta('title')).toHaveAttribute('content', `${title} · Catchword`)
  await expect(meta('description')).toHaveAttribute('content', /^\S.{60,160}\.\.\.$/)
  await expect(page.getByText(authors.join(', ')).first()).toBeVisible()
  await expect(page.locator('article section')).not.toBeEmpty()
  const cover = page.locator('article span > img')
  await expect(cover).toHaveAttribute('src', /^data:image\/svg\+xml,/)
  expect(
    await cover.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 1),
  ).toBe(true)
  await expect(page.locator('#root')).toHaveAttribute('inert')
  await heading.evaluate((element) => element.setAttribute('data-kept', 'yes'))
  release()
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await expect(heading).toHaveAttribute('data-kept', 'yes')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => /^\/(?:api|covers)\//.test(path))).toEqual([])
  // It answers: a visitor's heart asks for a sign-in.
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a reader has a book at once, and then as their own, without a moment between', async ({
  page,
}) => {
  const book = await bookAt(page.request, 'Mystery', 0)
  const reader = await signedIn(page, { name: 'Grace Reader' })
  await addFavorite(page.request, reader, book.id)
  await untilDrawn(page.request, `/book/${book.id}`)
  const { asked, wasGone } = await watchPage(page)
  const release = await holdScripts(page)
  const response = await page.goto(`/book/${book.id}`, { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1, includeHidden: true })
  await expect(heading).toHaveText(book.volumeInfo.title)
  // Of whoever reads it the server says nothing.
  const html = await sentAs(response)
  expect(html).not.toContain('Grace')
  expect(html).not.toContain(reader.id)
  release()
  await expect(page.getByText('Hello, Grace Reader')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await wasGone()).toBe(false)
  expect(asked.filter((path) => path.startsWith('/api/book/'))).toEqual([])
})

for (const [path, name] of [
  ['/categories', 'Discover Your Interests'],
  ['/recommendations', 'Recommendations'],
] as const) {
  test(`a reader's ${path} begins before any script, and its heading stays`, async ({ page }) => {
    const reader = await signedIn(page, { interests: ['Poetry'] })
    await addFavorite(page.request, reader, 'pride-and-prejudice')
    const { wasGone } = await watchPage(page)
    const release = await holdScripts(page)
    const response = await page.goto(path, { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1, includeHidden: true })
    await expect(heading).toHaveText(name)
    await expect(
      page.getByRole('status', { includeHidden: true }).filter({ hasText: /^Loading/ }),
    ).toBeVisible()
    expect(await sentAs(response)).not.toContain(reader.id)
    release()
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0)
    await expect(page.getByRole('main').locator('[data-skeleton]')).toHaveCount(0)
    expect(await wasGone()).toBe(false)
    await expectAfterFirstPicture(page, /\.(?:js|woff2)$/)
  })
}

test('a reader has their favorites before any script, and then without a moment between', async ({
  page,
}) => {
  const reader = await signedIn(page)
  const books = await Promise.all(
    Array.from({ length: 14 }, (_, place) => bookAt(page.request, 'Mystery', place)),
  )
  for (const { id } of books) await addFavorite(page.request, reader, id)
  await untilDrawn(page.request, '/favorites')
  const { asked, wasGone } = await watchPage(page)
  const release = await holdScripts(page)
  const response = await page.goto('/favorites', { waitUntil: 'commit' })
  expect(response?.headers()['cache-control']).toBe('no-store')
  const heading = page.getByRole('heading', { level: 1, includeHidden: true })
  await expect(heading).toHaveText('Your Favorite Books')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /^Catchword /)
  await expect(page.getByText('14 books')).toBeVisible()
  const titles = page.getByRole('heading', { level: 2, includeHidden: true })
  const newest = books.toReversed().map(({ volumeInfo }) => volumeInfo.title)
  await expect(titles).toHaveText(newest.slice(0, 12))
  const drawn = page.locator('#root li img[src^="data:"]')
  await expect(drawn).toHaveCount(6)
  // Of whoever reads them the server says nothing.
  expect(await sentAs(response)).not.toContain(reader.id)
  release()
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await expect(titles).toHaveText(newest)
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toHaveCount(14)
  // The covers that came with the page stay where they are.
  await expect(drawn).toHaveCount(6)
  await page.waitForLoadState('networkidle')
  expect(await wasGone()).toBe(false)
  expect(asked.filter((path) => path.endsWith('/favoriteBooks'))).toHaveLength(1)
  const { shift, moved } = await page.evaluate(layoutShift)
  expect(shift, moved.join('\n')).toBeLessThan(0.005)
  // Through the service worker, too.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const again = await page.reload({ waitUntil: 'commit' })
  expect(again?.fromServiceWorker()).toBe(true)
  expect(again?.headers()['cache-control']).toBe('no-store')
  await expect(titles).toHaveText(newest)
})

/** Gives a book the reader’s heart and its author their favor, over the API. */
async function love(page: Page, reader: Reader, place: number): Promise<void> {
  const { id, volumeInfo } = await bookAt(page.request, 'Mystery', place)
  await addFavorite(page.request, reader, id)
  const added = await page.request.put(`/api/user/${reader.id}/favoriteAuthors`, {
    headers: { authorization: `Bearer ${reader.token}` },
    data: { author: volumeInfo.authors[0] },
  })
  expect(added.ok()).toBe(true)
}

for (const [shelves, loved] of [
  ['their first shelf', 0],
  ['the books of their favorite authors', 3],
] as const) {
  test(`a reader has ${shelves} before any script, and then without a moment between`, async ({
    page,
  }) => {
    const reader = await signedIn(page, { interests: ['Poetry', 'Travel', 'Horror'] })
    for (let place = 0; place < loved; place += 1) await love(page, reader, place)
    // What the browser keeps of the shelves it keeps by being there.
    await page.goto('/recommendations')
    await expect(page.getByRole('region', { name: 'Best Poetry Books' })).toBeVisible()
    const first = loved ? 'Books by Your Favorite Authors' : 'Best Poetry Books'
    // A busy machine asks late, and nothing is on its way before.
    const books = page.getByRole('region', { name: first }).getByRole('link')
    await expect(books.first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const shown = (level: number) => page.getByRole('heading', { level, includeHidden: true })
    const names = await shown(2).allTextContents()
    const titles = await shown(3).allTextContents()
    expect(names[0]).toBe(first)
    await untilDrawn(page.request, '/recommendations')

    const { asked, wasGone } = await watchPage(page)
    const release = await holdScripts(page)
    const response = await page.reload({ waitUntil: 'commit' })
    expect(response?.headers()['cache-control']).toBe('no-store')
    await expect(page).toHaveTitle('Recommendations · Catchword')
    await expect(shown(2)).toHaveText(names)
    const drawnTitles = await shown(3).allTextContents()
    expect(drawnTitles.length).toBeGreaterThanOrEqual(10)
    // The same as before: the shelf begins where it began.
    expect(drawnTitles).toEqual(titles.slice(0, drawnTitles.length))
    // The places of those among all covers.
    const drawn = () =>
      page
        .locator('#root li img')
        .evaluateAll((all: HTMLImageElement[]) =>
          all.flatMap(({ src }, at) => (src.startsWith('data:') ? [at] : [])),
        )
    // Of six as many as weigh little together.
    const covers = await drawn()
    expect(covers.length).toBeGreaterThanOrEqual(4)
    // Of whoever reads them the server says nothing.
    expect(await sentAs(response)).not.toContain(reader.id)
    release()
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await expect(shown(3).first()).toHaveText(titles[0] ?? '')
    // The covers that came with the page stay where they are; a book may stand on a later shelf once more.
    await expect.poll(async () => (await drawn()).slice(0, covers.length)).toEqual(covers)
    await page.waitForLoadState('networkidle')
    expect(await wasGone()).toBe(false)
    expect(asked.filter((path) => path.endsWith('/favoriteAuthors'))).toHaveLength(1)
    expect(asked.filter((path) => path === `/api/user/${reader.id}/preferences`)).toHaveLength(1)
    const { shift, moved } = await page.evaluate(layoutShift)
    expect(shift, moved.join('\n')).toBeLessThan(0.005)
    // They answer.
    const heart = page.getByRole('button', { name: 'Add to favorites' }).first()
    await heart.click()
    await expect(page.getByRole('button', { name: 'Remove from favorites' }).first()).toBeVisible()
  })
}

test('whoever opens their recommendations in another tab finds the shelf there, and keeps it', async ({
  page,
  context,
}) => {
  await signedIn(page, { interests: ['Poetry'] })
  await page.goto('/recommendations')
  await expect(page.getByRole('region', { name: 'Best Poetry Books' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const titles = await page.getByRole('heading', { level: 3 }).allTextContents()
  await untilDrawn(page.request, '/recommendations')
  const other = await context.newPage()
  await other.goto('/recommendations')
  await expect(other.locator('#root')).not.toHaveAttribute('inert')
  await expect(other.getByRole('heading', { level: 3 })).toHaveText(titles)
  await other.waitForLoadState('networkidle')
  await expect(other.getByRole('heading', { level: 3 })).toHaveText(titles)
})

test('interests that were changed elsewhere take the place of what was drawn', async ({ page }) => {
  const reader = await signedIn(page, { interests: ['Poetry'] })
  await page.goto('/recommendations')
  await expect(page.getByRole('region', { name: 'Best Poetry Books' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // By another device: this browser learns nothing of it.
  const before = await page.context().cookies()
  await page.request.put(`/api/user/${reader.id}`, {
    headers: { authorization: `Bearer ${reader.token}` },
    data: { preferences: ['Travel'] },
  })
  await page.context().addCookies(before)
  await untilDrawn(page.request, '/recommendations')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Best Travel Books' })).toBeVisible()
  await expect(page.getByRole('region')).toHaveCount(1)
})

test('whose list cannot be had reads the failure over the frame, and tries again', async ({
  page,
  complaints,
}) => {
  const reader = await signedIn(page)
  await addFavorite(page.request, reader, 'emma')
  complaints.expect(/500 \(Internal Server Error\)/)
  let fails = true
  await page.route('**/favoriteBooks', (route) =>
    fails ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await page.goto('/favorites')
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.waitForLoadState('networkidle')
  fails = false
  await retry.click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1)
})

test('a reader who has logged out finds nothing of their list at its address', async ({ page }) => {
  const reader = await signedIn(page)
  const { id, volumeInfo } = await bookAt(page.request, 'Mystery', 0)
  await addFavorite(page.request, reader, id)
  await page.goto('/favorites')
  await expect(page.getByRole('heading', { level: 2, name: volumeInfo.title })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await untilDrawn(page.request, '/favorites')
  await page.evaluate(() => fetch('/api/user/logout', { method: 'POST' }))
  const release = await holdScripts(page)
  const html = await sentAs(await page.goto('/favorites', { waitUntil: 'commit' }))
  expect(html).toContain('id="root"')
  expect(html).not.toContain(volumeInfo.title)
  release()
})

test.describe('without a service worker', () => {
  // On a busy machine it is there before the logout, whose call could then not be kept from the server.
  test.use({ serviceWorkers: 'block' })

  test('nor does whoever comes after a reader whose logout the server has not heard of', async ({
    page,
    complaints,
  }) => {
    const reader = await signedIn(page, { name: 'Grace Reader', interests: ['Poetry'] })
    const { id, volumeInfo } = await bookAt(page.request, 'Mystery', 0)
    await addFavorite(page.request, reader, id)
    await page.goto('/favorites')
    await expect(page.getByRole('heading', { level: 2, name: volumeInfo.title })).toBeVisible()
    await navLink(page, 'Recommendations').click()
    await expect(page.getByRole('region', { name: 'Best Poetry Books' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const path of ['/favorites', '/recommendations']) await untilDrawn(page.request, path)
    complaints.expect(/ERR_FAILED/)
    await page.route('**/api/user/logout', (route) => route.abort('failed'))
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
    for (const path of ['/favorites', '/recommendations']) {
      const release = await holdScripts(page)
      const html = await sentAs(await page.goto(path, { waitUntil: 'commit' }))
      expect(html).toContain('id="root"')
      expect(html).not.toContain(volumeInfo.title)
      expect(html).not.toContain('Best Poetry Books')
      release()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.route('**/api/user/logout', (route) => route.abort('failed'))
    }
  })
})

test('a book whose record came damaged is asked for', async ({ page }) => {
  await page.route('/book/emma', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('id="record">{', 'id="record">{{')
    await route.fulfill({ response: answer, body })
  })
  const call = page.waitForResponse('/api/book/detail/emma')
  await page.goto('/book/emma')
  expect((await call).status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
})

test('the first script asks to be compiled while it comes', async ({ page }) => {
  const answer = page.waitForResponse(/\/assets\/first-[^/]*\.js$/)
  await page.goto('/')
  // At the very beginning, or it is a comment and no more.
  expect(await (await answer).text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

/** How much the page has moved by itself so far, and what of it did. Runs in the page. */
async function layoutShift(): Promise<{ shift: number; moved: string[] }> {
  let shift = 0
  const moved: string[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('value' in entry) || typeof entry.value !== 'number') continue
      shift += entry.value
      const sources: unknown = 'sources' in entry ? entry.sources : []
      for (const source of Array.isArray(sources) ? sources : []) {
        const { node, previousRect: from, currentRect: to } = source
        const { nodeName, textContent } = Object(node)
        moved.push(
          `${nodeName} "${String(textContent).slice(0, 20)}" from ${JSON.stringify(from)} to ` +
            `${JSON.stringify(to)} at ${Math.round(entry.startTime)} ms`,
        )
      }
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
  // What is buffered comes in a task of its own; where nothing moved none comes.
  await new Promise((resolve) => setTimeout(resolve, 200))
  observer.disconnect()
  return { shift, moved }
}

test('the landing page does not move while its script takes it up', async ({ page }) => {
  // 0.00 as it is reported: a face that comes late may move a letter, never a line.
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await page.waitForLoadState('networkidle')
    const { shift, moved } = await page.evaluate(layoutShift)
    expect(shift, [`${width} px`, ...moved].join('\n')).toBeLessThan(0.005)
  }
})

/** Passes the server at `address` on at another one, its pages piece by piece, as over a bad line. */
async function serveInPieces(address: string) {
  const server = createServer((request, response) => {
    void (async () => {
      const { url = '/', headers } = request
      const accept = headers.accept ?? '*/*'
      const answer = await fetch(address + url, { headers: { accept } })
      const body = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      })
      if (accept.includes('text/html')) {
        const [head = '', ...tags] = body.toString().split(/(?=<body|(?<=<body.*)<[a-z])/s)
        response.write(head)
        for (const tag of tags) {
          response.write(tag)
          await sleep(PIECE_MS)
        }
        response.end()
      } else response.end(body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  return {
    origin: `http://localhost:${typeof at === 'object' ? at?.port : ''}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('a book does not move while its page comes piece by piece', async ({
  page,
  request,
  address,
  complaints,
}) => {
  const book = await bookAt(request, 'Poetry', 0)
  await untilDrawn(request, `/book/${book.id}`)
  await using pieces = await serveInPieces(address)
  complaints.expect(new RegExp(`^foreign: ${pieces.origin}/`))
  await page.setViewportSize({ width: 412, height: 823 })
  await holdScripts(page)
  await page.goto(`${pieces.origin}/book/${book.id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo', { includeHidden: true })).toBeAttached()
  const { shift, moved } = await page.evaluate(layoutShift)
  expect(shift, moved.join('\n')).toBeLessThan(0.005)
})

for (const path of [
  '/',
  '/recommendations',
  '/favorites',
  '/categories',
  '/book/emma',
  '/no/such/page',
]) {
  test(`${path} does not move while a reader’s books come`, async ({ page }) => {
    const reader = await signedIn(page, { interests: ['Mystery', 'Poetry', 'Sci-Fi'] })
    for (let place = 0; place < 12; place += 1) {
      await love(page, reader, place)
    }
    // Answers that come late, each at its own time, as they do to a phone.
    let answers = 0
    await page.route('**/api/**', async (route) => {
      answers += 1
      await new Promise((resolve) => setTimeout(resolve, 150 + 100 * (answers % 3)))
      await route.continue()
    })
    for (const [width, height] of [
      [412, 823],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(path)
      await expect(page.locator('#root')).not.toHaveAttribute('inert')
      await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      const { shift, moved } = await page.evaluate(layoutShift)
      expect(shift, [`${width} px`, ...moved].join('\n')).toBeLessThan(0.005)
    }
  })
}

/** What stands in for Fraunces until it is there (src/app/base.css), and the titles that it is measured on. */
const STAND_INS = [
  'Georgia Bold',
  'Noto Serif Bold',
  'Liberation Serif Bold',
  'Times New Roman Bold',
]
const TITLES = [
  'And Then There Were None',
  'Alice’s Adventures in Wonderland',
  'The Lion, the Witch and the Wardrobe',
  'Best Historical Fiction Books',
  'Discover Your Interests',
  'To Kill a Mockingbird',
]

test('what stands in for the display face takes the same room', async ({ page }) => {
  await page.goto('/')
  const found = await page.evaluate(async (names) => {
    const loads = names.map((name) => new FontFace('Probe', `local('${name}')`).load())
    return (await Promise.allSettled(loads)).some(({ status }) => status === 'fulfilled')
  }, STAND_INS)
  test.skip(!found, `This system has none of ${STAND_INS.join(', ')}.`)
  const [own, standIn] = await page.evaluate(async (titles) => {
    await document.fonts.load('600 1000px Fraunces')
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('Nothing can be measured here.')
    const measure = (family: string) => {
      // Large, since heights are told in whole pixels.
      context.font = `600 1000px ${family}`
      const all = titles.map((title) => context.measureText(title))
      return {
        width: all.reduce((total, { width }) => total + width, 0),
        above: all[0]?.fontBoundingBoxAscent ?? 0,
        below: all[0]?.fontBoundingBoxDescent ?? 0,
      }
    }
    return [measure('Fraunces'), measure('"Fraunces Fallback"')] as const
  }, TITLES)
  for (const key of ['width', 'above', 'below'] as const) {
    const ratio = standIn[key] / own[key]
    expect(Math.abs(ratio - 1), `${key}: ${ratio}`).toBeLessThan(0.015)
  }
})

test('the landing page asks for nothing twice, and for no style besides', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) asked.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([...new Set(asked)])
  const count = (pattern: RegExp) => asked.filter((path) => pattern.test(path)).length
  expect(count(/\.css$/)).toBe(0)
  expect(count(/^\/showcase\//)).toBe(12)
  // The sign of the house stands in the page, and so does the browser's icon.
  expect(count(/^\/favicon/)).toBe(0)
  expect(count(/\.woff2$/)).toBe(1)
  expect(asked.length).toBeLessThanOrEqual(17)
})

for (const path of ['/', '/login']) {
  test(`${path} is seen before the face of its titles is fetched`, async ({ page }) => {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveCSS('font-family', /^"?Fraunces"?,/)
    // A face that is not known yet counts as one that need not be fetched.
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await expect
      .poll(() =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
      )
      .toContainEqual(expect.stringContaining('.woff2'))
    await expect
      .poll(() => page.evaluate(() => document.fonts.check('600 20px Fraunces')))
      .toBe(true)
    await expectAfterFirstPicture(page, /\.js$/)
    expect(await expectAfterFirstPicture(page, /woff2/)).toHaveLength(1)
  })
}

test('covers are held back for the first frame of the page alone', async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const covers = document.querySelectorAll('main img[src^="/showcase/"]')
      if (covers.length < 17) return
      observer.disconnect()
      const held = [...covers].filter((cover) => !cover.checkVisibility())
      document.documentElement.dataset['held'] = String(held.length)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  // Before any frame.
  await expect(page.locator('html')).toHaveAttribute('data-held', '17')
  await page.mouse.wheel(0, 600)
  await expect
    .poll(() =>
      page.locator('main img[src^="/showcase/"]').evaluateAll((covers) =>
        covers.every((cover) => {
          return (
            cover instanceof HTMLImageElement && cover.naturalWidth > 0 && cover.checkVisibility()
          )
        }),
      ),
    )
    .toBe(true)
})

test('the product is asked for before the covers further down', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // A browser that has much to do may be longer in showing the page than these covers wait.
  await expect(async () => {
    asked.length = 0
    await page.goto('/')
    await expect.poll(() => asked).toContain('/showcase/12-224.avif')
    const product = asked.findIndex((path) => path.startsWith('/assets/first-'))
    expect(product).toBeGreaterThan(-1)
    expect(product).toBeLessThan(asked.indexOf('/showcase/6-224.avif'))
  }).toPass()
})

for (const path of ['/', '/profile']) {
  test(`a reader at ${path} is shown at once what was drawn for readers, and no visitor’s form`, async ({
    page,
  }) => {
    await signedIn(page)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const hidden = { includeHidden: true }
    await expect(
      page.getByRole('heading', { level: 1, name: 'Catchword', ...hidden }),
    ).toBeVisible()
    const onward = page.getByRole('link', { name: 'Your Recommendations', ...hidden })
    await expect(onward).toBeVisible()
    await expect(page.locator('#root')).toHaveAttribute('inert')
    const forVisitors = page.locator('form input[type=password], a[href="/login"]')
    await expect(forVisitors).toHaveCount(0)
    release()
    await expect(page.getByText('Hello, Ada Reader')).toBeVisible()
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await expect(forVisitors).toHaveCount(0)
    await onward.click()
    await expect(page).toHaveURL(/\/recommendations$/)
  })
}

test('whose session is over is shown the visitor’s page', async ({ page }) => {
  const reader = await signedIn(page)
  await page.context().setStorageState({
    cookies: await page.context().cookies(),
    origins: [{ origin: reader.origin, localStorage: [] }],
  })
  await page.goto('/')
  await expect(page.locator('form input[type=password]')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your Recommendations' })).toHaveCount(0)
})

test('the frame of every other page stands before its script', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/book/pride-and-prejudice', { waitUntil: 'commit' })
  await expect(page.getByRole('banner', { includeHidden: true })).toBeVisible()
  await expect(page.locator('#root')).toHaveAttribute('inert')
  release()
  await expect(page.getByRole('heading', { level: 1, name: /Pride and Prejudice/ })).toBeVisible()
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
})

test('without scripts the landing page can be read', async ({ browser, address }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: address })
  const page = await context.newPage()
  const come = new Set<string>()
  page.on('requestfinished', (request) => come.add(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByText('Explore Now')).toBeVisible()
  await expect(page.locator('#showcase img')).toHaveCount(12)
  await expect
    .poll(() => [...come].filter((path) => path.startsWith('/showcase/')).length)
    .toBeGreaterThanOrEqual(12)
  await context.close()
})

test('a page of last year’s build tells this year', async ({ page }) => {
  const html = readFileSync(join(DIST_DIR, 'index.html'), 'utf8')
  const year = new Date().getFullYear()
  expect(html).toContain(`© ${year}`)
  await page.route('/', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll(String(year), String(year - 1))
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText(`© ${year} Catchword`)
})

/** Sets the values of the form's fields as a browser's own filling in does before any script runs. */
async function fillIn(page: Page, values: readonly string[]): Promise<void> {
  const fields = page.locator('#auth-form input')
  await expect(fields).toHaveCount(values.length)
  await fields.evaluateAll((inputs, texts) => {
    for (const [place, input] of inputs.entries()) {
      if (input instanceof HTMLInputElement) input.value = texts[place] ?? ''
    }
  }, values)
}

for (const path of ['/', '/login']) {
  test(`${path}: what the browser fills in before the script is there counts`, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/401 \(Unauthorized\)/)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await fillIn(page, ['ada@example.org', 'a long evening'])
    release()
    await page.getByRole('button', { name: 'Login' }).click()
    // It is sent, and the server does not know it.
    await expect(page.getByText('Error: Invalid email or password.')).toBeVisible()
    // Nothing of it went into the address.
    expect(new URL(page.url()).search).toBe('')
  })
}

test('the form answers nothing while its own part is on the way, and what stands in it counts', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\)/)
  const release = await holdScripts(page, '**/assets/LoginScreen*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  // The first script has taken the frame up.
  await expect(page.locator('#root')).not.toHaveAttribute('data-page')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  // A press would send the form as a page's forms are sent: with the password in the address.
  await expect(page.locator('#root')).toHaveAttribute('inert')
  await fillIn(page, ['ada@example.org', 'a long evening'])
  release()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Error: Invalid email or password.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})

test('a page whose part never comes says so, and can be used', async ({ page, complaints }) => {
  complaints.expect(/LoginScreen/)
  await page.route('**/assets/LoginScreen*.js', (route) => route.abort())
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  const load = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await load
})
