/** Too many are waiting at a gate; try again later. */
export class GateFull extends Error {
  constructor() {
    super('Too many are waiting.')
    this.name = 'GateFull'
  }
}

/**
 * Lets `atOnce` pieces of work run together and `waiting` more wait for their turn, in order; refuses
 * the rest with GateFull. Bounds what hashing and picture decoding may take from everyone else.
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0

  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) throw new GateFull()
    // Who leaves hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  const leave = (): void => {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  const pass = async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
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
