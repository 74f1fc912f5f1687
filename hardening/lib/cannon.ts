import autocannon from 'autocannon'
import { askProcess } from './ownProcess.ts'
import type { Ask } from './traffic.ts'

// A process that asks as fast as it is answered, over a number of connections.

/** What is asked over how many connections, for how long. */
export interface Cannonade {
  address: string
  asks: Ask[]
  connections: number
  seconds: number
}

/** What became of it. */
export interface CannonFigures {
  requests: number
  perSecond: number
  /** Answers by their first digit, such as `2xx`. */
  good: number
  unavailable: number
  otherwise: number
  errors: number
}

async function fire({ address, asks, connections, seconds }: Cannonade): Promise<CannonFigures> {
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    timeout: 60,
    requests: asks.map(({ method, path, token, body }) => ({
      method,
      path,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })),
  })
  const statuses = Object.entries(Object(result.statusCodeStats)).map(
    ([status, stats]) => [status, Number(Object(stats).count)] as const,
  )
  const sum = (wanted: (status: string) => boolean) =>
    statuses.filter(([status]) => wanted(status)).reduce((total, [, count]) => total + count, 0)
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    good: sum((status) => status === '200' || status === '401'),
    unavailable: sum((status) => status === '503'),
    otherwise: sum((status) => !['200', '401', '503'].includes(status)),
    errors: result.errors,
  }
}

/** Fires from a process of its own. */
export const cannonade = (orders: Cannonade): Promise<CannonFigures> =>
  askProcess(import.meta.filename, orders)

if (import.meta.main) {
  process.once('message', (orders: Cannonade) => {
    void (async () => {
      process.send?.(await fire(orders))
      process.disconnect()
    })()
  })
}
