import { bookAt, expect, registerReader, signedIn, test } from './fixtures.ts'
import { addHeart, card, logIn, logOut, navLink, recordAlerts, shelf } from './navigation.ts'

test('a logout in one tab is followed by the other, without a word', async ({ page, context }) => {
  const reader = await signedIn(page)
  await page.goto('/')
  const other = await context.newPage()
  const alerts = await recordAlerts(other)
  await other.goto('/favorites')
  await expect(other.getByRole('heading', { name: 'Your Favorite Books' })).toBeVisible()
  await logOut(page)
  await expect(other).toHaveURL('/')
  await expect(other.getByText('Welcome to Catchword', { exact: true })).toBeVisible()

  // And so is a login.
  await logIn(other, reader)
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  await expect.poll(() => alerts).toEqual([expect.stringContaining('Welcome back')])
})

test('a heart given in one tab shows in the other', async ({ page, context }) => {
  await signedIn(page, { interests: ['Mystery'] })
  await page.goto('/book/the-hound-of-the-baskervilles')
  const other = await context.newPage()
  await other.goto('/book/the-hound-of-the-baskervilles')
  await expect(other.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  // It stood before its script, and hears of others once it answers.
  await expect(other.locator('#root')).not.toHaveAttribute('inert')
  await addHeart(page, page.getByRole('main'))
  await expect(other.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
})

test('two readers on one machine do not see each other’s hearts', async ({ page }) => {
  const second = await registerReader(page.request, { name: 'Second', interests: ['Fantasy'] })
  const first = await signedIn(page, { name: 'First', interests: ['Fantasy'] })
  // The book at 10 is on every shelf, wherever the shelf begins.
  const book = await bookAt(page.request, 'Fantasy', 10)
  const { title } = book.volumeInfo
  await page.goto('/recommendations')
  await addHeart(page, card(shelf(page, 'Fantasy'), title))
  await logOut(page)
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).not.toContain(title)
  expect(kept).not.toContain(first.id)
  expect(kept).not.toContain(first.token)

  await logIn(page, second)
  await expect(
    card(shelf(page, 'Fantasy'), title).getByRole('button', { name: 'Add to favorites' }),
  ).toBeVisible()
  await navLink(page, 'Favorites').click()
  await expect(page.getByText('No favorite books yet')).toBeVisible()
  await logOut(page)

  await logIn(page, first)
  await expect(
    card(shelf(page, 'Fantasy'), title).getByRole('button', { name: 'Remove from favorites' }),
  ).toBeVisible()
  await navLink(page, 'Favorites').click()
  await expect(card(page.getByRole('main'), title)).toBeVisible()
})
