/**
 * `npm run test:hardening -- crowd [--connections=60] [--seconds=2]`: on a server as `npm start` starts it, one address
 * sends requests to one route after another as fast as there are responses; the
 * landing page of another is at most half a second late. Then 20,000 mixed requests and 200 libraries: at most 500 MB
 * (docs/security.md 9).
 */
import type { Request } from 'autocannon'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LIBRARY_FIELD } from '../../contract/uploads.ts'
import { acceptOf, requestsOfEveryRoute } from '../everyRoute.ts'
import { sendLoad } from './lib/load.ts'
import { load, option, report } from './lib/run.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'
import { mixOf } from './lib/traffic.ts'

const LATEST_MS = 500
const MOST_MB = 500
const REQUESTS = 20_000
const LIBRARIES = 200

const connections = option('connections', 60)
const seconds = option('seconds', 2)
const root = join(import.meta.dirname, '../..')
const open = (settings: Record<string, string>) =>
  openServerUnderLoad(
    { DIST_DIR: join(root, 'dist'), TRUST_PROXY: '127.0.0.1', ...settings },
    join(root, 'scripts/start.mjs'),
  )

// Each reader registers from the same address.
const crowded = await open({ RATE_LIMIT_FACTOR: '7' })
const { address, books, readers } = crowded.traffic
const [{ id, bearer } = { id: '', bearer: {} }] = readers
const json = { ...bearer, 'content-type': 'application/json' }

for (const bookId of books.slice(0, 40)) {
  const body = JSON.stringify({ bookId })
  await fetch(`${address}/api/user/${id}/favoriteBook`, { method: 'POST', headers: json, body })
}

const late: [ms: number, route: string][] = []
/** Measures the landing page while `send` lasts. */
async function measure(route: string, send: () => Promise<unknown>): Promise<void> {
  let latest = 0
  const isOver = send().then(() => true)
  while (!(await Promise.race([isOver, delay(25, false)]))) {
    const began = performance.now()
    const page = await fetch(address, { headers: { 'x-forwarded-for': '192.0.2.1' } })
    await page.arrayBuffer()
    latest = Math.max(latest, page.ok ? performance.now() - began : Infinity)
  }
  console.log(`${latest.toFixed(0).padStart(5)} ms  ${route}`)
  late.push([latest, route])
}
for (const [route, requests] of requestsOfEveryRoute(crowded.traffic))
  await measure(route, () => sendLoad({ address, requests, connections, seconds }))
await crowded.close()

const mixed = await open({ MAX_LOOP_DELAY: '0' })
const { traffic } = mixed
const memory = async () => (await mixed.metric('process_resident_memory_bytes')) / 1e6
const requests = mixOf(traffic).flatMap((request, at): Request[] => {
  const book = traffic.books[(at * 7) % traffic.books.length] ?? ''
  const pages = ['/', `/book/${book}`, `/covers/${book}`, `/covers/${book}/preview.png`, '/login']
  const page = { path: pages[at % pages.length] ?? '/', headers: acceptOf(at) }
  return [{ ...request, headers: { ...request.headers, ...acceptOf(at) } }, page]
})
await sendLoad({ address: traffic.address, requests, connections, amount: REQUESTS })
const afterRequests = await memory()
const rows = Array.from({ length: 2000 }, (_, row) => `The Book of ${row},Author ${row % 500}`)
let refused = 0
for (let at = 0; at < LIBRARIES; at += 1) {
  const reader = traffic.readers[at % traffic.readers.length] ?? { id: '', bearer: {} }
  const body = new FormData()
  body.append(LIBRARY_FIELD, new Blob([['Title,Author', ...rows].join('\n')]), 'library.csv')
  const url = `${traffic.address}/api/user/${reader.id}/library`
  const response = await fetch(url, { method: 'POST', headers: reader.bearer, body })
  await response.arrayBuffer()
  if (!response.ok) refused += 1
}
const after = await memory()
const code = await mixed.close()

const [latest = 0, where = ''] = late.toSorted(([one], [other]) => other - one)[0] ?? []
report(
  latest <= LATEST_MS && Math.max(afterRequests, after) <= MOST_MB && refused + (code ?? 1) === 0,
  `${late.length} routes, ${connections} connections each: a page at most ${latest.toFixed(0)} ms late (${where}); ` +
    `${afterRequests.toFixed(0)} MB after ${REQUESTS} requests, ${after.toFixed(0)} MB after ${LIBRARIES} libraries, ` +
    `${refused} refused (${load()})`,
)
