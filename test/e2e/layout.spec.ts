import type { Locator, Page } from '@playwright/test'
import { readBundledRecords } from '../../books/bundled/bundledFiles.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import type { Book } from '../../contract/books.ts'
import { runs } from '../full.ts'
import { createFavorite, createFavorites, createMark, expect, signIn, test } from './fixtures.ts'
import { expectSections, navLink, open, openAccount, section } from './steps.ts'

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

async function height(element: Locator): Promise<number> {
  return Math.round((await element.boundingBox())?.height ?? 0)
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
}

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  const { width = 0 } = page.viewportSize() ?? {}
  await expect.poll(overflow, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0)
}

/** The grid has so many columns at each width. */
async function expectColumns(
  page: Page,
  grid: Locator,
  table: Readonly<Record<number, number>>,
): Promise<void> {
  await expect(grid).toBeVisible()
  for (const [width, count] of Object.entries(table)) {
    await setWidth(page, Number(width))
    await expect.poll(() => columns(grid), `at ${width} px`).toHaveLength(count)
    await expectNoSidewaysScrolling(page)
  }
}

test('the favorites grid', async ({ page }) => {
  const reader = await signIn(page)
  await createFavorites(page, reader, 9)
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
  await expect.poll(() => height(item)).toBe(132)
  const link = await item.getByRole('heading').boundingBox()
  const heart = await item.locator('[data-favorite]').boundingBox()
  expect(link?.x).toBe(16 + 88 + 16)
  expect((heart?.x ?? 0) + (heart?.width ?? 0)).toBe(400 - 16)
})

test('the books to read: heart and menu in each card, the links beside Back', async ({ page }) => {
  const reader = await signIn(page)
  for (const id of ['dracula', 'persuasion', 'emma', '1984'])
    await createMark(page, reader, id, 'wantToRead')
  await open(page, '/want-to-read')
  const item = page.getByRole('main').getByRole('listitem').first()
  for (const width of [320, 390, 768, 1281, 1440]) {
    await setWidth(page, width)
    const card = await item.boundingBox()
    for (const name of ['Add to favorites', 'More about 1984']) {
      const button = await item.getByRole('button', { name }).boundingBox()
      const right = (button?.x ?? 0) + (button?.width ?? 0)
      // The chip of the heart ends with the card; its button reaches over it.
      expect(right, `${name} at ${width} px`).toBeLessThanOrEqual(
        (card?.x ?? 0) + (card?.width ?? 0) + 10.5,
      )
    }
    await expectNoSidewaysScrolling(page)
    if (width < 390) continue
    const back = await page.getByRole('button', { name: 'Back' }).boundingBox()
    const lists = await page.getByRole('navigation', { name: 'Your lists' }).boundingBox()
    expect(lists?.y, `at ${width} px`).toBe(back?.y)
  }
})

test('the books grid and the height of its items', async ({ page }) => {
  await signIn(page, { interests: ['Historical Fiction'] })
  await page.goto('/recommendations')
  await expectSections(page, ['Historical Fiction'])
  const books = section(page, 'Historical Fiction')
  const grid = books.getByRole('list')
  await expectColumns(page, grid, { 320: 3, 480: 3, 481: 3, 768: 3, 769: 4, 993: 4, 994: 6 })

  const cover = books.locator('[data-cover]').first()
  for (const width of [481, 768, 769, 993, 994, 1422, 2133]) {
    await setWidth(page, width)
    const found = () => grid.evaluate(geometry)
    await expect.poll(found, `at ${width} px`).toMatchObject({ misplaced: 0 })
    const { height, leads } = await found()
    // Where all titles of a row have one line, the buttons end it.
    expect(leads.filter((lead) => lead < 20 || lead > 32)).toEqual([])
    // Where the columns are narrower, so are the covers.
    if ([768, 993, 1422].includes(width)) expect(height).toBe(350)
    else if (width < 2133) expect(height).toBeLessThan(350)
  }
  // On wide windows the covers grow, to 260 px, and the spaces between them do not.
  for (const [width, grown] of [
    [1480, 188],
    [1800, 223],
    [2133, 260],
    [2560, 260],
  ] as const) {
    await setWidth(page, width)
    await expect.poll(async () => (await cover.boundingBox())?.width).toBeCloseTo(grown, -0.5)
    const [first = 0, second = 0] = await grid.evaluate((list) =>
      Array.from(list.children, (item) => item.getBoundingClientRect().x),
    )
    expect(second - first - grown, `the space at ${width} px`).toBeCloseTo(48, -0.5)
  }
  const fontSize = books
    .locator('h3 ~ p')
    .first()
    .evaluate((line) => getComputedStyle(line).fontSize)
  expect(await fontSize).toBe('16px')
  // Lifted above its item it is whole.
  await books.getByRole('link').first().hover()
  const atTop = () =>
    cover.locator('> :first-child').evaluate((picture) => {
      const { x, y } = picture.getBoundingClientRect()
      return picture.contains(document.elementFromPoint(x + 40, y + 2))
    })
  await expect.poll(atTop).toBe(true)
  await setWidth(page, 480)
  await expect.poll(() => height(cover)).toBe(150)
  expect((await columns(grid)).map(Math.round)).toEqual([100, 100, 100])
  expect(await grid.evaluate(geometry)).toMatchObject({ misplaced: 0 })
  await setWidth(page, 320)
  expect(await grid.evaluate(geometry)).toMatchObject({ misplaced: 0 })
  await expect.poll(async () => Math.max(...(await columns(grid)))).toBeLessThan(100)
  await expectNoSidewaysScrolling(page)
})

test('the first screen has the book that leads and the row below it', async ({ page }) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  const headers = { authorization: `Bearer ${reader.token}` }
  for (const id of ['emma', 'beloved', 'dune', 'the-eye-of-the-world'])
    await createFavorite(page, reader, id)
  for (const author of ['Jane Austen', 'Toni Morrison', 'Frank Herbert', 'Robert Jordan'])
    await page.request.put(`/api/user/${reader.id}/favoriteAuthors`, { headers, data: { author } })
  for (const [width, height, count] of [
    [390, 844, 3],
    [820, 1180, 4],
    [1440, 900, 6],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open(page, '/recommendations')
    const authors = page.getByRole('region', { name: 'Books by Your Favorite Authors' })
    const lead = page.getByRole('main').getByRole('region').first()
    await expect(lead.getByRole('button', { name: 'Add to favorites' })).toBeInViewport()
    const row = authors.getByRole('listitem')
    await expect(row).toHaveCount(count)
    for (const one of [row.first(), row.last()])
      await expect(one.locator('[data-cover]')).toBeInViewport({ ratio: 0.99 })
    const names = await authors.locator('h3 + p').allTextContents()
    for (const name of names) expect(names.filter((one) => one === name).length).toBeLessThan(3)
    const picked = page.getByRole('region', { name: 'Picked for You' })
    // It begins with the second screen at the latest.
    expect((await picked.boundingBox())?.y).toBeLessThan(1.3 * height)
    await expectNoSidewaysScrolling(page)
  }
})

test('why a book is picked can be read to its end, also beside 100 px of cover', async ({
  page,
}) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  for (const id of ['emma', 'dune', 'twenty-thousand-leagues-under-the-sea']) {
    await createFavorite(page, reader, id)
  }
  await page.goto('/recommendations')
  const reasons = page
    .getByRole('region', { name: 'Picked for You' })
    .getByText('Because you loved Twenty Thousand Leagues under the Sea')
  for (const width of [390, 820, 1440]) {
    await setWidth(page, width)
    const below = () => reasons.first().evaluate((line) => line.scrollHeight - line.clientHeight)
    expect(await page.evaluate(brokenWords), `at ${width} px`).toEqual([])
    // Descenders reach out of the last line.
    await expect.poll(below, `at ${width} px`).toBeLessThan(5)
    // Directly under its book's authors, who have one line, or two of a phone's smaller ones.
    const { gap, lines } = await reasons.first().evaluate((line) => {
      const authors = line.parentElement?.closest(':has(h3)')?.querySelector('h3 + p')
      const box = authors?.getBoundingClientRect() ?? new DOMRect()
      return { gap: line.getBoundingClientRect().top - box.bottom, lines: box.height }
    })
    expect(Math.abs(gap), `at ${width} px`).toBeLessThan(6)
    expect(lines, `at ${width} px`).toBeLessThan(width === 390 ? 32 : 25)
  }
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

/** Previews of which more is there than is seen. Runs in the page. */
const cutPreviews = () =>
  [...document.querySelectorAll('li > :first-child > p:last-child')].filter(
    ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 6,
  ).length

const longest = (title: string): number =>
  Math.max(...title.split(/[\s-]+/).map(({ length }) => length))

test('no title breaks in mid-word without a hyphen, and previews are whole', async ({ page }) => {
  // The titles with the longest words of the bundled books, twelve on each shelf.
  const interests = CATEGORIES.slice(0, runs(4, CATEGORIES.length))
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
  for (const width of [320, 390, 430, 481, 994]) {
    await setWidth(page, width)
    await expectNoSidewaysScrolling(page)
    expect(await page.evaluate(brokenWords), `at ${width} px`).toEqual([])
    expect(await page.evaluate(cutPreviews), `at ${width} px`).toBe(0)
  }
})

test('the landing grid', async ({ page }) => {
  await open(page, '/')
  const showcase = page.getByRole('region', { name: 'Twelve to begin with' })
  await expectColumns(page, showcase.getByRole('list'), { 320: 3, 768: 3, 769: 6 })
})

test('what comes next, a row to the side at 768 px and below, and the latest favorites', async ({
  page,
}) => {
  const reader = await signIn(page)
  await createFavorites(page, reader, 6)
  await open(page, '/book/pride-and-prejudice')
  const next = page.getByRole('region', { name: 'What comes next' }).getByRole('list')
  await expectColumns(page, next, { 768: 12, 769: 4, 993: 4, 994: 6 })
  await open(page, '/')
  const latest = page.getByRole('region', { name: 'Your shelf' }).getByRole('list')
  await expectColumns(page, latest, { 320: 3, 481: 6, 1440: 6 })
  // As high as what is in it.
  const leaf = page.getByRole('region', { name: 'Your shelf' })
  const last = leaf.getByRole('link', { name: 'All favorites' })
  const [box, end] = await Promise.all([leaf.boundingBox(), last.boundingBox()])
  const below = (box?.y ?? 0) + (box?.height ?? 0) - (end?.y ?? 0) - (end?.height ?? 0)
  expect(below).toBeLessThanOrEqual(41)
})

test('the page of a book has one left edge, and what comes next in view', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/book/the-hound-of-the-baskervilles')
  const next = page.getByRole('region', { name: 'What comes next' })
  const cover = page.getByRole('article').locator('img:not([aria-hidden])').first()
  const covers = next.getByRole('listitem').locator('img')
  const back = page.getByRole('button', { name: 'Back', exact: true })
  for (const part of [cover, covers.nth(0), covers.nth(5)]) {
    await expect(part).toBeInViewport({ ratio: 0.9 })
  }
  const edges = [back, cover, next, covers.first()].map(
    async (part) => (await part.boundingBox())?.x,
  )
  expect(new Set(await Promise.all(edges)).size).toBe(1)
  // The heart is beside the links, and leaves them where they are.
  const link = page.getByRole('link', { name: 'Read Now' })
  const before = await link.boundingBox()
  await signIn(page)
  await page.reload()
  await page.getByRole('article').getByRole('button', { name: 'Add to favorites' }).click()
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  expect(await link.boundingBox()).toEqual(before)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  for (const button of await page.getByRole('article').getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
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
  const gap = async () => {
    const [above, below] = [await title.boundingBox(), await description.boundingBox()]
    return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))
  }
  const hidden = () => description.evaluate((box) => box.scrollHeight - box.clientHeight)
  // The volumes are a row to the side, as high as a cover with its number.
  const volumes = article.getByRole('list', { name: 'The Wheel of Time' })
  await expect(volumes.getByRole('link')).toHaveCount(14)
  for (const width of [390, 768, 1440]) {
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
    expect(await height(volumes)).toBeLessThan(140)
    await expectNoSidewaysScrolling(page)
  }
  await article.getByRole('button', { name: 'More', exact: true }).click()
  await expect.poll(hidden).toBe(0)
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
  const last = await grid.getByRole('button').last().boundingBox()
  const foot = await confirm.boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
  const top = page.getByRole('button', { name: 'Scroll to top' })
  await setWidth(page, 320)
  for (const y of [400, 1e6]) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), y)
    await expect(top).toBeInViewport({ ratio: 1 })
    const box = await top.boundingBox()
    const below = await confirm.boundingBox()
    expect((box?.y ?? Infinity) + 44).toBeLessThanOrEqual(below?.y ?? 0)
  }
})

/** The bar is one row, and its search has room. */
async function expectOneRow(page: Page): Promise<void> {
  const bar = page.getByRole('banner')
  const found = async () => {
    const box = await bar.boundingBox()
    const search = await bar.getByRole('search').boundingBox()
    return { height: box?.height, hasRoom: (search?.width ?? 0) >= 160 }
  }
  await expect.poll(found, `at ${page.viewportSize()?.width} px`).toEqual({
    height: 56,
    hasRoom: true,
  })
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
  for (const width of [1422, 1281, 1280, 664, 663, 390, 320]) {
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
})

test("a reader's bar below 664 px, at 200 % and at 400 % of zoom is one row of 56 px, and the account fills the window", async ({
  page,
}) => {
  await signIn(page)
  await open(page, '/book/pride-and-prejudice')
  const windows = [[320, 256], [390, 844], [525, 900], [640, 450], [663, 900]] as const // prettier-ignore
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height })
    await expectOneRow(page)
  }
  const dialog = await openAccount(page, 'Ada Reader')
  for (const [width, height] of windows.slice(0, 3)) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height })
  }
})

test('a failed heart is told in view, under the bar, and moves nothing', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 500/)
  const reader = await signIn(page)
  await createFavorites(page, reader, 20)
  await open(page, '/favorites')
  for (const width of [320, 1440]) {
    await setWidth(page, width)
    await page.route('**/favoriteBook/*', (route) =>
      route.fulfill({ status: 500, json: { error: 'No', message: 'No' } }),
    )
    const heart = page.getByRole('button', { name: 'Remove from favorites' }).last()
    await heart.scrollIntoViewIfNeeded()
    const before = await heart.boundingBox()
    await heart.click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('Failed to update favorite books.')
    await expect(alert).toBeInViewport({ ratio: 1 })
    expect(await heart.boundingBox()).toEqual(before)
    const bar = await page.getByRole('banner').boundingBox()
    const box = await alert.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Infinity))
    // Until the next toggle succeeds.
    await page.unrouteAll()
    await heart.click()
    await expect(alert).toHaveCount(0)
  }
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
  const scrollTo = (top: number) =>
    page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), top)
  for (const width of [320, 820, 994, 1440, 2133]) {
    await setWidth(page, width)
    await scrollTo(1e6)
    await expect(button).toBeInViewport({ ratio: 1 })
    expect(await button.evaluate(coveredWords), `at the end at ${width} px`).toEqual([])
    const box = await button.boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 44])
    expect(box?.x).toBeGreaterThan(width - 60)
    if (width < 994) continue
    for (let top = 400; top < 1500; top += 150) {
      await scrollTo(top)
      await expect(button).toBeInViewport({ ratio: 1 })
      expect(await button.evaluate(coveredWords), `at ${width} px`).toEqual([])
    }
  }
})
