import { randomUUID, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import plugin from 'fastify-plugin'
import { MINUTE_MS } from '../../contract/units.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { hashing } from '../accounts/passwords.ts'
import type { LocalCatalogue } from '../catalogue/catalogue.ts'
import { isLoopback, type Config } from '../config.ts'
import { coverFetches } from '../covers/fetchCover.ts'
import { isStorageFailure } from '../store/errors.ts'
import { createTurns } from '../lib/gate.ts'
import { sha256 } from '../lib/secrets.ts'
import type { Store } from '../store/store.ts'
import { HttpProblem, notFound, sendProblem } from './errors.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** What is said of a request: its route as a pattern, so that no id, query or token is in any log. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none'
}

/** One line a request, when it is answered, in place of Fastify's two. */
class AccessLog extends LogController {
  override incomingRequest(): void {
    // The line at the end says it all.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
    }
    if (error) reply.log.warn({ ...line, err: error }, 'response cut short')
    else reply.log.info(line, 'request completed')
  }
}

/**
 * JSON lines on standard error, from `info` on one for each request with its id, route, status and duration in ms.
 * Neither headers nor bodies, queries, names or emails are logged (docs/security.md 8).
 */
export function logOptions({
  logLevel,
}: Pick<Config, 'logLevel'>): Pick<FastifyServerOptions, 'logger' | 'logController' | 'genReqId'> {
  return {
    genReqId: () => randomUUID(),
    logger: {
      level: logLevel,
      stream: process.stderr,
      // A plugin that logs a request's headers, as the one for forms does at trace, logs its secrets.
      redact: { paths: ['headers', '*.headers', '*.*.headers'], remove: true },
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, ip: request.ip }),
      },
    },
    logController: new AccessLog(),
  }
}

/** What those who watch the server ask: never shed, and for them alone. */
export const MONITOR_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

type MonitorConfig = Pick<Config, 'monitorAllow' | 'monitorToken' | 'trustProxy'>

const LOOPBACK = ['127.0.0.0/8', '::1']

/** Headers by which a proxy says that its request is somebody else's. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.+|x-real-ip)$/

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is in one of these ranges. */
export function createRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix = isIP(range) === 6 ? 128 : 32] = range.split('/')
    list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/** Whether a request without such a header is as proxies send it that add none: in old HTTP, or for another host. */
function isPassedOn(request: FastifyRequest): boolean {
  const { headers, raw } = request
  return (
    raw.httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '') || !isLoopback(request)
  )
}

/**
 * Lets in who may watch the server: this machine, MONITOR_ALLOW, and MONITOR_TOKEN. What comes by a proxy is from whom
 * a proxy of TRUST_PROXY says, or from nobody. @throws HttpProblem 404
 */
export function createMonitorGuard({
  monitorAllow,
  monitorToken,
  trustProxy,
}: MonitorConfig): (request: FastifyRequest) => Promise<void> {
  const isNamed = createRanges(monitorAllow)
  const isLocal = createRanges(LOOPBACK)
  const isProxy = createRanges(trustProxy)
  const token = monitorToken === undefined ? undefined : sha256(`Bearer ${monitorToken}`)
  return async (request) => {
    const { headers, ip, socket } = request
    if (token && timingSafeEqual(token, sha256(headers.authorization ?? ''))) return
    // Behind a proxy that TRUST_PROXY does not name everyone has the proxy's address.
    const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name))
    const isWatcher = isForwarded
      ? ip !== socket.remoteAddress && isNamed(ip)
      : (isNamed(ip) && !isProxy(ip)) || (isLocal(ip) && !isPassedOn(request))
    if (!isWatcher) throw notFound()
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request that is rejected for load. */
    countRejection(): void
  }
}

const DURATIONS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Options {
  config: MonitorConfig
  store: Store
  catalogue: Pick<LocalCatalogue, 'load'>
}

/** Gauges that read the store and the catalogue whenever they are collected. */
function createGauges(registers: Registry[], { store, catalogue }: Options): void {
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

/** Counts and times requests. Labels come from fixed sets, none from what readers send. */
function countRequests(app: FastifyInstance, registers: Registry[]): void {
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
    // Node takes no method but the some thirty that it knows.
    const { method } = request
    const route = routeOf(request)
    requests.inc({ method, route, status: reply.statusCode })
    durations.observe({ method, route }, reply.elapsedTime / 1000)
  })
}

/** Whether the process lives (/healthz), whether it can serve (/readyz), and figures for Prometheus (/metrics). */
export const monitors = plugin<Options>(
  async (app, options) => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const registers = [registry]
    countRequests(app, registers)
    createGauges(registers, options)
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
    let fullAt = -Infinity
    app.addHook('onError', async (_request, _reply, error) => {
      if (isStorageFailure(error)) fullAt = performance.now()
    })
    const isFull = (): boolean => performance.now() - fullAt < MINUTE_MS
    const noRoom = 'Whether a write found no room within the last minute.'
    const full = new Gauge({ name: 'catchword_storage_full', help: noRoom, registers })

    const guarded = { schema: { hide: true }, onRequest: createMonitorGuard(options.config) }
    const headers = { 'cache-control': 'no-store' }
    app.get('/healthz', guarded, async (_request, reply) =>
      reply.headers(headers).send({ status: 'ok', version: packageJson.version }),
    )
    app.get('/readyz', guarded, async (request, reply) => {
      try {
        await options.store.check()
      } catch (error) {
        app.noteOutage(error)
        // Thrown it would be logged as a refusal, too, at every look of a monitor.
        return sendProblem(request, reply, new HttpProblem(503, 'busy', ERROR_TEXTS.notReady))
      }
      // Still ready: what is read is there, and no other server would have more room.
      const body = { status: 'ready', ...(isFull() && { writes: 'no room' }) }
      return reply.headers(headers).send(body)
    })
    // All figures take some milliseconds.
    const ownTurn = createTurns(20)
    app.get('/metrics', guarded, async (_request, reply) => {
      await ownTurn()
      try {
        await options.store.check()
        up.set(1)
      } catch (error) {
        // The other figures are needed most while the database fails.
        app.noteOutage(error)
        up.set(0)
      }
      full.set(Number(isFull()))
      void reply.headers(headers).type(Registry.PROMETHEUS_CONTENT_TYPE)
      return registry.metrics()
    })
  },
  { name: 'monitors', dependencies: ['errors'] },
)
