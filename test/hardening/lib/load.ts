import autocannon, { type Request } from 'autocannon'

/** What is sent to a server, how fast, and for how long. */
export interface Load {
  address: string
  /** Each connection sends them in this order, again and again. */
  requests: Request[]
  connections: number
  /** For so long, or until so many requests are sent. */
  seconds?: number
  amount?: number
  /** Requests a second over all connections; as fast as there are responses where it is not given. */
  rate?: number
}

/** What came back. */
export interface LoadFigures {
  /** How many responses there were of each status. */
  statuses: ReadonlyMap<number, number>
  /** Requests without a response. */
  errors: number
  /** Milliseconds within which 99 of 100 responses came. */
  p99: number
}

/** Sends a load from a thread of its own, so that it takes no time from the one that measures. */
export async function sendLoad({ address, seconds, rate, ...load }: Load): Promise<LoadFigures> {
  const { statusCodeStats, errors, latency } = await autocannon({
    ...load,
    url: address,
    ...(seconds !== undefined && { duration: seconds }),
    timeout: 60,
    workers: 1,
    ...(rate !== undefined && { overallRate: rate, ignoreCoordinatedOmission: true }),
  })
  const statuses = Object.entries(statusCodeStats ?? {}).map(
    ([status, { count = 0 }]) => [Number(status), count] as const,
  )
  return { statuses: new Map(statuses), errors, p99: latency.p99 }
}

/** Requests that had no response, or one of a status that is not expected. */
export function countFailures(
  { statuses, errors }: LoadFigures,
  expected: readonly number[],
): number {
  const others = [...statuses].filter(([status]) => !expected.includes(status))
  return others.reduce((sum, [, count]) => sum + count, errors)
}
