import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { createGate, GateFull } from '../lib/gate.ts'
import { hasRoom as diskHasRoom } from '../lib/hasRoom.ts'
import { openPicture } from '../lib/openPicture.ts'
import { MINUTE_MS } from '../../contract/units.ts'
import { writeWhole } from '../lib/writeWhole.ts'
import { download, type DownloadTools } from './download.ts'

const WIDTH = 400
// Catalogues answer a dot where they have no cover.
const LEAST_SIDE = 16

export interface CoverFetcherOptions extends DownloadTools {
  /** Exact names of the hosts. */
  hosts: readonly string[]
  /** The folder of the fetched covers, made at the first. */
  folder: string
  hasRoom?: (folder: string) => Promise<boolean>
  now?: () => number
}

/** A remote cover as WebP, 400 wide at most, or `undefined` where it cannot be fetched at the moment. */
export type CoverFetcher = (id: string, picture: string) => Promise<Buffer | undefined>

async function shrink(bytes: Buffer): Promise<Buffer> {
  const picture = openPicture(bytes)
  const { width, height } = await picture.metadata()
  if (width < LEAST_SIDE || height < LEAST_SIDE) {
    throw new Error(`a picture of ${width} × ${height} is no cover`)
  }
  return picture.resize({ width: WIDTH, withoutEnlargement: true }).webp({ quality: 82 }).toBuffer()
}

/** Remote covers, stored while the disk has room, each fetched once, a failure again after ten minutes. Throws nothing. */
export function createCoverFetcher(options: CoverFetcherOptions): CoverFetcher {
  const { hosts, folder, hasRoom = diskHasRoom, now = Date.now, ...tools } = options
  const running = new Map<string, Promise<Buffer | undefined>>()
  const failed = new LRUCache<string, true>({
    max: 10_000,
    ttl: 10 * MINUTE_MS,
    ttlResolution: 0,
    perf: { now },
  })
  const gate = createGate({ atOnce: 4, waiting: 32 })

  async function fetchOnce(file: string, picture: string): Promise<Buffer | undefined> {
    const stored = await readFile(join(folder, file)).catch(() => undefined)
    if (stored) return stored
    try {
      const cover = await gate(async () => shrink(await download(picture, hosts, tools)))
      const mayStore = await hasRoom(dirname(folder))
      // A cover that cannot be stored can still be shown.
      if (mayStore) await writeWhole(folder, file, cover).catch(() => undefined)
      return cover
    } catch (error) {
      if (!(error instanceof GateFull)) failed.set(file, true)
      return undefined
    }
  }

  return async function fetchCover(id, picture) {
    const link = createHash('sha256').update(picture).digest('hex').slice(0, 16)
    const file = `${id}-${link}.webp`
    if (failed.get(file)) return undefined
    const present = running.get(file)
    if (present) return present
    const fetching = fetchOnce(file, picture).finally(() => running.delete(file))
    running.set(file, fetching)
    return fetching
  }
}
