import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import type { Operation } from '../../contract/operation.ts'
import { operationOf } from '../../contract/operations.ts'
import type { SessionCookie, Sessions } from '../accounts/sessions.ts'
import { isLoopback, type Config } from '../config.ts'
import { inTime } from '../lib/gate.ts'
import type { Session } from '../store/store.ts'
import { HttpProblem } from './errors.ts'

/** How often the log, which is on the same disk, says that sessions cannot be written, in ms. */
const REPORT_EVERY = 60_000

/** How long a request waits for the cookie in its response, in ms: another process may hold the database. */
const COOKIE_WAIT_MS = 500

/** What a route needs besides the contract: calls that are not JSON, open to everyone. */
const OPEN_PATHS = ['/api/docs', '/api/openapi.json', '/api/auth/google']

/** The session of a request that the guard has let in. */
export function sessionOf(request: FastifyRequest): Session {
  const session = request.getDecorator<Session | null>('session')
  if (!session) throw unauthenticated()
  return session
}

/** The session of a request on a call that everyone may make. */
export function optionalSessionOf(request: FastifyRequest): Session | null {
  return request.getDecorator<Session | null>('session')
}

/** Whom a limit counts: the signed-in reader, or else the address. */
export function readerKey(request: FastifyRequest): string {
  return optionalSessionOf(request)?.userId ?? request.ip
}

/** The 401 of a request without a good session. */
export function unauthenticated(): HttpProblem {
  return new HttpProblem(401, 'unauthenticated', ERROR_TEXTS.unauthenticated)
}

/** Where the page of a request is, for the log: most often PUBLIC_URL is not what readers type. */
function originsOf(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): object {
  // A header may hold anything, secrets too.
  return { origin: URL.parse(String(request.headers.origin))?.origin ?? 'none', publicUrl }
}

/** The 403 of a request of another site. */
function crossSite(request: FastifyRequest, config: Pick<Config, 'publicUrl'>): HttpProblem {
  const logged = originsOf(request, config)
  return new HttpProblem(403, 'cross_site', ERROR_TEXTS.crossSite, { logged })
}

/** Sec-Fetch-Site of a request; browsers send it, other programs do not. */
export function fetchSite(request: FastifyRequest): string | undefined {
  const site = request.headers['sec-fetch-site']
  return typeof site === 'string' ? site : undefined
}

/**
 * From a browser, login, registration and reset come from our own pages only: another site could sign a reader in to
 * its own account (docs/security.md 1.2). What is no browser sends neither header. @throws HttpProblem 403 `cross_site`
 */
export function refuseForeignLogin(
  request: FastifyRequest,
  config: Pick<Config, 'publicUrl'>,
): void {
  const site = fetchSite(request) ?? 'none'
  const { origin = config.publicUrl } = request.headers
  const isOurs = origin === config.publicUrl
  if (site !== 'same-origin' && !(site === 'none' && isOurs)) throw crossSite(request, config)
  // The browser may keep the cookie back, or send no change of favorites that is taken.
  if (isOurs) return
  const fault = 'a reader logs in at an address that is not PUBLIC_URL'
  request.log.warn(originsOf(request, config), fault)
}

/** The reader whom a path names. */
const ownerOf = ({ params }: FastifyRequest): unknown =>
  typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Whether a request says nothing of where it was made. */
const isSilent = (request: FastifyRequest): boolean =>
  fetchSite(request) === undefined && request.headers.origin === undefined

interface GuardOptions {
  config: Config
  sessions: Sessions
  cookie: SessionCookie
}

function createGuard({ config, sessions, cookie }: GuardOptions) {
  let reportedAt = Number.NEGATIVE_INFINITY

  /** Whether a browser says that our own page makes this request. */
  const isOwnPage = (request: FastifyRequest): boolean => {
    const site = fetchSite(request)
    return site === undefined ? request.headers.origin === config.publicUrl : site === 'same-origin'
  }

  /** Whether a request that shows only a cookie may have been made by another site. */
  const mayBeForeign = (request: FastifyRequest): boolean =>
    isSilent(request) ? !isReading(request) : !isOwnPage(request)

  /**
   * Whether the cookie of a response reaches a page of ours. On plain http outside of this machine a
   * browser says nothing of where a GET was made (docs/security.md 1.3).
   */
  const mayBeOwnPage = (request: FastifyRequest): boolean =>
    isOwnPage(request) ||
    (isSilent(request) && !config.secure && !isLoopback(new URL(config.publicUrl)))

  const byBearer = async (header: string, request: FastifyRequest): Promise<Session> => {
    const token = /^Bearer +([\w-]{43})$/i.exec(header)?.[1]
    const session = token === undefined ? undefined : await sessions.byToken(token)
    if (!session) throw unauthenticated()
    const bound = session.begun === 'url' || (config.sessionBinding === 'all' && session.bound)
    if (bound && !sessions.ownsCookie(session, cookie.read(request))) {
      throw new HttpProblem(401, 'session_not_bound', ERROR_TEXTS.sessionNotBound)
    }
    return session
  }

  const byCookie = async (request: FastifyRequest): Promise<Session> => {
    const value = cookie.read(request)
    const session = value === undefined ? undefined : await sessions.byCookie(value)
    if (!session) throw unauthenticated()
    if (mayBeForeign(request)) throw crossSite(request, config)
    return session
  }

  /** Gives a browser whose cookie was lost, or is another reader's, a new one (docs/security.md 1.2). */
  const replaceLostCookie = async (
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (session.begun !== 'password' || !mayBeOwnPage(request)) return
    const present = cookie.read(request)
    const owner = present === undefined ? undefined : await sessions.byCookie(present)
    if (owner?.userId === session.userId) return
    cookie.set(reply, await sessions.renewCookie(session))
  }

  /** Where nothing can be written, a request that only reads is answered all the same (docs/hosting.md 8). */
  const tryTo = (write: Promise<void>, request: FastifyRequest): Promise<void> =>
    write.catch((error: unknown) => {
      const now = performance.now()
      if (now - reportedAt < REPORT_EVERY) return
      reportedAt = now
      request.log.warn({ err: error }, 'could not record the use of a session')
    })

  return (operation: Operation) => {
    const cookieAllowed = operation.access === 'bearerOrCookie'
    const endsSession = operation.schema.operationId === 'logout'
    const owned = operation.url.includes('/:id')

    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      // A present Authorization header alone decides; there is no falling back to the cookie.
      const header = request.headers.authorization
      try {
        if (header === undefined && !cookieAllowed) throw unauthenticated()
        const session =
          header === undefined ? await byCookie(request) : await byBearer(header, request)
        if (owned && ownerOf(request) !== session.userId) {
          const logged = { reader: session.userId }
          throw new HttpProblem(403, 'forbidden', ERROR_TEXTS.forbidden, { logged })
        }
        void tryTo(sessions.seen(session, request.headers['user-agent']), request)
        if (header !== undefined && !endsSession) {
          const replaced = tryTo(replaceLostCookie(session, request, reply), request)
          // A change waits for the database anyway.
          await (isReading(request) ? inTime(replaced, COOKIE_WAIT_MS) : replaced)
        }
        request.setDecorator<Session | null>('session', session)
      } catch (error) {
        // Logging out succeeds without a session too; only other sites are refused, also where the
        // browser kept the cookie back: the response would take it away from the reader.
        if (!endsSession || !(error instanceof HttpProblem) || error.status !== 401) throw error
        if (!isSilent(request) && !isOwnPage(request)) throw crossSite(request, config)
      }
    }
  }
}

/** The one guard of the API (docs/security.md 1): a route's `access` in the contract, and the reader's own `{id}`. */
export const authentication = plugin<GuardOptions>(
  async (app, options) => {
    const guard = createGuard(options)
    app.decorateRequest('session', null)
    app.addHook('onRoute', (route) => {
      const { url } = route
      const operation = operationOf(route)
      const isOpen = OPEN_PATHS.some((path) => url === path || url.startsWith(`${path}/`))
      // Nothing is open by omission.
      if (!operation && url.startsWith('/api/') && !isOpen) {
        throw new Error(`${url} is not in contract/operations.ts, so nobody may call it.`)
      }
      if (!operation || operation.access === 'public') return
      route.onRequest = [route.onRequest ?? [], guard(operation)].flat()
    })
  },
  { name: 'authentication', dependencies: ['errors', 'http', '@fastify/cookie'] },
)
