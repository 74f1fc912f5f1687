/**
 * `npm run test:hardening -- diskFull [--rounds=20]`: a real disk that is full (a small one in memory, as
 * root), and a system that lets the server's files grow no further (anywhere on Linux), ten writes and
 * a picture each time: never a false 200, never anything but 503, readers served, and all as before
 * when there is room again (docs/security.md 9).
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Book } from '../contract/books.ts'
import { MIB_BYTES } from '../server/lib/units.ts'
import { isFull, option, report, skip } from './lib/run.ts'
import { openServerUnderLoad, type ServerUnderLoad } from './lib/serverUnderLoad.ts'

const WRITES = 10

const rounds = option('rounds', isFull ? 20 : 2)
const counts = { false: 0, other: 0, lost: 0, notMended: 0, unread: 0 }
/** How many writes were refused with 503, by the way in which there was no room. */
const refused = new Map<string, number>()

const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#852' } })
  .png()
  .toBuffer()

/** A server whose disk can be made to refuse writes. */
interface Trouble {
  /** How there is no room, in a few words. */
  way: string
  under: ServerUnderLoad
  begin(): void
  end(): void
}

async function attempt({ way, under }: Trouble, round: number): Promise<void> {
  const { address, readers, books } = under.traffic
  const [reader] = readers
  if (!reader) return
  const headers = { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' }
  const own = `${address}/api/user/${reader.id}`
  const list = async (): Promise<string[]> => {
    const answer: Book[] = await (await fetch(`${own}/favoriteBooks`, { headers })).json()
    return answer.map(({ id }) => id).toSorted()
  }
  const note = (status: number): void => {
    if (status === 503) refused.set(way, (refused.get(way) ?? 0) + 1)
    else if (status === 200) counts.false += 1
    else counts.other += 1
  }
  const before = await list()
  const wanted = books.slice(round * WRITES, (round + 1) * WRITES)

  // begin and end belong to the caller, so that the disk is mended whatever happens here.
  for (const bookId of wanted) {
    const body = JSON.stringify({ bookId })
    const { status } = await fetch(`${own}/favoriteBook`, { method: 'POST', headers, body })
    // A write that found room after all is none that was refused: it must be there.
    if (status === 200) before.push(bookId)
    else note(status)
  }
  const form = new FormData()
  form.append('profileImage', new File([new Uint8Array(picture)], 'a.png'))
  const upload = await fetch(`${address}/api/profile/upload`, {
    method: 'POST',
    headers: { authorization: headers.authorization },
    body: form,
  })
  note(upload.status)
  const read = await fetch(`${address}/api/book/detail/emma`)
  if (read.status !== 200) counts.unread += 1
  const after = await list()
  if (JSON.stringify(after) !== JSON.stringify(before.toSorted())) counts.lost += 1
}

async function mended({ under }: Trouble): Promise<void> {
  const { address, readers, books } = under.traffic
  const reader = readers[1]
  const headers = { authorization: `Bearer ${reader?.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ bookId: books[0] })
  const path = `${address}/api/user/${reader?.id}/favoriteBook`
  const { status } = await fetch(path, { method: 'POST', headers, body })
  if (status !== 200) counts.notMended += 1
}

async function run(trouble: Trouble): Promise<void> {
  refused.set(trouble.way, 0)
  try {
    for (let round = 0; round < rounds; round++) {
      trouble.begin()
      try {
        await attempt(trouble, round)
      } finally {
        trouble.end()
      }
      await mended(trouble)
    }
  } finally {
    const { code } = await trouble.under.close()
    if (code !== 0) counts.other += 1
  }
}

/** The system refuses to let files grow: SQLite gets an error of input and output. */
async function withoutGrowth(): Promise<void> {
  const under = await openServerUnderLoad()
  const limit = (size: string) =>
    execFileSync('prlimit', ['--pid', String(under.server.child.pid), `--fsize=${size}`])
  await run({
    way: 'files that may not grow',
    under,
    begin: () => limit('1:unlimited'),
    end: () => limit('unlimited:unlimited'),
  })
}

/** A disk in memory that is filled to the last byte. */
async function withFullDisk(disk: string): Promise<void> {
  const filler = join(disk, 'filler')
  const under = await openServerUnderLoad({ DATA_DIR: join(disk, 'data') })
  await run({
    way: 'a full disk',
    under,
    begin() {
      const chunk = Buffer.alloc(64 * 1024)
      try {
        for (let size = 0; size < 256 * MIB_BYTES; size += chunk.length) {
          writeFileSync(filler, chunk, { flag: 'a' })
        }
      } catch {
        // Full, as it should be; the rest of the last block goes byte by byte to the server's own files.
      }
    },
    end: () => rmSync(filler, { force: true }),
  })
}

function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
}

function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const disk = mountDisk()
if (disk !== undefined) {
  try {
    await withFullDisk(disk)
  } finally {
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  }
}
if (hasPrlimit()) await withoutGrowth()

const ways = [...refused].map(([way, count]) => `${way} (${count} writes refused with 503)`)
if (ways.length === 0) skip('this system mounts no disk for us and has no prlimit')
else {
  const { other, lost, notMended, unread } = counts
  // Each way by itself: what one refused says nothing of the other.
  const isRefused = [...refused.values()].every((count) => count >= rounds * WRITES)
  report(
    counts.false + other + lost + notMended + unread === 0 && isRefused,
    `${rounds} times ${ways.join(' and ')}: ${counts.false} false 200, ${other} answered otherwise, ` +
      `${lost} lists that differ, ${unread} reads refused, ` +
      `${notMended} times not mended when there was room again`,
  )
}
