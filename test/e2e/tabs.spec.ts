import { createFavorite, expect, signIn, test } from './fixtures.ts'
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
  await addFavorite(page, page.getByRole('article'))
  const heart = other.getByRole('button', { name: 'Remove from favorites' })
  // A headless browser gives the focus to every tab, perhaps before the tab hears of the change.
  await expect(async () => {
    await other.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(heart).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('a favorite added on another device shows once the tab has the focus a minute later', async ({
  page,
}) => {
  const reader = await signIn(page)
  const lists: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/favoriteBooks')) lists.push(request.url())
  })
  await page.clock.install()
  await open(page, '/book/emma')
  await createFavorite(page, reader, 'emma')
  const focus = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
  for (let times = 0; times < 10; times += 1) await focus()
  await expect(page.getByRole('button', { name: 'Add to favorites' }).first()).toBeVisible()
  expect(lists).toHaveLength(1)
  await page.clock.fastForward(60_000)
  await focus()
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  for (let times = 0; times < 10; times += 1) await focus()
  expect(lists).toHaveLength(2)
})
