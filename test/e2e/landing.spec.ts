import showcase from '../../src/screens/landing/showcase.json' with { type: 'json' }
import { expect, test } from './fixtures.ts'
import { boxOf, open, title } from './steps.ts'

test('Explore Now scrolls to the showcase, 750 px further after 500 ms, and ends with its heading in view', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const heading = page.getByRole('heading', { name: 'Twelve to begin with' })
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open(page, '/')
    await page.getByRole('button', { name: 'Explore Now' }).click()
    await expect(page.getByRole('contentinfo')).toBeInViewport()
    // Both steps have ended where the page has.
    const left = () =>
      page.evaluate(
        () => document.documentElement.scrollHeight - window.innerHeight - window.scrollY,
      )
    await expect.poll(left).toBeLessThanOrEqual(1)
    await expect(heading).toBeInViewport({ ratio: 1 })
    const words = await heading.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().top
    })
    expect(words).toBeGreaterThanOrEqual((await boxOf(page.getByRole('banner'))).height)
  }
  await page.getByRole('button', { name: 'Scroll to top' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toHaveCount(0)
})

test('the form of the other mode begins in view, below the navbar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await open(page, '/')
  const toggle = page.getByRole('button', { name: 'Register instead' })
  // As low as it can be pressed with the form's heading gone under the bar.
  await toggle.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await toggle.click()
  const heading = page.getByRole('heading', { name: 'Register' })
  const { height } = await boxOf(page.getByRole('banner'))
  await expect.poll(async () => (await boxOf(heading)).y).toBeGreaterThanOrEqual(height)
  await expect(heading).toBeInViewport()
})

test('the hero fits its leaf, the catchword leads on, the twelve covers load and lead to their books', async ({
  page,
}) => {
  const region = page.getByRole('region', { name: 'Twelve to begin with' })
  const heading = region.getByRole('heading')
  const catchword = page.getByText('Twelve', { exact: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/')
  const hero = await boxOf(page.getByRole('region', { name: 'Catchword' }))
  const leaf = await boxOf(page.locator('#auth-form > div'))
  expect([leaf.y, leaf.height]).toEqual([hero.y, hero.height])
  expect(hero.y - (await boxOf(page.getByRole('banner'))).height).toBeLessThan(50)

  // Where the next heading is not in view.
  await expect(heading).toBeInViewport({ ratio: 1 })
  await expect(catchword).toBeHidden()
  const foot = await catchword.evaluate((link) => link.getBoundingClientRect().bottom)
  await page.setViewportSize({ width: 1440, height: Math.ceil(foot) })
  await expect(catchword).toBeInViewport({ ratio: 0.9 })
  await catchword.dispatchEvent('click')
  await expect(heading).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(catchword).toBeHidden()

  const covers = region.getByRole('img')
  await expect(covers).toHaveCount(12)
  for (const cover of await covers.all()) {
    await cover.scrollIntoViewIfNeeded()
    await expect(cover).not.toHaveJSProperty('naturalWidth', 0)
  }
  // As the server writes it with BUNDLED_BOOKS=off, nothing leads to the bundled books.
  const mark = (books: string) =>
    page.locator('html').evaluate((html, value) => html.setAttribute('data-books', value), books)
  await mark('own')
  await expect(region).toBeHidden()
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeHidden()
  await expect(page.locator('main img[src^="/covers/"]:visible')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Login' })).toBeVisible()
  await mark('bundled')
  await covers.first().click()
  await expect(title(page, showcase[0]?.title ?? '')).toBeVisible()
})
