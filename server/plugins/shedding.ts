import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { MIB_BYTES } from '../lib/units.ts'
import { HttpProblem } from './errors.ts'
import { routeOf } from './log.ts'
import { MONITOR_PATHS } from './monitors.ts'

/** How often the event loop and the memory are looked at, in ms. */
const SAMPLE_MS = 250

/** Turns in a row that must be too long: a single pause is over before anybody could be turned away. */
const TURNS = 2

/** Seconds after which a reader who was turned away may come back. */
const RETRY_AFTER_SECONDS = 5

/**
 * The part of MAX_LOOP_DELAY that a request or a connection may wait for its turn. Without it turns stay
 * short while more and more wait for them.
 */
const QUEUE_SHARE = 0.5

/** For how long every turn must take in a connection before it is measured how long they wait, in ms. */
const PROBE_AFTER_MS = 50

/** How much later that is measured again, in ms: each time costs what a connection of a reader does. */
const PROBE_EVERY_MS = 50

/** Why a request is turned away: slow turns, more waiting than turns can take, or memory. */
export const SHED_REASONS = ['delay', 'queue', 'memory'] as const

/** One of `SHED_REASONS`. */
export type ShedReason = (typeof SHED_REASONS)[number]

interface Options {
  config: Pick<Config, 'maxLoopDelay' | 'maxMemory'>
  /** Told of each request that is turned away. */
  onShed: (reason: ShedReason) => void
}

/**
 * How long connections wait to be taken in: Node takes one in a turn of the event loop, however many there
 * are. While every turn takes one in, this connects to the server itself and looks when its turn comes.
 * @returns how long the last one waited, or the present one has so far, in ms; 0 where none have to
 */
function followConnections(app: FastifyInstance): () => number {
  let fullSince: number | undefined
  let hasTaken = false
  let hasTakenProbe = false
  let waited = 0
  let probe: { socket: Socket; sent: number } | undefined
  let probed = 0

  const endProbe = (): void => {
    probe?.socket.destroy()
    probe = undefined
  }
  const sendProbe = (): void => {
    const address = app.server.address()
    if (typeof address !== 'object' || address === null) return
    const sent = performance.now()
    const socket = connect({ port: address.port, host: address.address })
    socket.on('error', endProbe)
    probe = { socket, sent }
  }
  // Immediates run at the end of a turn, and with one to run the next turn does not wait for anything.
  const lookAgain = (): void => {
    const now = performance.now()
    const isFull = hasTaken
    // A turn that took in the probe had no room for another; by itself it says nothing of those that wait.
    if (!hasTaken && !hasTakenProbe) {
      fullSince = undefined
      waited = 0
      return
    }
    hasTaken = false
    hasTakenProbe = false
    setImmediate(lookAgain)
    if (!isFull || probe || now - (fullSince ?? now) <= PROBE_AFTER_MS) return
    if (now - probed > PROBE_EVERY_MS) sendProbe()
  }
  app.server.on('connection', (socket) => {
    if (probe && socket.remotePort === probe.socket.localPort) {
      hasTakenProbe = true
      probed = performance.now()
      waited = probed - probe.sent
      socket.destroy()
      endProbe()
      return
    }
    hasTaken = true
    if (fullSince !== undefined) return
    fullSince = performance.now()
    setImmediate(lookAgain)
  })
  app.addHook('onClose', async () => endProbe())
  return () => Math.max(waited, probe ? performance.now() - probe.sent : 0)
}

/** How much memory the process has, in bytes; more than any bound where no file is left to look with. */
function memory(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** For how long the present turn of the event loop has come to one request after the other, in ms. */
function followTurn(): () => number {
  let began: number | undefined
  return () => {
    const now = performance.now()
    if (began === undefined) {
      began = now
      setImmediate(() => (began = undefined))
    }
    return now - began
  }
}

/**
 * Turns requests away with 503 and Retry-After while the turns of the event loop take longer than
 * MAX_LOOP_DELAY, or more has waited for them for half of that, or the process has more memory than
 * MAX_MEMORY: those under way finish sooner, and nobody waits for an answer that comes too late
 * (../shared/security.md 3.9). Health, readiness and metrics are always answered. Looks on from
 * when the app is ready, so that the start is no load.
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
      const isSlow = maxLoopDelay > 0 && now - before - SAMPLE_MS > maxLoopDelay
      slowTurns = isSlow ? slowTurns + 1 : 0
      memoryFull = maxMemory > 0 && memory() > maxMemory * MIB_BYTES
      before = now
    }, SAMPLE_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))

  const waits = maxLoopDelay > 0 ? [followTurn(), followConnections(app)] : []
  const reasonToShed = (): ShedReason | undefined => {
    if (slowTurns >= TURNS) return 'delay'
    if (memoryFull) return 'memory'
    return waits.some((wait) => wait() > maxLoopDelay * QUEUE_SHARE) ? 'queue' : undefined
  }

  app.addHook('onRequest', async (request) => {
    const reason = reasonToShed()
    if (reason === undefined || MONITOR_PATHS.has(routeOf(request))) return
    onShed(reason)
    throw new HttpProblem(503, 'busy', 'The server is busy. Please try again in a moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
    })
  })
}
