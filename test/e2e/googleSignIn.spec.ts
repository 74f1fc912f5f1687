import type { Request } from '@playwright/test'
import { findPort } from '../findPort.ts'
import { startOidcProvider, type OidcProvider } from '../oidcProvider.ts'
import { expect, FULL, newcomer, profileStatus, serveAt, test as base } from './fixtures.ts'
import { addFavorite, favoriteTitles, logOut, navLink, open, title } from './steps.ts'

// A real OpenID provider on this machine takes the place of Google; it shows no form, and has a name of its own.

const CLIENT = { clientId: 'catchword-e2e', clientSecret: 'not much of a secret' }

interface GoogleFixtures {
  /** The server's port, which the provider knows before the server starts. */
  port: string
  provider: OidcProvider
}

const test = base.extend<object, GoogleFixtures>({
  port: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern
    async ({}, use) => use(String(await findPort())),
    { scope: 'worker' },
  ],

  provider: [
    async ({ port }, use) => {
      const redirectUri = `http://localhost:${port}/api/auth/google/callback`
      const provider = await startOidcProvider({ ...CLIENT, redirectUri })
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],

  address: [
    async ({ port, provider }, use) => {
      const settings = {
        GOOGLE_CLIENT_ID: CLIENT.clientId,
        GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
        GOOGLE_ISSUER: provider.issuer,
        OIDC_NAME: 'Ada’s & Co',
      }
      await serveAt(port, settings, ['token=', 'code=', 'state=', CLIENT.clientSecret], use)
    },
    { scope: 'worker' },
  ],
})

/** The redirects through the provider, which is another site. */
const AT_PROVIDER = /^foreign: http:\/\/127\.0\.0\.1:\d+\//

test(
  'a reader signs in with another provider, adds a favorite, comes back and finds it',
  FULL,
  async ({ page, provider, complaints }) => {
    complaints.expect(AT_PROVIDER)
    const { email } = newcomer()
    provider.account = { sub: email, email, email_verified: true, name: 'Ada Google' }
    provider.consents = true
    const sent: Request[] = []
    page.on('request', (request) => sent.push(request))

    await open(page, '/login')
    await page.getByRole('link', { name: 'Continue with Ada’s & Co', exact: true }).click()
    await expect(title(page, 'Discover Your Interests')).toBeVisible()
    await expect(page).toHaveURL('/categories')
    await expect(page.getByText('Hello, Ada Google')).toBeVisible()
    // The token was in one address, the page's own.
    const withToken = sent.filter((request) => request.url().includes('token='))
    expect(withToken.map((request) => request.isNavigationRequest())).toEqual([true])
    const token = new URL(withToken[0]?.url() ?? '').searchParams.get('token') ?? 'missing'

    await open(page, '/book/emma')
    await addFavorite(page, page.getByRole('article'))
    await logOut(page)
    await open(page, '/login')
    await page.getByRole('link', { name: 'Continue with Ada’s & Co', exact: true }).click()
    await expect(page).toHaveURL('/recommendations')
    await navLink(page, 'Favorites').click()
    await expect(favoriteTitles(page)).toHaveText(['Emma'])
    // Nothing of the first session is left that would let anybody in.
    expect(await profileStatus(page.request, token)).toBe(401)
  },
)
