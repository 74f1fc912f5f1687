import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { hashing } from '../accounts/passwords.ts'
import type { LocalCatalogue } from '../catalogue/catalogue.ts'
import { coverFetches } from '../covers/fetchCover.ts'
import type { Store } from '../store/store.ts'
import { countRequests } from './accessLog.ts'
import packageJson from '../../package.json' with { type: 'json' }

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request that is rejected for load. */
    countRejection(): void
  }
}

/** What the figures are read from. */
export interface MetricSources {
  store: Pick<Store, 'load'>
  catalogue: Pick<LocalCatalogue, 'load'>
}

/** Gauges that read the store and the catalogue whenever they are collected. */
function createGauges(registers: Registry[], { store, catalogue }: MetricSources): void {
  const byState = (name: string, help: string, read: () => object | undefined) =>
    new Gauge({
      name: `catchword_${name}`,
      help,
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(read() ?? {})) this.set({ state }, count)
      },
    })
  byState('password_hashes', 'Passwords being hashed, and those that wait.', hashing)
  const connections = 'Connections to PostgreSQL, and waits.'
  byState('database_connections', connections, () => store.load().connections)
  const fetches = 'Covers fetched, responses without one, and no response, since the start.'
  byState('cover_fetches', fetches, () => coverFetches)
  const searches = 'Searches that wait.'
  byState('searches', searches, catalogue.load)
}

/** The figures for Prometheus, and those that the caller finds out. */
export function createMetrics(app: FastifyInstance, sources: MetricSources) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  countRequests(app, registers)
  createGauges(registers, sources)
  const info = new Gauge({
    name: 'catchword_info',
    help: 'The version that runs, as a label.',
    labelNames: ['version'],
    registers,
  })
  info.set({ version: packageJson.version }, 1)
  const help = 'Whether the database responds.'
  const up = new Gauge({ name: 'catchword_database_up', help, registers })
  const rejected = new Counter({
    name: 'catchword_requests_shed_total',
    help: 'Requests rejected with 503 for load.',
    registers,
  })
  app.decorate('countRejection', () => rejected.inc())
  const noRoom = 'Whether a write found no room within the last minute.'
  const full = new Gauge({ name: 'catchword_storage_full', help: noRoom, registers })
  return { registry, up, full }
}
