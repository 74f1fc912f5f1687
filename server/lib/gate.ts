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

/** Runs work that holds the event loop one at a time, so that other requests are served in between; `waiting` may wait. */
export function createTurns(waiting: number) {
  const gate = createGate({ atOnce: 1, waiting })
  return <T>(work: () => T): Promise<T> =>
    gate(async () => {
      await nextTick()
      return work()
    })
}

/** Waits for work so many ms at most, then resolves with `undefined` while the work goes on. */
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, milliseconds, undefined)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
