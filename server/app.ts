import compress from '@fastify/compress'
import cookies from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { fastify, type FastifyInstance } from 'fastify'
import type { Catalogue, LocalCatalogue } from './catalogue/catalogue.ts'
import type { Config } from './config.ts'
import { logOptions } from './plugins/accessLog.ts'
import { authentication } from './plugins/authenticate.ts'
import { createFindPageBook } from './plugins/bookMeta.ts'
import { BODY_TIMES, connections, type BodyTimes } from './plugins/connections.ts'
import { errors, isOutage, sendClientError, sendError } from './plugins/errors.ts'
import { http, rewriteUrl } from './plugins/http.ts'
import { createBookPageLimit, limits } from './plugins/limits.ts'
import { monitors } from './plugins/monitors.ts'
import { openapi } from './plugins/openapi.ts'
import { pressure } from './plugins/pressure.ts'
import { createSecurityHeaders } from './plugins/securityHeaders.ts'
import { spa } from './plugins/spa.ts'
import { registerAccountRoutes } from './routes/account.ts'
import { createHostNeighbours } from './recommendations/hostNeighbours.ts'
import { createShippedNeighbours } from './recommendations/shippedNeighbours.ts'
import { registerBookRoutes } from './routes/books.ts'
import { registerCoverRoutes } from './routes/covers.ts'
import { registerFavoriteRoutes } from './routes/favorites.ts'
import { registerGoogleRoutes } from './routes/google.ts'
import { registerLibraryRoutes } from './routes/library.ts'
import { registerListRoutes } from './routes/lists.ts'
import { registerMarkRoutes } from './routes/marks.ts'
import { registerPasswordRoutes } from './routes/password.ts'
import { registerPreferenceRoutes } from './routes/preferences.ts'
import { registerProfileRoutes } from './routes/profile.ts'
import { registerSessionRoutes } from './routes/session.ts'
import { createServices } from './routes/services.ts'
import { UPLOAD_LIMITS } from './routes/upload.ts'
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

/** The whole server without a port: tests inject, `start` listens. */
export async function buildApp({
  config,
  store,
  local,
  catalogue = local,
  now = Date.now,
  bodyTimes = BODY_TIMES,
  neighboursEvery,
}: AppOptions): Promise<FastifyInstance> {
  const setSecurityHeaders = createSecurityHeaders(config)
  const app: FastifyInstance = fastify({
    ...logOptions(config),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 16 * 1024,
    // The plugin `connections` gives less to whatever is no upload.
    requestTimeout: BODY_TIMES.ordinary + BODY_TIMES.upload,
    connectionTimeout: 30_000,
    // Looked at every half minute by default. And with the default headersTimeout, which is longer, Node
    // never ends a request whose body does not come.
    http: { connectionsCheckingInterval: 1000, headersTimeout: 15_000 },
    rewriteUrl,
    // However long an id is, the guard answers for it, and never a 404.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * 1024 },
    // What arrives while the server closes is answered (`connections`).
    return503OnClosing: false,
    // These come before every hook, so they bring their headers themselves.
    frameworkErrors(error, request, reply) {
      setSecurityHeaders(request, reply)
      sendError(error, request, reply)
    },
    clientErrorHandler: sendClientError,
    // A busy machine may take long to start; nothing here waits for anybody else.
    pluginTimeout: 0,
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, allErrors: false },
    },
  })
  const hostNeighbours = createHostNeighbours({
    favorites: store.favorites,
    catalogue: local,
    secret: store.secret,
    onError: (error) =>
      isOutage(error)
        ? app.noteOutage(error)
        : app.log.warn({ err: error }, 'could not read the favorites'),
    now,
    rebuildEvery: neighboursEvery,
  })
  const shipped = createShippedNeighbours({
    onError: (err) => app.log.error({ err }, 'could not read the bundled neighbours'),
  })
  const log = (line: string) => app.log.warn(line)
  const sources = { config, store, catalogue, local, hostNeighbours, shipped, log, now }
  const services = await createServices(sources)
  const { sessions, cookie, findBook } = services
  app.addHook('onReady', async () => hostNeighbours.start())
  app.addHook('onClose', () => hostNeighbours.stop())

  // Hooks run in the order in which their plugins are registered, and see only routes that are registered after them:
  // what guards comes before what is guarded. Each plugin names those it needs, and the server does not start where
  // one of these is missing or comes later.
  const check = async (): Promise<void> => {
    await store.check()
    local.file().check()
  }
  const { defaultLanguage } = config
  await app.register(errors, { check, now, defaultLanguage })
  // Before the first that rejects a request: its body goes on arriving.
  await app.register(connections, { times: bodyTimes })
  // From here on a rejected request has the headers of every response, and `request.ip` may be read.
  await app.register(http, { config })
  // The guard reads cookies, and limits count for the reader whom it has found.
  await app.register(cookies)
  await app.register(authentication, { config, sessions, cookie })
  // Before the first route: each needs its limit.
  await app.register(limits, { config })
  await app.register(monitors, { config, store, catalogue: local })
  await app.register(pressure, { config })
  // Bodies that come in are small and never compressed: nothing to unpack, no bomb to defuse.
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false })
  await app.register(multipart, { limits: UPLOAD_LIMITS })
  await app.register(openapi)
  const api = app.withTypeProvider<TypeBoxTypeProvider>()
  registerSessionRoutes(api, services)
  registerPasswordRoutes(api, services)
  registerPreferenceRoutes(api, services)
  registerFavoriteRoutes(api, services)
  registerMarkRoutes(api, services)
  registerListRoutes(api, services)
  registerAccountRoutes(api, services)
  registerProfileRoutes(api, services)
  registerLibraryRoutes(api, services)
  await registerGoogleRoutes(app, services)
  registerBookRoutes(api, services)
  registerCoverRoutes(app, services)
  const isAllowed = createBookPageLimit(app, { config })
  await app.register(spa, { config, cookie, findBook: createFindPageBook(findBook, isAllowed) })
  return app
}
