import { setImmediate as nextTick } from 'node:timers/promises'
import type { LocalCatalogue } from '../catalogue/catalogue.ts'
import { createGate } from '../lib/gate.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../contract/units.ts'
import type { FavoriteRepository } from '../store/store.ts'
import { Hearts } from './hearts.ts'
import { Neighbours } from './neighbours.ts'

/** How often new favorites are looked for, in ms. */
const LOOK_EVERY_MS = 10 * SECOND_MS

/** How often all are read again, in ms: other servers remove some. */
const READ_ALL_EVERY_MS = 6 * HOUR_MS

/** Readers count once their account is older, in ms: accounts made up in a row do not (decision 63). */
const READER_AGE_MS = 7 * DAY_MS

/** Favorites read at a time: more would hold the event loop. */
const PAGE = 250

/** What was read of the host's favorites. */
interface Loaded {
  hearts: Hearts
  neighbours: Neighbours
  /** The `seq` of the last favorite that was read. */
  last: number
  /** The catalogue that the books' works are from. */
  version: string | undefined
  readAt: number
}

interface Options {
  favorites: Pick<FavoriteRepository, 'since'>
  catalogue: Pick<LocalCatalogue, 'reader' | 'version'>
  /** Given why the favorites could not be read; they are read again later. */
  onError: (error: unknown) => void
  /** Milliseconds since 1970; the clock by default. */
  now?: () => number
  lookEvery?: number | undefined
}

/** Forgets something, and returns the works whose neighbours may change. */
type Removal = (hearts: Hearts) => readonly number[]

function apply({ hearts, neighbours }: Loaded, removal: Removal): void {
  for (const work of removal(hearts)) neighbours.change(work)
}

/**
 * Keeps the host's hearts in memory and their neighbours up to date, in the background from `start` until
 * `stop`. No request waits for it: until it has read anything, there are no hearts.
 */
export function createHeartKeeper(options: Options) {
  const { favorites, catalogue, onError, now = Date.now, lookEvery = LOOK_EVERY_MS } = options
  const oneByOne = createGate({ atOnce: 1, waiting: Infinity })
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  /** Since the page that is being read was requested. */
  let removals: Removal[] = []

  function nothing(): Loaded {
    const hearts = new Hearts()
    const neighbours = new Neighbours(hearts)
    return { hearts, neighbours, last: 0, version: catalogue.version(), readAt: performance.now() }
  }

  let current = nothing()
  /** What an update fills: what is there, or what replaces it. */
  let next = current

  /** Whether there may be more. */
  async function readPage(into: Loaded): Promise<boolean> {
    removals = []
    const page = await favorites.since(into.last, PAGE)
    const newBooks = page.map(({ bookId }) => bookId).filter((id) => !into.hearts.workOfBook(id))
    const works = catalogue.reader().worksOf([...new Set(newBooks)])
    for (const { seq, userId, bookId, readerSince } of page) {
      into.last = seq
      if (readerSince >= now() - READER_AGE_MS) continue
      apply(into, (hearts) => hearts.add(userId, bookId, works.get(bookId)))
    }
    // What was removed meanwhile may be in the page.
    for (const removal of removals) apply(into, removal)
    return page.length === PAGE
  }

  /** Reads what is new, and brings everything up to date. */
  const update = () =>
    oneByOne(async () => {
      const isOld = performance.now() - current.readAt > READ_ALL_EVERY_MS
      // Other editions may be one work in a new catalogue.
      next = isOld || catalogue.version() !== current.version ? nothing() : current
      while ((await readPage(next)) && !signal.aborted) await nextTick()
      await next.neighbours.refresh(signal)
      current = next
    })

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
    for (const one of new Set([current, next])) apply(one, removal)
    removals.push(removal)
  }

  return {
    start: () => plan(0),
    update,

    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },

    /** What was read by now. */
    loaded: (): Pick<Loaded, 'hearts' | 'neighbours'> => current,

    /** A favorite was removed; new ones are found by themselves. */
    removed: (userId: string, bookId: string) => remove((hearts) => hearts.remove(userId, bookId)),

    /** An account was deleted. */
    forget: (userId: string) => remove((hearts) => hearts.forget(userId)),
  }
}

/** Keeps the host's hearts. */
export type HeartKeeper = ReturnType<typeof createHeartKeeper>
