import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { MINUTE_MS } from '../../lib/units.ts'
import type { Store } from '../../store/store.ts'

/** How long a reader may take at Google, in ms; the cookie's Max-Age says the same. */
const LIFETIME_MS = 10 * MINUTE_MS

/** What goes to Google with a sign-in and has to come back with it: 43 characters each, base64url. */
export interface SignInSecrets {
  state: string
  nonce: string
  /** PKCE's; Google is shown its SHA-256 first. */
  verifier: string
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function derive(cookie: string, purpose: string, salt: Uint8Array): string {
  return createHmac('sha256', cookie).update(purpose).update(salt).digest('base64url')
}

/** Known from the cookie alone: a wrong state is refused before the database is asked. */
function stateOf(cookie: string): string {
  return derive(cookie, 'state', Buffer.alloc(0))
}

function secretsOf(cookie: string, salt: Uint8Array): SignInSecrets {
  return {
    state: stateOf(cookie),
    nonce: derive(cookie, 'nonce', salt),
    verifier: derive(cookie, 'verifier', salt),
  }
}

/**
 * Sign-ins with Google that are under way (../shared/security.md 3.3). The browser holds one secret,
 * the database the rest: only the two together make nonce and verifier, on whatever server the reader
 * comes back to. The row is taken out when it is used, so each works once. `now` answers milliseconds
 * since 1970.
 */
export function createSignIns(
  store: Store,
  { secure }: Pick<Config, 'secure'>,
  now: () => number = Date.now,
) {
  // Lax: a Strict cookie does not come along when Google sends the reader back.
  const name = secure ? '__Host-oauth' : 'oauth'
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  let sweptAt = 0

  const sweep = async (): Promise<void> => {
    const time = now()
    if (time - sweptAt < MINUTE_MS) return
    sweptAt = time
    await store.googleSignIns.removeExpired(time)
  }

  return {
    /** The secrets of a new sign-in; nothing is kept of them before `begin`. */
    prepare() {
      const cookie = randomBytes(32).toString('base64url')
      const salt = randomBytes(32)
      return { cookie, salt, secrets: secretsOf(cookie, salt) }
    },

    /** Begins it: gives the browser its cookie. `session` is the cookie of the reader's session, if any. */
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
      void reply.setCookie(name, cookie, { ...options, maxAge: LIFETIME_MS / 1000 })
    },

    /** The browser's cookie. */
    read(request: FastifyRequest): string | undefined {
      const value = request.cookies[name]
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
    },

    /**
     * Ends the sign-in of a cookie and answers its secrets, and the reader whose session the browser
     * had when it began and still has. `undefined` where the state is another's, or the sign-in is
     * over, too old or not there.
     */
    async take(
      cookie: string,
      state: string,
    ): Promise<{ secrets: SignInSecrets; readerId: string | undefined } | undefined> {
      if (!timingSafeEqual(sha256(state), sha256(stateOf(cookie)))) return undefined
      const signIn = await store.googleSignIns.take(sha256(cookie))
      const time = now()
      if (!signIn || signIn.expiresAt <= time) return undefined
      const session =
        signIn.sessionCookieHash && (await store.sessions.byCookieHash(signIn.sessionCookieHash))
      const live = session && session.expiresAt > time ? session : undefined
      return { secrets: secretsOf(cookie, signIn.salt), readerId: live?.userId }
    },

    /** Takes the cookie from the browser. */
    expire(reply: FastifyReply): void {
      void reply.setCookie(name, '', { ...options, maxAge: 0 })
    },
  }
}
