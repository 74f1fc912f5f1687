import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import type { Access } from '../contract/operation.ts'
import { createSecret, type Db, type FakeSession } from './db.ts'
import { Problem } from './problem.ts'

const MAX_AGE_S = 30 * 24 * 60 * 60

/**
 * Sessions and their cookie: the rules of docs/security.md 1.
 * @param inBrowser a page can neither be given an HttpOnly cookie nor see one, so the database remembers what the
 * browser would hold, and every request is the page's own; else real Cookie and Set-Cookie headers
 */
export function createGuard(db: Db, inBrowser: boolean) {
  function cookieOf({ headers }: Request): string | undefined {
    if (inBrowser) return db.browserCookie ?? undefined
    return /(?:^|; *)sid=([^;]*)/.exec(headers.get('Cookie') ?? '')?.[1]
  }

  function setCookie(headers: Headers, cookie: string, maxAge: number): void {
    if (inBrowser) db.browserCookie = cookie === '' ? null : cookie
    else {
      const attributes = `Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict`
      headers.append('Set-Cookie', `sid=${cookie}; ${attributes}`)
    }
  }

  function isFromOwnSite({ method, url, headers }: Request): boolean {
    const site = headers.get('Sec-Fetch-Site')
    const origin = headers.get('Origin')
    if (inBrowser) return true
    if (site !== null) return site === 'same-origin'
    return origin === null ? method === 'GET' : origin === new URL(url).origin
  }

  /** @throws Problem 403 `cross_site` where a request with a cookie comes from another site. */
  function checkSite(request: Request): void {
    if (!isFromOwnSite(request)) throw new Problem(403, 'cross_site', ERROR_TEXTS.crossSite)
  }

  return {
    checkSite,

    /** Gives the browser the cookie of a session. */
    giveCookie: (headers: Headers, { cookie }: FakeSession) =>
      setCookie(headers, cookie, MAX_AGE_S),

    /** Makes the browser forget its cookie. */
    expireCookie: (headers: Headers) => setCookie(headers, '', 0),

    /**
     * Whose request it is. An Authorization header decides alone; the cookie counts only where the operation takes
     * it, and only from our own pages.
     * @throws Problem 401 `unauthenticated` or `session_not_bound`, 403 `cross_site`.
     */
    authenticate(request: Request, access: Access): FakeSession {
      const header = request.headers.get('Authorization')
      const cookie = cookieOf(request)
      const token = /^Bearer +([A-Za-z0-9_-]{43})$/i.exec(header ?? '')?.[1]
      const isByCookie = header === null && access === 'bearerOrCookie'
      const session = db.sessions.find((known) =>
        isByCookie ? known.cookie === cookie : known.token === token,
      )
      if (!session) throw new Problem(401, 'unauthenticated', ERROR_TEXTS.unauthenticated)
      if (isByCookie) checkSite(request)
      else if (session.born === 'url' && session.cookie !== cookie) {
        throw new Problem(401, 'session_not_bound', ERROR_TEXTS.sessionNotBound)
      }
      return session
    },

    /** Gives a browser that has a good bearer but no good cookie its cookie again. */
    renewCookie(request: Request, session: FakeSession, headers: Headers): void {
      const isOwn = inBrowser || request.headers.get('Sec-Fetch-Site') === 'same-origin'
      const isByBearer = request.headers.has('Authorization') && session.born === 'password'
      const cookie = cookieOf(request)
      const hasCookie = db.sessions.some(
        (known) => known.cookie === cookie && known.userId === session.userId,
      )
      if (!isOwn || !isByBearer || hasCookie) return
      session.cookie = createSecret()
      setCookie(headers, session.cookie, MAX_AGE_S)
    },
  }
}
