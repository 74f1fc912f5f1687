/**
 * `npm run test:hardening -- diskFull [--rounds=20]`: a disk in memory that is full (as root), and a system that lets
 * the server's files grow no further (anywhere on Linux), with ten favorites and a picture each time: all are 503,
 * what is read stays as it was, and writes succeed when there is room again (docs/security.md 9).
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Book } from '../contract/books.ts'
import { PROFILE_IMAGE_FIELD } from '../contract/profileImage.ts'
import { MIB_BYTES } from '../server/lib/units.ts'
import { option, report, skip } from './lib/run.ts'
import { openServerUnderLoad, type ServerUnderLoad } from './lib/serverUnderLoad.ts'

const WRITES = 10

const rounds = option('rounds', 20)
const faults: string[] = []
/** What was refused, by the way in which there was no room. */
const lines: string[] = []

const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#852' } })
  .png()
  .toBuffer()

/** Fills the disk of a server again and again; `fill` and `free` do it. */
async function run(
  way: string,
  under: ServerUnderLoad,
  fill: () => void,
  free: () => void,
): Promise<void> {
  const { address, readers, books } = under.traffic
  const [{ id, bearer } = { id: '', bearer: { authorization: '' } }] = readers
  const list = async (): Promise<string[]> => {
    const url = `${address}/api/user/${id}/favoriteBooks`
    const found: Book[] = await (await fetch(url, { headers: bearer })).json()
    return found.map((book) => book.id).toSorted()
  }
  const add = async (bookId: string | undefined): Promise<number> => {
    const { status } = await fetch(`${address}/api/user/${id}/favoriteBook`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ bookId }),
    })
    return status
  }
  const upload = async (): Promise<number> => {
    const body = new FormData()
    body.append(PROFILE_IMAGE_FIELD, new File([new Uint8Array(picture)], 'a.png'))
    const init = { method: 'POST', headers: bearer, body }
    return (await fetch(`${address}/api/profile/upload`, init)).status
  }

  let refused = 0
  const expectRefusal = (what: string, status: number): void => {
    if (status === 503) refused += 1
    else faults.push(`${way}: ${what} was ${status}`)
  }
  const attempt = async (round: number): Promise<void> => {
    const expected = await list()
    fill()
    for (const bookId of books.slice(round * WRITES, (round + 1) * WRITES)) {
      const status = await add(bookId)
      // There was room for it after all.
      if (status === 200) expected.push(bookId)
      else expectRefusal('a favorite', status)
    }
    expectRefusal('a picture', await upload())
    const read = await fetch(`${address}/api/book/detail/emma`)
    if (read.status !== 200) faults.push(`${way}: a read was ${read.status}`)
    const found = await list()
    if (found.join() !== expected.toSorted().join()) faults.push(`${way}: the list differs`)
  }
  for (let round = 0; round < rounds; round++) {
    await attempt(round).finally(free)
    const status = await add(books.at(-1))
    if (status !== 200) faults.push(`${way}: with room again a favorite was ${status}`)
  }
  const code = await under.close()
  if (code !== 0) faults.push(`${way}: the server ended with ${code}`)
  if (refused < rounds * WRITES) faults.push(`${way}: only ${refused} writes were refused`)
  lines.push(`${way} (${refused} writes refused)`)
}

/** Whether a command of the system succeeds. */
function succeeds(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes until nothing more goes in. */
function fillUp(file: string): void {
  const chunk = Buffer.alloc(64 * 1024)
  try {
    for (let size = 0; size < 256 * MIB_BYTES; size += chunk.length) {
      writeFileSync(file, chunk, { flag: 'a' })
    }
  } catch {
    // Full.
  }
}

const disk = mkdtempSync(join(tmpdir(), 'catchword-disk-'))
if (succeeds('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk])) {
  try {
    const filler = join(disk, 'filler')
    const under = await openServerUnderLoad({ DATA_DIR: join(disk, 'data') })
    await run(
      'a full disk',
      under,
      () => fillUp(filler),
      () => rmSync(filler, { force: true }),
    )
  } finally {
    execFileSync('umount', [disk])
  }
}
rmSync(disk, { recursive: true })
if (succeeds('prlimit', ['--version'])) {
  const under = await openServerUnderLoad()
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(under.server.child.pid), `--fsize=${bytes}`])
  await run(
    'files that may not grow',
    under,
    () => limit('1:unlimited'),
    () => limit('unlimited:unlimited'),
  )
}

if (lines.length === 0) skip('this system mounts no disk for us and has no prlimit')
else {
  for (const fault of faults) console.log(fault)
  report(faults.length === 0, `${rounds} times ${lines.join(' and ')}: ${faults.length} faults`)
}
