/**
 * `npm run test:hardening -- diskFull [--rounds=20]`: a disk in memory (as root, on Linux) that is full, again and again:
 * favorites and pictures are 503, what is read stays as it was, and writes succeed when there is room again
 * (docs/security.md 9).
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Book } from '../../contract/books.ts'
import { PROFILE_IMAGE_FIELD } from '../../contract/uploads.ts'
import { MIB_BYTES } from '../../contract/units.ts'
import { option, report, skip } from './lib/run.ts'
import { openServerUnderLoad } from './lib/serverUnderLoad.ts'

const WRITES = 10

/** Fills the disk of a server whose data is there; says what went wrong, and how many writes were refused. */
async function fillAgain(disk: string, rounds: number): Promise<void> {
  const under = await openServerUnderLoad({ DATA_DIR: join(disk, 'data') })
  const { address, readers, books } = under.traffic
  const [{ id, bearer } = { id: '', bearer: { authorization: '' } }] = readers
  const create = { width: 64, height: 64, channels: 3, background: '#852' } as const
  const picture = new Uint8Array(await sharp({ create }).png().toBuffer())
  const send = (path: string, init: { method?: string; headers?: object; body?: BodyInit } = {}) =>
    fetch(`${address}/api/${path}`, { ...init, headers: { ...bearer, ...init.headers } })
  const list = async (): Promise<string> => {
    const found: Book[] = await (await send(`user/${id}/favoriteBooks`)).json()
    return found.map((book) => book.id).join()
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
  const faults: string[] = []
  const expectThat = (isSo: boolean, fault: string): void => {
    if (!isSo) faults.push(fault)
  }
  const filler = join(disk, 'filler')
  /** Writes until nothing more goes in. */
  const fill = (): void => {
    const chunk = Buffer.alloc(64 * 1024)
    try {
      for (let size = 0; size < 256 * MIB_BYTES; size += chunk.length)
        writeFileSync(filler, chunk, { flag: 'a' })
    } catch {
      // Full.
    }
  }

  let refused = 0
  for (let round = 0; round < rounds; round++) {
    let expected = await list()
    fill()
    for (const bookId of books.slice(round * WRITES, (round + 1) * WRITES)) {
      const status = await add(bookId)
      if (status === 503) refused += 1
      // There was room for it after all.
      else if (status === 200) expected = [bookId, ...expected.split(',').filter(Boolean)].join()
      else expectThat(false, `a favorite was ${status}`)
    }
    const status = await upload()
    expectThat(status === 503, `a picture was ${status}`)
    expectThat((await send('book/detail/emma')).ok, 'a read failed')
    expectThat((await list()) === expected, 'the list differs')
    rmSync(filler, { force: true })
    expectThat((await add(books.at(-1))) === 200, 'with room again a favorite was refused')
  }
  expectThat((await under.close()) === 0, 'the server did not end well')
  expectThat(refused > (rounds * WRITES) / 2, 'most writes were not refused')
  for (const fault of faults) console.log(fault)
  report(
    faults.length === 0,
    `${rounds} times full, ${refused} writes refused: ${faults.length} faults`,
  )
}

const rounds = option('rounds', 20)
const disk = mkdtempSync(join(tmpdir(), 'catchword-disk-'))
const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk])
if (status === 0) await fillAgain(disk, rounds).finally(() => spawnSync('umount', [disk]))
else skip('this system mounts no disk in memory for us')
rmSync(disk, { recursive: true })
