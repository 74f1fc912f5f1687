import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { createGate, GateFull, inTime } from '../lib/gate.ts'
import { hasRoom as diskHasRoom } from '../lib/hasRoom.ts'
import { openPicture } from '../lib/openPicture.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/units.ts'
import { writeWhole } from '../lib/writeWhole.ts'
import { download, type DownloadTools } from './download.ts'

const WIDTH = 400
// Catalogues answer a dot where they have no cover.
const LEAST_SIDE = 16
/** So long a request waits for a cover; it is fetched all the same. */
const WAIT_MS = SECOND_MS
/** A host that gave no response so often, one after another, is left alone for so long. */
const SILENCES_MAX = 3
const REST_MS = MINUTE_MS

export interface CoverFetcherOptions extends DownloadTools {
  /** Exact names of the hosts. */
  hosts: readonly string[]
  /** The folder of the fetched covers, made at the first. */
  folder: string
  hasRoom?: (folder: string) => Promise<boolean>
  now?: () => number
  /** Told once of a host that is left alone for a while. */
  log: (line: string) => void
}

/** What there is of a remote cover: none where it could not be fetched, `later` where the next request may have it. */
type Fetched = Buffer | 'later' | undefined

/** A remote cover as WebP, 400 wide at most. */
export type CoverFetcher = (id: string, picture: string) => Promise<Fetched>

/** How fetching ended, since the start: with a cover, with a response without one, with no response. */
export const coverFetches = { fetched: 0, refused: 0, silent: 0 }

/** Its host is left alone. */
class HostRests extends Error {}

/** Whether there was no response at all: errors of the network, and that of an end in time, have a code. */
const isSilence = (error: unknown): boolean => error instanceof Error && 'code' in error

async function shrink(bytes: Buffer): Promise<Buffer> {
  const picture = openPicture(bytes)
  const { width, height } = await picture.metadata()
  if (width < LEAST_SIDE || height < LEAST_SIDE) {
    throw new Error(`a picture of ${width} × ${height} is no cover`)
  }
  return picture.resize({ width: WIDTH, withoutEnlargement: true }).webp({ quality: 82 }).toBuffer()
}

/**
 * Remote covers, stored while the disk has room, each fetched once, a failure again after ten minutes; who waits for a
 * second is told `later`. Throws nothing.
 */
export function createCoverFetcher(options: CoverFetcherOptions): CoverFetcher {
  const { hosts, folder, hasRoom = diskHasRoom, now = Date.now, log, ...tools } = options
  const running = new Map<string, Promise<Fetched>>()
  /** By host: how often it was silent since its last response, and until when it is left alone. */
  const silent = new Map<string, { times: number; until: number }>()
  const failed = new LRUCache<string, true>({
    max: 10_000,
    ttl: 10 * MINUTE_MS,
    ttlResolution: 0,
    perf: { now },
  })
  const gate = createGate({ atOnce: 4, waiting: 32 })

  function noteSilence(host: string): void {
    const times = (silent.get(host)?.times ?? 0) + 1
    silent.set(host, { times, until: times < SILENCES_MAX ? 0 : now() + REST_MS })
    if (times === SILENCES_MAX)
      log(`${host} gives no covers: it is asked again once a minute, generated ones stand in.`)
  }

  async function fetchOnce(file: string, picture: string): Promise<Fetched> {
    const stored = await readFile(join(folder, file)).catch(() => undefined)
    if (stored) return stored
    const host = URL.parse(picture)?.host ?? ''
    try {
      const cover = await gate(async () => {
        if (now() < (silent.get(host)?.until ?? 0)) throw new HostRests()
        const bytes = await download(picture, hosts, tools)
        silent.delete(host)
        return shrink(bytes)
      })
      coverFetches.fetched += 1
      const mayStore = await hasRoom(dirname(folder))
      // A cover that cannot be stored can still be shown.
      if (mayStore) await writeWhole(folder, file, cover).catch(() => undefined)
      return cover
    } catch (error) {
      if (error instanceof GateFull || error instanceof HostRests) return 'later'
      const isSilent = isSilence(error)
      coverFetches[isSilent ? 'silent' : 'refused'] += 1
      if (isSilent) noteSilence(host)
      else silent.delete(host)
      failed.set(file, true)
      return undefined
    }
  }

  return async function fetchCover(id, picture) {
    const link = createHash('sha256').update(picture).digest('hex').slice(0, 16)
    const file = `${id}-${link}.webp`
    if (failed.get(file)) return undefined
    const fetching =
      running.get(file) ?? fetchOnce(file, picture).finally(() => running.delete(file))
    running.set(file, fetching)
    const done = await inTime(
      fetching.then((cover) => ({ cover })),
      WAIT_MS,
    )
    return done ? done.cover : 'later'
  }
}
