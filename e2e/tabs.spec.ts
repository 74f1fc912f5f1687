import { expect, registerReader, signedIn, test } from './fixtures.ts'
import { addHeart, card, logIn, logOut, navLink, open, recordAlerts, shelf } from './navigation.ts'

test('a logout and a login in one tab are followed by the other, without a word', async ({
  page,
  context,
}) => {
  const reader = await signedIn(page)
  await open(page, '/')
  const other = await context.newPage()
  const alerts = await recordAlerts(other)
  await open(other, '/favorites')
  await logOut(page)
  await expect(other).toHaveURL('/')
  await expect(other.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  await logIn(other, reader)
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  await expect.poll(() => alerts).toEqual([expect.stringContaining('Welcome back')])
})

test('a favorite added in one tab shows in the other once that has the focus', async ({
  page,
  context,
}) => {
  await signedIn(page)
  await open(page, '/book/the-hound-of-the-baskervilles')
  const other = await context.newPage()
  await open(other, '/book/the-hound-of-the-baskervilles')
  await addHeart(page, page.getByRole('main'))
  // A headless browser gives the focus to every tab.
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(other.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
})

test('two readers on one machine do not see each other’s hearts', async ({ page }) => {
  const second = await registerReader(page.request, { name: 'Second', interests: ['Fantasy'] })
  const first = await signedIn(page, { name: 'First', interests: ['Fantasy'] })
  await page.goto('/recommendations')
  const book = shelf(page, 'Fantasy').getByRole('listitem').first()
  const title = await book.getByRole('link').innerText()
  await addHeart(page, book)
  await logOut(page)
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  for (const own of [title, first.id, first.token]) expect(stored).not.toContain(own)

  await logIn(page, second)
  await expect(shelf(page, 'Fantasy').getByRole('listitem')).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toHaveCount(0)
  await navLink(page, 'Favorites').click()
  await expect(page.getByText('No favorite books yet')).toBeVisible()
  await logOut(page)

  await logIn(page, first)
  await navLink(page, 'Favorites').click()
  await expect(card(page.getByRole('main'), title)).toBeVisible()
})
