import type { Locator, Page } from '@playwright/test'
import { addFavorites, expect, FULL, signedIn, test } from './fixtures.ts'
import { navLink, open, openAccount, shelf } from './navigation.ts'

/** The columns of a grid as the browser lays them out, in pixels. */
async function columns(grid: Locator): Promise<number[]> {
  const template = await grid.evaluate((element) => getComputedStyle(element).gridTemplateColumns)
  return template.split(' ').map(Number.parseFloat)
}

async function height(part: Locator): Promise<number> {
  return Math.round((await part.boundingBox())?.height ?? 0)
}

async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const { scrollWidth, clientWidth, path } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
    path: location.pathname,
  }))
  expect(scrollWidth, `${path} at ${clientWidth} px`).toBeLessThanOrEqual(clientWidth)
}

/** The columns at each width: from the last edge to the next. */
async function expectColumns(
  page: Page,
  grid: Locator,
  table: Readonly<Record<number, number>>,
): Promise<void> {
  await expect(grid).toBeVisible()
  for (const [width, count] of Object.entries(table)) {
    await setWidth(page, Number(width))
    expect(await columns(grid), `at ${width} px`).toHaveLength(count)
    await expectNoSidewaysScrolling(page)
  }
}

test('the favorites grid', async ({ page }) => {
  const reader = await signedIn(page)
  await addFavorites(page, reader, 1)
  await open(page, '/favorites')
  await expectColumns(page, page.getByRole('main').getByRole('list'), {
    320: 1,
    480: 1,
    481: 2,
    744: 2,
    745: 3,
    993: 3,
    994: 4,
    1280: 4,
    1281: 8,
    1421: 8,
    1422: 6,
  })
})

test('the books grid and the height of its items', async ({ page }) => {
  await signedIn(page, { interests: ['Historical Fiction'] })
  await page.goto('/recommendations')
  const books = shelf(page, 'Historical Fiction')
  await expect(books.getByRole('link')).toHaveCount(12)
  const grid = books.getByRole('list')
  await expectColumns(page, grid, { 480: 3, 481: 3, 768: 3, 769: 4, 993: 4, 994: 6 })

  // The item, and on phones the cover in it, have no role of their own.
  const cover = books.locator('[data-cover]').first()
  for (const width of [481, 768, 993, 1422]) {
    await setWidth(page, width)
    expect(await height(cover.locator('..')), `at ${width} px`).toBe(350)
  }
  await setWidth(page, 480)
  expect(await height(cover)).toBe(150)
  expect(await columns(grid)).toEqual([100, 100, 100])
  await setWidth(page, 320)
  for (const width of await columns(grid)) expect(width).toBeLessThan(100)
  await expectNoSidewaysScrolling(page)
})

test('the landing grid', async ({ page }) => {
  await open(page, '/')
  const showcase = page.getByRole('region', { name: 'Twelve to begin with' })
  await expectColumns(page, showcase.getByRole('list'), { 320: 3, 768: 3, 769: 6 })
})

test('the category grid, whose twenty tiles a window of 900 px shows at once', async ({ page }) => {
  await signedIn(page)
  await open(page, '/categories')
  const grid = page.getByRole('list', { name: 'Interests' })
  await expectColumns(page, grid, { 320: 2, 575: 2, 576: 3, 767: 3, 768: 4 })
  await setWidth(page, 1440)
  const last = await page.getByRole('button', { name: 'True Crime' }).boundingBox()
  const foot = await page.getByText('Nothing chosen yet').locator('..').boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
})

for (const width of [320, 390, 526, 664]) {
  const options = width === 320 ? {} : FULL
  test(`at ${width} px nothing scrolls sideways, signed out and in`, options, async ({ page }) => {
    await setWidth(page, width)
    for (const path of ['/', '/login', '/register', '/book/pride-and-prejudice', '/no/such/page']) {
      await open(page, path)
      await expectNoSidewaysScrolling(page)
    }
    // A long name and the longest words of the catalogue do not widen the page either.
    const name = `Wolfeschlegelsteinhausen${'n'.repeat(40)}`
    const reader = await signedIn(page, { name, interests: ['Biography', 'Historical Fiction'] })
    await addFavorites(page, reader, 3, 'Biography')
    for (const path of ['/', '/categories', '/recommendations', '/favorites', '/book/emma']) {
      await open(page, path)
      await expectNoSidewaysScrolling(page)
    }
    const dialog = await openAccount(page, name)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    for (const part of await dialog.locator('*').all()) {
      const [scrolled = 0, seen = 0] = await part.evaluate((box) => {
        const isScrolled = /auto|scroll/.test(getComputedStyle(box).overflowX)
        return isScrolled ? [box.scrollWidth, box.clientWidth] : []
      })
      expect(scrolled, `the account dialog at ${width} px`).toBeLessThanOrEqual(seen)
    }
  })
}

test('the bar holds its parts in the window at every width', async ({ page }) => {
  await open(page, '/')
  const bar = page.getByRole('banner')
  for (const width of [320, 325, 326, 389, 390, 440, 525, 526, 663, 664, 993, 1280, 1281, 1422]) {
    await setWidth(page, width)
    // Greeting, one row, search: no button has slipped into a row of its own.
    if (width < 664) {
      expect((await bar.boundingBox())?.height, `at ${width} px`).toBeLessThan(140)
    }
    for (const part of [
      bar.getByRole('link', { name: 'Catchword' }),
      bar.getByText('Welcome to Catchword'),
      bar.getByRole('link', { name: 'Login / Register' }),
      bar.getByRole('link', { name: 'Profile' }),
      ...(width < 664 ? [bar.getByRole('button', { name: 'Open menu' })] : []),
    ]) {
      await expect(part, `at ${width} px`).toBeInViewport({ ratio: 1 })
    }
  }
})

test('below 664 px the links fold into a menu, below 526 px search has a row of its own', async ({
  page,
}) => {
  await open(page, '/book/pride-and-prejudice')
  const fold = page.getByRole('button', { name: 'Open menu' })
  await setWidth(page, 664)
  await expect(navLink(page, 'Recommendations')).toBeVisible()
  await expect(fold).toBeHidden()
  await setWidth(page, 663)
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

  const header = page.getByRole('banner')
  for (const [width, isOwnRow] of [
    [525, true],
    [526, false],
  ] as const) {
    await setWidth(page, width)
    const search = await header.getByRole('search').boundingBox()
    const brand = await header.getByRole('link', { name: 'Catchword' }).boundingBox()
    const isBelow = (search?.y ?? 0) >= (brand?.y ?? 0) + (brand?.height ?? 0)
    expect(isBelow, `at ${width} px`).toBe(isOwnRow)
  }
})

test('beside the notch of a phone on its side, and above its bar, nothing is read or pressed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await signedIn(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: 47, right: 47, bottom: 34 },
  })
  await open(page, '/categories')
  for (const part of await page.locator('a:visible, button:visible, h1').all()) {
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {}
    // The skip link is outside of the window until it has the focus.
    if ((await part.getAttribute('href')) === '#main') continue
    expect(x).toBeGreaterThanOrEqual(47)
    expect(x + width).toBeLessThanOrEqual(844 - 47)
  }
  const confirm = await page.getByRole('button', { name: 'Confirm' }).boundingBox()
  expect(confirm && confirm.y + confirm.height).toBeLessThanOrEqual(390 - 34)
})
