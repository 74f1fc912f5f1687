import { expect, signIn, test } from './fixtures.ts'
import { addFavorite, logIn, logOut, open, recordAlerts, visitorGreeting } from './steps.ts'

test('a logout and a login in one tab are followed by the other, which shows no toast', async ({
  page,
  context,
}) => {
  const reader = await signIn(page)
  await open(page, '/')
  const other = await context.newPage()
  const alerts = await recordAlerts(other)
  await open(other, '/favorites')
  await logOut(page)
  await expect(other).toHaveURL('/')
  await expect(visitorGreeting(other)).toBeVisible()
  await logIn(other, reader)
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  await expect.poll(() => alerts).toEqual([expect.stringContaining('Welcome back')])
})

test('a favorite added in one tab shows in the other once that has the focus', async ({
  page,
  context,
}) => {
  await signIn(page)
  await open(page, '/book/the-hound-of-the-baskervilles')
  const other = await context.newPage()
  await open(other, '/book/the-hound-of-the-baskervilles')
  await addFavorite(page, page.getByRole('main'))
  // A headless browser gives the focus to every tab.
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(other.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
})
