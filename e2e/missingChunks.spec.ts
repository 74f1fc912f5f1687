import { expect, signIn, test } from './fixtures.ts'
import { title } from './steps.ts'

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
    'A part of this page could not be loaded. Please reload it.',
  )
  await expect(page.getByRole('banner')).toBeVisible()
  expect(loads).toBe(2)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(title(page, 'Discover Your Interests')).toBeVisible()
})
