import type { Access } from '../contract/operation.ts'
import { createSecret, type Db, type FakeSession } from './db.ts'
import { problem } from './problem.ts'

const MAX_AGE_S = 30 * 24 * 60 * 60

/**
 * Sessions and their cookie: the rules of docs/security.md 1.
 * @param inBrowser a page can neither be given an HttpOnly cookie nor see one, so the database remembers what the
 * browser would hold, and every request is the page's own; else real Cookie and Set-Cookie headers
 */
export function createGuard(db: Db, inBrowser: boolean) {
  const cookieOf = ({ headers }: Request): string | null | undefined =>
    inBrowser ? db.browserCookie : /(?:^|; *)sid=([^;]*)/.exec(headers.get('Cookie') ?? '')?.[1]

  /** Gives the browser the cookie of a session; without one it forgets its cookie. */
  function setCookie(headers: Headers, session?: FakeSession): void {
    if (inBrowser) db.browserCookie = session?.cookie ?? null
    else {
      const age = `Max-Age=${session ? MAX_AGE_S : 0}`
      const cookie = `sid=${session?.cookie ?? ''}; ${age}; Path=/; HttpOnly; SameSite=Strict`
      headers.append('Set-Cookie', cookie)
    }
  }

  /** @throws Problem 403 `cross_site` where a request with a cookie comes from another site. */
  function checkSite({ method, url, headers }: Request): void {
    const site = headers.get('Sec-Fetch-Site')
    const origin = headers.get('Origin')
    const isOwnOrigin = origin === null ? method === 'GET' : origin === new URL(url).origin
    if (!inBrowser && !(site === null ? isOwnOrigin : site === 'same-origin'))
      throw problem(403, 'cross_site', 'crossSite')
  }

  return {
    setCookie,

    /** Lets a request without a cookie come from our own pages or from no page. @throws Problem 403 `cross_site` */
    refuseOtherSites(request: Request): void {
      const { headers } = request
      if (headers.has('Sec-Fetch-Site') || headers.has('Origin')) checkSite(request)
    },

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
      const session = db.sessions.find((one) =>
        isByCookie ? one.cookie === cookie : one.token === token,
      )
      if (!session) throw problem(401, 'unauthenticated', 'unauthenticated')
      if (isByCookie) checkSite(request)
      else if (session.begun === 'url' && session.cookie !== cookie)
        throw problem(401, 'session_not_bound', 'sessionNotBound')
      return session
    },

    /** Gives a browser that has a good bearer but no good cookie its cookie again. */
    renewCookie(request: Request, session: FakeSession, headers: Headers): void {
      const isOwn = inBrowser || request.headers.get('Sec-Fetch-Site') === 'same-origin'
      const isByBearer = request.headers.has('Authorization') && session.begun === 'password'
      const cookie = cookieOf(request)
      const hasCookie = db.sessions.some(
        (one) => one.cookie === cookie && one.userId === session.userId,
      )
      if (!isOwn || !isByBearer || hasCookie) return
      session.cookie = createSecret()
      setCookie(headers, session)
    },
  }
}
