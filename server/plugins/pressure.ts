import underPressure from '@fastify/under-pressure'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import plugin from 'fastify-plugin'
import type { Config } from '../config.ts'
import { HttpProblem } from './errors.ts'
import { routeOf } from './accessLog.ts'
import { MONITOR_PATHS } from './monitorGuard.ts'

/** Rejects requests but those of MONITOR_PATHS with 503 while the event loop is delayed by more than MAX_LOOP_DELAY. */
export const pressure = plugin<{ config: Pick<Config, 'maxLoopDelay'> }>(
  async (app, { config: { maxLoopDelay } }) => {
    if (maxLoopDelay === 0) return
    // An interval without a tick counts as endless delay, so it must not be shorter than what is allowed.
    const sampleInterval = Math.max(1000, maxLoopDelay)
    let isStarting = true
    app.addHook('onReady', async () => {
      // The first sample is of the start.
      setTimeout(() => (isStarting = false), 2 * sampleInterval).unref()
    })
    await app.register(underPressure, {
      maxEventLoopDelay: maxLoopDelay,
      sampleInterval,
      // Async: the plugin does not catch what a handler throws, but passes on what it rejects with.
      async pressureHandler(request) {
        if (isStarting || MONITOR_PATHS.has(routeOf(request))) return
        app.countRejection()
        throw new HttpProblem(503, 'busy', ERROR_TEXTS.busy)
      },
    })
  },
  { name: 'pressure', dependencies: ['errors', 'connections', 'http', 'monitors'] },
)
