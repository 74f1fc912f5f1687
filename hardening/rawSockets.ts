/**
 * `npm run test:hardening -- rawSockets [--slow=500]`: requests that no browser sends, and connections that
 * begin a request and never end it: no 5xx, each ended within 20 seconds (15 and the time to notice),
 * readers served meanwhile and after (docs/security.md 2.1).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { load, option, report } from './lib/run.ts'
import { ODD_REQUESTS, sendOddRequests, sendSlowRequests } from './lib/rawSockets.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'

const count = option('slow', 500)
const under = await openServerUnderLoad()
const port = Number(new URL(under.traffic.address).port)
const faults = await sendOddRequests(port, 20_000)
const slow = sendSlowRequests(port, { count, patience: 30_000 })
await delay(2000)
const during = await fetch(`${under.traffic.address}/api/book/detail/emma`)
const { hanging, longest, bad } = await slow
const after = await fetch(`${under.traffic.address}/api/book/detail/emma`)
const { code } = await under.close()
for (const fault of faults) console.log(fault)
report(
  faults.length + hanging + bad === 0 &&
    longest < 20_000 &&
    during.status === 200 &&
    after.status === 200 &&
    code === 0,
  `${ODD_REQUESTS} odd requests, ${faults.length} answered wrongly; ${count} connections that never ` +
    `end their request: the longest was held ${(longest / 1000).toFixed(1)} s, ${hanging} were not ` +
    `ended, readers were answered ${during.status} meanwhile and ${after.status} after (${load()})`,
)
