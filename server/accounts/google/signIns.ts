import { createHmac, timingSafeEqual } from 'node:crypto'
import { sign, unsign } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { MINUTE_MS } from '../../../contract/units.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { Session, Store } from '../../store/store.ts'

/** How long a reader may take at Google, in ms. */
const LIFETIME_MS = 10 * MINUTE_MS

/** What goes to Google with a sign-in and has to come back with it: 43 characters each, base64url. */
export interface SignInSecrets {
  state: string
  nonce: string
  /** PKCE's; Google is shown its SHA-256 first. */
  verifier: string
}

/** Sign-ins under way, each in a signed cookie of its browser alone (docs/security.md 4): any server takes it back. */
export function createSignIns(
  store: Store,
  { secure }: Pick<Config, 'secure'>,
  clientSecret: string,
  now: () => number,
) {
  const name = secure ? '__Host-oauth' : 'oauth'
  // Lax: a Strict cookie does not come along when Google sends the reader back.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const key = createHmac('sha256', clientSecret).update('cookie of a sign-in').digest()

  return {
    /** Sets the browser's cookie. `session` is the cookie of the reader's session, if any. */
    begin(
      reply: FastifyReply,
      { state, nonce, verifier }: SignInSecrets,
      session: string | undefined,
    ): void {
      const sessionHash = session === undefined ? '' : sha256(session).toString('base64url')
      const end = String(now() + LIFETIME_MS)
      const value = sign([state, nonce, verifier, sessionHash, end].join('.'), key)
      void reply.setCookie(name, value, { ...options, maxAge: LIFETIME_MS / 1000 })
    },

    read: (request: FastifyRequest): string | undefined => request.cookies[name],

    expire(reply: FastifyReply): void {
      void reply.setCookie(name, '', { ...options, maxAge: 0 })
    },

    /**
     * The sign-in that a cookie holds: `undefined` where it is not ours, too old, or begun with another state.
     * `session` is the one that the browser had when it began and still has.
     */
    async open(
      cookie: string,
      returnedState: string,
    ): Promise<{ secrets: SignInSecrets; session: Session | undefined } | undefined> {
      const { valid, value } = unsign(cookie, key)
      if (!valid) return undefined
      const [state = '', nonce = '', verifier = '', sessionHash = '', end] = value.split('.')
      if (!timingSafeEqual(sha256(returnedState), sha256(state))) return undefined
      if (Number(end) <= now()) return undefined
      const session =
        sessionHash === ''
          ? undefined
          : await store.sessions.byCookieHash(Buffer.from(sessionHash, 'base64url'))
      const isLive = session !== undefined && session.expiresAt > now()
      return { secrets: { state, nonce, verifier }, session: isLive ? session : undefined }
    },
  }
}
