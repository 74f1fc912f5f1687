/**
 * `npm run test:hardening -- diskFull [--rounds=20]`: a disk in memory that is full (as root), and a system that lets
 * the server's files grow no further (anywhere on Linux), with ten favorites and a picture each time: all are 503,
 * what is read stays as it was, and writes succeed when there is room again (docs/security.md 9).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Book } from '../../contract/books.ts'
import { PROFILE_IMAGE_FIELD } from '../../contract/uploads.ts'
import { MIB_BYTES } from '../../contract/units.ts'
import { option, report, skip } from './lib/run.ts'
import { openServerUnderLoad, type ServerUnderLoad } from './lib/serverUnderLoad.ts'

const WRITES = 10

const rounds = option('rounds', 20)
const faults: string[] = []
/** How many writes were refused, by the way in which there was no room. */
const lines: string[] = []

const create = { width: 64, height: 64, channels: 3, background: '#852' } as const
const picture = new Uint8Array(await sharp({ create }).png().toBuffer())

/** Fills the disk of a server again and again; `fill` and `free` do it. */
async function run(
  way: string,
  under: ServerUnderLoad,
  fill: () => void,
  free: () => void,
): Promise<void> {
  const { address, readers, books } = under.traffic
  const [{ id, bearer } = { id: '', bearer: { authorization: '' } }] = readers
  const send = (path: string, init: { method?: string; headers?: object; body?: BodyInit } = {}) =>
    fetch(`${address}/api/${path}`, { ...init, headers: { ...bearer, ...init.headers } })
  const list = async (): Promise<string[]> => {
    const found: Book[] = await (await send(`user/${id}/favoriteBooks`)).json()
    return found.map((book) => book.id).toSorted()
  }
  const add = async (bookId: string | undefined): Promise<number> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ bookId })
    return (await send(`user/${id}/favoriteBook`, { method: 'POST', headers, body })).status
  }
  const upload = async (): Promise<number> => {
    const body = new FormData()
    body.append(PROFILE_IMAGE_FIELD, new File([picture], 'a.png'))
    return (await send('profile/upload', { method: 'POST', body })).status
  }
  const expectThat = (isSo: boolean, fault: string): void => {
    if (!isSo) faults.push(`${way}: ${fault}`)
  }

  let refused = 0
  const attempt = async (chosen: readonly string[]): Promise<void> => {
    const expected = await list()
    fill()
    for (const bookId of chosen) {
      const status = await add(bookId)
      // There was room for it after all.
      if (status === 200) expected.push(bookId)
      else expectThat(status === 503, `a favorite was ${status}`)
      if (status === 503) refused += 1
    }
    const status = await upload()
    expectThat(status === 503, `a picture was ${status}`)
    if (status === 503) refused += 1
    expectThat((await send('book/detail/emma')).ok, 'a read failed')
    expectThat((await list()).join() === expected.toSorted().join(), 'the list differs')
  }
  for (let round = 0; round < rounds; round++) {
    await attempt(books.slice(round * WRITES, (round + 1) * WRITES)).finally(free)
    expectThat((await add(books.at(-1))) === 200, 'with room again a favorite was refused')
  }
  expectThat((await under.close()) === 0, 'the server did not end well')
  expectThat(refused >= rounds * WRITES, `only ${refused} writes were refused`)
  lines.push(`${way} (${refused} writes refused)`)
}

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args).status === 0

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
if (succeeds('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk)) {
  try {
    const filler = join(disk, 'filler')
    const under = await openServerUnderLoad({ DATA_DIR: join(disk, 'data') })
    const free = () => rmSync(filler, { force: true })
    await run('a full disk', under, () => fillUp(filler), free)
  } finally {
    execFileSync('umount', [disk])
  }
}
rmSync(disk, { recursive: true })
if (succeeds('prlimit', '--version')) {
  const under = await openServerUnderLoad()
  const limit = (bytes: string) => () =>
    execFileSync('prlimit', ['--pid', `${under.server.child.pid}`, `--fsize=${bytes}`])
  await run('files that may not grow', under, limit('1:unlimited'), limit('unlimited:unlimited'))
}

if (lines.length === 0) skip('this system mounts no disk for us and has no prlimit')
else {
  for (const fault of faults) console.log(fault)
  report(faults.length === 0, `${rounds} times ${lines.join(' and ')}: ${faults.length} faults`)
}
