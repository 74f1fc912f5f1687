import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createMailer } from '../accounts/mail.ts'
import { createDeviceCookie, createSessionCookie, createSessions } from '../accounts/sessions.ts'
import { createLoginThrottle } from '../accounts/throttle.ts'
import type { Catalogue, LocalCatalogue } from '../catalogue/catalogue.ts'
import type { Config } from '../config.ts'
import { createCovers } from '../covers/covers.ts'
import { createPreviews } from '../covers/previews.ts'
import { createTurns } from '../lib/gate.ts'
import type { HostNeighbours } from '../recommendations/hostNeighbours.ts'
import { createRecommender } from '../recommendations/recommender.ts'
import type { ShippedNeighbours } from '../recommendations/shippedNeighbours.ts'
import type { Store } from '../store/store.ts'
import { createFindBook, createKeptBooks } from './keptBooks.ts'

/** What routes are registered on; their types come from their schemas. */
export type Api = Parameters<FastifyPluginAsyncTypebox>[0]

/** What services are made of. */
interface Sources {
  config: Config
  store: Store
  catalogue: Catalogue
  local: LocalCatalogue
  hostNeighbours: HostNeighbours
  shipped: ShippedNeighbours
  log: (line: string) => void
  /** Milliseconds since 1970. */
  now: () => number
}

/** What routes work with; `mailer` is left out where the server sends no mail. */
export async function createServices(sources: Sources) {
  const { config, store, catalogue, local, hostNeighbours, shipped, log, now } = sources
  const neighbours = hostNeighbours.current
  const covers = createCovers(config, log)
  return {
    ...sources,
    findBook: createFindBook(catalogue, store),
    keptBooks: createKeptBooks(catalogue, store),
    covers,
    previews: createPreviews(covers, join(config.dataDir, 'covers')),
    recommender: createRecommender({ local, neighbours, shipped, now }),
    /** For what takes milliseconds. */
    ownTurn: createTurns(200),
    sessions: createSessions(store, now),
    cookie: createSessionCookie(config),
    device: createDeviceCookie(config),
    throttle: createLoginThrottle(store, config, now),
    mailer: config.mail && (await createMailer(config.mail)),
  }
}

export type Services = Awaited<ReturnType<typeof createServices>>
