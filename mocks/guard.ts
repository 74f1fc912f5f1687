import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import type { Access } from '../contract/operation.ts'
import { createSecret, type Db, type FakeSession } from './db.ts'
import { Problem } from './problem.ts'

const COOKIE_NAME = 'sid'
const COOKIE_ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'

/** How the fake gives and reads the session cookie. */
export interface CookieKeeper {
  /** The cookie that came with a request, or `undefined`. */
  read(request: Request): string | undefined
  /** Gives the browser a cookie, by a header of the answer or directly. */
  give(session: FakeSession, headers: Headers): void
  /** Makes the browser forget its cookie. */
  expire(headers: Headers): void
  /** @throws Problem 403 `cross_site` where a request with a cookie comes from elsewhere. */
  checkSite(request: Request): void
}

/** Real Cookie and Set-Cookie headers, for callers that are no browser. */
const headerCookies: CookieKeeper = {
  read(request) {
    const pairs = (request.headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim())
    return pairs.find((pair) => pair.startsWith(`${COOKIE_NAME}=`))?.slice(COOKIE_NAME.length + 1)
  },
  give(session, headers) {
    const maxAge = 30 * 24 * 60 * 60
    headers.append(
      'Set-Cookie',
      `${COOKIE_NAME}=${session.cookie}; Max-Age=${maxAge}; ${COOKIE_ATTRIBUTES}`,
    )
  },
  expire(headers) {
    headers.append('Set-Cookie', `${COOKIE_NAME}=; Max-Age=0; ${COOKIE_ATTRIBUTES}`)
  },
  checkSite(request) {
    const site = request.headers.get('Sec-Fetch-Site')
    const origin = request.headers.get('Origin')
    const own =
      site === null
        ? origin === null
          ? request.method === 'GET'
          : origin === new URL(request.url).origin
        : site === 'same-origin'
    if (!own) throw new Problem(403, 'cross_site', ERROR_TEXTS.crossSite)
  },
}

/**
 * A simulated browser: a page with a fake backend can neither be given an HttpOnly cookie nor see
 * one, so the database remembers what the browser would hold. Every request is the page's own.
 */
function browserCookies(db: Db): CookieKeeper {
  return {
    read: () => db.browserCookie ?? undefined,
    give(session) {
      db.browserCookie = session.cookie
    },
    expire() {
      db.browserCookie = null
    },
    checkSite() {},
  }
}

/** The keeper for `createHandlers`' option `cookieJar`. */
export function createCookieKeeper(db: Db, cookieJar: boolean): CookieKeeper {
  return cookieJar ? browserCookies(db) : headerCookies
}

/**
 * Who a request comes from: the rule of docs/security.md 1.1. An Authorization header decides
 * alone; the cookie counts only where the operation takes it, and only from our own pages.
 * @throws Problem 401 `unauthenticated` or `session_not_bound`, 403 `cross_site`.
 */
export function authenticate(
  db: Db,
  cookies: CookieKeeper,
  request: Request,
  access: Access,
): FakeSession {
  const header = request.headers.get('Authorization')
  const cookie = cookies.read(request)
  const missing = new Problem(401, 'unauthenticated', ERROR_TEXTS.unauthenticated)
  if (header !== null) {
    const token = /^Bearer +([A-Za-z0-9_-]{43})$/i.exec(header)?.[1]
    const session = db.sessions.find((session) => session.token === token)
    if (session === undefined) throw missing
    if (session.born === 'url' && session.cookie !== cookie) {
      throw new Problem(401, 'session_not_bound', ERROR_TEXTS.sessionNotBound)
    }
    return session
  }
  if (access !== 'bearerOrCookie' || cookie === undefined) throw missing
  const session = db.sessions.find((session) => session.cookie === cookie)
  if (session === undefined) throw missing
  cookies.checkSite(request)
  return session
}

/**
 * Gives a browser that has a good bearer but no good cookie its cookie again, so that the calls
 * without a bearer go on working (docs/security.md 1.2).
 */
export function healCookie(
  db: Db,
  cookies: CookieKeeper,
  request: Request,
  session: FakeSession,
  headers: Headers,
): void {
  const site = request.headers.get('Sec-Fetch-Site')
  if (!request.headers.has('Authorization') || session.born !== 'password') return
  if (cookies === headerCookies && site !== 'same-origin') return
  const cookie = cookies.read(request)
  if (db.sessions.some((other) => other.cookie === cookie && other.userId === session.userId))
    return
  session.cookie = createSecret()
  cookies.give(session, headers)
}
