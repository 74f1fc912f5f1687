import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { interactionPolicy, Provider } from 'oidc-provider'
import { listen } from './findPort.ts'

/** Somebody's account at the provider, as its tokens tell of it. */
export interface ProviderAccount {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

/** An OpenID provider that listens on this machine. */
export interface OidcProvider {
  issuer: string
  /** Who signs in there next; the provider asks no questions. */
  account: ProviderAccount
  /** Whether the reader says yes there. */
  consents: boolean
  close(): Promise<void>
}

/**
 * Starts a real OpenID provider (npm's oidc-provider) with one client. It is as strict as OpenID lets it: email
 * and name are told at userinfo alone. Its pages are left out: whoever comes is `account` at once, or says no.
 */
export async function startOidcProvider(client: {
  clientId: string
  clientSecret: string
  redirectUri: string
}): Promise<OidcProvider> {
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  const server = createServer((request, response) => handle?.(request, response))
  const issuer = `http://127.0.0.1:${await listen(server)}`

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const state: OidcProvider = {
    issuer,
    account: { sub: 'nobody', email: 'nobody@example.com', email_verified: true, name: 'Nobody' },
    consents: true,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    // Without them it says at every start which it takes.
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 }, // prettier-ignore
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...state.account, sub: id }),
    }),
  })

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params } = await provider.interactionDetails(request, response)
    const { sub } = state.account
    const grant = new provider.Grant({ accountId: sub, clientId: client.clientId })
    grant.addOIDCScope(String(params['scope']))
    const result = state.consents
      ? { login: { accountId: sub }, select_account: {}, consent: { grantId: await grant.save() } }
      : { error: 'access_denied', error_description: 'the reader said no' }
    await provider.interactionFinished(request, response, result)
  }

  const respond = provider.callback()
  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) {
      interact(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error))
      })
    } else {
      void respond(request, response)
    }
  }
  return state
}
