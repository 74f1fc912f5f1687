import { createFavorites, expect, signIn, test } from './fixtures.ts'
import { firstVisit } from './firstVisit.ts'
import { addFavorite, card, favoriteTitles, navLink, open, removeFavorite } from './steps.ts'

test('from the register form to favorites that are still there after a new login', async ({
  page,
}) => {
  await firstVisit(page)
})

test('a removed favorite keeps its position until the page is left', async ({ page }) => {
  const reader = await signIn(page)
  const titles = await createFavorites(page, reader, 3)
  const [, second = ''] = titles
  await open(page, '/favorites')
  const book = card(page.getByRole('main'), second)
  await removeFavorite(page, book)
  await expect(favoriteTitles(page)).toHaveText(titles)
  // The same button adds it again.
  await addFavorite(page, book)
  await expect(favoriteTitles(page)).toHaveText(titles)
  await removeFavorite(page, book)
  await navLink(page, 'Home').click()
  await navLink(page, 'Favorites').click()
  await expect(favoriteTitles(page)).toHaveText(titles.filter((title) => title !== second))
})
