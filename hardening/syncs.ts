/**
 * `npm run test:hardening -- syncs [--writes=1000]`: watches the server's system calls: between a request
 * that writes and its 200 there is a sync of the database's log, each time, and it has ended. The same
 * server without that sync, which must fail, proves that this run would notice (../shared/security.md A2).
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isFull, option, report, skip } from './lib/run.ts'
import { prepareTraffic } from './lib/traffic.ts'

const MAIN = join(import.meta.dirname, '..', 'server', 'main.ts')

// A server that acknowledges without syncing, made by taking the sync from what every file can do.
const WEAKER = `data:text/javascript,${encodeURIComponent(`
  import { open } from 'node:fs/promises'
  const file = await open(process.execPath)
  Object.getPrototypeOf(file).datasync = async () => undefined
  await file.close()
`)}`

const writes = option('writes', isFull ? 1000 : 100)

interface Watched {
  acknowledged: number
  synced: number
}

/** Counts the 200s to writes in a trace, and those before which the log was synced. */
function readTrace(trace: string): Watched {
  const watched: Watched = { acknowledged: 0, synced: 0 }
  let asked = false
  let synced = false
  for (const line of trace.split('\n')) {
    if (/ read\(\d+, "(?:POST|DELETE) \/api\/user\/[\w-]+\/favoriteBook/.test(line)) {
      asked = true
      synced = false
    } else if (/ f(?:data)?sync(?:\(\d+\)| resumed>\)) += 0$/.test(line)) synced = true
    else if (asked && /"HTTP\/1\.1 200 /.test(line)) {
      watched.acknowledged += 1
      if (synced) watched.synced += 1
      asked = false
    }
  }
  return watched
}

async function watch(options: string[]): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-syncs-'))
  const trace = join(folder, 'trace')
  const calls = 'trace=read,write,writev,fsync,fdatasync'
  const child = spawn(
    'strace',
    ['-f', '-qq', '-s', '64', '-e', calls, '-o', trace, process.execPath, ...options, MAIN],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: '0',
        LOG_LEVEL: 'silent',
        MAX_LOOP_DELAY: '0',
        RATE_LIMIT_FACTOR: '1000000',
        DATA_DIR: join(folder, 'data'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'close')
  try {
    let address = ''
    for await (const line of createInterface(child.stdout)) {
      address = /^Catchword is at (\S+)$/.exec(line)?.[1] ?? ''
      if (address !== '') break
    }
    const { readers, books, ...traffic } = await prepareTraffic(address, 1)
    const [reader] = readers
    if (!reader) throw new Error('There is no reader.')
    const path = `${traffic.address}/api/user/${reader.id}/favoriteBook`
    const headers = { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' }
    // One after another, so that each sync belongs to one write.
    for (let at = 0; at < writes; at++) {
      const bookId = books[Math.floor(at / 2) % books.length]
      const answer =
        at % 2 === 0
          ? await fetch(path, { method: 'POST', headers, body: JSON.stringify({ bookId }) })
          : await fetch(`${path}/${bookId}`, { method: 'DELETE', headers })
      if (answer.status !== 200) throw new Error(`A write was answered ${answer.status}.`)
      await answer.arrayBuffer()
    }
    await delay(200)
    return readTrace(readFileSync(trace, 'utf8'))
  } finally {
    // strace hands the signal to nobody: the server is its child.
    const [server = ''] = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
    if (server !== '') process.kill(Number(server), 'SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' })
    execFileSync('ps', ['-o', 'pid=', '--pid', String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

if (!hasStrace()) skip('strace is not here, or may not watch a process')
else {
  const full = await watch([])
  const weaker = await watch(['--import', WEAKER])
  report(
    full.acknowledged === writes &&
      full.synced === writes &&
      weaker.synced < weaker.acknowledged / 2,
    `${full.synced} of ${full.acknowledged} acknowledged writes were synced before the answer; without the ` +
      `sync ${weaker.synced} of ${weaker.acknowledged}`,
  )
}
