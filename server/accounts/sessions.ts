import { randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../lib/units.ts'
import type { Session, Store } from '../store/store.ts'
import { createSweep, newSecret, sha256 } from './secrets.ts'

/** How long a session lives at most, in ms; the cookie's Max-Age says the same. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS
/** How long a session lives without being used, in ms. */
const IDLE_LIFETIME_MS = 14 * DAY_MS
/** Sessions a reader can have at once; the oldest ends. */
const SESSIONS_PER_USER = 20
/** How long a cookie secret just made is handed out again, in ms. */
const RENEWAL_REUSE_MS = 30_000

/** The two secrets of a session. */
export interface SessionSecrets {
  token: string
  cookie: string
}

/** Opaque bearer tokens and their independent cookies, stored as SHA-256 (docs/security.md 1.4). */
export function createSessions(store: Store, now: () => number = Date.now) {
  const renewed = new Map<string, { cookie: Promise<string>; at: number }>()
  const sweep = createSweep(HOUR_MS, now, (time) =>
    store.sessions.removeStale(time, time - IDLE_LIFETIME_MS),
  )

  const live = (session: Session | undefined): Session | undefined => {
    if (!session) return undefined
    const time = now()
    const ended = session.expiresAt <= time || session.lastSeenAt + IDLE_LIFETIME_MS < time
    return ended ? undefined : session
  }

  return {
    /** `bound`: a browser began it. */
    async begin(
      userId: string,
      { born, bound }: Pick<Session, 'born' | 'bound'>,
    ): Promise<SessionSecrets> {
      await sweep()
      const secrets = { token: newSecret(), cookie: newSecret() }
      const time = now()
      const session: Session = {
        id: randomBytes(16).toString('base64url'),
        userId,
        tokenHash: sha256(secrets.token),
        cookieHash: sha256(secrets.cookie),
        born,
        bound,
        createdAt: time,
        lastSeenAt: time,
        expiresAt: time + SESSION_LIFETIME_MS,
      }
      await store.sessions.add(session, SESSIONS_PER_USER)
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

    /** Notes that a session is in use, at most once an hour. */
    async seen(session: Session): Promise<void> {
      const time = now()
      if (time - session.lastSeenAt >= HOUR_MS) await store.sessions.touch(session.id, time)
    },

    /** A cookie for a session whose browser has lost it; the requests of one page load get the same one. */
    async renewCookie(session: Session): Promise<string> {
      const time = now()
      for (const [id, { at }] of renewed) if (time - at > RENEWAL_REUSE_MS) renewed.delete(id)
      const recent = renewed.get(session.id)
      if (recent) return recent.cookie
      const value = newSecret()
      const cookie = store.sessions.setCookieHash(session.id, sha256(value)).then(() => value)
      const renewal = { cookie, at: time }
      renewed.set(session.id, renewal)
      try {
        return await cookie
      } catch (error) {
        if (renewed.get(session.id) === renewal) renewed.delete(session.id)
        throw error
      }
    },

    /** Ends a session at once. */
    async end(session: Session): Promise<void> {
      renewed.delete(session.id)
      await store.sessions.remove(session.id)
    },
  }
}

/** What the guard and the session routes need of sessions. */
export type Sessions = ReturnType<typeof createSessions>
