import { addFavorites, expect, newcomer, signedIn, test } from './fixtures.ts'
import {
  addHeart,
  card,
  isResponseTo,
  logIn,
  logOut,
  navLink,
  open,
  recordAlerts,
  register,
  removeHeart,
  shelf,
} from './navigation.ts'

const INTERESTS = ['Mystery', 'Fantasy', 'Poetry'] as const

test('from the register form to favorites that are still there after a new login', async ({
  page,
}) => {
  const reader = newcomer('Ada Evening')
  const alerts = await recordAlerts(page)
  await open(page, '/register')
  await register(page, reader)

  await expect(page).toHaveURL('/categories')
  await expect.poll(() => alerts).toEqual([expect.stringContaining('Ada Evening')])
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()
  for (const interest of INTERESTS) {
    const tile = page.getByRole('button', { name: interest, exact: true })
    await tile.click()
    await expect(tile).toHaveAttribute('aria-pressed', 'true')
  }
  await confirm.click()

  await expect(page).toHaveURL('/recommendations')
  await expect.poll(() => alerts.at(-1)).toBe('Preferences saved successfully!')
  for (const interest of INTERESTS) {
    await expect(shelf(page, interest).getByRole('listitem')).toHaveCount(12)
  }
  const titles: string[] = []
  for (const interest of INTERESTS) {
    const first = shelf(page, interest).getByRole('listitem').first()
    titles.push(await first.getByRole('link').innerText())
    await addHeart(page, first)
  }
  const [mystery = '', fantasy = '', poetry = ''] = titles

  await navLink(page, 'Favorites').click()
  await expect(page.getByRole('heading', { name: 'Your Favorite Books' })).toBeVisible()
  const favorites = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(favorites).toHaveText([poetry, fantasy, mystery])

  await page.getByRole('link', { name: fantasy, exact: true }).click()
  await expect(page.getByRole('heading', { name: fantasy, level: 1 })).toBeVisible()
  const listed = page.waitForResponse(isResponseTo('GET', /\/favoriteBooks$/))
  await removeHeart(page, page.getByRole('main'))
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  await (await listed).finished()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/favorites')
  await expect(favorites).toHaveText([poetry, mystery])
  await page.reload()
  await expect(favorites).toHaveText([poetry, mystery])

  await logOut(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()

  await logIn(page, reader)
  await expect(page).toHaveURL('/recommendations')
  // The guard had no part in the logout: neither its toast nor a page to continue to.
  await expect
    .poll(() => alerts.slice(1))
    .toEqual(['Preferences saved successfully!', 'Welcome back, Ada Evening!'])
  // What is a favorite is not recommended again.
  await expect(shelf(page, 'Poetry').getByRole('listitem')).toHaveCount(12)
  for (const title of [mystery, poetry]) {
    await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0)
  }
  await navLink(page, 'Favorites').click()
  await expect(favorites).toHaveText([poetry, mystery])
})

test('a removed favorite keeps its place with a white heart until the page is left', async ({
  page,
}) => {
  const reader = await signedIn(page)
  const titles = await addFavorites(page, reader, 3)
  const [, second = ''] = titles
  await open(page, '/favorites')
  const books = page.getByRole('main').getByRole('heading', { level: 2 })
  const book = card(page.getByRole('main'), second)
  await removeHeart(page, book)
  await expect(book.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  await expect(books).toHaveText(titles)
  // The same heart adds it again.
  await addHeart(page, book)
  await expect(books).toHaveText(titles)
  await removeHeart(page, book)
  await navLink(page, 'Home').click()
  await navLink(page, 'Favorites').click()
  await expect(books).toHaveText(titles.filter((title) => title !== second))
})
