import { setImmediate as nextTick } from 'node:timers/promises'

/** Too many are waiting at a gate; try again later. */
export class GateFull extends Error {
  override name = 'GateFull'
  override message = 'Too many are waiting.'
}

/** Lets `atOnce` pieces of work run together and `waiting` more wait in order; rejects the rest with GateFull. */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0

  const pass = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else if (queue.length >= waiting) throw new GateFull()
    // Who leaves hands its place over, so `running` stays as it is.
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
  /** How many run and how many wait, for the figures of the server. */
  const load = () => ({ running, waiting: queue.length })
  return Object.assign(pass, { load })
}

/**
 * Lets those who wait for it go on one in each turn of the event loop, so that other requests are served between pieces
 * of work that hold it; rejects with GateFull where more than `waiting` wait.
 */
export function createTurns(waiting: number): () => Promise<void> {
  const gate = createGate({ atOnce: 1, waiting })
  return () => gate(nextTick)
}

/** Waits for work so many ms at most, then resolves with `undefined` while the work goes on. */
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, milliseconds, undefined)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
