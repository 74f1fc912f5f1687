import type { APIRequestContext, Request } from '@playwright/test'
import { findPort } from '../server/testing/findPort.ts'
import { startOidcProvider, type OidcProvider } from '../server/testing/oidcProvider.ts'
import {
  bookAt,
  expect,
  newcomer,
  registerReader,
  serve,
  signedIn,
  test as base,
} from './fixtures.ts'
import { addHeart, logIn, logOut, navLink, recordAlerts } from './navigation.ts'

// Google's part is played by a real OpenID provider on this machine that asks no questions.

const CLIENT = { clientId: 'catchword-e2e', clientSecret: 'not much of a secret' }

interface GoogleFixtures {
  /** A server's address that is known before it starts, as the provider must know it. */
  place: { port: string; publicUrl: string }
  provider: OidcProvider
}

const test = base.extend<object, GoogleFixtures>({
  place: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const port = String(await findPort())
      await use({ port, publicUrl: `http://localhost:${port}` })
    },
    { scope: 'worker' },
  ],

  provider: [
    async ({ place }, use) => {
      const redirectUri = `${place.publicUrl}/api/auth/google/callback`
      const provider = await startOidcProvider({ ...CLIENT, redirectUri })
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],

  address: [
    async ({ place, provider }, use) => {
      const settings = {
        PORT: place.port,
        PUBLIC_URL: place.publicUrl,
        GOOGLE_CLIENT_ID: CLIENT.clientId,
        GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
        GOOGLE_ISSUER: provider.issuer,
        LOG_LEVEL: 'trace',
      }
      const log = await serve(settings, use)
      for (const secret of ['token=', 'code=', 'state=', CLIENT.clientSecret, '@example.com']) {
        if (log.includes(secret)) throw new Error(`The server's log has ${secret} in it.`)
      }
    },
    { scope: 'worker' },
  ],
})

/** The way through the provider, which is another site. */
const AT_PROVIDER = /^foreign: http:\/\/127\.0\.0\.1:\d+\//

/** Makes somebody who was never here the one who signs in at the provider. */
function meet(provider: OidcProvider, name = 'Ada Evening') {
  const { email } = newcomer()
  provider.account = { sub: email, email, email_verified: true, name }
  provider.consents = true
  return email
}

/** Where somebody arrives who signs in without a browser: the link with the token, not yet opened. */
async function arrivalLink(request: APIRequestContext): Promise<string> {
  let url = '/api/auth/google'
  for (let hop = 0; hop < 10; hop += 1) {
    const answer = await request.get(url, { maxRedirects: 0 })
    const location = answer.headers()['location']
    if (location === undefined) throw new Error(`${answer.url()} answered ${answer.status()}`)
    if (location.includes('token=')) return location
    url = new URL(location, answer.url()).href
  }
  throw new Error('The provider goes round in a circle.')
}

test('a reader signs in with Google, keeps a book, comes back and finds it', async ({
  page,
  provider,
  complaints,
}) => {
  complaints.expect(AT_PROVIDER)
  meet(provider)
  const book = await bookAt(page.request, 'Poetry', 3)
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))

  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeVisible()
  await expect(page).toHaveURL('/categories')
  await expect(page.getByText('Hello, Ada Evening')).toBeVisible()

  // The token was in one address, the page's own, and goes nowhere from there.
  const withToken = asked.filter((request) => request.url().includes('token='))
  expect(withToken.map((request) => request.isNavigationRequest())).toEqual([true])
  const token = new URL(withToken[0]?.url() ?? '').searchParams.get('token') ?? 'missing'
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
  for (const request of asked) expect(request.headers()['referer'] ?? '').not.toContain(token)
  expect(await page.evaluate(() => document.referrer)).toBe('')

  await page.goto(`/book/${book.id}`)
  await addHeart(page, page.getByRole('main'))
  await navLink(page, 'Favorites').click()
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(titles).toHaveText([book.volumeInfo.title])
  await page.reload()
  await expect(page.getByText('Hello, Ada Evening')).toBeVisible()
  await expect(titles).toHaveText([book.volumeInfo.title])

  await logOut(page)
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/recommendations')
  await navLink(page, 'Favorites').click()
  await expect(titles).toHaveText([book.volumeInfo.title])

  // Of the first session nothing is left that would let anybody in.
  const gone = await page.request.get('/api/profile', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(gone.status()).toBe(401)
})

test('an account with the same email is not handed over; its password still lets in', async ({
  page,
  request,
  provider,
  complaints,
}) => {
  complaints.expect(AT_PROVIDER)
  const reader = await registerReader(request, { name: 'Grace Evening' })
  provider.account = { sub: reader.id, email: reader.email, email_verified: true, name: 'Mallory' }
  provider.consents = true

  const alerts = await recordAlerts(page)
  await page.goto('/register')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/login')
  await expect
    .poll(() => alerts)
    .toEqual(['An account with this email exists. Log in with your password.'])
  await logIn(page, reader)
  await expect(page.getByText('Hello, Grace Evening')).toBeVisible()

  // Signed in, the reader may bring the two together.
  await page.goto('/api/auth/google')
  await expect(page).toHaveURL('/recommendations')
  await expect(page.getByText('Hello, Grace Evening')).toBeVisible()
  await logOut(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/recommendations')
  await expect(page.getByText('Hello, Grace Evening')).toBeVisible()
})

test('a reader who says no at Google is told so, and may try again', async ({
  page,
  provider,
  complaints,
}) => {
  complaints.expect(AT_PROVIDER)
  meet(provider)
  provider.consents = false
  const alerts = await recordAlerts(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/login')
  await expect
    .poll(() => alerts)
    .toEqual(['Google sign-in was cancelled. Try again, or log in with your password.'])
  provider.consents = true
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/categories')
})

test("a stranger's link signs nobody in to the stranger's account", async ({
  page,
  playwright,
  baseURL,
  provider,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\)/)
  // Unless the 401 came first, which takes the stranger's calls back.
  complaints.allow(/403 \(Forbidden\).*favoriteBooks/)
  meet(provider, 'Mallory')
  const stranger = await playwright.request.newContext({
    ...(baseURL !== undefined && { baseURL }),
  })
  const link = await arrivalLink(stranger)
  await stranger.dispose()

  // A reader who is signed in stays who they are.
  const reader = await signedIn(page, { name: 'Ada Evening', interests: ['Poetry'] })
  await page.goto(link)
  await expect(page.getByText('Hello, Ada Evening')).toBeVisible()
  await expect(page).toHaveURL('/categories')
  await navLink(page, 'Recommendations').click()
  await expect(page.getByRole('heading', { name: 'Best Poetry Books' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(reader.token)
})

test('the link of an arrival, found in the history, lets no visitor in', async ({
  page,
  playwright,
  baseURL,
  provider,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\)/)
  meet(provider)
  const owner = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const link = await arrivalLink(owner)
  const { searchParams } = new URL(link)
  const token = searchParams.get('token') ?? 'missing'
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  // It is a good one, together with its cookie.
  expect((await owner.get('/api/profile', bearer)).status()).toBe(200)

  // The page that the build drew is a visitor's, too, and is there before the link was tried.
  const refused = page.waitForResponse((answer) => answer.status() === 401)
  await page.goto(link)
  await refused
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  expect((await page.request.get('/api/profile', bearer)).status()).toBe(401)
  expect((await owner.get('/api/profile', bearer)).status()).toBe(200)
  await owner.dispose()
})
