import { randomUUID } from 'node:crypto'
import {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Config } from '../config.ts'

// What is noted of every request: a line in the log, a count and a time in the metrics.

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

const DURATIONS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts and times requests. Labels come from fixed sets, none from what readers send. */
export function countRequests(app: FastifyInstance, registers: Registry[]): void {
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
