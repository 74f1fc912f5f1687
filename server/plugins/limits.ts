import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { emailKey } from '../../contract/email.ts'
import type { Config } from '../config.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/units.ts'
import { behind, operationOf, readerKey } from './authenticate.ts'
import { HttpProblem } from './errors.ts'

interface Limit {
  /** Requests allowed in a window, before RATE_LIMIT_FACTOR. */
  max: number
  /** Length of the window in ms. */
  window: number
  /** Whom it counts: an address (/64 for IPv6), or the signed-in reader. */
  by: 'address' | 'reader'
  /** The calls that share it. */
  operations: readonly string[]
}

/** The limits of docs/security.md 2.2. */
const LIMITS: readonly Limit[] = [
  { max: 25, window: 5 * MINUTE_MS, by: 'address', operations: ['login'] },
  { max: 5, window: 30 * MINUTE_MS, by: 'address', operations: ['register'] },
  { max: 30, window: MINUTE_MS, by: 'address', operations: ['logout'] },
  { max: 60, window: MINUTE_MS, by: 'reader', operations: ['savePreferences'] },
  {
    max: 300,
    window: 5 * MINUTE_MS,
    by: 'reader',
    operations: ['getPreferences', 'getNavbarPreferences'],
  },
  { max: 300, window: 5 * MINUTE_MS, by: 'reader', operations: ['getFavoriteAuthors'] },
  { max: 60, window: MINUTE_MS, by: 'reader', operations: ['addFavoriteAuthor'] },
  {
    max: 120,
    window: MINUTE_MS,
    by: 'reader',
    operations: ['addFavoriteBook', 'addFavoriteBookFromDetail'],
  },
  { max: 120, window: MINUTE_MS, by: 'reader', operations: ['removeFavoriteBook'] },
  { max: 300, window: 5 * MINUTE_MS, by: 'reader', operations: ['getFavoriteBooks'] },
  { max: 300, window: 5 * MINUTE_MS, by: 'reader', operations: ['getForYou'] },
  { max: 300, window: 5 * MINUTE_MS, by: 'reader', operations: ['getProfile'] },
  { max: 10, window: HOUR_MS, by: 'reader', operations: ['uploadProfileImage'] },
  { max: 20, window: HOUR_MS, by: 'reader', operations: ['exportAccount'] },
  { max: 10, window: 5 * MINUTE_MS, by: 'reader', operations: ['deleteAccount'] },
  { max: 5, window: 15 * MINUTE_MS, by: 'address', operations: ['requestPasswordReset'] },
  { max: 20, window: 15 * MINUTE_MS, by: 'address', operations: ['resetPassword'] },
  { max: 10, window: 5 * MINUTE_MS, by: 'reader', operations: ['changePassword'] },
  { max: 300, window: 5 * MINUTE_MS, by: 'address', operations: ['getSettings'] },
  { max: 20, window: HOUR_MS, by: 'reader', operations: ['previewLibrary'] },
  { max: 20, window: HOUR_MS, by: 'reader', operations: ['addLibrary', 'removeLibrary'] },
  { max: 300, window: 5 * MINUTE_MS, by: 'address', operations: ['getRecommendedBooks'] },
  { max: 300, window: 5 * MINUTE_MS, by: 'address', operations: ['getBook'] },
  { max: 300, window: 5 * MINUTE_MS, by: 'address', operations: ['getSimilarBooks'] },
  { max: 60, window: MINUTE_MS, by: 'address', operations: ['searchBooks'] },
]

/** What each route of the sign-in with Google may be asked, an address: both are part of every sign-in. */
const SOCIAL: Omit<Limit, 'operations'> = { max: 20, window: 5 * MINUTE_MS, by: 'address' }

/** Books that are looked up for the pages an address requests: as many as by their own call. */
const BOOK_PAGES = { max: 300, window: 5 * MINUTE_MS }

/** Mails that an email may be sent, whether it is anybody's or not. */
const MAILS = { max: 3, window: HOUR_MS }

/** Covers an address may fetch: a page of favorites shows 2,000. */
const COVERS: Omit<Limit, 'operations'> = { max: 6000, window: 5 * MINUTE_MS, by: 'address' }

/** A limit as the plugin takes it. */
const scaled = (
  { max, window }: Pick<Limit, 'max' | 'window'>,
  { rateLimitFactor }: Pick<Config, 'rateLimitFactor'>,
) => ({ max: Math.ceil(max * rateLimitFactor), timeWindow: window })

/** Counts a request; whether it is still within the limit. */
function createCount(
  app: FastifyInstance,
  options: CreateRateLimitOptions,
): (request: FastifyRequest) => Promise<boolean> {
  const count = app.createRateLimit(options)
  return async (request) => {
    const limit = await count(request)
    return limit.isAllowed || !limit.isExceeded
  }
}

/** Whether a book may still be looked up for a page of this address. Made after `registerLimits`. */
export const createBookPageLimit = (
  app: FastifyInstance,
  { config }: { config: Pick<Config, 'rateLimitFactor'> },
) => createCount(app, scaled(BOOK_PAGES, config))

/** Whether the email of a request may still be sent a mail. Made after `registerLimits`. */
export const createMailLimit = (
  app: FastifyInstance,
  { config }: { config: Pick<Config, 'rateLimitFactor'> },
) =>
  createCount(app, {
    ...scaled(MAILS, config),
    keyGenerator: ({ body }) => emailKey(String(Object(body).email)) ?? '',
  })

/**
 * Rate limits on every call of the contract and on covers, behind the guard so that readers are counted as
 * themselves; RATE_LIMIT_FACTOR multiplies all of them. Counted in memory, a process.
 *
 * @throws Error at the start for an operation of the contract without a limit
 */
export async function registerLimits(
  app: FastifyInstance,
  { config }: { config: Config },
): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { after }) =>
      new HttpProblem(429, 'rate_limited', `Too many requests. Please try again in ${after}.`),
  })
  const limiter = ({ by, ...limit }: Omit<Limit, 'operations'>) =>
    app.rateLimit({
      ...scaled(limit, config),
      ...(by === 'reader' && { keyGenerator: readerKey }),
    })
  const byOperation = new Map(
    LIMITS.flatMap((limit) => {
      const shared = limiter(limit)
      return limit.operations.map((operation) => [operation, shared] as const)
    }),
  )
  app.addHook('onRoute', (route) => {
    const operation = operationOf(route)
    if (route.url.startsWith('/api/auth/')) {
      route.onRequest = behind(route.onRequest, limiter(SOCIAL))
    }
    if (route.url === '/covers/:id') route.onRequest = behind(route.onRequest, limiter(COVERS))
    if (!operation) return
    const limit = byOperation.get(operation.schema.operationId)
    if (!limit) throw new Error(`${operation.schema.operationId} has no rate limit.`)
    route.onRequest = behind(route.onRequest, limit)
  })
}
