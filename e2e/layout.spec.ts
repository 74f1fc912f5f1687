import type { Locator, Page } from '@playwright/test'
import { addFavorite, bookAt, expect, signedIn, test } from './fixtures.ts'
import { navLink, settled, shelf } from './navigation.ts'

/** The columns of a grid as the browser lays them out, in pixels. */
async function columns(grid: Locator): Promise<number[]> {
  const template = await grid.evaluate((element) => getComputedStyle(element).gridTemplateColumns)
  return template.split(' ').map(Number.parseFloat)
}

async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
}

/** Columns one pixel below, at, and one pixel above every edge of the table in the decisions. */
const FAVORITES = [
  [479, 1],
  [480, 1],
  [481, 2],
  [743, 2],
  [744, 2],
  [745, 3],
  [992, 3],
  [993, 3],
  [994, 4],
  [1279, 4],
  [1280, 4],
  [1281, 8],
  [1421, 8],
  [1422, 6],
  [1423, 6],
] as const

const BOOKS = [
  [479, 3],
  [480, 3],
  [481, 3],
  [767, 3],
  [768, 3],
  [769, 4],
  [992, 4],
  [993, 4],
  [994, 6],
] as const

const LANDING = [
  [767, 3],
  [768, 3],
  [769, 6],
] as const

const CATEGORIES = [
  [575, 2],
  [576, 3],
  [577, 3],
  [767, 3],
  [768, 4],
  [769, 4],
] as const

async function expectColumns(
  page: Page,
  grid: Locator,
  table: readonly (readonly [width: number, count: number])[],
): Promise<void> {
  // What the server drew is replaced as the script takes it up.
  await settled(page)
  await expect(grid).toBeVisible()
  for (const [width, count] of table) {
    await setWidth(page, width)
    expect(await columns(grid), `at ${width} px`).toHaveLength(count)
    await expectNoSidewaysScrolling(page)
  }
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { scrollWidth, clientWidth, path } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
    path: location.pathname,
  }))
  expect(scrollWidth, `${path} at ${clientWidth} px`).toBeLessThanOrEqual(clientWidth)
}

test('the favorites grid', async ({ page }) => {
  const reader = await signedIn(page)
  const { id } = await bookAt(page.request, 'Fiction', 0)
  await addFavorite(page.request, reader, id)
  await page.goto('/favorites')
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toBeVisible()
  await expectColumns(page, page.getByRole('main').getByRole('list'), FAVORITES)
})

test('the books grid and the height of its covers', async ({ page }) => {
  await signedIn(page, { interests: ['Historical Fiction'] })
  await page.goto('/recommendations')
  const books = shelf(page, 'Historical Fiction')
  await expect(books.getByRole('link')).toHaveCount(10)
  await expectColumns(page, books.getByRole('list'), BOOKS)

  // The cover box is the first thing in a card and has no role of its own.
  const box = books.getByRole('listitem').first().locator('> :first-child')
  for (const [width, height] of [
    [479, 150],
    [480, 150],
    [481, 350],
  ] as const) {
    await setWidth(page, width)
    await expect(box, `at ${width} px`).toHaveCSS('height', `${height}px`)
  }
  await setWidth(page, 480)
  expect(await columns(books.getByRole('list'))).toEqual([100, 100, 100])
  await setWidth(page, 320)
  const shrunk = await columns(books.getByRole('list'))
  expect(shrunk).toHaveLength(3)
  for (const width of shrunk) expect(width).toBeLessThan(100)
  await expectNoSidewaysScrolling(page)
})

test('the landing grid', async ({ page }) => {
  await page.goto('/')
  const showcase = page.getByRole('region', { name: 'Twelve to begin with' })
  await expectColumns(page, showcase.getByRole('list'), LANDING)
})

test('the category grid', async ({ page }) => {
  await signedIn(page)
  await page.goto('/categories')
  await expect(page.getByRole('button', { name: 'True Crime' })).toBeVisible()
  await expectColumns(page, page.getByRole('list', { name: 'Interests' }), CATEGORIES)
})

const OPEN = ['/', '/login', '/register', '/book/pride-and-prejudice', '/no/such/page']
const PROTECTED = ['/categories', '/recommendations', '/favorites', '/profile']

for (const width of [320, 390, 526, 664]) {
  test(`at ${width} px nothing scrolls sideways, signed out and in`, async ({ page }) => {
    await setWidth(page, width)
    for (const path of OPEN) {
      await page.goto(path)
      await settled(page)
      await expectNoSidewaysScrolling(page)
    }
    // A long name and the longest words of the catalogue do not widen the page either.
    const name = `Wolfeschlegelsteinhausen${'n'.repeat(40)}`
    const reader = await signedIn(page, { name, interests: ['Biography', 'Historical Fiction'] })
    const { id } = await bookAt(page.request, 'Biography', 3)
    await addFavorite(page.request, reader, id)
    for (const path of ['/', '/book/pride-and-prejudice', '/no/such/page', ...PROTECTED]) {
      await page.goto(path)
      await settled(page)
      await expectNoSidewaysScrolling(page)
    }
  })
}

test('below 664 px the links fold into a menu', async ({ page }) => {
  await page.goto('/book/pride-and-prejudice')
  const fold = page.getByRole('button', { name: 'Open menu' })
  for (const width of [664, 665]) {
    await setWidth(page, width)
    await expect(navLink(page, 'Recommendations')).toBeVisible()
    await expect(fold).toBeHidden()
  }
  await setWidth(page, 663)
  await expect(fold).toBeVisible()
  await expect(navLink(page, 'Recommendations')).toBeHidden()
  await fold.click()
  for (const name of ['Home', 'Categories', 'Favorites', 'Recommendations']) {
    await expect(navLink(page, name)).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(navLink(page, 'Home')).toBeHidden()
  await fold.click()
  await navLink(page, 'Home').click()
  await expect(page).toHaveURL('/')
  await expect(navLink(page, 'Home')).toBeHidden()
})

test('below 526 px search has a row of its own', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  const brand = header.getByRole('link', { name: 'Catchword' })
  for (const [width, ownRow] of [
    [525, true],
    [526, false],
    [527, false],
  ] as const) {
    await setWidth(page, width)
    const [search, logo] = [
      await header.getByRole('search').boundingBox(),
      await brand.boundingBox(),
    ]
    expect(search && logo).toBeTruthy()
    if (!search || !logo) return
    expect(search.y >= logo.y + logo.height, `at ${width} px`).toBe(ownRow)
    if (ownRow) expect(search.width).toBeGreaterThan(width * 0.8)
  }
})

test('below 526 px a visitor’s greeting has a line of its own, which goes as the page is scrolled', async ({
  page,
}) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  const row = [
    header.getByRole('link', { name: 'Catchword' }),
    header.getByRole('link', { name: 'Sign In / Register' }),
    header.getByRole('link', { name: 'Profile' }),
    header.getByRole('button', { name: 'Open menu' }),
  ]
  for (const width of [320, 360, 390, 525]) {
    await setWidth(page, width)
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    const greeting = await header.getByText('Welcome to Catchword').boundingBox()
    for (const part of row) {
      const box = await part.boundingBox()
      // One row, below the greeting, whose every part a thumb can meet.
      expect(box?.y, `at ${width} px`).toBeGreaterThanOrEqual(
        (greeting?.y ?? 0) + (greeting?.height ?? 100) - 4,
      )
      expect((box?.y ?? 0) + (box?.height ?? 0), `at ${width} px`).toBeLessThan(80)
      expect(box?.height, `at ${width} px`).toBeGreaterThanOrEqual(44)
    }
    await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }))
    await expect(header.getByText('Welcome to Catchword')).not.toBeInViewport({ ratio: 0.2 })
    for (const part of row) await expect(part).toBeInViewport({ ratio: 1 })
  }
})

test('all twenty interests are seen at once in a window of 900 px', async ({ page }) => {
  await signedIn(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/categories')
  const last = await page.getByRole('button', { name: 'True Crime' }).boundingBox()
  const foot = await page.getByText('Nothing chosen yet').locator('..').boundingBox()
  expect(last && foot).toBeTruthy()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
})

test('a book’s heart and its label are one pair in the middle, and the heart stays there when it is pressed', async ({
  page,
}) => {
  await signedIn(page)
  await page.goto('/book/pride-and-prejudice')
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  for (const width of [390, 820, 1440]) {
    await setWidth(page, width)
    const given = page.getByRole('button', { name: 'Remove from favorites' })
    const notGiven = page.getByRole('button', { name: 'Add to favorites' })
    const before = await sides(notGiven.locator('span').first())
    const white = await sides(notGiven.locator('span > span'))
    const height = (await notGiven.boundingBox())?.height
    await notGiven.click()
    const button = await sides(given)
    const heart = await sides(given.locator('span > span'))
    const label = await sides(given.getByText('Remove from favorites'))
    // It beats, and has its middle where it was.
    const moved = heart.left + heart.right - white.left - white.right
    expect(Math.abs(moved)).toBeLessThanOrEqual(2)
    expect(label.left - before.right).toBeLessThanOrEqual(12)
    expect(Math.abs(button.left + button.right - before.left - label.right)).toBeLessThanOrEqual(4)
    // In one line: the button is as high as before.
    expect((await given.boundingBox())?.height).toBe(height)
    await given.click()
    await expect(notGiven).toBeVisible()
  }
})

test('the hero, the gaps and the widest page change at 440, 325 and 2133 px', async ({ page }) => {
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1 })
  const fontSize = async (width: number) => {
    await setWidth(page, width)
    return heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  }
  expect(await fontSize(439)).toBe(await fontSize(440))
  expect(await fontSize(440)).not.toBe(await fontSize(441))

  const left = async (width: number) => {
    await setWidth(page, width)
    return (await heading.boundingBox())?.x
  }
  const contentWidth = async (width: number) => {
    await setWidth(page, width)
    const showcase = page.getByRole('region', { name: 'Twelve to begin with' })
    return (await showcase.boundingBox())?.width ?? 0
  }
  expect(await left(325)).not.toBe(await left(326))
  expect(await contentWidth(2133)).toBeGreaterThan(await contentWidth(2132))
  expect(await contentWidth(2134)).toBe(await contentWidth(2133))
})

/** Where a part begins and ends across the window, to a pixel. */
async function sides(part: Locator): Promise<{ left: number; right: number }> {
  const { x = 0, width = 0 } = (await part.boundingBox()) ?? {}
  return { left: Math.round(x), right: Math.round(x + width) }
}

test('bar, page and footer begin and end at the same edges', async ({ page }) => {
  await page.goto('/no/such/page')
  const bar = page.getByRole('banner')
  const foot = page.getByRole('contentinfo')
  for (const width of [768, 1440, 1920, 2560]) {
    await setWidth(page, width)
    const brand = await sides(bar.getByRole('link', { name: 'Catchword' }))
    // What is drawn of it: what is pressed is wider.
    const profile = await sides(bar.getByRole('link', { name: 'Profile' }).locator('svg'))
    expect((await sides(foot.getByText('Catchword'))).left, `at ${width} px`).toBe(brand.left)
    const { right } = await sides(foot.getByRole('link'))
    expect(Math.abs(right - profile.right), `at ${width} px`).toBeLessThanOrEqual(1)
  }
})

test('a toast stands within the window, however narrow that is', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const search = page.getByRole('combobox', { name: 'Search books' })
  const toast = page.getByRole('alert')
  for (const width of [320, 344, 390, 1440]) {
    await setWidth(page, width)
    await search.fill('dune')
    await search.press('Enter')
    // The pointer stops its clock.
    await toast.hover()
    const right = async () => (await sides(toast)).right
    await expect.poll(right, `at ${width} px`).toBeLessThanOrEqual(width - 8)
    expect((await sides(toast)).left, `at ${width} px`).toBeGreaterThanOrEqual(8)
    await page.mouse.move(0, 0)
    await expect(toast).toHaveCount(0)
  }
})
