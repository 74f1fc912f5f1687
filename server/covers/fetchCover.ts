import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGate, GateFull } from '../lib/gate.ts'
import { hasRoom as diskHasRoom } from '../lib/hasRoom.ts'
import { openPicture } from '../lib/openPicture.ts'
import { writeWhole } from '../lib/writeWhole.ts'
import { download, type DownloadTools } from './download.ts'

const DOWNLOAD = { milliseconds: 5000, bytes: 5 * 1024 * 1024 }
const WIDTH = 400
// Catalogues answer a dot where they have no cover.
const LEAST_SIDE = 16
const FAILURE_KEPT = 10 * 60_000
const FAILURES_MAX = 10_000

/** Where covers may come from and where they are kept. */
export interface CoverFetcherOptions extends DownloadTools {
  /** Exact names of the hosts that may be asked. */
  hosts: readonly string[]
  /** The folder of the fetched covers, made at the first, in one that is there. */
  folder: string
  /** Whether a disk has room for what only saves time. */
  hasRoom?: (folder: string) => Promise<boolean>
  /** Now, in milliseconds since 1970. */
  now?: () => number
}

/** A remote cover as WebP, 400 wide at most, or `undefined` where it cannot be had at the moment. */
export type CoverFetcher = (id: string, picture: string) => Promise<Buffer | undefined>

async function shrink(bytes: Buffer): Promise<Buffer> {
  const picture = openPicture(bytes)
  const { width, height } = await picture.metadata()
  if (width < LEAST_SIDE || height < LEAST_SIDE) {
    throw new Error(`a picture of ${width} × ${height} is no cover`)
  }
  return picture.resize({ width: WIDTH, withoutEnlargement: true }).webp({ quality: 82 }).toBuffer()
}

async function kept(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch {
    // Not there, or not readable: it is fetched again.
    return undefined
  }
}

/**
 * Remote covers, kept on disk: each is fetched once, however many ask at the same time, and what could
 * not be had is not asked for again for ten minutes. The last room of the disk is left to readers: covers
 * are shown then, and no longer kept. Nothing is thrown: without the picture the cover is drawn.
 */
export function createCoverFetcher(options: CoverFetcherOptions): CoverFetcher {
  const { hosts, folder, hasRoom = diskHasRoom, now = Date.now, ...tools } = options
  const running = new Map<string, Promise<Buffer | undefined>>()
  const failedUntil = new Map<string, number>()
  const gate = createGate({ atOnce: 4, waiting: 32 })

  async function fetchOnce(file: string, picture: string): Promise<Buffer | undefined> {
    const known = await kept(join(folder, file))
    if (known) return known
    try {
      const cover = await gate(async () =>
        shrink(await download(picture, { hosts, ...DOWNLOAD }, tools)),
      )
      // A cover that cannot be kept can still be shown.
      if (await hasRoom(dirname(folder)))
        await writeWhole(folder, file, cover).catch(() => undefined)
      return cover
    } catch (error) {
      if (!(error instanceof GateFull)) {
        if (failedUntil.size >= FAILURES_MAX) failedUntil.clear()
        failedUntil.set(file, now() + FAILURE_KEPT)
      }
      return undefined
    }
  }

  return async function fetchCover(id, picture) {
    const link = createHash('sha256').update(picture).digest('hex').slice(0, 16)
    const file = `${id}-${link}.webp`
    const until = failedUntil.get(file)
    if (until !== undefined) {
      if (now() < until) return undefined
      failedUntil.delete(file)
    }
    const present = running.get(file)
    if (present) return present
    const fetching = fetchOnce(file, picture).finally(() => running.delete(file))
    running.set(file, fetching)
    return fetching
  }
}
