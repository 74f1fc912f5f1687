import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../lib/units.ts'
import type { Session, Store } from '../store/store.ts'

/** How long a session lives at most, in ms; the cookie's Max-Age says the same. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS
/** How long a session lives without being used, in ms. */
const IDLE_LIFETIME_MS = 14 * DAY_MS
/** Sessions a reader can have at once; the oldest ends. */
const SESSIONS_PER_USER = 20
/** How long a cookie secret just made is handed out again, in ms. */
const RENEWAL_REUSE_MS = 30_000

/** The two secrets of a session: 256 bits each, base64url, 43 characters. */
export interface SessionSecrets {
  token: string
  cookie: string
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Sessions: opaque bearer tokens and their independent cookies, kept only as SHA-256 (../shared/security.md
 * sections 0 and 3.3). Only the server's clock matters; `now` answers milliseconds since 1970.
 */
export function createSessions(store: Store, now: () => number = Date.now) {
  const renewed = new Map<string, { cookie: Promise<string>; at: number }>()
  let sweptAt = 0

  const live = (session: Session | undefined): Session | undefined => {
    if (!session) return undefined
    const time = now()
    const ended = session.expiresAt <= time || session.lastSeenAt + IDLE_LIFETIME_MS < time
    return ended ? undefined : session
  }

  const sweep = async (): Promise<void> => {
    const time = now()
    if (time - sweptAt < HOUR_MS) return
    sweptAt = time
    await store.sessions.removeStale(time, time - IDLE_LIFETIME_MS)
  }

  return {
    /** Begins a session. `bound`: a browser began it. */
    async begin(
      userId: string,
      { born, bound }: Pick<Session, 'born' | 'bound'>,
    ): Promise<SessionSecrets> {
      await sweep()
      const secrets = { token: secret(), cookie: secret() }
      const time = now()
      await store.sessions.add(
        {
          id: randomBytes(16).toString('base64url'),
          userId,
          tokenHash: sha256(secrets.token),
          cookieHash: sha256(secrets.cookie),
          born,
          bound,
          createdAt: time,
          lastSeenAt: time,
          expiresAt: time + SESSION_LIFETIME_MS,
        },
        SESSIONS_PER_USER,
      )
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

    /**
     * A cookie for a session whose browser has lost it. The requests of one page load come together,
     * and the last answer to arrive sets the cookie: for half a minute they all get the same one.
     *
     * @throws the store's error where it cannot be stored; the next request gets another then
     */
    async renewCookie(session: Session): Promise<string> {
      const time = now()
      for (const [id, { at }] of renewed) if (time - at > RENEWAL_REUSE_MS) renewed.delete(id)
      const recent = renewed.get(session.id)
      if (recent) return recent.cookie
      const value = secret()
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
