/**
 * `npm run test:hardening -- loginFlood [--seconds=20] [--connections=100] [--rounds=5]`: a hundred connections
 * log in without a pause; the reads of everyone else take at most twice as long at their 99th of a hundred
 * as without them, measured in turns (../shared/security.md B3).
 */
import { sendLoad } from './lib/generator.ts'
import { cannonade } from './lib/cannon.ts'
import { isFull, load, option, report } from './lib/run.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'
import { loginAt } from './lib/traffic.ts'

const READS = 100

const seconds = option('seconds', isFull ? 20 : 5)
const connections = option('connections', 100)
const rounds = option('rounds', isFull ? 5 : 2)

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const under = await openServerUnderLoad()
const { traffic } = under
const reads = { traffic, reads: READS, writes: 0, logins: 0, seconds }
await sendLoad({ ...reads, seconds: 3 })
const calm: number[] = []
const flooded: number[] = []
let logins = 0
let refused = 0
let bad = 0
for (let round = 0; round < rounds; round++) {
  const before = await sendLoad(reads)
  const [during, flood] = await Promise.all([
    sendLoad(reads),
    cannonade({
      address: traffic.address,
      asks: Array.from({ length: 64 }, (_, at) => loginAt(traffic, at)),
      connections,
      seconds,
    }),
  ])
  calm.push(before.reads.p99)
  flooded.push(during.reads.p99)
  logins += flood.good
  refused += flood.unavailable
  bad += flood.otherwise + flood.errors + during.errors + before.errors
  bad += during.sent - (during.statuses['200'] ?? 0)
}
const { code } = await under.close()
const ratio = middle(flooded) / middle(calm)
report(
  ratio <= 2 && bad === 0 && logins > 0 && code === 0,
  `reads p99 ${middle(calm)} ms alone, ${middle(flooded)} ms while ${connections} connections log in ` +
    `(${ratio.toFixed(1)} times); ${logins} logins answered, ${refused} turned away with 503, ${bad} ` +
    `answered otherwise (${load()})`,
)
