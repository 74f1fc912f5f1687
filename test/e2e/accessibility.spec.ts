import type { Page } from '@playwright/test'
import { isFull } from '../full.ts'
import { axeFindings } from './axe.ts'
import { passUntilVisible, pauseClock } from './clock.ts'
import {
  addBooks,
  addFavorites,
  expect,
  READER_PAGES,
  signIn,
  test,
  VISITOR_PAGES,
} from './fixtures.ts'
import { open, openAccount, searchFor } from './steps.ts'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, width })),
)

/** axe finds nothing: wide and light, in a full run narrow and dark as well. */
async function expectAccessible(page: Page): Promise<void> {
  for (const { colorScheme, width } of isFull ? LOOKS : LOOKS.slice(0, 1)) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    // Of another width a screen that still loads its script begins anew.
    await expect(page.locator('h1')).toBeAttached()
    const findings = await axeFindings(page)
    expect(findings, `${page.url()} ${colorScheme} ${width} px`).toEqual([])
  }
}

test('axe finds nothing on the pages of a visitor, in a form with faults, and in a toast', async ({
  page,
}) => {
  for (const path of VISITOR_PAGES) {
    await open(page, path)
    if (path === '/register') {
      await page.getByLabel('Password', { exact: true }).fill('a long evening')
      await page.getByLabel('Confirm Password').fill('a long evening')
      await page.getByRole('button', { name: 'Register', exact: true }).click()
      await expect(page.getByText('Name is required.')).toBeVisible()
    }
    await expectAccessible(page)
  }
  await pauseClock(page)
  await page.goto('/login?authError=google_not_configured')
  await passUntilVisible(page, page.getByRole('alert'))
  // A window without the focus stops its time.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await page.clock.resume()
  await expectAccessible(page)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('axe finds nothing on the pages of a reader, empty and with books', async ({ page }) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  await open(page, '/favorites')
  await expect(page.getByText('No favorite books yet')).toBeVisible()
  await expectAccessible(page)
  await addFavorites(page, reader, 13)
  await addBooks(page, reader, 'wantToRead', ['dracula'])
  for (const path of READER_PAGES) {
    await open(page, path)
    await expectAccessible(page)
  }
  await open(page, '/favorites?filter=no+book+has+this')
  await expect(page.getByText('0 of 13')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filter' }).click()
  for (const name of ['Select', 'Compact list']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('checkbox').first().check()
  }
  await expectAccessible(page)
})

test('axe finds nothing in search results, menus, marks and the account dialog', async ({
  page,
}) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  await addBooks(page, reader, 'read', ['dracula'])
  await open(page, '/recommendations')
  const menu = page.getByRole('menu')
  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Want to read' }).click()
  await expect(page.getByText('You want to read this')).toBeVisible()
  await page.getByRole('button', { name: 'Skip this shelf' }).first().focus()
  await expectAccessible(page)

  await open(page, '/book/dracula')
  await expect(page.getByRole('button', { name: 'You have read this' })).toBeVisible()
  for (const [query, role] of [
    ['love', 'option'],
    ['zxqwv', 'status'],
  ] as const) {
    await searchFor(page, query)
    await expect(page.getByRole('search').getByRole(role).first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }

  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  const dialog = await openAccount(page, 'Ada Reader')
  for (const name of ['Books you have read, or not for you', 'Delete your account']) {
    await dialog.getByRole('button', { name }).click()
    await expectAccessible(page)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  expect(await axeFindings(page)).toEqual([])
})

test('axe finds nothing in failures', async ({ page, complaints }) => {
  complaints.allow(/Failed to load resource|failed: .*\/api\//)
  await signIn(page, { interests: ['Mystery'] })
  await open(page, '/book/no-such-book')
  await expectAccessible(page)
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  const paths = ['/recommendations', '/book/emma', '/favorites', '/want-to-read']
  for (const path of isFull ? paths : paths.slice(0, 2)) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    await expectAccessible(page)
  }
  await searchFor(page, 'love')
  await expectAccessible(page)
})
