/** Sign-ins that come back through a link (decision 19): genuine ones, and links that somebody else made. */
import type { Page, Request } from '@playwright/test'
import { expect, registerReader, signedIn, test, type Reader } from './fixtures.ts'
import { hydrated, recordAlerts } from './navigation.ts'

const REFUSED = 'User not authenticated. Please log in.'

const linkOf = (path: string, { token, id }: Reader, isNewUser: boolean): string =>
  `${path}?token=${token}&userId=${id}&isNewUser=${isNewUser}`

for (const [path, isNewUser, destination, title] of [
  ['/', true, '/categories', 'Discover Your Interests'],
  ['/', false, '/recommendations', 'Recommendations'],
  ['/favorites', false, '/recommendations', 'Recommendations'],
  ['/no/such/page', true, '/categories', 'Discover Your Interests'],
] as const) {
  test(`an arrival at ${path} with isNewUser ${isNewUser} goes on at ${destination}`, async ({
    page,
  }) => {
    // The server's own sign-in has just set the cookie.
    const reader = await registerReader(page.request)
    const sent: Request[] = []
    page.on('request', (request) => sent.push(request))
    await page.goto(linkOf(path, reader, isNewUser))
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(destination)
    // No name came along: the profile brings it.
    await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
    await page.reload()
    await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
    await expect(page).toHaveURL(destination)

    const [arrival, ...later] = sent
    expect(arrival?.url()).toContain(reader.token)
    expect(later.length).toBeGreaterThan(5)
    for (const request of later) {
      const { referer = '' } = await request.allHeaders()
      expect(request.url() + referer).not.toContain(reader.token)
    }
    const first = later.find((request) => request.url().includes('/api/'))
    expect(first?.url()).toMatch(/\/favoriteBooks$/)
    expect((await first?.allHeaders())?.['authorization']).toBeUndefined()
  })
}

test('Back after an arrival does not bring the token back', async ({ page }) => {
  const reader = await registerReader(page.request)
  await page.goto('/book/pride-and-prejudice')
  await page.goto(linkOf('/', reader, true))
  await expect(page).toHaveURL('/categories')
  await page.goBack()
  await expect(page).toHaveURL('/book/pride-and-prejudice')
  await page.goForward()
  await expect(page).toHaveURL('/categories')
})

/** Opens a link that an attacker made of their own session, and sees that nothing comes of it. */
async function expectNoSignIn(page: Page, attacker: Reader): Promise<void> {
  const cookies = await page.context().cookies()
  const stored = await page.context().storageState()
  const alerts = await recordAlerts(page)
  await page.goto(linkOf('/book/emma', attacker, false))
  await expect.poll(() => alerts).toEqual([REFUSED])
  await hydrated(page)
  await expect(page).toHaveURL('/book/emma')
  await expect(page.getByRole('heading', { name: 'Emma', level: 1 })).toBeVisible()
  expect(await page.context().cookies()).toEqual(cookies)
  const sessionOf = ({ origins }: typeof stored) =>
    origins[0]?.localStorage.filter(({ name }) => /^(?:token|user|username|isLoggedIn)$/.test(name))
  expect(sessionOf(await page.context().storageState()) ?? []).toEqual(sessionOf(stored) ?? [])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Emma', level: 1 })).toBeVisible()
  await expect(page.getByText('Hello, Mallory')).toHaveCount(0)
}

test("an attacker's link signs no visitor in", async ({ page, request, complaints }) => {
  complaints.expect(/401 \(Unauthorized\).*favoriteBooks/)
  const attacker = await registerReader(request, { name: 'Mallory' })
  await expectNoSignIn(page, attacker)
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test("an attacker's link leaves a reader who they are", async ({ page, request, complaints }) => {
  complaints.expect(/403 \(Forbidden\).*favoriteBooks/)
  const attacker = await registerReader(request, { name: 'Mallory' })
  const reader = await signedIn(page)
  await expectNoSignIn(page, attacker)
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(reader.token)
})

test('half an arrival is only cleaned from the address', async ({ page }) => {
  await page.goto('/book/emma?token=abc&isNewUser=true&page=2')
  await expect(page.getByRole('heading', { name: 'Emma', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/book/emma?page=2')
})
