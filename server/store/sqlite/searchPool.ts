import { availableParallelism } from 'node:os'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { SearchResult } from '../../../contract/books.ts'
import { createGate } from '../../lib/gate.ts'
import { Thread } from '../../lib/thread.ts'
import { unpackError } from '../../lib/threadError.ts'
import { SearchTooSlow, type SearchLimits } from '../searchTime.ts'
import { createBookSearch, type SqliteSearch } from './bookSearch.ts'
import { openForSearch } from './searchConnection.ts'
import type { SearchReply, SearchRequest, SearchWorkerData } from './searchWorker.ts'

const MAX_THREADS = 3
/** Searches that wait for a thread. At a few milliseconds each the last of them waits a tenth of a second. */
const MAX_WAITING = 100

/** Of so many books no statement of a search takes long: a few milliseconds where it takes the most. */
const SMALL_CATALOGUE = 100_000
/** So long a catalogue is believed to be as small as it was, in ms: an import may be under way. */
const BELIEVED_MS = 1000
/** So long a search may hold the server's own thread, in ms, before its next statement. */
const HERE_MS = 5

const WORKER = new URL('searchWorker.ts', import.meta.url)

/** An error of a search in a thread, as it would have been thrown here. */
function errorOf({ failure }: Extract<SearchReply, { failure: unknown }>): Error {
  return failure.name === 'SearchTooSlow' ? new SearchTooSlow() : unpackError(failure)
}

/** One thread, which does one search at a time and can be told to stop. */
class SearchThread {
  readonly #stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #thread: Thread<SearchRequest, SearchReply>
  #number = 0

  constructor(file: string, limits: SearchLimits) {
    const workerData: SearchWorkerData = { file, limits, stopped: this.#stopped }
    this.#thread = new Thread(WORKER, { name: 'search', workerData })
  }

  get isAlive(): boolean {
    return this.#thread.isAlive
  }

  async search(query: string, limit: number, signal?: AbortSignal): Promise<SearchResult[]> {
    this.#number += 1
    const number = this.#number
    const stop = () => Atomics.store(this.#stopped, 0, number)
    signal?.addEventListener('abort', stop)
    try {
      const reply = await this.#thread.ask({ number, query, limit })
      if ('failure' in reply) throw errorOf(reply)
      return reply.results
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  /** Ends the thread, which closes its connection. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

/**
 * Searches on the server's own thread. To hand one over and take its answer back costs as much as half
 * of most searches of a small catalogue, and nobody waits where there is nobody else.
 */
class OwnThread {
  readonly #file: string
  readonly #limits: SearchLimits
  #open: { database: DatabaseSync; search: SqliteSearch; isSmall: () => boolean } | undefined

  constructor(file: string, limits: SearchLimits) {
    this.#file = file
    this.#limits = limits
  }

  #opened() {
    if (this.#open) return this.#open
    const database = openForSearch(this.#file)
    try {
      // Each book of a source has taken one of its places.
      const places = 'SELECT coalesce(sum(places), 0) AS places FROM book_sources'
      const count = database.prepare(places)
      let small = false
      let asked = -Infinity
      const isSmall = (): boolean => {
        const now = performance.now()
        if (now - asked > BELIEVED_MS) {
          small = Number(count.get()?.['places']) <= SMALL_CATALOGUE
          asked = now
        }
        return small
      }
      this.#open = { database, search: createBookSearch(database, this.#limits), isSmall }
      return this.#open
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** The results; `undefined` where it would hold the thread for too long. */
  search(query: string, limit: number): SearchResult[] | undefined {
    const { search, isSmall } = this.#opened()
    const end = performance.now() + HERE_MS
    return isSmall() ? search(query, limit, () => performance.now() > end) : undefined
  }

  close(): void {
    this.#open?.database.close()
    this.#open = undefined
  }
}

/** Searches in the database of `file`, on threads that are started when they are needed. */
export interface SearchPool {
  /**
   * As `BookRepository.search`.
   *
   * @throws GateFull where too many wait already, SearchTooSlow
   */
  search(query: string, limit: number, signal?: AbortSignal): Promise<SearchResult[]>
  /** How many searches run and how many wait. */
  load(): { running: number; waiting: number }
  /** Ends the threads; call it when no search is under way. */
  close(): Promise<void>
}

/**
 * A search takes a millisecond or many, and SQLite answers at once or not at all: on the server's own
 * thread everybody else would wait for it. Only a short one that is alone is done there
 * (decision page 0022).
 */
export function createSearchPool(file: string, limits: SearchLimits = {}): SearchPool {
  const threads = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1))
  const gate = createGate({ atOnce: threads, waiting: MAX_WAITING })
  const all = new Set<SearchThread>()
  const idle: SearchThread[] = []
  const own = new OwnThread(file, limits)
  let isClosed = false

  const take = (): SearchThread => {
    if (isClosed) throw new Error('The database is not open.')
    const known = idle.pop()
    if (known?.isAlive) return known
    if (known) all.delete(known)
    const thread = new SearchThread(file, limits)
    all.add(thread)
    return thread
  }

  const isAlone = (): boolean => {
    const { running, waiting } = gate.load()
    return running === 1 && waiting === 0
  }

  return {
    search: (query, limit, signal) =>
      gate(async () => {
        // Those who asked at the same time come in first.
        if (isAlone()) await setImmediate()
        // Who is gone needs no answer.
        if (signal?.aborted) return []
        const found = isAlone() && !isClosed ? own.search(query, limit) : undefined
        if (found) return found
        const thread = take()
        try {
          return await thread.search(query, limit, signal)
        } finally {
          idle.push(thread)
        }
      }),

    load: gate.load,

    async close() {
      isClosed = true
      own.close()
      await Promise.all([...all].map((thread) => thread.close()))
    },
  }
}
