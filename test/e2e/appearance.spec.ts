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

const partsOf = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)

test('a scheme chosen in the account dialog holds at once, in all tabs, and before any script of the next load', async ({
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

  await other.route('**/assets/*.js', () => undefined)
  for (const path of ['/favorites', '/no/such/page', '/book/emma']) {
    await other.goto(path, { waitUntil: 'commit' })
    await expect(other.locator('#root')).toBeAttached()
    await expect(other.locator('html')).toHaveAttribute('data-scheme', 'dark')
  }
  await other.close()
  await dialog.getByRole('button', { name: 'System' }).click()
  await expectScheme(page, 'light')
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

test('the check beside matching passwords is green', async ({ page }) => {
  await open(page, '/register')
  await page.getByLabel('Password', { exact: true }).fill('abc')
  await page.getByLabel('Confirm Password').fill('abc')
  const check = page.getByRole('img', { name: 'Passwords match' }).first()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectScheme(page, colorScheme)
    const colour = await check.evaluate((node) => getComputedStyle(node).color)
    const [red = 0, green = 0, blue = 0] = partsOf(colour)
    expect(green).toBeGreaterThan(1.3 * Math.max(red, blue))
  }
})

/** The relative luminance of a colour as CSS writes it. */
const luminance = (colour: string): number =>
  partsOf(colour)
    .map((part) => part / 255)
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

test('the heart is an outline, and red if the book is a favorite, on the paper of either scheme', async ({
  page,
}) => {
  await signIn(page, { interests: ['Poetry'] })
  await open(page, '/recommendations')
  const first = section(page, 'Poetry').getByRole('listitem').first()
  const found = () => drawn(first.locator('button [data-favorite] path'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectScheme(page, colorScheme)
    await expect.poll(found).toMatchObject({ fill: 'none' })
    expect((await found()).contrast).toBeGreaterThan(4.5)
    await addFavorite(page, first)
    await expect.poll(found).toMatchObject({ fill: RED, stroke: RED })
    expect((await found()).contrast).toBeGreaterThan(3)
    await removeFavorite(page, first)
  }
})
