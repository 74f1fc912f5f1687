import { Agent, request } from 'node:http'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { askProcess } from './ownProcess.ts'
import { loginAt, readAt, writeAt, type Ask, type Traffic } from './traffic.ts'

// A process that sends requests at a fixed rate, whether or not earlier ones were answered (an open
// model): slow answers do not make the load any lighter.

/** What is sent: how much of what, for how long. */
export interface Load {
  traffic: Traffic
  /** Requests a second. */
  reads: number
  writes: number
  logins: number
  seconds: number
}

/** Times in ms. */
interface Times {
  p50: number
  p99: number
  max: number
}

/** What became of it. */
export interface LoadFigures {
  sent: number
  /** Answers by status. */
  statuses: Record<string, number>
  /** Requests without an answer. */
  errors: number
  reads: Times
  writes: Times
}

const TIMEOUT = 60_000

/**
 * As many requests may be under way at once, over a connection each that is kept. Fewer than the server's queue of
 * new connections holds (`BACKLOG`): what the system drops there comes again after up to half a minute.
 */
const CONNECTIONS = 4000

/** Microseconds as milliseconds with two decimals. */
const ms = (value: number): number => Math.round(value / 10) / 100

function timesOf(histogram: RecordableHistogram): Times {
  return {
    p50: ms(histogram.percentile(50)),
    p99: ms(histogram.percentile(99)),
    max: ms(histogram.max),
  }
}

async function generate({ traffic, reads, writes, logins, seconds }: Load): Promise<LoadFigures> {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: CONNECTIONS,
    maxFreeSockets: CONNECTIONS,
  })
  const histograms = {
    reads: createHistogram(),
    writes: createHistogram(),
    logins: createHistogram(),
  }
  const statuses: Record<string, number> = {}
  const figures = { sent: 0, statuses, errors: 0 }
  const open = { count: 0 }

  const send = ({ method, path, token, body }: Ask, times: RecordableHistogram): void => {
    const began = performance.now()
    figures.sent += 1
    open.count += 1
    const sent = request(
      traffic.address + path,
      {
        agent,
        method,
        timeout: TIMEOUT,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => {
          // Microseconds; a histogram takes whole numbers from 1 on.
          const time = Math.max(1, Math.round((performance.now() - began) * 1000))
          times.record(time)
          const status = String(answer.statusCode)
          figures.statuses[status] = (figures.statuses[status] ?? 0) + 1
        })
      },
    )
    sent.once('timeout', () => sent.destroy(new Error('no answer')))
    sent.once('error', () => (figures.errors += 1))
    sent.once('close', () => (open.count -= 1))
    sent.end(body)
  }

  const counts = { reads: 0, writes: 0, logins: 0 }
  const start = performance.now()
  for (;;) {
    // Whatever holds this process up, no less is sent than was ordered.
    const elapsed = Math.min((performance.now() - start) / 1000, seconds)
    for (; counts.reads < elapsed * reads; counts.reads++) {
      send(readAt(traffic, counts.reads), histograms.reads)
    }
    for (; counts.writes < elapsed * writes; counts.writes++) {
      send(writeAt(traffic, counts.writes), histograms.writes)
    }
    for (; counts.logins < elapsed * logins; counts.logins++) {
      send(loginAt(traffic, counts.logins), histograms.logins)
    }
    if (elapsed === seconds) break
    await delay(1)
  }
  while (open.count > 0) await delay(10)
  agent.destroy()
  return {
    ...figures,
    reads: timesOf(histograms.reads),
    writes: timesOf(histograms.writes),
  }
}

/** Sends a load from a process of its own, so that it takes no time from the one that looks on. */
export const sendLoad = (load: Load): Promise<LoadFigures> => askProcess(import.meta.filename, load)

if (import.meta.main) {
  process.once('message', (load: Load) => {
    void (async () => {
      process.send?.(await generate(load))
      process.disconnect()
    })()
  })
}
