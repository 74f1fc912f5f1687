import { addFavorites, bookAt, expect, newcomer, signedIn, test } from './fixtures.ts'
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
  // Sections begin at a random place from 1 to 10 and show twelve: the book at 10 is in every one of them.
  const books = []
  for (const interest of INTERESTS) books.push(await bookAt(page.request, interest, 10))
  const [mystery = '', fantasy = '', poetry = ''] = books.map(({ volumeInfo }) => volumeInfo.title)
  expect(new Set([mystery, fantasy, poetry]).size).toBe(3)

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
  await addHeart(page, card(shelf(page, 'Mystery'), mystery))
  await addHeart(page, card(shelf(page, 'Fantasy'), fantasy))
  await addHeart(page, card(shelf(page, 'Poetry'), poetry))

  await navLink(page, 'Favorites').click()
  await expect(page.getByRole('heading', { name: 'Your Favorite Books' })).toBeVisible()
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText([poetry, fantasy, mystery])

  await page.getByRole('link', { name: fantasy, exact: true }).click()
  await expect(page.getByRole('heading', { name: fantasy, level: 1 })).toBeVisible()
  const listed = page.waitForResponse(isResponseTo('GET', /\/favoriteBooks$/))
  await removeHeart(page, page.getByRole('main'))
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  await (await listed).finished()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/favorites')
  await expect(titles).toHaveText([poetry, mystery])
  await page.reload()
  await expect(titles).toHaveText([poetry, mystery])

  await logOut(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()

  await logIn(page, reader)
  await expect(page).toHaveURL('/recommendations')
  // The guard had no part in the logout: neither its toast nor a page to continue to.
  await expect
    .poll(() => alerts.slice(1))
    .toEqual(['Preferences saved successfully!', 'Welcome back, Ada Evening!'])
  const favorite = { name: 'Remove from favorites' }
  for (const [interest, title] of [
    ['Mystery', mystery],
    ['Poetry', poetry],
  ] as const) {
    await expect(card(shelf(page, interest), title).getByRole('button', favorite)).toBeVisible()
  }
  await expect(
    card(shelf(page, 'Fantasy'), fantasy).getByRole('button', { name: 'Add to favorites' }),
  ).toBeVisible()
  await navLink(page, 'Favorites').click()
  await expect(titles).toHaveText([poetry, mystery])
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
