import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { MIB_BYTES } from '../../contract/units.ts'
import { HttpProblem } from './errors.ts'
import { routeOf } from './log.ts'
import { MONITOR_PATHS } from './monitors.ts'

/** Why a request is rejected: a delayed event loop, or memory. */
export const REJECTION_REASONS = ['delay', 'memory'] as const

export type RejectionReason = (typeof REJECTION_REASONS)[number]

interface Options {
  config: Pick<Config, 'maxLoopDelay' | 'maxMemory'>
  /** Called for each request that is rejected. */
  onRejected: (reason: RejectionReason) => void
}

/**
 * Rejects requests with 503 and Retry-After while the event loop is delayed by more than MAX_LOOP_DELAY or
 * the process has more memory than MAX_MEMORY. Health, readiness and metrics are always answered.
 */
export async function registerPressure(
  app: FastifyInstance,
  { config: { maxLoopDelay, maxMemory }, onRejected }: Options,
): Promise<void> {
  if (maxLoopDelay === 0 && maxMemory === 0) return
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
    maxRssBytes: maxMemory * MIB_BYTES,
    // Async: the plugin does not catch what a handler throws, but passes on what it rejects with.
    async pressureHandler(request, _reply, type) {
      if (isStarting || MONITOR_PATHS.has(routeOf(request))) return
      onRejected(type === underPressure.TYPE_RSS_BYTES ? 'memory' : 'delay')
      throw new HttpProblem(503, 'busy', 'The server is busy. Please try again in a moment.')
    },
  })
}
