import type { APIRequestContext, Request } from '@playwright/test'
import { findPort } from '../test/findPort.ts'
import { startOidcProvider, type OidcProvider } from '../test/oidcProvider.ts'
import { bookAt, expect, newcomer, registerReader, serve, test as base } from './fixtures.ts'
import { addHeart, logIn, logOut, navLink, open, recordAlerts } from './navigation.ts'

// A real OpenID provider on this machine stands in for Google; it asks no questions.

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

/** Makes somebody without an account the one who signs in at the provider. */
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

test('a reader signs in with Google, adds a favorite, comes back and finds it', async ({
  page,
  provider,
  complaints,
}) => {
  complaints.expect(AT_PROVIDER)
  meet(provider)
  const book = await bookAt(page.request, 'Poetry', 3)
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))

  await open(page, '/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeVisible()
  await expect(page).toHaveURL('/categories')
  await expect(page.getByText('Hello, Ada Evening')).toBeVisible()
  // The token was in one address, the page's own.
  const withToken = sent.filter((request) => request.url().includes('token='))
  expect(withToken.map((request) => request.isNavigationRequest())).toEqual([true])
  const token = new URL(withToken[0]?.url() ?? '').searchParams.get('token') ?? 'missing'

  await open(page, `/book/${book.id}`)
  await addHeart(page, page.getByRole('main'))
  await logOut(page)
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  await open(page, '/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/recommendations')
  await navLink(page, 'Favorites').click()
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
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
  await open(page, '/register')
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
  await open(page, '/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/recommendations')
  await expect(page.getByText('Hello, Grace Evening')).toBeVisible()
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

  const alerts = await recordAlerts(page)
  await page.goto(link)
  await expect.poll(() => alerts).toEqual(['User not authenticated. Please log in.'])
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/token=/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  expect(await page.context().cookies(page.url())).toEqual([])
  await owner.dispose()
})
