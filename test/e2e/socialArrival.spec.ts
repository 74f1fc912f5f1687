/** Sign-ins that come back through a link: genuine ones, and forged ones. */
import type { Page, Request } from '@playwright/test'
import { expect, registerReader, signIn, test, type Reader } from './fixtures.ts'
import { hydrated, open, recordAlerts, title, visitorGreeting } from './steps.ts'

const linkOf = (path: string, { token, id }: Reader, isNewUser: boolean): string =>
  `${path}?token=${token}&userId=${id}&isNewUser=${isNewUser}`

for (const [path, isNewUser, destination, heading] of [
  ['/', true, '/categories', 'Discover Your Interests'],
  ['/favorites', false, '/recommendations', 'Recommendations'],
] as const) {
  test(`an arrival at ${path} with isNewUser ${isNewUser} goes on at ${destination}`, async ({
    page,
  }) => {
    // The server's own sign-in has just set the cookie.
    const reader = await registerReader(page.request)
    await open(page, '/book/pride-and-prejudice')
    const sent: Request[] = []
    page.on('request', (request) => sent.push(request))
    await page.goto(linkOf(path, reader, isNewUser))
    await expect(title(page, heading)).toBeVisible()
    await expect(page).toHaveURL(destination)
    // No name came along: the profile has it.
    await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
    await page.reload()
    await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
    await expect(page).toHaveURL(destination)

    const arrival = sent.findIndex((request) => request.url().includes(reader.token))
    expect(arrival).toBeGreaterThanOrEqual(0)
    const later = sent.slice(arrival + 1)
    for (const request of later) {
      const { referer = '' } = await request.allHeaders()
      expect(request.url() + referer).not.toContain(reader.token)
    }
    const first = later.find((request) => request.url().includes('/api/'))
    expect(first?.url()).toMatch(/\/favoriteBooks$/)
    expect((await first?.allHeaders())?.['authorization']).toBeUndefined()

    // The token does not come back with the history either.
    await page.goBack()
    await expect(page).toHaveURL('/book/pride-and-prejudice')
    await page.goForward()
    await expect(page).toHaveURL(destination)
  })
}

/** Opens a link that an attacker made of their own session: nothing changes. */
async function expectNoSignIn(page: Page, attacker: Reader): Promise<void> {
  const cookies = await page.context().cookies()
  const stored = await page.context().storageState()
  const alerts = await recordAlerts(page)
  await page.goto(linkOf('/book/emma', attacker, false))
  await expect.poll(() => alerts).toEqual(['User not authenticated. Please log in.'])
  await hydrated(page)
  await expect(page).toHaveURL('/book/emma')
  await expect(title(page, 'Emma')).toBeVisible()
  expect(await page.context().cookies()).toEqual(cookies)
  const sessionOf = ({ origins }: typeof stored) =>
    origins[0]?.localStorage.filter(({ name }) => /^(?:token|user|username|isLoggedIn)$/.test(name))
  expect(sessionOf(await page.context().storageState()) ?? []).toEqual(sessionOf(stored) ?? [])
  await page.reload()
  await expect(title(page, 'Emma')).toBeVisible()
  await expect(page.getByText('Hello, Mallory')).toHaveCount(0)
}

test("an attacker's link signs no visitor in", async ({ page, request, complaints }) => {
  complaints.expect(/401 \(Unauthorized\).*favoriteBooks/)
  await expectNoSignIn(page, await registerReader(request, { name: 'Mallory' }))
  await expect(visitorGreeting(page)).toBeVisible()
})

test("an attacker's link leaves a reader signed in", async ({ page, request, complaints }) => {
  complaints.expect(/403 \(Forbidden\).*favoriteBooks/)
  const attacker = await registerReader(request, { name: 'Mallory' })
  const reader = await signIn(page)
  await expectNoSignIn(page, attacker)
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
})
