import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { SECOND_MS } from '../../contract/units.ts'
import { networkOf } from './clientAddress.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs that a request was refused, `line` beside its route and address: once a second for an address at most. */
    noteRefusal(request: FastifyRequest, line: object): void
    /** Logs that the database failed a request: one line when that begins, one with their count when it is over. */
    noteOutage(error: unknown): void
  }
}

/** After how many looks, one a second, the log says that requests still fail. */
const LOOKS_A_LINE = 60

function createNoteRefusal(now: () => number): FastifyInstance['noteRefusal'] {
  const noted = new LRUCache<string, true>({
    max: 10_000,
    ttl: SECOND_MS,
    ttlResolution: 0,
    perf: { now },
  })
  return (request, line) => {
    const { ip, method, routeOptions } = request
    const network = networkOf(ip)
    if (noted.has(network)) return
    noted.set(network, true)
    request.log.warn({ method, route: routeOptions.url ?? 'none', ip, ...line }, 'request refused')
  }
}

function createNoteOutage(
  app: FastifyInstance,
  check: () => Promise<void>,
): FastifyInstance['noteOutage'] {
  let [failed, seen, looks] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    const isBack = await check().then(
      () => failed === seen,
      () => false,
    )
    if (!timer) return
    if (isBack) {
      app.log.warn({ failed }, 'the database fails no more requests')
      timer = undefined
      return
    }
    seen = failed
    looks += 1
    if (looks % LOOKS_A_LINE === 0) app.log.error({ failed }, 'the database still fails requests')
    timer.refresh()
  }

  app.addHook('onClose', async () => {
    clearTimeout(timer)
    timer = undefined
  })
  return (error) => {
    failed += 1
    if (timer) return
    app.log.error({ err: error }, 'the database fails requests')
    ;[failed, seen, looks] = [1, 0, 0]
    timer = setTimeout(() => void look(), SECOND_MS)
  }
}

export interface RefusalOptions {
  /** Rejects where the database does not respond. */
  check?: () => Promise<void>
  /** Milliseconds since 1970. */
  now?: () => number
}

/** What the log says of requests that are refused or fail, so that thousands do not fill it. */
export const refusals = plugin<RefusalOptions>(
  async (app, { check = async () => undefined, now = Date.now }) => {
    app.decorate('noteRefusal', createNoteRefusal(now))
    app.decorate('noteOutage', createNoteOutage(app, check))
  },
  { name: 'refusals' },
)
