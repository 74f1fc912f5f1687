/**
 * `npm run test:hardening -- load [--seconds=600] [--rate=1000]`: readers ask and write, nine to one, at a
 * fixed rate whatever the answers take: every answer is good, and the 99th of a hundred reads takes at
 * most ten times what the middle one takes (../shared/security.md B1). That is judged over all seconds;
 * those that the machine's host left alone are told beside them.
 */
import { sendLoad } from './lib/generator.ts'
import { isFull, load, option, report } from './lib/run.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'

const seconds = option('seconds', isFull ? 600 : 10)
const rate = option('rate', 1000)

const under = await openServerUnderLoad()
const mix = { traffic: under.traffic, reads: rate * 0.9, writes: rate * 0.1, logins: 0 }
await sendLoad({ ...mix, seconds: 5 })
const { sent, statuses, errors, reads, writes, calm } = await sendLoad({ ...mix, seconds })
const memory = await under.metric('process_resident_memory_bytes')
const { code } = await under.close()
const good = statuses['200'] ?? 0
const ratio = ({ p50, p99 }: typeof reads): number => p99 / p50
report(
  good === sent && errors === 0 && ratio(reads) <= 10 && code === 0,
  `${sent} requests at ${rate} a second for ${seconds} s, ${sent - good} not answered 200 ` +
    `(${JSON.stringify(statuses)}, ${errors} without an answer); reads p50 ${reads.p50} ms, p99 ` +
    `${reads.p99} ms (${ratio(reads).toFixed(1)} times), max ${reads.max} ms; writes p50 ${writes.p50} ms, ` +
    `p99 ${writes.p99} ms; reads of the ${calm.seconds} seconds that the host left alone: p50 ` +
    `${calm.reads.p50} ms, p99 ${calm.reads.p99} ms (${ratio(calm.reads).toFixed(1)} times); ` +
    `memory ${Math.round(memory / 1024 / 1024)} MiB (${load()})`,
)
