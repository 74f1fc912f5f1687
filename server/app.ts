import { randomUUID } from 'node:crypto'
import cookies from '@fastify/cookie'
import { fastify, type FastifyInstance } from 'fastify'
import { createSessionCookie } from './accounts/cookie.ts'
import { createPhotoFolder } from './accounts/photos.ts'
import { createSessions } from './accounts/sessions.ts'
import type { Catalogue } from './catalogue/Catalogue.ts'
import type { Config } from './config.ts'
import { registerAuthentication } from './plugins/authenticate.ts'
import { registerCompression } from './plugins/compression.ts'
import {
  answerClientError,
  answerError,
  createNotFound,
  HttpProblem,
  registerErrors,
} from './plugins/errors.ts'
import { registerHeaders } from './plugins/headers.ts'
import { registerInput } from './plugins/input.ts'
import { registerLimits } from './plugins/limits.ts'
import { registerOpenApi } from './plugins/openapi.ts'
import { registerSpa } from './plugins/spa.ts'
import { registerBookRoutes } from './routes/books.ts'
import { registerCoverRoutes } from './routes/covers.ts'
import { registerFavoriteRoutes } from './routes/favorites.ts'
import { registerGoogleRoutes } from './routes/google.ts'
import { registerHealthRoutes } from './routes/health.ts'
import { registerPreferenceRoutes } from './routes/preferences.ts'
import { registerProfileRoutes } from './routes/profile.ts'
import { registerSessionRoutes } from './routes/session.ts'
import type { Store } from './store/store.ts'

/** What the app is built from. */
export interface AppOptions {
  config: Config
  store: Store
  catalogue: Catalogue
  /** Milliseconds since 1970, for sessions; the clock by default. */
  now?: () => number
}

function loggerOptions({ logLevel }: Config) {
  return {
    level: logLevel,
    stream: process.stderr,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
    serializers: {
      // Queries may hold a token that arrived in a URL, and what readers search for.
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
        ip: request.ip,
      }),
    },
  }
}

/** Requests that arrive while the server closes are sent elsewhere; those under way finish. */
function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async () => {
    if (closing) {
      throw new HttpProblem(503, 'busy', 'The server is restarting. Please try again.', {
        retryAfter: 1,
      })
    }
  })
  // A connection kept alive would hold the closing up.
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
}

/**
 * The whole server as a Fastify instance, without a port: tests inject, `start` listens. Plugins and
 * routes are registered by hand, in this order: what guards comes before what is guarded.
 */
export async function buildApp({
  config,
  store,
  catalogue,
  now,
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    logger: loggerOptions(config),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    genReqId: () => randomUUID(),
    bodyLimit: 16 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    routerOptions: { ignoreTrailingSlash: true },
    // `refuseWhileClosing` answers these as every other error is answered.
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, allErrors: false },
    },
  })
  const sessions = createSessions(store, now)
  const cookie = createSessionCookie(config)
  const photos = createPhotoFolder(config.dataDir)

  registerErrors(app)
  refuseWhileClosing(app)
  await registerHeaders(app, { config })
  await app.register(cookies)
  registerInput(app)
  registerAuthentication(app, { config, sessions, cookie })
  await registerLimits(app, { config })
  app.setNotFoundHandler(createNotFound(app))

  await registerCompression(app)
  await registerOpenApi(app)
  registerSessionRoutes(app, { config, store, sessions, cookie })
  registerPreferenceRoutes(app, { store })
  registerFavoriteRoutes(app, { store, catalogue })
  await registerProfileRoutes(app, { store, photos })
  registerGoogleRoutes(app)
  registerHealthRoutes(app, { store })
  registerBookRoutes(app, { catalogue })
  registerCoverRoutes(app, { catalogue, config })
  await registerSpa(app, { config })
  return app
}
