import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Mailer } from '../accounts/mail.ts'
import type { createDeviceCookie, SessionCookie, Sessions } from '../accounts/sessions.ts'
import type { LoginThrottleService } from '../accounts/throttle.ts'
import type { Catalogue, FindBook, LocalCatalogue } from '../catalogue/catalogue.ts'
import type { Config } from '../config.ts'
import type { Covers } from '../covers/covers.ts'
import type { HostNeighbours } from '../recommendations/hostNeighbours.ts'
import type { Recommender } from '../recommendations/recommender.ts'
import type { Store } from '../store/store.ts'
import type { Uploads } from './upload.ts'

/** What routes are registered on; their types come from their schemas. */
export type Api = Parameters<FastifyPluginAsyncTypebox>[0]

/** What routes work with. */
export interface Services {
  config: Config
  store: Store
  catalogue: Catalogue
  local: LocalCatalogue
  findBook: FindBook
  covers: Covers
  hostNeighbours: HostNeighbours
  recommender: Recommender
  sessions: Sessions
  cookie: SessionCookie
  /** The cookie of a browser that has signed in before. */
  device: ReturnType<typeof createDeviceCookie>
  throttle: LoginThrottleService
  uploads: Uploads
  /** Left out where the server sends no mail. */
  mailer: Mailer | undefined
  /** Milliseconds since 1970. */
  now: () => number
}
