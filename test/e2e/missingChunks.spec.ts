import { expect, signIn, test } from './fixtures.ts'
import { open, title } from './steps.ts'

test('a screen that does not load says so below the navbar, after one reload, and offers another', async ({
  page,
  complaints,
}) => {
  complaints.expect(/CategoriesScreen/)
  complaints.allow(/A chunk did not load/)
  await signIn(page)
  // As while the network fails or after a new build was deployed.
  await page.route('**/assets/CategoriesScreen-*.js', (route) => route.abort('connectionreset'))
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  await page.goto('/categories')
  // A reload takes a load's time: it and the message each have a timeout of their own.
  await expect.poll(() => loads).toBe(2)
  await expect(page.getByRole('alert')).toContainText(
    'Part of this page could not be loaded. Please reload it.',
  )
  await expect(page.getByRole('banner')).toBeVisible()
  expect(loads).toBe(2)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(title(page, 'Discover Your Interests')).toBeVisible()
})

test('a missing chunk of the search or the account leaves the page where it is', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ReaderSearch/)
  complaints.expect(/AccountDialog/)
  await signIn(page)
  await page.route(/assets\/(ReaderSearch|AccountDialog)-/, (route) =>
    route.abort('connectionreset'),
  )
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  await open(page, '/favorites')
  await expect(page.getByLabel('Search books')).toBeDisabled()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem').nth(1).click()
  const missing = page.getByText('Part of this page could not be loaded. Please reload it.')
  await expect(missing).toBeVisible()
  await expect(title(page, 'Your Favorite Books')).toBeVisible()
  expect(loads).toBe(1)
})
