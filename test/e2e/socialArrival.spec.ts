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
  test(`an arrival at ${path} signs in, and its token is in no request, referrer or history`, async ({
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

    await page.goBack()
    await expect(page).toHaveURL('/book/pride-and-prejudice')
    await page.goForward()
    await expect(page).toHaveURL(destination)
  })
}

/** Opens a link that an attacker made of their own session: nothing changes. */
async function expectNoSignIn(
  page: Page,
  attacker: Reader,
  alerts: readonly string[],
): Promise<void> {
  const before = alerts.length
  const cookies = await page.context().cookies()
  await page.goto(linkOf('/book/emma', attacker, false))
  await expect.poll(() => alerts.slice(before)).toEqual(['User not authenticated. Please log in.'])
  await hydrated(page)
  await expect(page).toHaveURL('/book/emma')
  expect(await page.context().cookies()).toEqual(cookies)
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toMatch(new RegExp(`${attacker.token}|${attacker.id}`))
  await page.reload()
  await expect(title(page, 'Emma')).toBeVisible()
  await expect(page.getByText('Hello, Mallory')).toHaveCount(0)
}

test("an attacker's link signs no visitor in and leaves a reader signed in", async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\).*favoriteBooks/)
  complaints.expect(/403 \(Forbidden\).*favoriteBooks/)
  const attacker = await registerReader(request, { name: 'Mallory' })
  const alerts = await recordAlerts(page)
  await expectNoSignIn(page, attacker, alerts)
  await expect(visitorGreeting(page)).toBeVisible()
  const reader = await signIn(page)
  await expectNoSignIn(page, attacker, alerts)
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
})
