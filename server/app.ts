import cookies from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, type FastifyInstance } from 'fastify'
import { createDeviceCookie, createSessionCookie } from './accounts/cookie.ts'
import { createSessions } from './accounts/sessions.ts'
import { createLoginThrottle } from './accounts/throttle.ts'
import type { Catalogue, FindBook, LocalCatalogue } from './catalogue/catalogue.ts'
import type { Config } from './config.ts'
import { createCovers } from './covers/covers.ts'
import { registerAuthentication } from './plugins/authenticate.ts'
import { createFindPageBook } from './plugins/bookMeta.ts'
import { registerClientAddress } from './plugins/clientAddress.ts'
import { registerClosing } from './plugins/closing.ts'
import { registerCompression } from './plugins/compression.ts'
import { limitConnections } from './plugins/connectionLimit.ts'
import { sendClientError, sendError, createNotFound, registerErrors } from './plugins/errors.ts'
import { bareHeaders, registerHeaders } from './plugins/headers.ts'
import { BODY_TIMES, registerBodyTimes, registerInput, type BodyTimes } from './plugins/input.ts'
import { createBookPageLimit, registerLimits } from './plugins/limits.ts'
import { logOptions } from './plugins/log.ts'
import { registerMetrics } from './plugins/metrics.ts'
import { registerOpenApi } from './plugins/openapi.ts'
import { registerPressure } from './plugins/pressure.ts'
import { registerSpa } from './plugins/spa.ts'
import { registerAccountRoutes } from './routes/account.ts'
import { createHostNeighbours } from './recommendations/hostNeighbours.ts'
import { createRecommender } from './recommendations/recommender.ts'
import { registerBookRoutes } from './routes/books.ts'
import { registerCoverRoutes } from './routes/covers.ts'
import { registerFavoriteRoutes } from './routes/favorites.ts'
import { registerGoogleRoutes } from './routes/google.ts'
import { registerHealthRoutes } from './routes/health.ts'
import { registerLibraryRoutes } from './routes/library.ts'
import { registerPasswordRoutes } from './routes/password.ts'
import { registerPreferenceRoutes } from './routes/preferences.ts'
import { registerProfileRoutes } from './routes/profile.ts'
import { registerSessionRoutes } from './routes/session.ts'
import type { Services } from './routes/services.ts'
import { registerUploads } from './routes/upload.ts'
import type { Store } from './store/store.ts'

/** What the app is built from. */
export interface AppOptions {
  config: Config
  store: Store
  local: LocalCatalogue
  /** Whatever stands in front of the local one. */
  catalogue?: Catalogue
  /** Milliseconds since 1970, for sessions and the age of accounts; the clock by default. */
  now?: () => number
  /** Tests ask for less time than readers have. */
  bodyTimes?: BodyTimes
  /** How often neighbours are found anew, in ms. */
  neighboursEvery?: number
}

/** The whole server without a port: tests inject, `start` listens. What guards comes before what is guarded. */
export async function buildApp({
  config,
  store,
  local,
  catalogue = local,
  now = Date.now,
  bodyTimes = BODY_TIMES,
  neighboursEvery,
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    ...logOptions(config),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 16 * 1024,
    // `registerBodyTimes` gives less to whatever is no upload.
    requestTimeout: BODY_TIMES.ordinary + BODY_TIMES.upload,
    connectionTimeout: 30_000,
    // Looked at every half minute by default. And with the default headersTimeout, which is longer, Node
    // never ends a request whose body does not come.
    http: { connectionsCheckingInterval: 1000, headersTimeout: 15_000 },
    // However long an id is, the guard answers for it, and never a 404.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    // `registerClosing`: what arrives while the server closes is answered.
    return503OnClosing: false,
    // These come before every hook, so they bring their headers themselves.
    frameworkErrors(error, request, reply) {
      void reply.headers(bareHeaders(config))
      sendError(error, request, reply)
    },
    clientErrorHandler: sendClientError,
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, allErrors: false },
    },
  })
  const sessions = createSessions(store, now)
  const cookie = createSessionCookie(config)
  // Or else the record stored with somebody's favorite (decision 55c).
  const findBook: FindBook = async (id) =>
    (await catalogue.byId(id)) ?? (await store.favorites.recordOf(id))
  const hostNeighbours = createHostNeighbours({
    favorites: store.favorites,
    catalogue: local,
    onError: (error) => app.log.warn({ err: error }, 'the favorites could not be read'),
    now,
    rebuildEvery: neighboursEvery,
  })
  app.addHook('onReady', async () => hostNeighbours.start())
  app.addHook('onClose', () => hostNeighbours.stop())

  registerErrors(app)
  registerClientAddress(app)
  registerBodyTimes(app, bodyTimes)
  registerClosing(app)
  registerHeaders(app, { config })
  const metrics = registerMetrics(app, { config, store, catalogue: local })
  limitConnections(app)
  await registerPressure(app, { config, onRejected: (reason) => metrics.rejected(reason) })
  await app.register(cookies)
  registerInput(app)
  registerAuthentication(app, { config, sessions, cookie })
  await registerLimits(app, { config })
  app.setNotFoundHandler(createNotFound(app))

  await registerCompression(app)
  await registerUploads(app)
  await registerOpenApi(app)
  const api = app.withTypeProvider<TypeBoxTypeProvider>()
  const services: Services = {
    config,
    store,
    catalogue,
    local,
    findBook,
    covers: createCovers({ config }),
    hostNeighbours,
    recommender: createRecommender({ catalogue: local, neighbours: hostNeighbours.current }),
    sessions,
    cookie,
    device: createDeviceCookie(config),
    throttle: createLoginThrottle(store, config, now),
    // Loaded here, so that a start without it is spared the time.
    mailer: config.mail && (await import('./accounts/mail.ts')).createMailer(config.mail),
    now,
  }
  registerSessionRoutes(api, services)
  registerPasswordRoutes(api, services)
  registerPreferenceRoutes(api, services)
  registerFavoriteRoutes(api, services)
  registerAccountRoutes(api, services)
  registerProfileRoutes(api, services)
  registerLibraryRoutes(api, services)
  await registerGoogleRoutes(app, services)
  registerHealthRoutes(app, services)
  registerBookRoutes(api, services)
  registerCoverRoutes(app, services)
  const isAllowed = createBookPageLimit(app, { config })
  await registerSpa(app, { config, cookie, findBook: createFindPageBook(findBook, isAllowed) })
  return app
}
