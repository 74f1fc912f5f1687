/**
 * `npm run test:hardening -- overload [--seconds=60]`: twice as many requests a second as the server can
 * answer: it stays up, says 503 with Retry-After where it cannot serve, and serves as before ten seconds
 * after (../shared/security.md B2).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { cannonade } from './lib/cannon.ts'
import { sendLoad } from './lib/generator.ts'
import { isFull, load, option, report } from './lib/run.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'
import { readAt, writeAt } from './lib/traffic.ts'

const seconds = option('seconds', isFull ? 60 : 5)

const under = await openServerUnderLoad()
const { traffic } = under
const asks = Array.from({ length: 500 }, (_, at) =>
  at % 10 === 0 ? writeAt(traffic, at) : readAt(traffic, at),
)
const { perSecond } = await cannonade({
  address: traffic.address,
  asks,
  connections: 64,
  seconds: Math.min(10, seconds),
})
const rate = Math.round(perSecond * 2)
const over = await sendLoad({
  traffic,
  reads: rate * 0.9,
  writes: rate * 0.1,
  logins: 0,
  seconds,
})
const healthy = await fetch(`${traffic.address}/healthz`)
await delay(10_000)
const after = await sendLoad({ traffic, reads: 90, writes: 10, logins: 0, seconds: 5 })
const shed = await Promise.all(
  ['queue', 'delay'].map((reason) =>
    under.metric(`catchword_requests_shed_total{reason="${reason}"}`),
  ),
)
const { code } = await under.close()

const answers = Object.values(over.statuses).reduce((sum, count) => sum + count, 0)
const odd = Object.entries(over.statuses).filter(([status]) => !['200', '503'].includes(status))
const good = over.statuses['200'] ?? 0
report(
  odd.length === 0 &&
    over.errors === 0 &&
    answers === over.sent &&
    over.late === 0 &&
    over.rude === 0 &&
    healthy.status === 200 &&
    after.sent === after.statuses['200'] &&
    code === 0,
  `${Math.round(perSecond)} requests a second at most, then ${rate} for ${seconds} s: ` +
    `${good} answered, ${over.statuses['503'] ?? 0} turned away with 503 (${shed[0]} for their turn, ${shed[1]} for slow turns), ` +
    `${over.sent - answers} without an answer, ${over.late} answered after a reader had given up, ` +
    `answered otherwise: ${odd.join(', ') || 'none'}, ${over.rude} without Retry-After; ` +
    `reads p99 ${over.reads.p99} ms, max ${over.reads.max} ms; ten seconds later ` +
    `${after.statuses['200'] ?? 0} of ${after.sent} good, p99 ${after.reads.p99} ms (${load()})`,
)
