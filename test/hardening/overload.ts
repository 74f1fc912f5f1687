/**
 * `npm run test:hardening -- overload [--seconds=60] [--connections=2000]`: so many connections send requests as fast
 * as there are responses: each is a 200 or a 503, `/healthz` responds meanwhile, and ten seconds later all is as
 * before (docs/security.md 9).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { countFailures, sendLoad } from './lib/load.ts'
import { load, option, report } from './lib/run.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'
import { mixOf } from './lib/traffic.ts'

const seconds = option('seconds', 60)
const connections = option('connections', 2000)

const under = await openServerUnderLoad()
const { address } = under.traffic
const requests = mixOf(under.traffic)
const flood = sendLoad({ address, requests, connections, seconds })
await delay(seconds * 500)
const health = await fetch(`${address}/healthz`)
const during = await flood
await delay(10_000)
const after = await sendLoad({ address, requests, connections: 8, rate: 100, seconds: 5 })
const code = await under.close()

const failed = countFailures(during, [200, 503])
const failedAfter = countFailures(after, [200])
const count = (status: number) => during.statuses.get(status) ?? 0
report(
  failed + failedAfter === 0 && count(200) > 0 && health.status === 200 && code === 0,
  `${connections} connections for ${seconds} s: ${count(200)} responses of 200, ${count(503)} of 503, ${failed} ` +
    `failures; ten seconds later ${failedAfter} failures, p99 ${after.p99} ms (${load()})`,
)
