import { once } from 'node:events'
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './findPort.ts'

/** What an ID token says, whatever that is. */
type Claims = Record<string, unknown>

/** A provider that can be made to answer anything: for what a sound one would never say. */
export interface MadeUpProvider {
  /** May get a path: the provider answers under any. */
  issuer: string
  /** What discovery says more or otherwise. */
  metadata: Claims
  /** Forms that the token endpoint was sent, with the header that came along as `authorization`. */
  requested: URLSearchParams[]
  /** How often each path was asked for. */
  visits: Map<string, number>
  /** Answers the token endpoint; an ID token with these claims unless it is replaced. */
  reply: (response: ServerResponse) => void
  /** Answers userinfo. */
  userinfo: (response: ServerResponse) => void
  /** Answers discovery otherwise, where given. */
  discovery: ((response: ServerResponse) => void) | undefined
  /** Answers the token endpoint with a good token, but for what the change does to its claims. */
  claim(change: Claims, key?: KeyObject): void
  /** An ID token with a header and claims of one's own, signed with the provider's key. */
  idToken(header: Claims, change: Claims, key?: KeyObject): string
  close(): Promise<void>
}

function base64(value: Claims): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Answers JSON. */
export function sendJson(response: ServerResponse, status: number, body: Claims): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/**
 * Starts a made-up provider whose tokens are good but for what a test changes about them.
 *
 * @param nonce answers the nonce that the sign-in under way was begun with
 */
export async function startMadeUpProvider(
  clientId: string,
  nonce: () => string,
): Promise<MadeUpProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer()
  const provider: MadeUpProvider = {
    issuer: `http://127.0.0.1:${await listen(server)}`,
    metadata: {},
    requested: [],
    visits: new Map(),
    reply: () => undefined,
    userinfo: (response) => sendJson(response, 404, {}),
    discovery: undefined,

    idToken(header, change, key = privateKey) {
      const time = Math.floor(Date.now() / 1000)
      const claims = {
        iss: this.issuer,
        aud: clientId,
        sub: 'subject-1',
        iat: time,
        exp: time + 300,
        nonce: nonce(),
        email: 'made-up@example.com',
        email_verified: true,
        name: 'Made Up',
        ...change,
      }
      const signed = `${base64({ alg: 'RS256', kid: 'one', ...header })}.${base64(claims)}`
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
    },

    claim(change, key) {
      this.reply = (response) =>
        sendJson(response, 200, {
          access_token: 'access-canary',
          token_type: 'Bearer',
          expires_in: 60,
          id_token: this.idToken({}, change, key),
        })
    },

    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  provider.claim({})

  const tokenResponse = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request))
    form.set('authorization', request.headers.authorization ?? '')
    provider.requested.push(form)
    provider.reply(response)
  }

  server.on('request', (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    provider.visits.set(path, (provider.visits.get(path) ?? 0) + 1)
    if (path.endsWith('/.well-known/openid-configuration')) {
      if (provider.discovery) return provider.discovery(response)
      const { issuer } = provider
      return sendJson(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...provider.metadata,
      })
    }
    if (path.endsWith('/userinfo')) return provider.userinfo(response)
    if (path.endsWith('/jwks')) {
      const jwk = publicKey.export({ format: 'jwk' })
      return sendJson(response, 200, { keys: [{ ...jwk, kid: 'one', use: 'sig', alg: 'RS256' }] })
    }
    void tokenResponse(request, response)
  })
  return provider
}
