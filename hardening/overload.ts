/**
 * `npm run test:hardening -- overload [--seconds=60] [--connections=2000]`: a request at any time on each of so many
 * connections: every one gets a response, 200 or 503, health is answered meanwhile, and ten seconds after all is as
 * before.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { cannonade } from './lib/cannon.ts'
import { sendLoad } from './lib/generator.ts'
import { isFull, load, option, report } from './lib/run.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'
import { readAt, writeAt } from './lib/traffic.ts'

const seconds = option('seconds', isFull ? 60 : 10)
const connections = option('connections', 2000)

const under = await openServerUnderLoad()
const { traffic } = under
const asks = Array.from({ length: 500 }, (_, at) =>
  at % 10 === 0 ? writeAt(traffic, at) : readAt(traffic, at),
)
const flood = cannonade({ address: traffic.address, asks, connections, seconds })
await delay(seconds * 500)
const health = await fetch(`${traffic.address}/healthz`)
const over = await flood
await delay(10_000)
const after = await sendLoad({ traffic, reads: 90, writes: 10, logins: 0, seconds: 5 })
const shed = await under.metric('catchword_requests_shed_total{reason="delay"}')
const { code } = await under.close()

report(
  over.errors === 0 &&
    over.otherwise === 0 &&
    health.status === 200 &&
    after.sent === after.statuses['200'] &&
    code === 0,
  `${connections} connections for ${seconds} s: ${over.good} answered, ${over.unavailable} rejected with 503 ` +
    `(${shed} for a delayed event loop), ${over.otherwise} answered otherwise, ${over.errors} without an answer; ` +
    `ten seconds later ${after.statuses['200'] ?? 0} of ${after.sent} good, p99 ${after.reads.p99} ms (${load()})`,
)
