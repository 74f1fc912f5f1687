import type { Locator, Page } from '@playwright/test'
import { readBundledRecords } from '../../books/bundled/bundledFiles.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import type { Book } from '../../contract/books.ts'
import { runs } from '../full.ts'
import { addBooks, addFavorites, bearer, expect, signIn, test } from './fixtures.ts'
import { sideways } from './readable.ts'
import { boxOf, expectSections, navLink, open, openAccount, section, touch } from './steps.ts'

/** The widths of the items of a grid's first row, in pixels; none where another row but the last is shorter. */
async function columns(grid: Locator): Promise<number[]> {
  const rows = await grid.evaluate((list) => {
    const boxes = Array.from(list.children, (item) => item.getBoundingClientRect())
    return [...Map.groupBy(boxes, ({ top }) => Math.round(top)).values()].map((row) =>
      row.map(({ width }) => width),
    )
  })
  const [first = []] = rows
  return rows.slice(0, -1).every((row) => row.length === first.length) ? first : []
}

/**
 * The height of cover, title and authors at its most, the leads between each row's longest authors and what follows,
 * and how many covers and hearts are out of place. Runs in the page.
 */
function geometry(list: Element) {
  const cards = Array.from(list.children, (item) => {
    const isNarrow = item.clientWidth < 140
    const box = (part: string) => item.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
    const [cover, title, authors] = [box('[data-cover]'), box('h3'), box('h3 + p')]
    const [heart, next] = [box('[data-favorite]'), box('div:has(> h3) + p')]
    return {
      top: cover.top,
      height: authors.bottom - cover.top,
      lead: next.top - authors.bottom,
      isInPlace:
        Math.abs(cover.width - item.clientWidth) < 1 &&
        // In a narrow column title and authors have its whole width, the heart is below, and there is no preview.
        (isNarrow
          ? Math.abs(cover.left - heart.left) < 1 && title.width === authors.width
          : Math.abs(cover.right - heart.right) < 1 &&
            heart.left > Math.max(title.right, authors.right)) &&
        heart.top >= (isNarrow ? authors : cover).bottom &&
        (next.height === 0) === isNarrow,
    }
  })
  const rows = [...Map.groupBy(cards, ({ top }) => top).values()]
  return {
    height: Math.round(Math.max(...cards.map(({ height }) => height))),
    leads: [...new Set(rows.map((row) => Math.round(Math.min(...row.map(({ lead }) => lead)))))],
    misplaced: cards.filter(({ isInPlace }) => !isInPlace).length,
  }
}

async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await expect.poll(() => page.evaluate(sideways), `${page.url()} at ${width} px`).toBeLessThan(1)
}

/** The grid has so many columns at each width, and nothing scrolls sideways. */
async function expectColumns(
  page: Page,
  grid: Locator,
  table: Readonly<Record<number, number>>,
): Promise<void> {
  await expect(grid).toBeVisible()
  for (const [width, count] of Object.entries(table)) {
    await setWidth(page, Number(width))
    await expect.poll(() => columns(grid), `at ${width} px`).toHaveLength(count)
  }
}

test('the favorites grid, and a failed heart that is told in view, under the bar, and moves nothing', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 500/)
  const reader = await signIn(page)
  await addFavorites(page, reader, 9)
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
  // On phones a row a book: cover, words, heart.
  await setWidth(page, 400)
  const item = page.getByRole('main').getByRole('listitem').first()
  await expect.poll(async () => (await boxOf(item)).height).toBe(132)
  expect((await boxOf(item.getByRole('heading'))).x).toBe(16 + 88 + 16)
  expect((await boxOf(item.locator('[data-favorite]'))).right).toBe(400 - 16)

  await page.route('**/favoriteBook/*', (route) =>
    route.fulfill({ status: 500, json: { error: 'No', message: 'No' } }),
  )
  const heart = page.getByRole('button', { name: 'Remove from favorites' }).last()
  await heart.scrollIntoViewIfNeeded()
  const before = await boxOf(heart)
  await heart.click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Failed to update favorite books.')
  await expect(alert).toBeInViewport({ ratio: 1 })
  expect(await boxOf(heart)).toEqual(before)
  const bar = await boxOf(page.getByRole('banner'))
  expect((await boxOf(alert)).y).toBeGreaterThanOrEqual(bar.bottom)
  // Until the next toggle succeeds.
  await page.unrouteAll()
  await heart.click()
  await expect(alert).toHaveCount(0)
})

test('the books to read: heart and menu in each card, the links beside Back', async ({ page }) => {
  const reader = await signIn(page)
  await addBooks(page, reader, 'wantToRead', ['1984', 'dracula'])
  await open(page, '/want-to-read')
  const item = page.getByRole('main').getByRole('listitem').first()
  for (const width of [320, 390, 768, 1281]) {
    await setWidth(page, width)
    const { right } = await boxOf(item)
    for (const name of ['Add to favorites', 'More about 1984']) {
      const button = await boxOf(item.getByRole('button', { name }))
      // The chip of the heart ends with the card; its button reaches over it.
      expect(button.right, `${name} at ${width} px`).toBeLessThanOrEqual(right + 10.5)
    }
    if (width < 390) continue
    const back = await boxOf(page.getByRole('button', { name: 'Back' }))
    const lists = await boxOf(page.getByRole('navigation', { name: 'Your lists' }))
    expect(lists.y, `at ${width} px`).toBe(back.y)
  }
})

test('the books grid and the height of its items', async ({ page }) => {
  await signIn(page, { interests: ['Historical Fiction'] })
  await page.goto('/recommendations')
  await expectSections(page, ['Historical Fiction'])
  const books = section(page, 'Historical Fiction')
  const grid = books.getByRole('list')
  await expectColumns(page, grid, { 320: 3, 480: 3, 481: 3, 768: 3, 769: 4, 993: 4, 994: 6 })

  for (const width of [320, 480, 481, 768, 993, 1422]) {
    await setWidth(page, width)
    const found = () => grid.evaluate(geometry)
    await expect.poll(found, `at ${width} px`).toMatchObject({ misplaced: 0 })
    if (width < 481) continue
    const { height, leads } = await found()
    // Where all titles of a row have one line, the buttons end it.
    expect(leads.filter((lead) => lead < 20 || lead > 32)).toEqual([])
    // Where the columns are narrower, so are the covers.
    if (width === 481) expect(height).toBeLessThan(350)
    else expect(height).toBe(350)
  }
  // On wide windows the covers grow, to 260 px, and the spaces between them do not.
  const cover = books.locator('[data-cover]').first()
  for (const [width, grown] of [
    [480, 100],
    [1800, 223],
    [2560, 260],
  ] as const) {
    await setWidth(page, width)
    await expect.poll(async () => (await boxOf(cover)).width).toBeCloseTo(grown, -0.5)
    const [first = 0, second = 0] = await grid.evaluate((list) =>
      Array.from(list.children, (item) => item.getBoundingClientRect().x),
    )
    if (width > 480) expect(second - first - grown).toBeCloseTo(48, -0.5)
  }
  // Lifted above its item it is whole.
  await books.getByRole('link').first().hover()
  const atTop = () =>
    cover.locator('> :first-child').evaluate((picture) => {
      const { x, y } = picture.getBoundingClientRect()
      return picture.contains(document.elementFromPoint(x + 40, y + 2))
    })
  await expect.poll(atTop).toBe(true)
})

/** Where a title, or the reason below its authors, goes on in another line in mid-word, without a hyphen before. Runs in the page. */
function brokenWords(): string[] {
  const range = document.createRange()
  const broken: string[] = []
  for (const name of document.querySelectorAll('li h3 span, li h3 + p + p')) {
    const [text] = name.childNodes
    if (!(text instanceof Text)) continue
    const lineOf = (at: number) => {
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().bottom
    }
    for (const { index } of text.data.matchAll(/(?<=[\p{L}\p{N}\p{M}])[\p{L}\p{M}]/gu)) {
      if (lineOf(index) > lineOf(index - 1)) broken.push(text.data)
    }
  }
  return broken
}

test('the first screen has the book that leads and the row below it, and why a book is picked can be read', async ({
  page,
}) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  const loved = ['emma', 'dune', 'twenty-thousand-leagues-under-the-sea']
  await addBooks(page, reader, 'favorites', loved)
  for (const author of ['Jane Austen', 'Toni Morrison', 'Frank Herbert', 'Robert Jordan'])
    await page.request.put(`/api/user/${reader.id}/favoriteAuthors`, {
      headers: bearer(reader),
      data: { author },
    })
  const authors = page.getByRole('region', { name: 'Books by Your Favorite Authors' })
  const picked = page.getByRole('region', { name: 'Picked for You' })
  const reason = picked.getByText('Because you loved Twenty Thousand Leagues under the Sea').first()
  for (const [width, height, count] of [
    [390, 844, 3],
    [1440, 900, 6],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open(page, '/recommendations')
    const lead = page.getByRole('main').getByRole('region').first()
    await expect(lead.getByRole('button', { name: 'Add to favorites' })).toBeInViewport()
    const row = authors.getByRole('listitem')
    await expect(row).toHaveCount(count)
    for (const one of [row.first(), row.last()])
      await expect(one.locator('[data-cover]')).toBeInViewport({ ratio: 0.99 })
    // It begins with the second screen at the latest.
    expect((await boxOf(picked)).y).toBeLessThan(1.3 * height)
    expect(await page.evaluate(brokenWords), `at ${width} px`).toEqual([])
    // Descenders reach out of the last line.
    const below = () => reason.evaluate((line) => line.scrollHeight - line.clientHeight)
    await expect.poll(below, `at ${width} px`).toBeLessThan(5)
  }
})

/** Previews of which more is there than is seen. Runs in the page. */
const cutPreviews = () =>
  [...document.querySelectorAll('li > :first-child > p:last-child')].filter(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 6,
  ).length

const longest = (title: string): number =>
  Math.max(...title.split(/[\s-]+/).map(({ length }) => length))

test('no title breaks in mid-word without a hyphen, and previews are whole', async ({ page }) => {
  // The titles with the longest words of the bundled books, twelve on each shelf.
  const interests = CATEGORIES.slice(0, runs(3, CATEGORIES.length))
  const titles = (await readBundledRecords())
    .toSorted((one, next) => longest(next.title) - longest(one.title))
    .slice(0, interests.length * 12)
  await page.route('**/api/recommendedBooks*', (route) => {
    const preference = new URL(route.request().url()).searchParams.get('preference')
    const from = interests.findIndex((name) => name === preference) * 12
    const json = titles.slice(from, from + 12).map(({ id, title, authors, description }) => ({
      id,
      volumeInfo: { title, authors, description },
    }))
    return route.fulfill({ json })
  })
  await signIn(page, { interests })
  await page.goto('/recommendations')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(titles.length, { timeout: 30_000 })
  for (const width of [320, 390, 481, 994]) {
    await setWidth(page, width)
    expect(await page.evaluate(brokenWords), `at ${width} px`).toEqual([])
    expect(await page.evaluate(cutPreviews), `at ${width} px`).toBe(0)
  }
})

test('the grids of the landing page, of what comes next, and of the latest favorites', async ({
  page,
}) => {
  await open(page, '/')
  const showcase = page.getByRole('region', { name: 'Twelve to begin with' })
  await expectColumns(page, showcase.getByRole('list'), { 320: 3, 768: 3, 769: 6 })
  const reader = await signIn(page)
  await addFavorites(page, reader, 6)
  await open(page, '/')
  const shelf = page.getByRole('region', { name: 'Your shelf' })
  await expectColumns(page, shelf.getByRole('list'), { 320: 3, 481: 6, 1440: 6 })
  // As high as what is in it.
  const last = await boxOf(shelf.getByRole('link', { name: 'All favorites' }))
  expect((await boxOf(shelf)).bottom - last.bottom).toBeLessThanOrEqual(41)

  // At 768 px and below a row to the side.
  await open(page, '/book/pride-and-prejudice')
  const next = page.getByRole('region', { name: 'What comes next' })
  await expectColumns(page, next.getByRole('list'), { 768: 12, 769: 4, 993: 4, 994: 6 })
  await setWidth(page, 1440)
  const cover = page.getByRole('article').locator('img:not([aria-hidden])').first()
  const covers = next.getByRole('listitem').locator('img')
  for (const part of [cover, covers.nth(0), covers.nth(5)]) {
    await expect(part).toBeInViewport({ ratio: 0.9 })
  }
  // The page has one left edge.
  const back = page.getByRole('button', { name: 'Back', exact: true })
  const edges = [back, cover, next, covers.first()].map(async (part) => (await boxOf(part)).x)
  expect(new Set(await Promise.all(edges)).size).toBe(1)
})

test('buttons of a book move nothing below them, and a long description opens', async ({
  page,
}) => {
  await signIn(page)
  const link = 'https://example.org/book'
  await page.route('**/api/book/detail/the-great-hunt', async (route) => {
    const response = await route.fetch()
    const book: Book = await response.json()
    book.volumeInfo.description = 'A sentence of a long description. '.repeat(100)
    book.accessInfo = { pdf: { isAvailable: true, acsTokenLink: link }, webReaderLink: link }
    book.saleInfo = { buyLink: link }
    await route.fulfill({ response, json: book })
  })
  await open(page, '/book/the-great-hunt')
  const article = page.getByRole('article')
  const description = page.getByRole('region', { name: 'Description' })
  const title = article.getByRole('heading', { level: 1 }).locator('..')
  const gap = async () => Math.round((await boxOf(description)).y - (await boxOf(title)).bottom)
  const hidden = () => description.evaluate((box) => box.scrollHeight - box.clientHeight)
  // The volumes are a row to the side, as high as a cover with its number.
  const volumes = article.getByRole('list', { name: 'The Wheel of Time' })
  await expect(volumes.getByRole('link')).toHaveCount(14)
  for (const width of [390, 1440]) {
    await setWidth(page, width)
    // On a wide window the buttons are beside both.
    const before = width === 1440 ? 16 : 16 + 96 + 16
    await expect.poll(gap, `at ${width} px`).toBe(before)
    await article.getByRole('button', { name: 'Want to read' }).click()
    await article.getByRole('button', { name: 'You want to read this' }).click()
    await article.getByRole('button', { name: 'Add to favorites' }).click()
    expect(await gap(), `at ${width} px`).toBe(before)
    await article.getByRole('button', { name: 'Remove from favorites' }).click()
    expect(await hidden()).toBeGreaterThan(100)
    expect((await boxOf(volumes)).height).toBeLessThan(140)
  }
  await article.getByRole('button', { name: 'More', exact: true }).click()
  await expect.poll(hidden).toBe(0)
  await touch(page)
  for (const button of await article.getByRole('button').all()) {
    expect((await boxOf(button)).height).toBeGreaterThanOrEqual(44)
  }
})

test('the category grid, whose tiles a window of 900 px shows at once, and its foot beside the button to the top', async ({
  page,
}) => {
  await signIn(page, { interests: ['Mystery'] })
  await open(page, '/categories')
  const grid = page.getByRole('list', { name: 'Interests' })
  await expectColumns(page, grid, { 320: 2, 575: 2, 576: 3, 767: 3, 768: 4 })
  await setWidth(page, 1440)
  const confirm = page.getByRole('button', { name: 'Confirm' })
  const tile = await boxOf(grid.getByRole('button').last())
  expect(tile.bottom).toBeLessThanOrEqual((await boxOf(confirm)).y)
  const top = page.getByRole('button', { name: 'Scroll to top' })
  await setWidth(page, 320)
  for (const y of [400, 1e6]) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), y)
    await expect(top).toBeInViewport({ ratio: 1 })
    expect((await boxOf(top)).bottom).toBeLessThanOrEqual((await boxOf(confirm)).y)
  }
})

/** The bar is one row, and its search has room. */
async function expectOneRow(page: Page): Promise<void> {
  const bar = page.getByRole('banner')
  const found = async () => ({
    height: (await boxOf(bar)).height,
    hasRoom: (await boxOf(bar.getByRole('search'))).width >= 160,
  })
  await expect.poll(found, page.url()).toEqual({ height: 56, hasRoom: true })
}

test('everything in the navbar is in the window; below 664 px in its menu, which closes by Escape and on the next page', async ({
  page,
}) => {
  await open(page, '/book/pride-and-prejudice')
  const bar = page.getByRole('banner')
  const fold = bar.getByRole('button', { name: 'Open menu' })
  const rest = [
    bar.getByText('Welcome to Catchword'),
    bar.getByRole('link', { name: 'Login / Register' }),
    bar.getByRole('link', { name: 'Profile' }),
    ...['Home', 'Categories', 'Favorites', 'Recommendations'].map((name) => navLink(page, name)),
  ]
  for (const width of [1281, 664, 663, 320]) {
    await setWidth(page, width)
    if (width < 664) {
      for (const part of rest) await expect(part, `at ${width} px`).toBeHidden()
      await expectOneRow(page)
      await fold.click()
    } else await expect(fold).toBeHidden()
    for (const part of [bar.getByRole('link', { name: 'Catchword' }), ...rest]) {
      await expect(part, `at ${width} px`).toBeInViewport({ ratio: 1 })
    }
    if (width < 664) await page.keyboard.press('Escape')
  }
  await expect(navLink(page, 'Home')).toBeHidden()
  await fold.click()
  await navLink(page, 'Home').click()
  await expect(page).toHaveURL('/')
  await expect(navLink(page, 'Home')).toBeHidden()

  // A reader's, also in what a zoom of 200 % and 400 % leaves of a window.
  await signIn(page)
  await open(page, '/book/pride-and-prejudice')
  const windows = [[320, 256], [640, 450], [663, 900], [390, 844]] as const // prettier-ignore
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    await expectOneRow(page)
  }
  const dialog = await openAccount(page, 'Ada Reader')
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
})

/** Words that lie under the button, on the page as it is scrolled. Runs in the page. */
function coveredWords(button: Element): string[] {
  const over = button.getBoundingClientRect()
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const covered: string[] = []
  while (texts.nextNode()) {
    if (!texts.currentNode.parentElement?.checkVisibility()) continue
    range.selectNodeContents(texts.currentNode)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (left < over.right && right > over.left && top < over.bottom && bottom > over.top) {
        covered.push(texts.currentNode.textContent ?? '')
      }
    }
  }
  return covered
}

test('the button that leads to the top covers no words: beside them, at the end above the footer', async ({
  page,
}) => {
  await signIn(page, { interests: ['Mystery', 'Poetry'] })
  await open(page, '/recommendations')
  await expectSections(page, ['Mystery', 'Poetry'])
  const button = page.getByRole('button', { name: 'Scroll to top' })
  for (const width of [320, 820, 994, 1440]) {
    await setWidth(page, width)
    for (const y of width < 994 ? [1e6] : [500, 650, 800, 950, 1e6]) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), y)
      await expect(button).toBeInViewport({ ratio: 1 })
      expect(await button.evaluate(coveredWords), `${y} at ${width} px`).toEqual([])
    }
    expect(await boxOf(button)).toMatchObject({ width: 44, height: 44 })
    expect((await boxOf(button)).x).toBeGreaterThan(width - 60)
  }
})
