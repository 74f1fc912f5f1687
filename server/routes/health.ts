import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '../plugins/errors.ts'
import type { Store } from '../store/store.ts'

/** Whether the process lives (/healthz) and whether it can serve (/readyz). */
export function registerHealthRoutes(app: FastifyInstance, { store }: { store: Store }): void {
  const headers = { 'cache-control': 'no-store' }

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(headers).send({ status: 'ok' }),
  )

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    try {
      await store.check()
    } catch (error) {
      request.log.error({ err: error }, 'the store does not answer')
      throw new HttpProblem(503, 'busy', 'The server is not ready.')
    }
    return reply.headers(headers).send({ status: 'ready' })
  })
}
