import showcase from '../../src/screens/landing/showcase.json' with { type: 'json' }
import { expect, test } from './fixtures.ts'
import { open, title } from './steps.ts'

test('Explore Now scrolls to the showcase, and 750 px further after 500 ms', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await open(page, '/')
  const showcase = page.getByRole('region', { name: 'Twelve to begin with' })
  const top = () => showcase.evaluate((element) => element.getBoundingClientRect().top)
  const before = await top()
  await page.getByRole('button', { name: 'Explore Now' }).click()
  // The page ends less than 750 px below the showcase, so its end is where it stops.
  await expect.poll(top).toBeLessThan(before / 2)
  await expect
    .poll(() =>
      page.evaluate(
        () => document.documentElement.scrollHeight - window.innerHeight - window.scrollY,
      ),
    )
    .toBeLessThanOrEqual(1)
  await expect(page.getByRole('contentinfo')).toBeInViewport()

  await page.getByRole('button', { name: 'Scroll to top' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toHaveCount(0)
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`Explore Now ends with the heading of the showcase in view at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await open(page, '/')
    await page.getByRole('button', { name: 'Explore Now' }).click()
    await expect(page.getByRole('contentinfo')).toBeInViewport()
    const heading = page.getByRole('heading', { name: 'Twelve to begin with' })
    // Both steps have ended where the page has.
    const left = () =>
      page.evaluate(
        () => document.documentElement.scrollHeight - window.innerHeight - window.scrollY,
      )
    await expect.poll(left).toBeLessThanOrEqual(1)
    await expect(heading).toBeInViewport({ ratio: 1 })
    const bar = await page.getByRole('banner').boundingBox()
    const words = await heading.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().top
    })
    expect(words).toBeGreaterThanOrEqual(bar?.height ?? Infinity)
    // Both rows of a wide window stand below it.
    if (width < 1440) return
    const showcase = page.getByRole('region', { name: 'Twelve to begin with' })
    const covers = await showcase.getByRole('list').boundingBox()
    const title = await heading.boundingBox()
    expect(covers?.y).toBeGreaterThanOrEqual((title?.y ?? NaN) + (title?.height ?? NaN))
  })
}

test('the form of the other mode begins in view, below the navbar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await open(page, '/')
  const toggle = page.getByRole('button', { name: 'Register instead' })
  // As low as it can be pressed with the form's heading gone under the bar.
  await toggle.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await toggle.click()
  const heading = page.getByRole('heading', { name: 'Register' })
  const bar = await page.getByRole('banner').boundingBox()
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(top).toBeGreaterThanOrEqual(bar?.height ?? Infinity)
  await expect(heading).toBeInViewport()
  await expect(page).toHaveURL('/')
})

test('the twelve covers load, and lead to their books', async ({ page }) => {
  await open(page, '/')
  const covers = page.getByRole('region', { name: 'Twelve to begin with' }).getByRole('img')
  await expect(covers).toHaveCount(12)
  for (const cover of await covers.all()) {
    await cover.scrollIntoViewIfNeeded()
    await expect(cover).toHaveJSProperty('complete', true)
    await expect(cover).not.toHaveJSProperty('naturalWidth', 0)
  }
  await covers.first().click()
  await expect(title(page, showcase[0]?.title ?? '')).toBeVisible()
})

test('the hero begins and ends with the leaf of the form, and its covers are whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/')
  const hero = await page.getByRole('region', { name: 'Catchword' }).boundingBox()
  const leaf = await page.locator('#auth-form > div').boundingBox()
  expect([leaf?.y, leaf?.height]).toEqual([hero?.y, hero?.height])
  const bar = await page.getByRole('banner').boundingBox()
  expect((hero?.y ?? NaN) - (bar?.height ?? NaN)).toBeLessThan(50)
})

test('the catchword leads on where the next heading is not in view', async ({ page }) => {
  const heading = page.getByRole('heading', { name: 'Twelve to begin with' })
  const catchword = page.getByText('Twelve', { exact: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/')
  await expect(heading).toBeInViewport({ ratio: 1 })
  await expect(catchword).toBeHidden()
  const foot = await catchword.evaluate((link) => link.getBoundingClientRect().bottom)
  await page.setViewportSize({ width: 1440, height: Math.ceil(foot) })
  await expect(catchword).toBeInViewport({ ratio: 0.9 })
  await catchword.dispatchEvent('click')
  await expect(heading).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL('/')
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(catchword).toBeHidden()
})

test("nothing leads to the bundled books where the catalogue has the host's own alone", async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Twelve to begin with' })).toBeVisible()
  // As the server writes it with BUNDLED_BOOKS=off.
  await page.locator('html').evaluate((html) => html.setAttribute('data-books', 'own'))
  await expect(page.getByRole('region', { name: 'Twelve to begin with' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeHidden()
  await expect(page.locator('main img:visible')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Login' })).toBeVisible()
})
