/** Colours: the two schemes and how one is chosen, the heart, the check, the form's images. */
import type { Locator, Page } from '@playwright/test'
import { expect, signedIn, test } from './fixtures.ts'
import { addHeart, open, openAccount, shelf } from './navigation.ts'

/** The colours of the page's ground in both schemes. */
const PAPER = { light: 'rgb(250, 246, 239)', dark: 'rgb(21, 18, 15)' } as const

async function expectGround(page: Page, scheme: keyof typeof PAPER): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('background-color', PAPER[scheme])
}

/** A computed text colour by its three parts from 0 to 255. */
async function colour(element: Locator): Promise<number[]> {
  const text = await element.evaluate((node) => getComputedStyle(node).color)
  return (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
}

/** Blocks the page's script files: what is seen then is the HTML with its inline script. */
async function withoutScripts(page: Page): Promise<void> {
  await page.route('**/assets/*.js', () => undefined)
}

test('a scheme chosen in the account dialog holds at once, in all tabs and before any script file', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signedIn(page, { name: 'Ada Dark' })
  await open(page, '/')
  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await open(other, '/favorites')
  await expectGround(other, 'light')
  const dialog = await openAccount(page, 'Ada Dark')
  await dialog.getByRole('button', { name: 'Dark' }).click()
  await expectGround(page, 'dark')
  await expectGround(other, 'dark')

  await page.reload()
  await expectGround(page, 'dark')
  await openAccount(page, 'Ada Dark')
  await expect(dialog.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'System' }).click()
  await expectGround(page, 'light')
  await expectGround(other, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectGround(page, 'dark')
})

test('a scheme stored by the first version is there without a flash', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('colorScheme', 'dark'))
  await page.emulateMedia({ colorScheme: 'light' })
  await withoutScripts(page)
  for (const path of ['/', '/login', '/no/such/page', '/book/emma']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toBeAttached()
    // The app shell is empty and has no ground yet; the browser's own is dark, too.
    if (path === '/book/emma')
      await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
    else await expectGround(page, 'dark')
  }
  await page.unrouteAll()
  await open(page, '/')
  await expectGround(page, 'dark')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the check beside matching passwords is green, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await open(page, '/register')
    await page.getByLabel('Password', { exact: true }).fill('abc')
    await page.getByLabel('Confirm Password').fill('abc')
    for (const field of ['Password', 'Confirm Password']) {
      const input = page.getByLabel(field, { exact: true })
      const check = input.locator('..').getByRole('img', { name: 'Passwords match' })
      const [red = 0, green = 0, blue = 0] = await colour(check)
      expect(green).toBeGreaterThan(red * 1.4)
      expect(green).toBeGreaterThan(blue * 1.3)
    }
  })
}

/** The chip in a heart's button, which has no role of its own. */
function chip(within: Locator): Locator {
  return within.locator('button [data-favorite]')
}

test('a heart is red where the book is a favorite, and white otherwise', async ({ page }) => {
  await signedIn(page, { interests: ['Poetry'] })
  await open(page, '/recommendations')
  const first = shelf(page, 'Poetry').getByRole('listitem').first()
  await expect.poll(() => colour(chip(first))).toEqual([255, 255, 255])
  await addHeart(page, first)
  await expect.poll(() => colour(chip(first))).toEqual([255, 90, 82])
  await first.getByRole('link').click()
  const article = page.getByRole('article')
  await expect.poll(() => colour(chip(article))).toEqual([255, 90, 82])
  await article.getByRole('button', { name: 'Remove from favorites' }).click()
  await expect.poll(() => colour(chip(article))).toEqual([255, 255, 255])
})

test('the form has an image at its side, one for each mode', async ({ page }) => {
  await open(page, '/login')
  // Decoration: it has no role of its own.
  const image = page.locator('#auth-form img')
  await expect(image).toHaveAttribute('src', '/side-login.svg')
  await expect(image).toBeVisible()
  await page.getByRole('button', { name: 'Register instead' }).click()
  await expect(image).toHaveAttribute('src', '/side-register.svg')
  await expect(image).not.toHaveJSProperty('naturalWidth', 0)
})
