import type { Page } from '@playwright/test'
import { isFull } from '../full.ts'
import { axeFindings } from './axe.ts'
import { passUntilVisible, pauseClock } from './clock.ts'
import {
  createFavorites,
  createMark,
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
    // Without motion, no colour is measured half way through its change.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const findings = await axeFindings(page)
    expect(findings, `${page.url()} ${colorScheme} ${width} px`).toEqual([])
  }
}

test('axe finds nothing on the pages of a visitor', async ({ page }) => {
  for (const path of VISITOR_PAGES) {
    await open(page, path)
    await expectAccessible(page)
  }
})

test('axe finds nothing on the pages of a reader', async ({ page }) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  await open(page, '/favorites')
  await expect(page.getByText('No favorite books yet')).toBeVisible()
  await expectAccessible(page)
  await open(page, '/want-to-read')
  await expect(page.getByText('No books on this list yet')).toBeVisible()
  await expectAccessible(page)
  await createFavorites(page, reader, 2)
  for (const id of ['dracula', 'persuasion']) await createMark(page, reader, id, 'wantToRead')
  for (const path of READER_PAGES) {
    await open(page, path)
    await expectAccessible(page)
  }
})

test('axe finds nothing in a form with faults and matching passwords', async ({ page }) => {
  await open(page, '/register')
  await page.getByLabel('Password', { exact: true }).fill('a long evening')
  await page.getByLabel('Confirm Password').fill('a long evening')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
})

test('axe finds nothing in open search results, menus and the account dialog', async ({ page }) => {
  const reader = await signIn(page)
  await createMark(page, reader, 'dracula', 'read')
  await open(page, '/no/such/page')
  await searchFor(page, 'love')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()

  const dialog = await openAccount(page, 'Ada Reader')
  await dialog.getByRole('button', { name: 'Books you have read, or not for you' }).click()
  await expect(dialog.getByRole('button', { name: 'I have not read it' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete your account' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  expect(await axeFindings(page)).toEqual([])
})

test('axe finds nothing in a toast', async ({ page }) => {
  await pauseClock(page)
  await page.goto('/login?authError=google_not_configured')
  const toast = page.getByRole('alert')
  await passUntilVisible(page, toast)
  // A window without the focus stops its time.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await page.clock.resume()
  await expectAccessible(page)
  await expect(toast).toBeVisible()
})

test('axe finds nothing in long lists, menus of marks and failures', async ({
  page,
  complaints,
}) => {
  complaints.allow(/Failed to load resource|failed: .*\/api\//)
  const reader = await signIn(page, { interests: ['Mystery'] })
  await createFavorites(page, reader, 14)
  for (const filter of ['e', 'no book has this']) {
    await open(page, `/favorites?filter=${filter}`)
    await expect(page.getByText(/^\d+ of 14$/)).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: 'Clear filter' }).click()
  for (const name of ['Select', 'Compact list']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('checkbox').first().check()
    await expectAccessible(page)
  }
  await open(page, '/recommendations')
  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem')).toHaveCount(3)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Skip this shelf' }).first().focus()
  await expectAccessible(page)
  await searchFor(page, 'zxqwv')
  await expect(page.getByText('No books found.')).toBeVisible()
  await expectAccessible(page)

  await open(page, '/book/no-such-book')
  await expectAccessible(page)
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  for (const path of ['/recommendations', '/favorites', '/want-to-read', '/book/emma']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    await expectAccessible(page)
  }
  await searchFor(page, 'love')
  await expectAccessible(page)
})
