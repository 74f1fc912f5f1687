import { bookAt, expect, newcomer, test } from './fixtures.ts'
import {
  addHeart,
  card,
  logIn,
  logOut,
  navLink,
  recordAlerts,
  removeHeart,
  shelf,
} from './navigation.ts'

const INTERESTS = ['Mystery', 'Fantasy', 'Poetry'] as const

test('a first evening, from the form to a shelf that is still there after a new login', async ({
  page,
}) => {
  const reader = newcomer('Ada Evening')
  // Shelves begin at a random place from 1 to 10 and hold ten: the book at 10 is on every one of them.
  const books = []
  for (const interest of INTERESTS) books.push(await bookAt(page.request, interest, 10))
  const [mystery = '', fantasy = '', poetry = ''] = books.map(({ volumeInfo }) => volumeInfo.title)
  expect(new Set([mystery, fantasy, poetry]).size).toBe(3)

  const alerts = await recordAlerts(page)
  await page.goto('/register')
  await page.getByLabel('Name').fill(reader.name)
  await page.getByLabel('Email').fill(reader.email)
  await page.getByLabel('Password', { exact: true }).fill(reader.password)
  await expect(page.getByRole('img', { name: 'Passwords match' })).toHaveCount(0)
  await page.getByLabel('Confirm Password').fill(reader.password)
  await expect(page.getByRole('img', { name: 'Passwords match' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Register', exact: true }).click()

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
    await expect(shelf(page, interest).getByRole('listitem')).toHaveCount(10)
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
  await removeHeart(page, page.getByRole('main'))
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
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
  const hearted = { name: 'Remove from favorites' }
  for (const [interest, title] of [
    ['Mystery', mystery],
    ['Poetry', poetry],
  ] as const) {
    // What is far below is not there yet.
    await shelf(page, interest).scrollIntoViewIfNeeded()
    await expect(card(shelf(page, interest), title).getByRole('button', hearted)).toBeVisible()
  }
  await expect(
    card(shelf(page, 'Fantasy'), fantasy).getByRole('button', { name: 'Add to favorites' }),
  ).toBeVisible()
  await navLink(page, 'Favorites').click()
  await expect(titles).toHaveText([poetry, mystery])
})

test('a heart given on the detail page is in the favorites, and Undo brings a removed one back', async ({
  page,
}) => {
  const reader = newcomer()
  await page.goto('/register')
  await page.getByLabel('Name').fill(reader.name)
  await page.getByLabel('Email').fill(reader.email)
  await page.getByLabel('Password', { exact: true }).fill(reader.password)
  await page.getByLabel('Confirm Password').fill(reader.password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page).toHaveURL('/categories')

  await page.goto('/book/pride-and-prejudice')
  await expect(page.getByRole('heading', { name: 'Pride and Prejudice', level: 1 })).toBeVisible()
  await addHeart(page, page.getByRole('main'))
  await navLink(page, 'Favorites').click()
  const book = card(page.getByRole('main'), 'Pride and Prejudice')
  await expect(book).toBeVisible()
  await removeHeart(page, book)
  // The pointer stops the toast's clock.
  await page.getByRole('alert').hover()
  await expect(book).toHaveCount(0)
  await expect(page.getByText('No favorite books yet \u{1F937}\u2640\uFE0F !')).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(book).toBeVisible()
  await page.reload()
  await expect(book.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
})
