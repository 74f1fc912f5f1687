import type { Locator, Page } from '@playwright/test'
import { addFavorite, bookAt, expect, signedIn, test } from './fixtures.ts'
import { isCall, navLink, shelf } from './navigation.ts'

const INTERESTS = ['Mystery', 'Fantasy', 'Poetry'] as const

/** Where the page is, to half a pixel. */
const scrollPosition = (page: Page): Promise<number> => page.evaluate(() => window.scrollY)

/** Counts the calls for recommendations from now on. */
function countShelfCalls(page: Page): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/recommendedBooks')) calls += 1
  })
  return () => calls
}

/** Scrolls so that the link stands amid the page, and opens it. */
async function openFromThere(page: Page, link: Locator): Promise<{ y: number; title: string }> {
  const title = await link.innerText()
  await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const y = await scrollPosition(page)
  expect(y).toBeGreaterThan(300)
  await link.click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect.poll(() => scrollPosition(page)).toBe(0)
  return { y, title }
}

async function expectPlace(page: Page, link: Locator, y: number): Promise<void> {
  await expect(link).toBeFocused()
  await expect.poll(async () => Math.abs((await scrollPosition(page)) - y)).toBeLessThanOrEqual(1)
}

test('Back from a book is the same shelf at the same place, without asking again', async ({
  page,
}) => {
  await signedIn(page, { interests: INTERESTS })
  await page.goto('/recommendations')
  const links = shelf(page, 'Poetry').getByRole('link')
  await expect(links).toHaveCount(10)
  await expect(shelf(page, 'Mystery').getByRole('link')).toHaveCount(10)
  await expect(shelf(page, 'Fantasy').getByRole('link')).toHaveCount(10)
  const titles = await links.allTextContents()
  const calls = countShelfCalls(page)

  const opened = await openFromThere(page, links.nth(7))
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/recommendations')
  await expectPlace(page, links.nth(7), opened.y)

  // By the browser's own button, and forth and back again, as well.
  await page.goForward()
  await expect(page.getByRole('heading', { name: opened.title, level: 1 })).toBeVisible()
  await expect.poll(() => scrollPosition(page)).toBe(0)
  await page.goBack()
  await expectPlace(page, links.nth(7), opened.y)
  expect(await links.allTextContents()).toEqual(titles)
  expect(calls()).toBe(0)
})

test('Back after a reload of the book is the same shelf at the same place too', async ({
  page,
}) => {
  await signedIn(page, { interests: INTERESTS })
  await page.goto('/recommendations')
  const links = shelf(page, 'Poetry').getByRole('link')
  await expect(links).toHaveCount(10)
  await expect(shelf(page, 'Mystery').getByRole('link')).toHaveCount(10)
  await expect(shelf(page, 'Fantasy').getByRole('link')).toHaveCount(10)
  const titles = await links.allTextContents()
  const { y, title } = await openFromThere(page, links.nth(7))
  await page.reload()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(links).toHaveText(titles)
  await expectPlace(page, links.nth(7), y)
})

test('Back to the favorites keeps the place', async ({ page }) => {
  const reader = await signedIn(page)
  for (let place = 0; place < 24; place += 1) {
    const { id } = await bookAt(page.request, 'Fiction', place)
    await addFavorite(page.request, reader, id)
  }
  await page.goto('/favorites')
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(links).toHaveCount(24)
  const { y, title } = await openFromThere(page, links.nth(14))
  await page.getByRole('button', { name: 'Back' }).click()
  await expectPlace(page, links.nth(14), y)

  await page.goForward()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  // Whether its script has taken it up or not.
  await page.goBack()
  await expectPlace(page, links.nth(14), y)
})

test('a page newly opened begins at its top, and Back on a deep link leads home', async ({
  page,
}) => {
  await signedIn(page, { interests: INTERESTS })
  await page.goto('/recommendations')
  await expect(shelf(page, 'Poetry').getByRole('link')).toHaveCount(10)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await navLink(page, 'Categories').click()
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeInViewport()
  expect(await scrollPosition(page)).toBe(0)
  await expect(page.getByRole('main')).toBeFocused()

  // By its address, too, however far the page before was read; a reload keeps the place.
  await page.goto('/recommendations')
  await expect(shelf(page, 'Mystery').getByRole('link')).toHaveCount(10)
  // Before the page is taken up nobody notes how far it is read.
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }))
  await page.reload()
  await expect.poll(() => scrollPosition(page)).toBe(500)
  await page.goto('/categories')
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeInViewport()
  await page.goto('/recommendations')
  await expect(shelf(page, 'Mystery').getByRole('link')).toHaveCount(10)
  expect(await scrollPosition(page)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeInViewport()
  await page.goBack()
  // Asked again where the document changes meanwhile.
  await page.waitForFunction(() => window.scrollY === 500)

  const fresh = await page.context().newPage()
  await fresh.goto('/book/pride-and-prejudice')
  await fresh.getByRole('button', { name: 'Back' }).click()
  await expect(fresh).toHaveURL('/')

  // By its address, but after another page of ours: one step back is that page.
  await page.goto('/categories')
  await page.goto('/book/pride-and-prejudice')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/categories')
})

/** Keeps from the page that it has been scrolled, as when it is left before its next frame. Runs in the page. */
function withoutFrames(): void {
  window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true })
}

/** Makes a page for ever too short for its place while the tab says so. Runs in the page. */
function shortWhileAsked(): void {
  if (sessionStorage.getItem('short') === null) return
  Object.defineProperty(Element.prototype, 'scrollHeight', { get: () => 0 })
}

test('a reload keeps the place right after a scroll, and before the page has reached it', async ({
  page,
}) => {
  await page.addInitScript(shortWhileAsked)
  await signedIn(page, { interests: INTERESTS })
  await page.goto('/recommendations')
  await expect(shelf(page, 'Mystery').getByRole('link')).toHaveCount(10)
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await page.evaluate(withoutFrames)
  await page.evaluate(() => {
    window.scrollTo({ top: 500, behavior: 'instant' })
    sessionStorage.setItem('short', 'yes')
  })
  await page.reload()
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await page.evaluate(() => sessionStorage.removeItem('short'))
  await page.reload()
  await expect.poll(() => scrollPosition(page)).toBe(500)
})

test('where nothing can have the focus again, Back and Forward give it to the page', async ({
  page,
}) => {
  const reader = await signedIn(page, { interests: ['Poetry'] })
  const { id, volumeInfo } = await bookAt(page.request, 'Poetry', 3)
  await addFavorite(page.request, reader, id)
  await page.goto('/favorites')
  // Before, the drawn list hears no key.
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  const main = page.getByRole('main')
  const link = main.getByRole('listitem').getByRole('link')
  const title = page.getByRole('heading', { name: volumeInfo.title, level: 1 })
  await link.press('Enter')
  await expect(title).toBeVisible()
  // A page that was neither scrolled nor pressed on begins at its top again.
  await page.goBack()
  await expect(link).toBeFocused()
  await navLink(page, 'Recommendations').press('Enter')
  await expect(shelf(page, 'Poetry').getByRole('link')).toHaveCount(10)
  await page.goBack()
  await expect(link).toBeVisible()
  await expect(main).toBeFocused()

  await link.press('Enter')
  await expect(title).toBeVisible()
  const heart = page.getByRole('button', { name: /favorites$/ })
  // With the answer the book leaves the list: not while that is looked at.
  const removed = page.waitForResponse(isCall('DELETE', /\/favoriteBook\/[^/]+$/))
  await heart.press('Enter')
  await expect(heart).toHaveAccessibleName('Add to favorites')
  await (await removed).finished()
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })),
  )
  await page.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(page.getByText(/^No favorite books yet/)).toBeVisible()
  await expect(main).toBeFocused()
  await page.goForward()
  await expect(heart).toBeVisible()
  await expect(main).toBeFocused()
})

test('Forward to a page that was left at once begins at its top', async ({ page }) => {
  await signedIn(page, { interests: ['Poetry'] })
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.goto('/recommendations')
  const link = shelf(page, 'Poetry').getByRole('link').first()
  await expect(link).toBeVisible()
  const title = await link.innerText()
  await link.evaluate((element) => element.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.goBack()
  await expect(link).toBeFocused()
  await page.evaluate(() => window.scrollTo({ top: 250, behavior: 'instant' }))
  await page.goForward()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await scrollPosition(page)).toBe(0)
})
