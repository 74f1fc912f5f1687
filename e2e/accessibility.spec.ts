import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { addFavorites, expect, signedIn, test } from './fixtures.ts'
import { open, openAccount, searchFor } from './navigation.ts'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, width })),
)

type Look = (typeof LOOKS)[number]

async function take(page: Page, { colorScheme, width }: Look): Promise<void> {
  // Without motion, no colour is measured half way through its change.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
}

/** axe finds nothing on the page as it is now. */
async function expectNoFindings(
  page: Page,
  { colorScheme, width }: Look,
  except: string[] = [],
): Promise<void> {
  expect(await axeFindings(page, except), `${page.url()} ${colorScheme} ${width} px`).toEqual([])
}

/** axe finds nothing, in both colour schemes, wide and narrow. */
async function expectAccessible(page: Page, except?: string[]): Promise<void> {
  for (const look of LOOKS) {
    await take(page, look)
    await expectNoFindings(page, look, except)
  }
}

for (const path of ['/', '/login', '/register', '/book/pride-and-prejudice', '/no/such/page']) {
  test(`axe finds nothing at ${path}, signed out`, async ({ page }) => {
    await open(page, path)
    await expectAccessible(page)
  })
}

for (const path of [
  '/',
  '/categories',
  '/recommendations',
  '/favorites',
  '/book/pride-and-prejudice',
]) {
  test(`axe finds nothing at ${path}, signed in`, async ({ page }) => {
    const reader = await signedIn(page, { interests: ['Mystery'] })
    await addFavorites(page, reader, 2)
    await open(page, path)
    await expectAccessible(page)
  })
}

test('axe finds nothing in the empty favorites', async ({ page }) => {
  await signedIn(page)
  await open(page, '/favorites')
  await expect(page.getByText('No favorite books yet')).toBeVisible()
  await expectAccessible(page)
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
  await signedIn(page)
  await open(page, '/no/such/page')
  await searchFor(page, 'love')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  // An open menu is modal: it lies outside of the landmarks, which are hidden meanwhile.
  await expectAccessible(page, ['region'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()

  const dialog = await openAccount(page, 'Ada Reader')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expectAccessible(page, ['region'])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectAccessible(page)
})

test('axe finds nothing in a toast', async ({ page }) => {
  for (const look of LOOKS) {
    await take(page, look)
    // Not when all of it is there: the toast may be gone by then. The pointer stops its clock.
    await page.goto('/login?authError=google_not_configured', { waitUntil: 'commit' })
    const toast = page.getByRole('alert')
    await toast.hover()
    await expectNoFindings(page, look)
    await expect(toast).toBeVisible()
  }
})
