import type { Request } from '@playwright/test'
import { findPort } from '../findPort.ts'
import { startOidcProvider } from '../oidcProvider.ts'
import { expect, FULL, newcomer, profileStatus, serve, test, watch } from './fixtures.ts'
import { addFavorite, favoriteTitles, logOut, navLink, open, title } from './steps.ts'

// A real OpenID provider on this machine takes the place of Google; it shows no form, and has a name of its own.

const CLIENT = { clientId: 'catchword-e2e', clientSecret: 'not much of a secret' }

test(
  'a reader signs in with another provider, adds a favorite, comes back and finds it; the log has no secret',
  FULL,
  async ({ browser }) => {
    const port = String(await findPort())
    const origin = `http://localhost:${port}`
    const redirectUri = `${origin}/api/auth/google/callback`
    const provider = await startOidcProvider({ ...CLIENT, redirectUri })
    const { email } = newcomer()
    provider.account = { sub: email, email, email_verified: true, name: 'Ada Google' }
    const settings = {
      PORT: port,
      PUBLIC_URL: origin,
      LOG_LEVEL: 'trace',
      GOOGLE_CLIENT_ID: CLIENT.clientId,
      GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
      GOOGLE_ISSUER: provider.issuer,
      OIDC_NAME: 'Ada’s & Co',
    }
    const log = await serve(settings, async (baseURL) => {
      const context = await browser.newContext({ baseURL })
      const complaints = await watch(context, baseURL)
      const page = await context.newPage()
      const sent: Request[] = []
      page.on('request', (request) => sent.push(request))
      const signInThere = async () => {
        await open(page, '/login')
        await page.getByRole('link', { name: 'Continue with Ada’s & Co', exact: true }).click()
      }
      await signInThere()
      await expect(title(page, 'Discover Your Interests')).toBeVisible()
      await expect(page.getByText('Hello, Ada Google')).toBeVisible()
      // The token was in one address, the page's own.
      const withToken = sent.filter((request) => request.url().includes('token='))
      expect(withToken.map((request) => request.isNavigationRequest())).toEqual([true])
      const token = new URL(withToken[0]?.url() ?? '').searchParams.get('token') ?? 'missing'

      await open(page, '/book/emma')
      await addFavorite(page, page.getByRole('article'))
      await logOut(page)
      await signInThere()
      await expect(page).toHaveURL('/recommendations')
      await navLink(page, 'Favorites').click()
      await expect(favoriteTitles(page)).toHaveText(['Emma'])
      // Nothing of the first session is left that would let anybody in.
      expect(await profileStatus(page.request, token)).toBe(401)
      // But for the redirects through the provider, which is another site.
      const atProvider = /^foreign: http:\/\/127\.0\.0\.1:\d+\//
      expect(complaints.filter((text) => !atProvider.test(text))).toEqual([])
      await context.close()
    })
    await provider.close()
    for (const secret of ['token=', 'code=', 'state=', CLIENT.clientSecret, email]) {
      expect(log).not.toContain(secret)
    }
  },
)
