import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { emailKey } from '../../contract/email.ts'
import type { Config } from '../config.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/units.ts'
import { ERROR_TEXTS, type ErrorSentence } from '../../contract/errorTexts.ts'
import { operationOf } from '../../contract/operations.ts'
import { optionalSessionOf, readerKey } from './authenticate.ts'
import { HttpProblem } from './errors.ts'

/** Requests allowed in a window of so many ms, before RATE_LIMIT_FACTOR. */
type Limit = readonly [max: number, window: number]

/** The name of what no route serves. */
const NOWHERE = 'nowhere'

/**
 * The limits of docs/security.md 2.2 for each address (/64 for IPv6), by what shares one: operations of the contract
 * by their name, other routes by their path.
 */
const OF_ADDRESS: readonly (readonly [...Limit, ...names: string[]])[] = [
  [25, 5 * MINUTE_MS, 'login'],
  [5, 30 * MINUTE_MS, 'register'],
  [30, MINUTE_MS, 'logout'],
  [5, 15 * MINUTE_MS, 'requestPasswordReset'],
  [20, 15 * MINUTE_MS, 'resetPassword'],
  [300, 5 * MINUTE_MS, 'getSettings'],
  [300, 5 * MINUTE_MS, 'getRecommendedBooks'],
  [300, 5 * MINUTE_MS, 'getBook'],
  [300, 5 * MINUTE_MS, 'getSimilarBooks'],
  [300, 5 * MINUTE_MS, 'getSeries'],
  [60, MINUTE_MS, 'searchBooks'],
  // Both are part of every sign-in.
  [20, 5 * MINUTE_MS, '/api/auth/google'],
  [20, 5 * MINUTE_MS, '/api/auth/google/callback'],
  // A page of favorites shows 2,000.
  [6000, 5 * MINUTE_MS, '/covers/:id'],
  [300, 5 * MINUTE_MS, '/covers/:id/preview.png'],
  [6000, 5 * MINUTE_MS, '/media/:name'],
  [600, 5 * MINUTE_MS, '/api/openapi.json', '/api/docs'],
  [3000, 5 * MINUTE_MS, '/healthz', '/readyz', '/metrics'],
  // Pages with their scripts, styles, fonts and pictures: some thirty for a first visit.
  [12_000, 5 * MINUTE_MS, '/*', '/', '/login', '/register', '/.well-known/change-password'],
  [6000, 5 * MINUTE_MS, NOWHERE],
]

/** And for each signed-in reader, of whom an address may have many. */
const OF_READER: typeof OF_ADDRESS = [
  [60, MINUTE_MS, 'savePreferences'],
  [300, 5 * MINUTE_MS, 'getPreferences', 'getNavbarPreferences'],
  [300, 5 * MINUTE_MS, 'getFavoriteAuthors'],
  [60, MINUTE_MS, 'addFavoriteAuthor'],
  [120, MINUTE_MS, 'addFavoriteBook', 'addFavoriteBookFromDetail'],
  [120, MINUTE_MS, 'removeFavoriteBook'],
  [300, 5 * MINUTE_MS, 'getFavoriteBooks'],
  [300, 5 * MINUTE_MS, 'getForYou'],
  [300, 5 * MINUTE_MS, 'getMarks'],
  [300, 5 * MINUTE_MS, 'getMarkedBooks'],
  [120, MINUTE_MS, 'setMark'],
  [120, MINUTE_MS, 'moveWanted'],
  [120, MINUTE_MS, 'removeMark'],
  [60, MINUTE_MS, 'removeBooks', 'restoreBooks'],
  [300, 5 * MINUTE_MS, 'getProfile'],
  [60, MINUTE_MS, 'saveLanguage'],
  [10, HOUR_MS, 'uploadProfileImage'],
  [60, MINUTE_MS, 'getSessions'],
  [60, MINUTE_MS, 'endSession', 'endOtherSessions'],
  [20, HOUR_MS, 'exportAccount'],
  [10, 5 * MINUTE_MS, 'deleteAccount'],
  [10, 5 * MINUTE_MS, 'changePassword'],
  [20, HOUR_MS, 'previewLibrary'],
  [20, HOUR_MS, 'addLibrary', 'removeLibrary'],
  [60, MINUTE_MS, 'getLastImport'],
]

/** Calls of readers by an address, whoever sends them: who is no reader is told so by the database. */
const OF_READERS_ADDRESS: Limit = [12_000, 5 * MINUTE_MS]

/** Books that are looked up for the pages an address requests: as many as by their own call. */
const BOOK_PAGES: Limit = [300, 5 * MINUTE_MS]

/** Mails that an email may be sent, whether it is anybody's or not. */
const MAILS: Limit = [3, HOUR_MS]

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

const UNITS = {
  second: ERROR_TEXTS.requestsSeconds,
  minute: ERROR_TEXTS.requestsMinutes,
  hour: ERROR_TEXTS.requestsHours,
}

/** The plugin says `after` which time, in words such as `5 minutes`. */
function tooManySentence(after: string): ErrorSentence {
  const [, count, unit] = /^(\d+) (second|minute|hour)/.exec(after) ?? []
  const text = unit === 'second' || unit === 'hour' ? UNITS[unit] : UNITS.minute
  return { text, values: { count: Number(count ?? 1) } }
}

const tooMany = (request: FastifyRequest, after: string, retry?: { retryAfter: number }) =>
  new HttpProblem(429, 'rate_limited', tooManySentence(after), {
    ...retry,
    logged: { reader: optionalSessionOf(request)?.userId },
  })

/** The limit of every route, and of what is no route, counted by each process. @throws Error for a route without one */
export const limits = plugin<{ config: Factor }>(
  async (app, { config }) => {
    await app.register(rateLimit, {
      global: false,
      errorResponseBuilder: (request, { after }) => tooMany(request, after),
    })
    /** The limiters of a table by the names in it; those of one row share one. */
    const limitersOf = (table: typeof OF_ADDRESS, options: CreateRateLimitOptions = {}) =>
      new Map(
        table.flatMap(([max, window, ...names]) => {
          const limiter = app.rateLimit({ ...scaled([max, window], config), ...options })
          return names.map((name) => [name, limiter] as const)
        }),
      )
    const byAddress = limitersOf(OF_ADDRESS)
    const byReader = limitersOf(OF_READER, { keyGenerator: readerKey })
    // The plugin's own limiters run once a request: this one counts beside them.
    const isAllowed = createCount(app, scaled(OF_READERS_ADDRESS, config))
    const ofReaders = async (request: FastifyRequest): Promise<void> => {
      if (!(await isAllowed(request))) throw tooMany(request, '5 minutes', { retryAfter: 300 })
    }

    app.addHook('onRoute', (route) => {
      // The page of the API has files of its own.
      const [path = ''] = /^\/api\/docs(?=\/|$)|.*/.exec(route.url) ?? []
      const name = operationOf(route)?.schema.operationId ?? path
      const ofReader = byReader.get(name)
      const ofAddress = ofReader ? ofReaders : byAddress.get(name)
      if (!ofAddress) throw new Error(`${name} has no rate limit.`)
      // That of an address comes before the guard, which asks the database; a reader is known after it.
      route.onRequest = [ofAddress, route.onRequest ?? [], ofReader ?? []].flat()
    })
    app.addHook('onRequest', async (request, reply) => {
      if (request.is404) await byAddress.get(NOWHERE)?.call(app, request, reply)
    })
  },
  { name: 'limits', dependencies: ['errors', 'http', 'authentication'] },
)
