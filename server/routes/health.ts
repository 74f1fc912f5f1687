import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '../plugins/errors.ts'
import { createMonitorGuard } from '../plugins/monitors.ts'
import type { Services } from './services.ts'

/** Whether the process lives (/healthz) and whether it can serve (/readyz), for monitors. */
export function registerHealthRoutes(app: FastifyInstance, { config, store }: Services): void {
  const headers = { 'cache-control': 'no-store' }
  const options = { schema: { hide: true }, onRequest: createMonitorGuard(config) }

  app.get('/healthz', options, async (_request, reply) =>
    reply.headers(headers).send({ status: 'ok' }),
  )

  app.get('/readyz', options, async (request, reply) => {
    try {
      await store.check()
    } catch (error) {
      request.log.error({ err: error }, 'the store does not answer')
      throw new HttpProblem(503, 'busy', 'The server is not ready.')
    }
    return reply.headers(headers).send({ status: 'ready' })
  })
}
