import type { Locator, Page } from '@playwright/test'
import type { Book } from '../contract/books.ts'
import { addFavorites, expect, FULL, signedIn, test } from './fixtures.ts'
import { addHeart, navLink, open, shelf } from './navigation.ts'

const INTERESTS = ['Mystery', 'Fantasy', 'Poetry'] as const

const scrollPosition = (page: Page): Promise<number> => page.evaluate(() => window.scrollY)

/** Opens the recommendations and waits until every section has its books. */
async function openRecommendations(page: Page): Promise<void> {
  await page.goto('/recommendations')
  for (const interest of INTERESTS) {
    await expect(shelf(page, interest).getByRole('listitem')).toHaveCount(12)
  }
}

/** Scrolls so that the link is in the middle of the window, and follows it. */
async function openFromThere(page: Page, link: Locator): Promise<{ y: number; title: string }> {
  await link.scrollIntoViewIfNeeded()
  const title = await link.innerText()
  await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(link).toBeInViewport()
  const y = await scrollPosition(page)
  expect(y).toBeGreaterThan(300)
  await link.click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect.poll(() => scrollPosition(page)).toBe(0)
  return { y, title }
}

async function expectPlace(page: Page, link: Locator, y: number): Promise<void> {
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()
  await expect.poll(async () => Math.abs((await scrollPosition(page)) - y)).toBeLessThanOrEqual(1)
}

test('Back from a book brings the same section at the same place, and requests nothing', async ({
  page,
}) => {
  await signedIn(page, { interests: INTERESTS })
  await openRecommendations(page)
  const links = shelf(page, 'Poetry').getByRole('link')
  const titles = await links.allTextContents()
  const opened = await openFromThere(page, links.nth(7))
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url())
  })
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
  expect(requests).toEqual([])
})

for (const width of [390, 1280]) {
  test(`an evening at ${width} px: three hearts, their row, five books on and five back`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signedIn(page, { interests: INTERESTS })
    await openRecommendations(page)
    const loved: string[] = []
    for (const interest of INTERESTS) {
      const first = shelf(page, interest).getByRole('listitem').first()
      loved.push(await first.getByRole('link').innerText())
      await addHeart(page, first)
    }
    // Its link opens the page anew, on the page itself, too.
    if (width < 664) await page.getByRole('button', { name: 'Open menu' }).click()
    await navLink(page, 'Recommendations').click()
    const picked = page.getByRole('region', { name: 'Picked for You' })
    await expect(picked.getByRole('listitem')).toHaveCount(12)
    for (const item of await picked.getByRole('listitem').all()) {
      const text = await item.innerText()
      expect(loved.filter((title) => text.includes(`Because you loved ${title}`))).toHaveLength(1)
    }
    for (const title of loved) {
      await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)
    }

    const places: { link: Locator; y: number }[] = []
    const follow = async (link: Locator) => {
      places.push({ link, y: (await openFromThere(page, link)).y })
    }
    await follow(picked.getByRole('link').nth(4))
    const next = page.getByRole('region', { name: 'What comes next' })
    for (const place of [0, 3, 6, 2, 5]) await follow(next.getByRole('link').nth(place))
    for (const { link, y } of places.toReversed()) {
      await page.getByRole('button', { name: 'Back' }).click()
      await expectPlace(page, link, y)
    }
  })
}

test('Back to the favorites and to the showcase keeps the place', async ({ page }) => {
  const reader = await signedIn(page)
  await addFavorites(page, reader, 24, 'Fiction')
  await page.goto('/favorites')
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(links).toHaveCount(24)
  const { y } = await openFromThere(page, links.nth(14))
  await page.getByRole('button', { name: 'Back' }).click()
  await expectPlace(page, links.nth(14), y)

  await navLink(page, 'Home').click()
  const cover = page.getByRole('link', { name: 'Les Misérables by Victor Hugo' })
  await cover.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const place = await scrollPosition(page)
  await cover.click()
  await expect(page.getByRole('heading', { name: 'Les Misérables', level: 1 })).toBeVisible()
  await page.goBack()
  await expectPlace(page, cover, place)
})

test('a new page begins at its top', async ({ page }) => {
  await signedIn(page, { interests: INTERESTS })
  await openRecommendations(page)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await navLink(page, 'Categories').click()
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeInViewport()
  expect(await scrollPosition(page)).toBe(0)
})

test('Back on a deep link leads home, or to the page of ours before it', async ({ page }) => {
  await open(page, '/book/pride-and-prejudice')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
  await open(page, '/no/such/page')
  await open(page, '/book/pride-and-prejudice')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/no/such/page')
})

test(
  'two thousand favorites can be used, and Back keeps the place among them',
  FULL,
  async ({ page }) => {
    await signedIn(page)
    const response = await page.request.get('/api/recommendedBooks?preference=Poetry&startIndex=1')
    const books: Book[] = await response.json()
    const many = Array.from({ length: 2000 }, (_, index) => {
      const { id = '', ...book } = books[index % books.length] ?? {}
      return { ...book, id: index < books.length ? id : `${id}-${index}` }
    }).toReversed()
    await page.route('**/api/user/*/favoriteBooks', (route) => route.fulfill({ json: many }))
    await page.goto('/favorites')
    const cards = page.getByRole('main').getByRole('listitem')
    await expect(cards).toHaveCount(2000, { timeout: 60_000 })
    const card = cards.nth(1995)
    await card.scrollIntoViewIfNeeded()
    const heart = card.getByRole('button')
    await heart.click()
    await expect(heart).toHaveAccessibleName('Add to favorites')
    const { y } = await openFromThere(page, card.getByRole('link'))
    await page.goBack()
    await expectPlace(page, card.getByRole('link'), y)
  },
)
