import type { Request } from '@playwright/test'
import { expect, registerReader, signedIn, test } from './fixtures.ts'

const ARRIVALS = ['/', '/favorites', '/no/such/page'].flatMap((path) => [
  { path, isNewUser: 'true', destination: '/categories', title: 'Discover Your Interests' },
  { path, isNewUser: 'false', destination: '/recommendations', title: 'Recommendations' },
])

for (const { path, isNewUser, destination, title } of ARRIVALS) {
  test(`an arrival at ${path} with isNewUser ${isNewUser} goes on at ${destination}`, async ({
    page,
  }) => {
    const reader = await registerReader(page.request)
    const asked: Request[] = []
    page.on('request', (request) => asked.push(request))
    await page.goto(`${path}?token=${reader.token}&userId=${reader.id}&isNewUser=${isNewUser}`)

    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(destination)
    // No name came along: the profile call brings it (decision 19).
    await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
    expect(await page.evaluate(() => document.referrer)).toBe('')
    await page.reload()
    await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
    await expect(page).toHaveURL(destination)
    expect(await page.evaluate(() => document.referrer)).toBe('')

    const [arrival, ...later] = asked
    expect(arrival?.url()).toContain(reader.token)
    expect(later.length).toBeGreaterThan(5)
    for (const request of later) {
      expect(request.url()).not.toContain(reader.token)
      expect(request.headers()['referer'] ?? '').not.toContain(reader.token)
    }
  })
}

test('an arrival in a browser that has no session yet tells its token to no request after it', async ({
  page,
  request,
  complaints,
}) => {
  // Its cookie comes with the first call that shows the token; the favorites may be asked for before.
  complaints.allow(/401 \(Unauthorized\).*favoriteBooks/)
  const reader = await registerReader(request)
  const asked: Request[] = []
  page.on('request', (one) => asked.push(one))
  await page.goto(`/?token=${reader.token}&userId=${reader.id}&isNewUser=true`)
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  const [, ...later] = asked
  expect(later.some((one) => one.resourceType() === 'font')).toBe(true)
  for (const one of later) {
    // What was really sent, not what was meant to be.
    const headers = await one.allHeaders()
    expect(one.url() + (headers['referer'] ?? '')).not.toContain(reader.token)
  }
})

test('Back after an arrival does not bring the token back', async ({ page }) => {
  const reader = await registerReader(page.request)
  await page.goto('/book/pride-and-prejudice')
  await page.goto(`/?token=${reader.token}&userId=${reader.id}&isNewUser=true`)
  await expect(page).toHaveURL('/categories')
  await page.goBack()
  await expect(page).toHaveURL('/book/pride-and-prejudice')
  await page.goForward()
  await expect(page).toHaveURL('/categories')
})

test('a forged arrival does not sign the reader out', async ({ page, complaints }) => {
  // The server refuses the token, and the present reader's cookie for somebody else's list, where that is
  // still asked for when the token has been refused.
  complaints.expect(/401 \(Unauthorized\)|403 \(Forbidden\).*somebody\/favoriteBooks/)
  const reader = await signedIn(page, { interests: ['Poetry'] })
  await page.goto(`/favorites?token=${'x'.repeat(43)}&userId=somebody&isNewUser=false`)
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  await expect(page).toHaveURL('/recommendations')
  await page.reload()
  await expect(page.getByText(`Hello, ${reader.name}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Best Poetry Books' })).toBeVisible()
})
