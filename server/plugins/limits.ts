import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { emailKey } from '../../contract/email.ts'
import type { Config } from '../config.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/units.ts'
import { operationOf } from '../../contract/operations.ts'
import { optionalSessionOf, readerKey } from './authenticate.ts'
import { HttpProblem } from './errors.ts'

/** Requests allowed in a window of so many ms, before RATE_LIMIT_FACTOR. */
type Limit = readonly [max: number, window: number]

/** The limits of docs/security.md 2.2 by the operations that share one, for each address (/64 for IPv6). */
const OF_ADDRESS: readonly (readonly [...Limit, ...operations: string[]])[] = [
  [25, 5 * MINUTE_MS, 'login'],
  [5, 30 * MINUTE_MS, 'register'],
  [30, MINUTE_MS, 'logout'],
  [5, 15 * MINUTE_MS, 'requestPasswordReset'],
  [20, 15 * MINUTE_MS, 'resetPassword'],
  [300, 5 * MINUTE_MS, 'getSettings'],
  [300, 5 * MINUTE_MS, 'getRecommendedBooks'],
  [300, 5 * MINUTE_MS, 'getBook'],
  [300, 5 * MINUTE_MS, 'getSimilarBooks'],
  [60, MINUTE_MS, 'searchBooks'],
]

/** And for each signed-in reader. */
const OF_READER: typeof OF_ADDRESS = [
  [60, MINUTE_MS, 'savePreferences'],
  [300, 5 * MINUTE_MS, 'getPreferences', 'getNavbarPreferences'],
  [300, 5 * MINUTE_MS, 'getFavoriteAuthors'],
  [60, MINUTE_MS, 'addFavoriteAuthor'],
  [120, MINUTE_MS, 'addFavoriteBook', 'addFavoriteBookFromDetail'],
  [120, MINUTE_MS, 'removeFavoriteBook'],
  [300, 5 * MINUTE_MS, 'getFavoriteBooks'],
  [300, 5 * MINUTE_MS, 'getForYou'],
  [300, 5 * MINUTE_MS, 'getProfile'],
  [10, HOUR_MS, 'uploadProfileImage'],
  [20, HOUR_MS, 'exportAccount'],
  [10, 5 * MINUTE_MS, 'deleteAccount'],
  [10, 5 * MINUTE_MS, 'changePassword'],
  [20, HOUR_MS, 'previewLibrary'],
  [20, HOUR_MS, 'addLibrary', 'removeLibrary'],
]

/** What an address may request of each route of the sign-in with Google: both are part of every sign-in. */
const GOOGLE: Limit = [20, 5 * MINUTE_MS]

/** Books that are looked up for the pages an address requests: as many as by their own call. */
const BOOK_PAGES: Limit = [300, 5 * MINUTE_MS]

/** Mails that an email may be sent, whether it is anybody's or not. */
const MAILS: Limit = [3, HOUR_MS]

/** Covers an address may fetch: a page of favorites shows 2,000. */
const COVERS: Limit = [6000, 5 * MINUTE_MS]

type Factor = Pick<Config, 'rateLimitFactor'>

/** A limit as the plugin takes it. */
const scaled = ([max, timeWindow]: Limit, { rateLimitFactor }: Factor) => ({
  max: Math.ceil(max * rateLimitFactor),
  timeWindow,
})

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

/** Whether a book may still be looked up for a page of this address. Needs the plugin `limits`. */
export const createBookPageLimit = (app: FastifyInstance, { config }: { config: Factor }) =>
  createCount(app, scaled(BOOK_PAGES, config))

/** Whether the email of a request may still be sent a mail. Needs the plugin `limits`. */
export const createMailLimit = (app: FastifyInstance, { config }: { config: Factor }) =>
  createCount(app, {
    ...scaled(MAILS, config),
    keyGenerator: ({ body }) => emailKey(String(Object(body).email)) ?? '',
  })

/** Rate limits on operations and covers, counted by each process. @throws Error for an operation without one */
export const limits = plugin<{ config: Factor }>(
  async (app, { config }) => {
    await app.register(rateLimit, {
      global: false,
      errorResponseBuilder(request, { after }) {
        const logged = { reader: optionalSessionOf(request)?.userId }
        const message = `Too many requests. Please try again in ${after}.`
        return new HttpProblem(429, 'rate_limited', message, { logged })
      },
    })
    const ofAddress = (limit: Limit) => app.rateLimit(scaled(limit, config))
    const ofReader = (limit: Limit) =>
      app.rateLimit({ ...scaled(limit, config), keyGenerator: readerKey })
    /** The limiters of a table's operations; those of one row share one. */
    const limitersOf = (table: typeof OF_ADDRESS, limiterOf: typeof ofAddress) =>
      table.flatMap(([max, window, ...operations]) => {
        const limiter = limiterOf([max, window])
        return operations.map((operation) => [operation, limiter] as const)
      })
    const byOperation = new Map([
      ...limitersOf(OF_ADDRESS, ofAddress),
      ...limitersOf(OF_READER, ofReader),
    ])
    app.addHook('onRoute', (route) => {
      const add = (limit: ReturnType<typeof ofAddress>): void => {
        route.onRequest = [route.onRequest ?? [], limit].flat()
      }
      if (route.url.startsWith('/api/auth/')) add(ofAddress(GOOGLE))
      if (route.url === '/covers/:id') add(ofAddress(COVERS))
      const operation = operationOf(route)
      if (!operation) return
      const limit = byOperation.get(operation.schema.operationId)
      if (!limit) throw new Error(`${operation.schema.operationId} has no rate limit.`)
      add(limit)
    })
  },
  { name: 'limits', dependencies: ['errors', 'http', 'authentication'] },
)
