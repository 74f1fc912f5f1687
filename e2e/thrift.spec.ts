import { CATEGORIES } from '../contract/categories.ts'
import { expect, signedIn, test } from './fixtures.ts'
import { shelf } from './navigation.ts'

test('shelves far below are asked for as they come near, each once', async ({ page }) => {
  await signedIn(page, { interests: [...CATEGORIES] })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/recommendedBooks') asked.push(searchParams.get('preference') ?? '')
  })
  await page.goto('/recommendations')
  await expect(shelf(page, CATEGORIES[0]).getByRole('link')).toHaveCount(10)
  await expect(page.getByRole('region', { name: /^Best .* Books$/ })).toHaveCount(20)
  const atFirst = [...asked]
  expect(atFirst.length).toBeGreaterThan(1)
  expect(atFirst.length).toBeLessThan(12)

  for (const category of CATEGORIES) {
    await page.getByRole('heading', { name: `Best ${category} Books` }).scrollIntoViewIfNeeded()
    await expect(shelf(page, category).getByRole('link')).toHaveCount(10)
  }
  expect(asked.toSorted()).toEqual([...CATEGORIES].toSorted())
})

test('what is waited for moves as one a shelf, and what has not been asked for stands still', async ({
  page,
}) => {
  await signedIn(page, { interests: [...CATEGORIES] })
  let asked = 0
  // Held back until the page has gone.
  await page.route('**/api/recommendedBooks?*', () => {
    asked += 1
  })
  await page.goto('/recommendations')
  await expect(page.getByRole('region', { name: /^Best .* Books$/ })).toHaveCount(20)
  await expect(page.getByRole('main').locator('[data-skeleton]').nth(200)).toBeAttached()
  const moving = () =>
    page.getByRole('main').evaluate((main) => main.getAnimations({ subtree: true }).length)
  await expect.poll(async () => (await moving()) === asked && asked > 0).toBe(true)
  expect(asked).toBeLessThan(12)
})

test('on a long page drawn covers become bitmaps, as sharp as they are shown, and no window is without them', async ({
  page,
}) => {
  // They are made when the browser has nothing else to do, and it shares its processor with other journeys.
  test.slow()
  await signedIn(page, { interests: [...CATEGORIES] })
  await page.goto('/recommendations')
  for (const category of CATEGORIES.slice(0, 8)) {
    await page.getByRole('heading', { name: `Best ${category} Books` }).scrollIntoViewIfNeeded()
    await expect(shelf(page, category).getByRole('link')).toHaveCount(10)
  }
  const pictures = page.getByRole('main').locator('img')
  /** The pictures in the window: how many, how many show a bitmap, and how many show nothing. */
  const inWindow = () =>
    pictures.evaluateAll((all) => {
      const seen = all.filter((picture) => {
        const { top, bottom, width } = picture.getBoundingClientRect()
        return width > 0 && bottom > 0 && top < window.innerHeight
      })
      const shown = seen.filter((picture) => picture instanceof HTMLImageElement)
      return {
        some: shown.length > 0,
        drawings: shown.filter(({ src }) => !src.startsWith('blob:')).length,
        missing: shown.filter(({ naturalWidth }) => naturalWidth === 0).length,
        // In pixels of the bitmap for each of the screen's.
        blurred: shown.filter(
          ({ naturalWidth, clientWidth }) => naturalWidth < clientWidth * devicePixelRatio,
        ).length,
      }
    })
  const whole = { some: true, drawings: 0, missing: 0, blurred: 0 }
  for (const key of ['Home', 'End']) {
    await page.keyboard.press(key)
    await expect.poll(inWindow, { timeout: 60_000 }).toEqual(whole)
  }
  // In a narrow window a book has more room, and its bitmap more pixels.
  const before = await pictures.first().evaluate((picture) => picture.clientWidth)
  await page.setViewportSize({ width: 1000, height: 900 })
  await page.keyboard.press('Home')
  await expect
    .poll(() => pictures.first().evaluate((picture) => picture.clientWidth))
    .not.toBe(before)
  await expect.poll(inWindow, { timeout: 60_000 }).toEqual(whole)
  // On paper, too, every picture has what it shows.
  await page.pdf()
  const held = await pictures.evaluateAll((all) => all.map((one) => one.hasAttribute('src')))
  expect(held.length).toBeGreaterThanOrEqual(80)
  expect(held).not.toContain(false)
})
