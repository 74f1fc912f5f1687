/**
 * `npm run test:hardening -- soak [--minutes=60] [--rate=100]`: readers, writers and a login now and then
 * for an hour: the memory that the process holds grows by less than a tenth after the first sixth, and
 * no handle stays open behind them (docs/security.md 10).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { MIB_BYTES } from '../server/lib/units.ts'
import { sendLoad } from './lib/generator.ts'
import { isFull, load, option, report } from './lib/run.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'

const SAMPLE = 5000
const MEMORY = 'process_resident_memory_bytes'
const HANDLES = 'nodejs_active_handles_total'

const minutes = option('minutes', isFull ? 60 : 2)
const rate = option('rate', 100)

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const under = await openServerUnderLoad()
// What is started only where many ask at once, such as the threads that search, is no growth later; nor
// is the second of the two that hash passwords.
await sendLoad({ traffic: under.traffic, reads: 3000, writes: 100, logins: 5, seconds: 5 })
await sendLoad({ traffic: under.traffic, reads: 100, writes: 10, logins: 60, seconds: 5 })
await delay(5000)
const handlesBefore = await under.metric(HANDLES)
const memory: number[] = []
const seconds = minutes * 60
const sending = sendLoad({
  traffic: under.traffic,
  reads: rate * 0.9,
  writes: rate * 0.1,
  logins: 0.5,
  seconds,
})
const end = Date.now() + seconds * 1000
let shown = Date.now()
while (Date.now() < end) {
  await delay(SAMPLE)
  memory.push((await under.metric(MEMORY)) / MIB_BYTES)
  if (Date.now() - shown < 60_000) continue
  shown = Date.now()
  console.log(`soak: ${Math.round(memory.at(-1) ?? 0)} MiB, ${load()}`)
}
const figures = await sending
// Until the connections that were kept alive are gone; the last is the one that asks.
await delay(5000)
const handlesAfter = await under.metric(HANDLES)
const { code } = await under.close()

const sixth = Math.max(1, Math.floor(memory.length / 6))
const before = median(memory.slice(sixth, 2 * sixth))
const after = median(memory.slice(-sixth))
const growth = (after / before - 1) * 100
const bad = Object.entries(figures.statuses).filter(
  ([status]) => !['200', '401', '503'].includes(status),
)
report(
  growth < 10 &&
    handlesAfter <= handlesBefore + 1 &&
    bad.length === 0 &&
    figures.errors === 0 &&
    code === 0,
  `${minutes} minutes at ${rate} requests a second: memory ${before.toFixed(0)} MiB after the first ` +
    `sixth, ${after.toFixed(0)} MiB at the end (${growth.toFixed(1)} %), handles ${handlesBefore} ` +
    `before, ${handlesAfter} after; answers ${JSON.stringify(figures.statuses)}, ` +
    `${figures.errors} without (${load()})`,
)
