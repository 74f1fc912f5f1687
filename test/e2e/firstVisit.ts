import type { Page } from '@playwright/test'
import { expect, newcomer } from './fixtures.ts'
import {
  addFavorite,
  chooseInterests,
  expectSections,
  favoriteTitles,
  isResponseTo,
  logIn,
  logOut,
  navLink,
  open,
  openBook,
  recordAlerts,
  register,
  removeFavorite,
  section,
  title,
} from './steps.ts'

const INTERESTS = ['Mystery', 'Fantasy', 'Poetry'] as const

/** The whole first visit: registers, chooses interests, adds and removes favorites, logs out and in again. */
export async function firstVisit(page: Page): Promise<void> {
  const reader = newcomer('Ada Newcomer')
  const alerts = await recordAlerts(page)
  await open(page, '/register')
  await register(page, reader)

  await expect(page).toHaveURL('/categories')
  await expect.poll(() => alerts).toEqual([expect.stringContaining(reader.name)])
  await expect(title(page, 'Discover Your Interests')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await chooseInterests(page, INTERESTS)

  await expect.poll(() => alerts.at(-1)).toBe('Preferences saved successfully!')
  await expectSections(page, INTERESTS)
  const titles: string[] = []
  for (const interest of INTERESTS) {
    const first = section(page, interest).getByRole('listitem').first()
    titles.unshift(await first.getByRole('link').innerText())
    await addFavorite(page, first)
  }
  const [poetry = '', fantasy = '', mystery = ''] = titles

  await navLink(page, 'Favorites').click()
  await expect(title(page, 'Your Favorite Books')).toBeVisible()
  await expect(favoriteTitles(page)).toHaveText(titles)

  await openBook(page, page.getByRole('link', { name: fantasy, exact: true }))
  const removed = page.waitForResponse(isResponseTo('DELETE', /\/favoriteBook\/[^/]+$/))
  await removeFavorite(page, page.getByRole('article'))
  await removed
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/favorites')
  await expect(favoriteTitles(page)).toHaveText([poetry, mystery])
  await page.reload()
  await expect(favoriteTitles(page)).toHaveText([poetry, mystery])

  await logOut(page)
  await expect(page).toHaveURL('/')
  await logIn(page, reader)
  await expect(page).toHaveURL('/recommendations')
  // The guard had no part in the logout: neither its toast nor a page to continue to.
  await expect
    .poll(() => alerts.slice(1))
    .toEqual(['Preferences saved successfully!', `Welcome back, ${reader.name}!`])
  // A favorite is not recommended again.
  await expectSections(page, ['Poetry'])
  for (const favorite of [mystery, poetry]) {
    await expect(page.getByRole('link', { name: favorite, exact: true })).toHaveCount(0)
  }
  await navLink(page, 'Favorites').click()
  await expect(favoriteTitles(page)).toHaveText([poetry, mystery])
}
