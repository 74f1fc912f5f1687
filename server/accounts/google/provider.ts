import * as client from 'openid-client'
import { KIB_BYTES } from '../../../contract/units.ts'
import { isLoopback, type GoogleConfig } from '../../config.ts'
import { GoogleProblem, type GoogleClaims, type GoogleProfile } from './reader.ts'
import type { SignInSecrets } from './signIns.ts'

/** How long one request to the provider may take, in seconds. */
const TIMEOUT_SECONDS = 5
/** How long a response of the provider may be. */
const MAX_BYTES = 512 * KIB_BYTES
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

/** Reads no more of a response than a provider has to say. */
const boundedFetch: client.CustomFetch = async (url, options) => {
  // Tokens are asked for by a form, all else by the address alone.
  const body = options.body instanceof URLSearchParams ? options.body : null
  const response = await fetch(url, { ...options, body })
  let size = 0
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > MAX_BYTES) controller.error(new Error('The response is too long.'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(bounded), response)
}

/** In the form where the provider lists that first, otherwise in a header, as RFC 6749 has it. */
function authenticateBy(secret: string): client.ClientAuth {
  const inForm = client.ClientSecretPost(secret)
  const inHeader = client.ClientSecretBasic(secret)
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? []
    const method = methods.find((name) => /^client_secret_(?:basic|post)$/.test(name))
    return (method === 'client_secret_post' ? inForm : inHeader)(server, ...request)
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function profileOf(claims: Readonly<Record<string, unknown>>, trustsEmail: boolean): GoogleProfile {
  const said = (claim: string) => text(claims[claim])
  const verified = claims['email_verified'] ?? undefined
  return {
    email: said('email'),
    // Some providers send a text. What they call unverified is nothing that a host's trust could change.
    emailVerified:
      verified === undefined
        ? trustsEmail || undefined
        : verified === true || /^true$/i.test(text(verified)),
    names: [
      said('name'),
      `${said('given_name')} ${said('family_name')}`,
      said('preferred_username'),
    ],
  }
}

/** The OpenID provider, discovered when the first reader comes; `redirectUri` is to the letter as it is registered there. */
export function createGoogleProvider(
  { clientId, clientSecret, issuer, trustsEmail }: GoogleConfig,
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
      authenticateBy(clientSecret),
      {
        [client.customFetch]: boundedFetch,
        timeout: TIMEOUT_SECONDS,
        execute: isInsecure ? [client.allowInsecureRequests] : [],
      },
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
      const configuration = await configured()
      const prompts = configuration.serverMetadata()['prompt_values_supported']
      const isUnknown = Array.isArray(prompts) && !prompts.includes('select_account')
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Several readers may share a browser. Some providers refuse what they do not list.
        ...(!isUnknown && { prompt: 'select_account' }),
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
      const inToken = profileOf(claims, trustsEmail)
      const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
      return {
        subject: claims.sub,
        async profile() {
          // What the token leaves open, userinfo may deny: a host's trust comes behind both.
          const isTold = profileOf(claims, false).emailVerified !== undefined
          const isSure = inToken.email !== '' && isTold
          const isWhole = isSure && inToken.names.some((name) => name.trim() !== '')
          if (isWhole || !hasUserInfo) return inToken
          // Its subject has to be the token's.
          const more = await client
            .fetchUserInfo(configuration, tokens.access_token, claims.sub)
            .catch((error: unknown) => {
              // It would have had the name alone.
              if (isSure) return {}
              const { code, reason } = problemOf(error)
              throw new GoogleProblem(code, `userinfo_${reason}`)
            })
          // An email and whether it is verified are told by one of them.
          return profileOf(isSure ? { ...more, ...claims } : { ...claims, ...more }, trustsEmail)
        },
      }
    },
  }
}
