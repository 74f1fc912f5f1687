import * as client from 'openid-client'
import { isLoopback, type GoogleConfig } from '../../config.ts'
import { GoogleProblem, type GoogleClaims } from './reader.ts'
import type { SignInSecrets } from './signIns.ts'

/** How long one request to the provider may take, in seconds. */
const TIMEOUT_SECONDS = 5
/** How far the provider's clock may be from ours, in seconds (docs/security.md 4). */
const LEEWAY_SECONDS = 60

function problem(isBusy: boolean, reason: unknown): GoogleProblem {
  // What the provider sent is logged only if it is a word.
  const isWord = typeof reason === 'string' && /^[a-z\d_]{1,60}$/i.test(reason)
  return new GoogleProblem(isBusy ? 'google_busy' : 'google_failed', isWord ? reason : 'unknown')
}

/** What an error of openid-client means to the reader; what it carries of tokens stays behind. */
function problemOf(error: unknown): GoogleProblem {
  if (error instanceof client.ResponseBodyError) return problem(error.status >= 500, error.error)
  if (error instanceof client.ClientError) {
    const status = error.cause instanceof Response ? error.cause.status : 0
    return problem(error.code === 'OAUTH_TIMEOUT' || status >= 500, error.code)
  }
  // What fetch throws has no code of its own; the library's own type errors have.
  if (error instanceof TypeError && !('code' in error)) return problem(true, 'unreachable')
  return problem(false, 'not_conform')
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The OpenID provider, discovered when the first reader comes; `redirectUri` is to the letter as it is registered there. */
export function createGoogleProvider(
  { clientId, clientSecret, issuer }: GoogleConfig,
  redirectUri: string,
) {
  let discovering: Promise<client.Configuration> | undefined

  const discover = async (): Promise<client.Configuration> => {
    const server = new URL(issuer)
    // A provider on this machine, to try things out, speaks http.
    const isInsecure = server.protocol === 'http:' && isLoopback(server)
    const configuration = await client.discovery(
      server,
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: LEEWAY_SECONDS },
      client.ClientSecretPost(clientSecret),
      { timeout: TIMEOUT_SECONDS, execute: isInsecure ? [client.allowInsecureRequests] : [] },
    )
    // The token comes straight from the provider over TLS; its signature is checked all the same.
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }

  /** Discovered once for all readers, and again after a failure. */
  const configured = (): Promise<client.Configuration> =>
    (discovering ??= discover().catch((error: unknown) => {
      discovering = undefined
      throw new GoogleProblem('google_busy', `discovery_${problemOf(error).reason}`)
    }))

  return {
    /** Where the reader goes to sign in. */
    async authorizationUrl({ state, nonce, verifier }: SignInSecrets): Promise<string> {
      const url = client.buildAuthorizationUrl(await configured(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Several readers may share a browser.
        prompt: 'select_account',
      })
      return url.href
    },

    /** Exchanges the code in the parameters that came back for an ID token, and checks it. */
    async exchange(
      response: Record<string, string>,
      { state, nonce, verifier }: SignInSecrets,
    ): Promise<GoogleClaims> {
      const configuration = await configured()
      const url = new URL(`${redirectUri}?${new URLSearchParams(response).toString()}`)
      const tokens = await client
        .authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw problemOf(error)
        })
      const claims = tokens.claims()
      if (!claims) throw new GoogleProblem('google_failed', 'no_id_token')
      return {
        subject: claims.sub,
        email: text(claims['email']),
        emailVerified: claims['email_verified'] === true,
        name: text(claims['name']),
      }
    },
  }
}
