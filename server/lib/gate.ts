import { setTimeout as wait } from 'node:timers/promises'

/** Too many are waiting at a gate; try again later. */
export class GateFull extends Error {
  override name = 'GateFull'
  override message = 'Too many are waiting.'
}

interface GateOptions {
  atOnce: number
  waiting: number
  /** Who has waited so long, in ms, is rejected with GateFull. */
  maxWait?: number
}

/** Lets `atOnce` pieces of work run together and `waiting` more wait in order; rejects the rest with GateFull. */
export function createGate({ atOnce, waiting, maxWait }: GateOptions) {
  const queue: (() => void)[] = []
  let running = 0

  const enter = async (signal?: AbortSignal): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) throw new GateFull()
    // Who leaves hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const next = (): void => {
        stop()
        resolve()
      }
      const giveUp = (): void => {
        stop()
        queue.splice(queue.indexOf(next), 1)
        reject(signal?.aborted ? signal.reason : new GateFull())
      }
      const timer = maxWait === undefined ? undefined : setTimeout(giveUp, maxWait)
      signal?.addEventListener('abort', giveUp)
      queue.push(next)
    })
  }

  const leave = (): void => {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  /** Whose signal is aborted no longer waits, and is rejected with its reason. */
  const pass = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted()
    await enter(signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }
  /** How many run and how many wait, for the figures of the server. */
  const load = () => ({ running, waiting: queue.length })
  return Object.assign(pass, { load })
}

/** Waits for work so many ms at most, then resolves with `undefined` while the work goes on. */
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const done = new AbortController()
  const late = wait(milliseconds, undefined, { signal: done.signal }).catch(() => undefined)
  return Promise.race([work, late]).finally(() => done.abort())
}
