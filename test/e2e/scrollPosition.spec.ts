import type { Locator, Page } from '@playwright/test'
import type { Book } from '../../contract/books.ts'
import { runs } from '../full.ts'
import { addFavorites, expect, signIn, test } from './fixtures.ts'
import {
  addFavorite,
  blockRequests,
  boxOf,
  expectSections,
  navLink,
  open,
  openBook,
  section,
  title,
} from './steps.ts'

const INTERESTS = ['Mystery', 'Fantasy', 'Poetry'] as const

const scrollPosition = (page: Page): Promise<number> => page.evaluate(() => window.scrollY)

const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true })

async function openRecommendations(page: Page): Promise<void> {
  await page.goto('/recommendations')
  await expectSections(page, INTERESTS)
}

/** Scrolls to an element until it stays in the middle: what comes into view may grow. Runs in the page. */
async function centre(element: Element): Promise<number> {
  let before = Number.NaN
  while (window.scrollY !== before) {
    before = window.scrollY
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  return before
}

async function expectScrolled(page: Page, y: number): Promise<void> {
  await expect.poll(async () => Math.abs((await scrollPosition(page)) - y)).toBeLessThan(2)
}

/** Scrolls to a link, follows it to its book, and returns how far the page was scrolled. */
async function openScrolled(page: Page, link: Locator): Promise<number> {
  const y = await link.evaluate(centre)
  expect(y).toBeGreaterThan(300)
  await openBook(page, link)
  await expectScrolled(page, 0)
  return y
}

/** The page is scrolled as before, and the link that was followed has the focus. */
async function expectRestored(page: Page, link: Locator, y: number): Promise<void> {
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()
  await expectScrolled(page, y)
}

test('Back from a book restores the section and its position, and requests nothing; a new page begins at its top', async ({
  page,
}) => {
  await signIn(page, { interests: INTERESTS })
  await openRecommendations(page)
  const links = section(page, 'Poetry').getByRole('link')
  const titles = await links.allTextContents()
  const link = links.nth(7)
  const y = await openScrolled(page, link)
  // The last request of the book's page.
  const next = page.getByRole('region', { name: 'What comes next' })
  await expect(next.getByRole('link').first()).toBeAttached()
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url())
  })
  await back(page).click()
  await expect(page).toHaveURL('/recommendations')
  await expectRestored(page, link, y)

  // By the browser's own button as well.
  await page.goForward()
  await expect(title(page, titles[7] ?? '')).toBeVisible()
  await expectScrolled(page, 0)
  await page.goBack()
  await expectRestored(page, link, y)
  expect(await links.allTextContents()).toEqual(titles)
  expect(requests).toEqual([])

  await navLink(page, 'Categories').click()
  await expect(title(page, 'Discover Your Interests')).toBeInViewport()
  await expectScrolled(page, 0)
})

test('three favorites on a phone, the books picked for them, from book to book and all the way back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page, { interests: INTERESTS })
  await openRecommendations(page)
  for (const interest of INTERESTS) {
    await addFavorite(page, section(page, interest).getByRole('listitem').first())
  }
  // Its link opens the page anew, also on the page itself.
  await page.getByRole('button', { name: 'Open menu' }).click()
  await navLink(page, 'Recommendations').click()
  const picked = page.getByRole('region', { name: 'Picked for You' })
  await expect(picked.getByRole('listitem')).toHaveCount(12)
  const next = page.getByRole('region', { name: 'What comes next' })
  const positions: { link: Locator; y: number }[] = []
  for (const [step, index] of [4, 0, 3].entries()) {
    const link = (step === 0 ? picked : next).getByRole('link').nth(index)
    positions.push({ link, y: await openScrolled(page, link) })
  }
  for (const { link, y } of positions.toReversed()) {
    await back(page).click()
    await expectRestored(page, link, y)
  }
})

test('Back to the favorites and to the landing page restores the position; on a deep link it leads home', async ({
  page,
}) => {
  await open(page, '/book/pride-and-prejudice')
  await expect(page).toHaveTitle('Pride and Prejudice · Catchword')
  await back(page).click()
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle('Catchword · discover books')

  const reader = await signIn(page)
  await addFavorites(page, reader, 12, 'Fiction')
  await page.goto('/favorites')
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(links).toHaveCount(12)
  const y = await openScrolled(page, links.last())
  await back(page).click()
  await expectRestored(page, links.last(), y)

  await navLink(page, 'Home').click()
  const cover = page.getByRole('link', { name: 'Les Misérables by Victor Hugo' })
  const position = await cover.evaluate(centre)
  await cover.click()
  await expect(title(page, 'Les Misérables')).toBeVisible()
  await page.goBack()
  await expectRestored(page, cover, position)
})

test('a reload, and Back after one, keep the place, however late the answers', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const reader = await signIn(page, { interests: INTERESTS })
  await addFavorites(page, reader, 24, 'Fiction')
  const main = page.getByRole('main')
  /** Loads anew what is in memory alone: nothing is answered before the page has its heading. */
  const returned = async (link: Locator, y: number, go: () => Promise<unknown>) => {
    const { release } = await blockRequests(page, '**/api/**')
    await go()
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    release()
    await expect(link).toBeInViewport()
    await expectScrolled(page, y)
    await page.unrouteAll({ behavior: 'wait' })
  }
  const pages = [
    ['/recommendations', 24],
    ['/book/emma', 3],
    ['/', 12],
    ['/favorites?filter=e', 20],
  ] as const
  for (const [path, most] of pages.slice(0, runs(1, 4))) {
    await open(page, path)
    if (most === 24) await page.getByRole('button', { name: 'Show more of Best' }).first().click()
    const visible = main.getByRole('listitem').locator('a:visible')
    const href = await visible.nth(most - 2).getAttribute('href')
    const link = main.locator(`a[href="${href}"]`)
    const y = await link.evaluate(centre)
    await returned(link, y, () => page.reload())
    await link.click()
    await expect(page).toHaveURL(href ?? '')
    const next = page.getByRole('region', { name: 'What comes next' }).getByRole('link').first()
    await returned(next, await next.evaluate(centre), () => page.reload())
    await returned(link, y, () => page.goBack())
  }
})

test('many favorites come in pieces: by scrolling, by Tab, again in their place, all on paper', async ({
  page,
}) => {
  await signIn(page)
  const response = await page.request.get('/api/recommendedBooks?preference=Poetry&startIndex=1')
  const books: Book[] = await response.json()
  const many = Array.from({ length: 160 }, (_, index) => {
    const { id = '', ...book } = books[index % books.length] ?? {}
    return { ...book, id: index < 140 ? `${id}-${index}` : id }
  })
  await page.route('**/api/user/*/favoriteBooks', (route) => route.fulfill({ json: many }))
  await page.goto('/favorites')
  await expect(page.getByText('160 books')).toBeVisible()
  const cards = page.getByRole('main').locator('li[data-book]')
  const mounted = () => cards.count()
  await expect.poll(mounted).toBeGreaterThan(23)
  expect(await mounted()).toBeLessThan(100)

  await page.getByRole('button', { name: 'Compact list' }).click()
  // By the last button, where who tabs through them all comes.
  const count = await mounted()
  const last = cards.nth(count - 1)
  await last.getByRole('button').focus()
  await expect.poll(mounted).toBeGreaterThan(count)
  await page.keyboard.press('Tab')
  await expect(cards.nth(count).getByRole('link')).toBeFocused()
  const link = cards.nth(144).getByRole('link')
  await expect(async () => {
    await cards.last().scrollIntoViewIfNeeded()
    await expect(link).toBeAttached({ timeout: 500 })
  }).toPass()
  const y = await link.evaluate(centre)
  await page.reload()
  await expect(link).toBeInViewport()
  await expectScrolled(page, y)
  const left = await openScrolled(page, link)
  await page.goBack()
  await expectRestored(page, link, left)

  // Another order is seen from its beginning, where a few suffice.
  await page.getByLabel('Sort by').selectOption('title')
  await expect.poll(mounted).toBeLessThan(100)
  await expect(cards.first().getByRole('link')).toBeInViewport()
  await page.pdf()
  expect(await mounted()).toBe(160)
})

test('in a low window the bar leaves when the page is scrolled down and comes back when it is scrolled up, or with the focus', async ({
  page,
}) => {
  const bar = page.getByRole('banner')
  const heading = page.getByRole('heading', { name: 'Twelve to begin with' })
  const scroll = (by: number) => page.evaluate((by) => window.scrollBy(0, by), by)
  // What a zoom of 200 % leaves of a window of 1024 by 512.
  await page.setViewportSize({ width: 512, height: 256 })
  await open(page, '/')
  await scroll(600)
  await expect(bar).not.toBeInViewport()
  await scroll(-50)
  await expect(bar).toBeInViewport({ ratio: 1 })
  await scroll(300)
  await expect(bar).not.toBeInViewport()
  await bar.getByRole('link', { name: 'Catchword' }).focus()
  await expect(bar).toBeInViewport({ ratio: 1 })

  await page.getByRole('button', { name: 'Explore Now' }).click()
  await expect(bar).not.toBeInViewport()
  await expect.poll(async () => (await boxOf(heading)).y).toBe(0)

  await page.setViewportSize({ width: 1024, height: 768 })
  await open(page, '/')
  await scroll(600)
  await expect(bar).toBeInViewport({ ratio: 1 })
})
