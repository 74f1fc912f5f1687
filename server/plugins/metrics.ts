import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { hashing } from '../accounts/passwords.ts'
import type { LocalCatalogue } from '../catalogue/catalogue.ts'
import type { Config } from '../config.ts'
import { MINUTE_MS } from '../../contract/units.ts'
import type { Store } from '../store/store.ts'
import { notFound } from './errors.ts'
import { routeOf } from './log.ts'
import { createMonitorGuard } from './monitors.ts'
import { REJECTION_REASONS, type RejectionReason } from './pressure.ts'

/** Counting a large catalogue takes its time. */
const COUNT_CACHED_MS = 5 * MINUTE_MS

const DURATIONS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Other methods share a label, so that nobody can make up thousands. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Memory, processor, event loop and garbage collection, which the apps of a process share. */
const processRegistry = new Registry()

interface Options {
  config: Pick<Config, 'metrics' | 'monitorAllow' | 'trustProxy'>
  store: Store
  catalogue: Pick<LocalCatalogue, 'count' | 'load'>
}

/** What other plugins report. */
export interface Metrics {
  /** A request was rejected for load. */
  rejected(reason: RejectionReason): void
}

/** Gauges of the store and the catalogue, and what reads them. */
function createGauges(registry: Registry, { store, catalogue }: Options): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: 'state'[]) =>
    new Gauge({ name: `catchword_${name}`, help, labelNames, registers: [registry] })
  const byState = (name: string, help: string) => {
    const states = gauge(name, help, 'state')
    return (counts: object = {}): void => {
      for (const [state, count] of Object.entries(counts)) states.set({ state }, count)
    }
  }
  const hashes = byState('password_hashes', 'Passwords being hashed, and those that wait.')
  const connections = byState('database_connections', 'Connections to PostgreSQL, and waits.')
  const searches = byState('searches', 'Searches on threads of the process, and those that wait.')
  const bytes = gauge('database_bytes', 'Size of the database.')
  const books = gauge('books', 'Books in the catalogue, counted every five minutes.')
  let countedAt = -Infinity
  return async () => {
    // Before the database, which may not respond.
    hashes(hashing())
    connections(store.load().connections)
    searches(catalogue.load())
    bytes.set((await store.figures()).bytes)
    if (performance.now() - countedAt <= COUNT_CACHED_MS) return
    books.set(catalogue.count())
    countedAt = performance.now()
  }
}

/** Counts and times requests. Labels come from fixed sets, none from what readers send. */
function countRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets: DURATIONS_SECONDS,
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    const method = METHODS.has(request.method) ? request.method : 'other'
    const route = routeOf(request)
    requests.inc({ method, route, status: reply.statusCode })
    durations.observe({ method, route }, reply.elapsedTime / 1000)
  })
}

/** GET /metrics in Prometheus' text format (docs/security.md 8); without METRICS nothing is counted. */
export function registerMetrics(app: FastifyInstance, options: Options): Metrics {
  const schema = { hide: true }
  if (!options.config.metrics) {
    app.get('/metrics', { schema }, async () => {
      throw notFound()
    })
    return { rejected: () => undefined }
  }
  if (processRegistry.getMetricsAsArray().length === 0) {
    collectDefaultMetrics({ register: processRegistry })
  }
  const registry = new Registry()
  const registers = [registry]
  countRequests(app, registry)
  const readGauges = createGauges(registry, options)
  const help = 'Whether the database responds.'
  const up = new Gauge({ name: 'catchword_database_up', help, registers })
  const rejected = new Counter({
    name: 'catchword_requests_shed_total',
    help: 'Requests rejected with 503 for load.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of REJECTION_REASONS) rejected.inc({ reason }, 0)

  const onRequest = createMonitorGuard(options.config)
  app.get('/metrics', { schema, onRequest }, async (request, reply) => {
    try {
      await readGauges()
      up.set(1)
    } catch (error) {
      // What is known without the database is worth the more.
      request.log.error({ err: error }, 'the store does not answer')
      up.set(0)
    }
    void reply.header('cache-control', 'no-store').type(Registry.PROMETHEUS_CONTENT_TYPE)
    return Registry.merge([processRegistry, registry]).metrics()
  })
  return { rejected: (reason) => rejected.inc({ reason }) }
}
