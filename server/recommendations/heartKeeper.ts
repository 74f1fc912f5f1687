import { setImmediate as nextTick } from 'node:timers/promises'
import type { LocalCatalogue } from '../catalogue/catalogue.ts'
import { createGate } from '../lib/gate.ts'
import { HOUR_MS, SECOND_MS } from '../lib/units.ts'
import type { FavoriteRepository } from '../store/store.ts'
import { Hearts } from './hearts.ts'
import { Neighbours } from './neighbours.ts'

/** How often new favorites are looked for, in ms. */
const LOOK_EVERY_MS = 10 * SECOND_MS

/** How often all are read again, in ms: other servers remove some, and say so to nobody. */
const READ_ALL_EVERY_MS = 6 * HOUR_MS

/** Favorites read at a time: more would hold the event loop. */
const PAGE = 500

/** What is known of the host's favorites. */
interface Known {
  hearts: Hearts
  neighbours: Neighbours
  /** The `seq` of the last favorite that was read. */
  last: number
  /** The catalogue that knew the books' works. */
  version: string | undefined
  readAt: number
}

interface Options {
  favorites: Pick<FavoriteRepository, 'since'>
  catalogue: Pick<LocalCatalogue, 'reader' | 'version'>
  /** Told why the favorites could not be read; they are read again later. */
  onError: (error: unknown) => void
  lookEvery?: number | undefined
}

/** Forgets something, and returns the works whose neighbours may change. */
type Removal = (hearts: Hearts) => readonly number[]

function changeNeighbours({ neighbours }: Known, works: readonly number[]): void {
  for (const work of works) neighbours.change(work)
}

/**
 * Keeps the host's hearts in memory and their neighbours up to date, in the background from `start` until
 * `stop`. Nobody waits for it: until it has read anything, nothing is known.
 */
export function createHeartKeeper(options: Options) {
  const { favorites, catalogue, onError, lookEvery = LOOK_EVERY_MS } = options
  const inTurn = createGate({ atOnce: 1, waiting: Infinity })
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  /** Removed while a page was being read, which may still have it. */
  let late: Removal[] | undefined

  function nothing(): Known {
    const hearts = new Hearts()
    const neighbours = new Neighbours(hearts)
    return { hearts, neighbours, last: 0, version: catalogue.version(), readAt: performance.now() }
  }

  let known = nothing()
  /** What takes its place once it is read; in between both are told of removals. */
  let next = known

  /** Whether there may be more. */
  async function readPage(into: Known): Promise<boolean> {
    late = []
    const page = await favorites.since(into.last, PAGE)
    const unknown = page.map(({ bookId }) => bookId).filter((id) => !into.hearts.workOfBook(id))
    const works = catalogue.reader().worksOf([...new Set(unknown)])
    for (const { seq, userId, bookId } of page) {
      changeNeighbours(into, into.hearts.add(userId, bookId, works.get(bookId)))
      into.last = seq
    }
    for (const removal of late) changeNeighbours(into, removal(into.hearts))
    late = undefined
    return page.length === PAGE
  }

  async function readAndRefresh(): Promise<void> {
    const isOld = performance.now() - known.readAt > READ_ALL_EVERY_MS
    // Other editions may be one work in a new catalogue.
    next = isOld || catalogue.version() !== known.version ? nothing() : known
    while ((await readPage(next)) && !signal.aborted) await nextTick()
    await next.neighbours.refresh(signal)
    known = next
  }

  const update = () => inTurn(readAndRefresh)

  async function work(): Promise<void> {
    try {
      await update()
    } catch (error) {
      if (!signal.aborted) onError(error)
    }
    if (!signal.aborted) plan(lookEvery)
  }

  function plan(after: number): void {
    timer = setTimeout(() => {
      running = work()
    }, after).unref()
  }

  function remove(removal: Removal): void {
    for (const one of new Set([known, next])) changeNeighbours(one, removal(one.hearts))
    late?.push(removal)
  }

  return {
    start: () => plan(0),

    /** Reads what is new, and brings everything up to date. */
    update,

    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },

    /** What is known at the moment. */
    known: (): Pick<Known, 'hearts' | 'neighbours'> => known,

    /** A favorite was removed; new ones are found by themselves. */
    removed: (userId: string, bookId: string) => remove((hearts) => hearts.remove(userId, bookId)),

    /** An account was deleted. */
    forget: (userId: string) => remove((hearts) => hearts.forget(userId)),
  }
}

/** Keeps the host's hearts. */
export type HeartKeeper = ReturnType<typeof createHeartKeeper>
