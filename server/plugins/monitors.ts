import plugin from 'fastify-plugin'
import { Registry } from 'prom-client'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { MINUTE_MS } from '../../contract/units.ts'
import { createTurns } from '../lib/gate.ts'
import { isStorageFailure } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import { HttpProblem, sendProblem } from './errors.ts'
import { createMetrics, type MetricSources } from './metrics.ts'
import { createMonitorGuard, type MonitorConfig } from './monitorGuard.ts'
import packageJson from '../../package.json' with { type: 'json' }

interface Options extends MetricSources {
  config: MonitorConfig
  store: Store
}

/** What those who watch the server ask: whether it lives (/healthz) and can serve (/readyz), and figures (/metrics). */
export const monitors = plugin<Options>(
  async (app, options) => {
    const { registry, up, full } = createMetrics(app, options)
    let fullAt = -Infinity
    app.addHook('onError', async (_request, _reply, error) => {
      if (isStorageFailure(error)) fullAt = performance.now()
    })
    const isFull = (): boolean => performance.now() - fullAt < MINUTE_MS

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
