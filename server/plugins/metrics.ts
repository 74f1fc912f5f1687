import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { hashing } from '../accounts/passwords.ts'
import type { LocalCatalogue } from '../catalogue/catalogue.ts'
import type { Config } from '../config.ts'
import { MINUTE_MS } from '../lib/units.ts'
import type { Store } from '../store/store.ts'
import { notFound } from './errors.ts'
import { routeOf } from './log.ts'
import { createMonitorGuard } from './monitors.ts'
import { SHED_REASONS, type ShedReason } from './pressure.ts'

/** How long the count of books is kept, in ms: counting a large catalogue takes its time. */
const COUNT_KEPT_MS = 5 * MINUTE_MS

const DURATIONS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Methods that have a name of their own in the figures, so that nobody can make up thousands. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

let processFigures: Registry | undefined

/** Memory, processor, event loop and garbage collection of the process, which apps in it share. */
function figuresOfProcess(): Registry {
  if (!processFigures) {
    processFigures = new Registry()
    collectDefaultMetrics({ register: processFigures })
  }
  return processFigures
}

interface Options {
  config: Pick<Config, 'metrics' | 'monitorAllow' | 'trustProxy'>
  store: Store
  catalogue: Pick<LocalCatalogue, 'count' | 'load'>
}

/** What parts of the app report as it happens. */
export interface Metrics {
  /** A request was turned away for load. */
  shed(reason: ShedReason): void
}

/**
 * GET /metrics in Prometheus' text format: requests and durations by method, route pattern and status,
 * what was turned away, the queue of password hashes, the database and the catalogue, the process.
 * Labels come from fixed sets, none from what readers send, and nothing tells one reader from another
 * (../shared/security.md 3.8). Without METRICS nothing is counted.
 */
export function registerMetrics(
  app: FastifyInstance,
  { config, store, catalogue }: Options,
): Metrics {
  if (!config.metrics) {
    app.get('/metrics', { schema: { hide: true } }, async () => {
      throw notFound()
    })
    return { shed: () => undefined }
  }
  const all = figuresOfProcess()
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: DURATIONS_SECONDS,
    registers,
  })
  const shed = new Counter({
    name: 'catchword_requests_shed_total',
    help: 'Requests turned away with 503 for load.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of SHED_REASONS) shed.inc({ reason }, 0)
  void new Gauge({
    name: 'catchword_password_hashes',
    help: 'Passwords being hashed, and those that wait for their turn.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = hashing()
      this.set({ state: 'running' }, running)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  const bytes = new Gauge({
    name: 'catchword_database_bytes',
    help: 'Size of the database.',
    registers,
  })
  const connections = new Gauge({
    name: 'catchword_database_connections',
    help: 'Connections to PostgreSQL, and requests that wait for one.',
    labelNames: ['state'],
    registers,
  })
  const searches = new Gauge({
    name: 'catchword_searches',
    help: 'Searches on threads of the process, and those that wait for one.',
    labelNames: ['state'],
    registers,
  })
  const books = new Gauge({
    name: 'catchword_books',
    help: 'Books in the catalogue, counted every five minutes.',
    registers,
  })
  const up = new Gauge({
    name: 'catchword_database_up',
    help: 'Whether the database answers.',
    registers,
  })

  app.addHook('onResponse', async (request, reply) => {
    const method = METHODS.has(request.method) ? request.method : 'other'
    const route = routeOf(request)
    requests.inc({ method, route, status: reply.statusCode })
    durations.observe({ method, route }, reply.elapsedTime / 1000)
  })

  let countedAt: number | undefined
  const askStore = async (): Promise<void> => {
    // Before the database is asked, which may not answer.
    const load = store.load()
    for (const [state, count] of Object.entries(load.connections ?? {})) {
      connections.set({ state }, count)
    }
    for (const [state, count] of Object.entries(catalogue.load())) {
      searches.set({ state }, count)
    }
    const figures = await store.figures()
    bytes.set(figures.bytes)
    if (countedAt === undefined || performance.now() - countedAt > COUNT_KEPT_MS) {
      books.set(catalogue.count())
      countedAt = performance.now()
    }
  }

  app.get(
    '/metrics',
    { schema: { hide: true }, onRequest: createMonitorGuard(config) },
    async (request, reply) => {
      try {
        await askStore()
        up.set(1)
      } catch (error) {
        // What is known without the database is worth the more.
        request.log.error({ err: error }, 'the store does not answer')
        up.set(0)
      }
      const text = await Registry.merge([all, registry]).metrics()
      return reply
        .header('cache-control', 'no-store')
        .type(Registry.PROMETHEUS_CONTENT_TYPE)
        .send(text)
    },
  )
  return { shed: (reason) => shed.inc({ reason }) }
}
