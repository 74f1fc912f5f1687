/**
 * `npm run test:hardening -- foreignLock [--seconds=7]`: another process locks readers.db under traffic: reads go on,
 * writes are 503 after five seconds, and none that was acknowledged is lost (docs/security.md 9).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { sendLoad } from './lib/load.ts'
import { load, option, report } from './lib/run.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'
import { readsOf } from './lib/traffic.ts'

const seconds = option('seconds', 7)

const folder = mkdtempSync(join(tmpdir(), 'catchword-lock-'))
const under = await openServerUnderLoad({ DATA_DIR: folder, MAX_LOOP_DELAY: '0' })
const { address, readers, books } = under.traffic
const [reader] = readers
if (!reader) throw new Error('There is no reader.')
const path = `${address}/api/user/${reader.id}/favoriteBook`

/** Adds one book each; resolves with how many of each status there were. */
async function addBooks(bookIds: string[]): Promise<number[]> {
  const responses = bookIds.map((bookId) =>
    fetch(path, {
      method: 'POST',
      headers: { ...reader?.bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ bookId }),
    }),
  )
  return (await Promise.all(responses)).map(({ status }) => status)
}
const countOf = (statuses: number[], status: number) =>
  statuses.filter((found) => found === status).length

const beside = new DatabaseSync(join(folder, 'readers.db'))
beside.exec('BEGIN IMMEDIATE')
const reads = sendLoad({
  address,
  requests: readsOf(under.traffic),
  connections: 4,
  rate: 50,
  seconds,
})
const refused = await addBooks(books.slice(0, 10))
const waiting = addBooks(books.slice(10, 20))
await delay(2000)
beside.exec('COMMIT')
beside.close()
const written = await waiting
const { errors, p99, statuses } = await reads
const list = await fetch(`${path}s`, { headers: reader.bearer })
const stored: unknown = await list.json()
const count = Array.isArray(stored) ? stored.length : 0
const code = await under.close()
rmSync(folder, { recursive: true, force: true })

report(
  countOf(refused, 503) === 10 &&
    countOf(written, 200) === 10 &&
    count === 10 &&
    errors === 0 &&
    statuses.size === 1 &&
    p99 < 500 &&
    code === 0,
  `readers.db locked: ${statuses.get(200)} reads, p99 ${p99} ms; ${countOf(refused, 503)} of 10 writes 503 after five ` +
    `seconds, ${countOf(written, 200)} of 10 written after it was free, ${count} stored (${load()})`,
)
