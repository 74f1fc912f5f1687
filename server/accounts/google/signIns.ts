import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import { MINUTE_MS } from '../../../contract/units.ts'
import type { Store } from '../../store/store.ts'
import { createSecretCookie } from '../cookie.ts'
import { createSweep, newSecret, sha256 } from '../secrets.ts'

/** How long a reader may take at Google, in ms; the cookie's Max-Age says the same. */
const LIFETIME_MS = 10 * MINUTE_MS

/** What goes to Google with a sign-in and has to come back with it: 43 characters each, base64url. */
export interface SignInSecrets {
  state: string
  nonce: string
  /** PKCE's; Google is shown its SHA-256 first. */
  verifier: string
}

const derive = (cookie: string, purpose: string, salt: Uint8Array): string =>
  createHmac('sha256', cookie).update(purpose).update(salt).digest('base64url')

/** Without the salt: a wrong state is rejected before the database is read. */
const stateOf = (cookie: string): string => derive(cookie, 'state', Buffer.alloc(0))

const secretsOf = (cookie: string, salt: Uint8Array): SignInSecrets => ({
  state: stateOf(cookie),
  nonce: derive(cookie, 'nonce', salt),
  verifier: derive(cookie, 'verifier', salt),
})

/**
 * Sign-ins with Google that are under way (docs/security.md 4). Only the browser's secret and the
 * database's salt together make nonce and verifier; the row is deleted when it is used.
 */
export function createSignIns(store: Store, { secure }: Pick<Config, 'secure'>, now: () => number) {
  // Lax: a Strict cookie does not come along when Google sends the reader back.
  const options = { secure, maxAgeMs: LIFETIME_MS, sameSite: 'lax' } as const
  const { read, set, expire } = createSecretCookie(secure ? '__Host-oauth' : 'oauth', options)
  const sweep = createSweep(MINUTE_MS, now, (time) => store.googleSignIns.removeExpired(time))

  return {
    read,
    expire,

    /** The secrets of a new sign-in; nothing of them is stored before `begin`. */
    prepare() {
      const cookie = newSecret()
      const salt = randomBytes(32)
      return { cookie, salt, secrets: secretsOf(cookie, salt) }
    },

    /** Sets the browser's cookie. `session` is the cookie of the reader's session, if any. */
    async begin(
      reply: FastifyReply,
      { cookie, salt }: { cookie: string; salt: Uint8Array },
      session: string | undefined,
    ): Promise<void> {
      await sweep()
      await store.googleSignIns.add({
        cookieHash: sha256(cookie),
        salt,
        sessionCookieHash: session === undefined ? null : sha256(session),
        expiresAt: now() + LIFETIME_MS,
      })
      set(reply, cookie)
    },

    /** Ends a sign-in; `readerId` is the reader whose session the browser had when it began and still has. */
    async take(
      cookie: string,
      state: string,
    ): Promise<{ secrets: SignInSecrets; readerId: string | undefined } | undefined> {
      if (!timingSafeEqual(sha256(state), sha256(stateOf(cookie)))) return undefined
      const signIn = await store.googleSignIns.take(sha256(cookie))
      if (!signIn || signIn.expiresAt <= now()) return undefined
      const { salt, sessionCookieHash } = signIn
      const session = sessionCookieHash && (await store.sessions.byCookieHash(sessionCookieHash))
      const readerId = session && session.expiresAt > now() ? session.userId : undefined
      return { secrets: secretsOf(cookie, salt), readerId }
    },
  }
}
