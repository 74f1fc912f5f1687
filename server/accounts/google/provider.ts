import * as client from 'openid-client'
import { isLoopback, type GoogleConfig } from '../../config.ts'
import { DAY_MS } from '../../lib/units.ts'
import { GoogleProblem } from './googleProblem.ts'
import type { SignInSecrets } from './signIns.ts'

/** How long one request to the provider may take, in seconds. */
const TIMEOUT_SECONDS = 5
/** How far the provider's clock may be from ours, in seconds (docs/security.md 4). */
const LEEWAY_SECONDS = 60
/** How long what discovery answered is used, in ms. */
const REDISCOVERY_MS = DAY_MS

/** What the provider says of a reader whose token was found to be good. */
export interface GoogleClaims {
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
}

/** A word of the provider's for the log: never more than a word. */
function word(value: unknown): string {
  return typeof value === 'string' && /^[a-z\d_]{1,60}$/i.test(value) ? value : 'unknown'
}

function problem(isBusy: boolean, reason: unknown): GoogleProblem {
  return new GoogleProblem(isBusy ? 'google_busy' : 'google_failed', word(reason))
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

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * The OpenID provider that readers sign in with, discovered when the first one comes.
 *
 * @param redirectUri where it sends readers back to, exactly as it is registered there
 */
export function createGoogleProvider(
  { clientId, clientSecret, issuer }: GoogleConfig,
  redirectUri: string,
  now: () => number = Date.now,
) {
  let known: { configuration: client.Configuration; at: number } | undefined
  let requesting: Promise<client.Configuration> | undefined

  const discover = async (): Promise<client.Configuration> => {
    const server = new URL(issuer)
    const configuration = await client.discovery(
      server,
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: LEEWAY_SECONDS },
      client.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        // A provider on this machine, to try things out, speaks http.
        execute:
          server.protocol === 'http:' && isLoopback(server) ? [client.allowInsecureRequests] : [],
      },
    )
    // The token comes straight from the provider over TLS; its signature is checked all the same.
    client.enableNonRepudiationChecks(configuration)
    return configuration
  }

  /** Discovered once for all readers, again after a day or a failure. */
  const configuration = async (): Promise<client.Configuration> => {
    if (known && now() - known.at < REDISCOVERY_MS) return known.configuration
    requesting ??= discover().finally(() => (requesting = undefined))
    try {
      known = { configuration: await requesting, at: now() }
    } catch (error) {
      if (!known) throw new GoogleProblem('google_busy', `discovery_${problemOf(error).reason}`)
    }
    return known.configuration
  }

  return {
    /** Where the reader goes to sign in. */
    async authorizationUrl({ state, nonce, verifier }: SignInSecrets): Promise<string> {
      const url = client.buildAuthorizationUrl(await configuration(), {
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
      secrets: SignInSecrets,
    ): Promise<GoogleClaims> {
      const discovered = await configuration()
      const url = new URL(`${redirectUri}?${new URLSearchParams(response).toString()}`)
      try {
        const tokens = await client.authorizationCodeGrant(discovered, url, {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new GoogleProblem('google_failed', 'no_id_token')
        return {
          subject: claims.sub,
          email: text(claims['email']),
          emailVerified: claims['email_verified'] === true,
          name: text(claims['name']),
        }
      } catch (error) {
        throw error instanceof GoogleProblem ? error : problemOf(error)
      }
    },
  }
}
