import { randomUUID } from 'node:crypto'
import {
  LogController,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { Config } from '../config.ts'

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
    if (error) reply.log.warn({ ...line, err: error }, 'answer cut short')
    else reply.log.info(line, 'answered')
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
