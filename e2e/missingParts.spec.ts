import type { Page } from '@playwright/test'
import { expect, signedIn, test } from './fixtures.ts'

/** Parts of the page that do not come, as while the network fails or after a new build was put up. */

/** Lets the scripts that match fail until the returned function is called. */
async function lose(page: Page, pattern: string): Promise<() => Promise<void>> {
  await page.route(pattern, (route) => route.abort('connectionreset'))
  return () => page.unroute(pattern)
}

test('a menu that does not come leaves the page, and comes back', async ({ page, complaints }) => {
  complaints.expect(/ProfileMenu/)
  await signedIn(page, { name: 'Ada' })
  const bring = await lose(page, '**/assets/ProfileMenu-*.js')
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Profile menu' })
  await expect(menu).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
  await expect(page.getByText('Hello, Ada')).toBeVisible()
  await menu.click()
  const sentence = 'A part of this page could not be loaded. Please reload it.'
  await expect(page.getByRole('alert')).toContainText(sentence)
  await bring()
  await page.getByRole('alert').getByRole('button', { name: 'Reload the page' }).click()
  await expect(menu).toHaveAttribute('aria-haspopup', 'menu')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
})

test('where the product itself does not come the page says so and offers the way out', async ({
  page,
  complaints,
}) => {
  complaints.expect(/first-/)
  const bring = await lose(page, '**/assets/first-*.js')
  await page.goto('/')
  const alert = page.getByRole('alert')
  const sentence = 'A part of this page could not be loaded. Please reload it.'
  await expect(alert).toHaveText(sentence)
  // The page itself is silent to assistive technology while it is inert, but it stands.
  await expect(page.locator('h1')).toBeInViewport()
  // A form that were sent now would put the password into the address.
  await expect(page.locator('#root')).toHaveAttribute('inert')
  await bring()
  await alert.getByRole('link', { name: sentence }).click()
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await expect(alert).toHaveCount(0)
})

test('a dialog that does not come leaves the page', async ({ page, complaints }) => {
  complaints.expect(/AccountDialog/)
  await signedIn(page, { name: 'Ada' })
  await lose(page, '**/assets/AccountDialog-*.js')
  await page.goto('/')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Ada' }).click()
  await expect(page.getByRole('alert')).toContainText('A part of this page could not be loaded.')
  await expect(page.getByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
})

test('without what draws toasts their words are there', async ({ page, complaints }) => {
  complaints.expect(/Toasts/)
  await lose(page, '**/assets/Toasts-*.js')
  await page.goto('/favorites')
  const words = page.getByRole('alert').filter({ hasText: 'User not found. Please log in.' })
  await expect(words).toBeVisible()
  await expect(page).toHaveURL('/')
  await words.getByRole('button', { name: 'Close' }).click()
  await expect(words).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
})

test('a part that never answers does not hold the page', async ({ page }) => {
  await signedIn(page, { name: 'Ada' })
  // Never answered, as on a line that stalls.
  await page.route('**/assets/ProfileMenu-*.js', () => undefined)
  for (const path of ['/', '/favorites', '/book/pride-and-prejudice']) {
    await page.goto(path)
    await expect(page.locator('#root')).not.toHaveAttribute('inert')
    await page.getByRole('contentinfo').getByRole('link').first().focus()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
