/** Colours: the two schemes and how one is chosen, a favorite's button, the check beside passwords. */
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { addFavorite, open, openAccount, removeFavorite, section } from './steps.ts'

/** The page's background in both schemes. */
const PAPER = { light: 'rgb(250, 246, 239)', dark: 'rgb(21, 18, 15)' } as const
const RED = 'rgb(220, 58, 56)'

async function expectScheme(page: Page, scheme: keyof typeof PAPER): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('background-color', PAPER[scheme])
}

/** A computed text colour by its three parts from 0 to 255. */
async function colour(element: Locator): Promise<number[]> {
  const text = await element.evaluate((node) => getComputedStyle(node).color)
  return (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
}

test('a scheme chosen in the account dialog holds at once, in all tabs and after a reload', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, { name: 'Ada Dark' })
  await open(page, '/')
  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await open(other, '/favorites')
  await expectScheme(other, 'light')
  const dialog = await openAccount(page, 'Ada Dark')
  await dialog.getByRole('button', { name: 'Dark' }).click()
  await expectScheme(page, 'dark')
  await expectScheme(other, 'dark')

  await page.reload()
  await expectScheme(page, 'dark')
  await openAccount(page, 'Ada Dark')
  await expect(dialog.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'System' }).click()
  await expectScheme(page, 'light')
  await expectScheme(other, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectScheme(page, 'dark')
})

test("a card's focus ring lies outside its words, and no letter of a title is cut", async ({
  page,
}) => {
  await signIn(page, { interests: ['Mystery'] })
  await open(page, '/recommendations')
  const link = section(page, 'Mystery').getByRole('listitem').first().getByRole('link')
  await link.focus()
  const offset = await link.evaluate((node) => getComputedStyle(node, '::before').outlineOffset)
  expect(Number.parseFloat(offset)).toBeGreaterThanOrEqual(0)

  await link.evaluate((node) => {
    // Letters that reach out of their box.
    node.textContent = 'jfgjy'
    node.blur()
  })
  const box = await link.boundingBox()
  if (!box) throw new Error('The title has no box.')
  const clip = { x: box.x - 8, y: box.y - 2, width: 100, height: box.height + 8 }
  const before = await page.screenshot({ clip })
  await link.locator('..').evaluate((heading) => heading.style.setProperty('overflow', 'visible'))
  expect((await page.screenshot({ clip })).equals(before)).toBe(true)
})

test('a stored scheme is there before any script file', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('colorScheme', 'dark'))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.route('**/assets/*.js', () => undefined)
  for (const path of ['/', '/login', '/no/such/page', '/book/emma']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toBeAttached()
    // The app shell is empty and has no background yet; the browser's own is dark, too.
    if (path === '/book/emma')
      await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
    else await expectScheme(page, 'dark')
  }
  await page.unrouteAll()
  await open(page, '/')
  await expectScheme(page, 'dark')
})

test('the check beside matching passwords is green', async ({ page }) => {
  await open(page, '/register')
  await page.getByLabel('Password', { exact: true }).fill('abc')
  await page.getByLabel('Confirm Password').fill('abc')
  const checks = page.getByRole('img', { name: 'Passwords match' })
  await expect(checks).toHaveCount(2)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectScheme(page, colorScheme)
    const [red = 0, green = 0, blue = 0] = await colour(checks.first())
    expect(green).toBeGreaterThan(red * 1.4)
    expect(green).toBeGreaterThan(blue * 1.3)
  }
})

/** The relative luminance of a colour as CSS writes it. */
const luminance = (colour: string): number =>
  (colour.match(/[\d.]+/g) ?? [])
    .slice(0, 3)
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0)

/** What fills a heart, and how far the colour that draws it stands out on its page (WCAG 1.4.11). */
async function drawn(path: Locator) {
  const { fill, stroke, paper } = await path.evaluate((node) => {
    const { fill, stroke } = getComputedStyle(node)
    return { fill, stroke, paper: getComputedStyle(document.body).backgroundColor }
  })
  const [low = 0, high = 0] = [stroke, paper].map(luminance).toSorted((one, next) => one - next)
  return { fill, stroke, contrast: (high + 0.05) / (low + 0.05) }
}

const heart = (within: Locator): Locator => within.locator('button [data-favorite] path')

test('the heart is an outline, and red if the book is a favorite, on the paper of either scheme', async ({
  page,
}) => {
  await signIn(page, { interests: ['Poetry'] })
  await open(page, '/recommendations')
  const first = section(page, 'Poetry').getByRole('listitem').first()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectScheme(page, colorScheme)
    const found = () => drawn(heart(first))
    await expect.poll(found).toMatchObject({ fill: 'none' })
    expect((await found()).contrast).toBeGreaterThan(4.5)
    await addFavorite(page, first)
    await expect.poll(found).toMatchObject({ fill: RED, stroke: RED })
    expect((await found()).contrast).toBeGreaterThan(3)
    await removeFavorite(page, first)
  }
  await first.getByRole('link').click()
  const article = page.getByRole('article')
  await expect(heart(article)).toHaveCSS('fill', 'none')
  await addFavorite(page, article)
  await expect(heart(article)).toHaveCSS('fill', RED)
})
