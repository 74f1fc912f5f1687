import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../contract/units.ts'
import type { LocalCatalogue } from '../catalogue/catalogue.ts'
import type { FavoriteRepository } from '../store/store.ts'
import { findNeighbours, type Hearts, type HostNeighbourMap } from './neighbours.ts'

/** How often neighbours are found anew, in ms, and how often it is looked whether that is due before. */
const REBUILD_EVERY_MS = HOUR_MS
const LOOK_EVERY_MS = 10 * SECOND_MS

/** They are found anew once so large a part of the favorites was added since. */
const ADDED_SHARE = 0.05

/** Readers count once their account is older, in ms: accounts made up in a row do not. */
const READER_AGE_MS = 7 * DAY_MS

/** Favorites read at a time: more would hold the event loop. */
const PAGE = 250

/** What was found, and from what. */
interface Built {
  neighbours: HostNeighbourMap
  /** The catalogue that the works are from. */
  version: string | undefined
  /** How many favorites there were, and the `seq` of the last. */
  favorites: number
  last: number
  /** By `performance.now()`. */
  at: number
}

const NOTHING: Built = {
  neighbours: new Map(),
  version: undefined,
  favorites: 0,
  last: 0,
  at: -Infinity,
}

interface Options {
  favorites: Pick<FavoriteRepository, 'since' | 'lastSeq'>
  catalogue: Pick<LocalCatalogue, 'file' | 'version'>
  /** What this host alone knows. */
  secret: () => Promise<string>
  /** Told why the favorites could not be read; they are read again later. */
  onError: (error: unknown) => void
  /** Milliseconds since 1970; the clock by default. */
  now?: () => number
  rebuildEvery?: number | undefined
  lookEvery?: number
}

/**
 * The neighbours of works among this host's readers, found in the background from `start` until `stop`: as a whole,
 * every hour and whenever enough has changed. No request waits for it: until they are found there are none.
 */
export function createHostNeighbours(options: Options) {
  const { favorites, catalogue, secret, onError, now = Date.now } = options
  const { rebuildEvery = REBUILD_EVERY_MS, lookEvery = Math.min(LOOK_EVERY_MS, rebuildEvery) } =
    options
  let current = NOTHING
  /** Ends the present round: what is being built, and the time until the next. */
  let round = new AbortController()
  const stopping = new AbortController()
  let running = Promise.resolve()

  const counts = (readerSince: number): boolean => readerSince < now() - READER_AGE_MS

  async function isDue(): Promise<boolean> {
    if (performance.now() - current.at >= rebuildEvery) return true
    if (catalogue.version() !== current.version) return true
    const added = (await favorites.lastSeq()) - current.last
    return added > 0 && added >= current.favorites * ADDED_SHARE
  }

  async function build(signal?: AbortSignal): Promise<Built> {
    const hearts = new Map<string, Hearts>()
    const workOf = new Map<string, string>()
    const built = { ...NOTHING, version: catalogue.version(), at: performance.now() }
    let length: number
    do {
      const page = await favorites.since(built.last, PAGE)
      const newBooks = new Set(page.map(({ bookId }) => bookId).filter((id) => !workOf.has(id)))
      const works = catalogue.file().worksOf([...newBooks])
      // A book that left the catalogue is a work of its own.
      for (const id of newBooks) workOf.set(id, works.get(id) ?? id)
      for (const { seq, userId, bookId, addedAt, readerSince, disabledAt } of page) {
        built.last = seq
        if (disabledAt !== null || !counts(readerSince)) continue
        const own = hearts.get(userId) ?? { works: [], times: [] }
        hearts.set(userId, own)
        own.works.push(workOf.get(bookId) ?? bookId)
        own.times.push(addedAt)
      }
      length = page.length
      built.favorites += length
      await nextTick()
      signal?.throwIfAborted()
    } while (length === PAGE)
    const options = { secret: await secret(), now: now(), signal }
    return { ...built, neighbours: await findNeighbours(hearts.values(), options) }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      round = new AbortController()
      const { signal } = round
      try {
        if (await isDue()) {
          const built = await build(signal)
          signal.throwIfAborted()
          current = built
        }
      } catch (error) {
        if (!signal.aborted) onError(error)
      }
      await delay(lookEvery, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    start(): void {
      running = run()
    },

    async stop(): Promise<void> {
      stopping.abort()
      round.abort()
      await running
    },

    /** Finds them now. */
    async rebuild(): Promise<void> {
      current = await build()
    },

    /** Those that were found last. */
    current: (): HostNeighbourMap => current.neighbours,

    /** An account was deleted: nothing of it counts from now on, so nothing does until all is found anew. */
    forget(readerSince: number): void {
      if (!counts(readerSince)) return
      current = NOTHING
      round.abort()
    },
  }
}

/** The neighbours of works among this host's readers. */
export type HostNeighbours = ReturnType<typeof createHostNeighbours>
