import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DAY_MS, HOUR_MS } from '../../contract/units.ts'
import type { Config } from '../config.ts'
import { newSecret, sha256 } from '../lib/secrets.ts'
import { createSweep } from '../lib/sweep.ts'
import type { Session, Store } from '../store/store.ts'
import { deviceOf } from './devices.ts'

/** How long a session lives at most, in ms; the cookie's Max-Age says the same. */
const SESSION_LIFETIME_MS = 30 * DAY_MS
/** How long a session lives without being used, in ms. */
const IDLE_LIFETIME_MS = 14 * DAY_MS
/** Sessions a reader can have at once; the oldest ends. */
const SESSIONS_PER_USER = 20
/** How long a cookie secret just made is handed out again, in ms. */
const RENEWAL_REUSE_MS = 30_000

// Browsers refuse a Secure cookie over plain http outside of localhost (docs/security.md 1.3).
const nameFor = (name: string, secure: boolean): string => (secure ? `__Host-Http-${name}` : name)

/** A cookie that carries a secret of 43 characters. */
function createSecretCookie(
  name: string,
  { secure, maxAgeMs }: { secure: boolean; maxAgeMs: number },
) {
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    read: (request: FastifyRequest): string | undefined => {
      const value = request.cookies[name]
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
    },
    set: (reply: FastifyReply, value: string): void => {
      void reply.setCookie(name, value, { ...options, maxAge: maxAgeMs / 1000 })
    },
    expire: (reply: FastifyReply): void => {
      void reply.setCookie(name, '', { ...options, maxAge: 0 })
    },
  }
}

/** The session cookie; its shape follows the scheme of PUBLIC_URL. */
export const createSessionCookie = ({ secure }: Pick<Config, 'secure'>) =>
  createSecretCookie(nameFor('sid', secure), { secure, maxAgeMs: SESSION_LIFETIME_MS })

/** Reads, sets and expires the session cookie. */
export type SessionCookie = ReturnType<typeof createSessionCookie>

/** This browser has signed in before (docs/security.md 3.3); stays when its reader logs out. */
export const createDeviceCookie = ({ secure }: Pick<Config, 'secure'>) =>
  createSecretCookie(nameFor('device', secure), { secure, maxAgeMs: 365 * DAY_MS })

/** The two secrets of a session. */
export interface SessionSecrets {
  token: string
  cookie: string
}

/** The reader has been disabled by the host: no session begins. */
export class ReaderDisabled extends Error {
  readonly userId: string

  constructor(userId: string) {
    super('The reader is disabled.')
    this.userId = userId
  }
}

/** Opaque bearer tokens and their independent cookies, stored as SHA-256 (docs/security.md 1.4). */
export function createSessions(store: Store, now: () => number = Date.now) {
  // The requests of one page load get the same one.
  const renewedCookies = new LRUCache<string, string>({
    max: 10_000,
    ttl: RENEWAL_REUSE_MS,
    ttlResolution: 0,
    perf: { now },
    async fetchMethod(sessionId) {
      const cookie = newSecret()
      await store.sessions.setCookieHash(sessionId, sha256(cookie))
      return cookie
    },
  })
  const sweep = createSweep(HOUR_MS, now, async (time) => {
    await store.sessions.removeStale(time, time - IDLE_LIFETIME_MS)
    await store.kept.forgetEnded(time - HOUR_MS)
  })

  const noting = new Set<string>()

  const isLive = ({ lastSeenAt, expiresAt }: Pick<Session, 'lastSeenAt' | 'expiresAt'>): boolean =>
    expiresAt > now() && lastSeenAt + IDLE_LIFETIME_MS >= now()
  const live = (session: Session | undefined): Session | undefined =>
    session && isLive(session) ? session : undefined

  return {
    /** `bound`: a browser began it, which says of itself `userAgent`. @throws ReaderDisabled */
    async begin(
      userId: string,
      origin: Pick<Session, 'begun' | 'bound'>,
      userAgent?: string,
    ): Promise<SessionSecrets> {
      await sweep()
      const secrets = { token: newSecret(), cookie: newSecret() }
      const time = now()
      const session: Session = {
        ...origin,
        ...deviceOf(userAgent),
        id: randomBytes(16).toString('base64url'),
        userId,
        tokenHash: sha256(secrets.token),
        cookieHash: sha256(secrets.cookie),
        createdAt: time,
        lastSeenAt: time,
        expiresAt: time + SESSION_LIFETIME_MS,
      }
      if (!(await store.sessions.add(session, SESSIONS_PER_USER))) throw new ReaderDisabled(userId)
      return secrets
    },

    /** The live session of a bearer token. */
    async byToken(token: string): Promise<Session | undefined> {
      return live(await store.sessions.byTokenHash(sha256(token)))
    },

    /** The live session of a cookie. */
    async byCookie(cookie: string): Promise<Session | undefined> {
      return live(await store.sessions.byCookieHash(sha256(cookie)))
    },

    /** Whether a cookie is this session's own. */
    ownsCookie(session: Session, cookie: string | undefined): boolean {
      return cookie !== undefined && timingSafeEqual(sha256(cookie), session.cookieHash)
    },

    /** The live sessions of a reader, the latest use first. */
    list: async (userId: string) => (await store.sessions.list(userId)).filter(isLive),

    /** Notes that a session is in use, and on what, at most once an hour. */
    async seen({ id, lastSeenAt }: Session, userAgent?: string): Promise<void> {
      const time = now()
      if (time - lastSeenAt < HOUR_MS || noting.has(id)) return
      noting.add(id)
      const use = { lastSeenAt: time, ...deviceOf(userAgent) }
      await store.sessions.touch(id, use).finally(() => noting.delete(id))
    },

    /** A cookie for a session whose browser has lost it, the same for half a minute. */
    renewCookie: ({ id }: Session): Promise<string> => renewedCookies.forceFetch(id),

    /** Ends a session at once; one that has ended is no error. */
    end: ({ userId, id }: Pick<Session, 'userId' | 'id'>): Promise<number> =>
      store.sessions.remove({ userId, id }),

    /** Ends all other sessions of its reader at once. */
    endOthers: ({ userId, id }: Session): Promise<number> =>
      store.sessions.remove({ userId, staying: id }),
  }
}

/** What the guard and the session routes need of sessions. */
export type Sessions = ReturnType<typeof createSessions>
