import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { HttpProblem } from './errors.ts'
import { routeOf } from './log.ts'
import { MONITOR_PATHS } from './monitors.ts'

/** How often the event loop and the memory are looked at, in ms. */
const SAMPLE = 250

/** Turns in a row that must be too long: a single pause is over before anybody could be turned away. */
const TURNS = 2

/** Seconds after which a reader who was turned away may come back. */
const RETRY_AFTER = 5

const MIB = 1024 * 1024

interface Options {
  config: Pick<Config, 'maxLoopDelay' | 'maxMemory'>
  /** Told of each request that is turned away. */
  onShed: (reason: 'delay' | 'memory') => void
}

/**
 * Turns requests away with 503 and Retry-After while the turns of the event loop take longer than
 * MAX_LOOP_DELAY, or the process has more memory than MAX_MEMORY: those under way finish sooner, and
 * nobody waits for an answer that comes too late (security.md 3.9). Health, readiness and metrics are
 * always answered. Looks on from when the app is ready, so that the start is no load.
 */
export function registerShedding(app: FastifyInstance, { config, onShed }: Options): void {
  const { maxLoopDelay, maxMemory } = config
  if (maxLoopDelay === 0 && maxMemory === 0) return
  let slowTurns = 0
  let memoryFull = false
  let timer: NodeJS.Timeout | undefined

  app.addHook('onReady', async () => {
    let before = performance.now()
    timer = setInterval(() => {
      const now = performance.now()
      const isSlow = maxLoopDelay > 0 && now - before - SAMPLE > maxLoopDelay
      slowTurns = isSlow ? slowTurns + 1 : 0
      memoryFull = maxMemory > 0 && process.memoryUsage.rss() > maxMemory * MIB
      before = now
    }, SAMPLE).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))

  app.addHook('onRequest', async (request) => {
    const reason = slowTurns >= TURNS ? 'delay' : memoryFull ? 'memory' : undefined
    if (reason === undefined || MONITOR_PATHS.has(routeOf(request))) return
    onShed(reason)
    throw new HttpProblem(503, 'busy', 'The server is busy. Please try again in a moment.', {
      retryAfter: RETRY_AFTER,
    })
  })
}
