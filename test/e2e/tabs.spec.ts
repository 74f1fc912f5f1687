import { expect, signIn, test } from './fixtures.ts'
import { addFavorite, logIn, logOut, open, recordAlerts, visitorGreeting } from './steps.ts'

test('another tab follows a favorite, a mark, a logout and a login, and shows no toast of them', async ({
  page,
  context,
}) => {
  const reader = await signIn(page)
  await open(page, '/book/emma')
  const other = await context.newPage()
  const alerts = await recordAlerts(other)
  await open(other, '/book/emma')
  // A headless browser gives the focus to every tab, perhaps before the tab hears of the change.
  const expectInOther = (name: string) =>
    expect(async () => {
      await other.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(other.getByRole('button', { name })).toBeVisible({ timeout: 1000 })
    }).toPass()
  await addFavorite(page, page.getByRole('article'))
  await expectInOther('Remove from favorites')
  await page.getByRole('button', { name: 'Remove from favorites' }).click()
  await page.getByRole('button', { name: 'Want to read', exact: true }).click()
  await expect(page.getByRole('button', { name: 'You want to read this' })).toBeVisible()
  await expectInOther('You want to read this')

  await logOut(page)
  await expect(visitorGreeting(other)).toBeVisible()
  await open(other, '/login')
  await logIn(other, reader)
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  await expect.poll(() => alerts).toEqual([expect.stringContaining('Welcome back')])
})
