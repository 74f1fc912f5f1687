import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SearchResult } from '../../../contract/books.ts'
import { createGate } from '../../lib/gate.ts'
import { SearchTooSlow } from './searchTooSlow.ts'
import type { SearchFailure, SearchReply, SearchRequest, SearchWorkerData } from './searchWorker.ts'

// At a few milliseconds a search the last of these waits for a few tenths of a second.
const MAX_WAITING = 100

const WORKER = new URL('searchWorker.ts', import.meta.url)

/** How long a search may take. */
export interface SearchLimits {
  /** In ms; as long as it takes unless given. */
  searchTimeout?: number | undefined
}

/** Searches in a catalogue. */
export interface SearchThread {
  /**
   * At most `limit` books, the best first; none where `signal` is aborted before the search begins. A
   * search that has used up its time ends with what it has.
   *
   * @throws GateFull where too many wait already, SearchTooSlow where nothing was found in time
   */
  search(query: string, limit: number, signal?: AbortSignal): Promise<SearchResult[]>
  /** The file was replaced by another: later searches are in the new one. */
  reopen(): void
  /** How many searches run and how many wait. */
  load(): { running: number; waiting: number }
  /** Ends the thread; call it when no search is under way. */
  close(): Promise<void>
}

/** The error of the worker, as it would have been thrown here but for its class. */
function errorOf({ name, message, errcode }: SearchFailure): Error {
  if (name === 'SearchTooSlow') return new SearchTooSlow()
  return Object.assign(new Error(message), { name, ...(errcode !== undefined && { errcode }) })
}

/** The worker's reply to a request. @throws what ends the worker meanwhile */
async function ask(worker: Worker, request: SearchRequest): Promise<SearchReply> {
  const settled = new AbortController()
  const { signal } = settled
  const ended = once(worker, 'exit', { signal }).then((): never => {
    throw new Error('The search thread ended.')
  })
  const replied = once(worker, 'message', { signal })
  worker.ref()
  try {
    worker.postMessage(request, [])
    const [reply]: SearchReply[] = await Promise.race([replied, ended])
    if (!reply) throw new Error('The search thread replied nothing.')
    return reply
  } finally {
    worker.unref()
    settled.abort()
    ended.catch(() => undefined)
    replied.catch(() => undefined)
  }
}

/**
 * Searches in the catalogue `file`, one after another on a thread that is started at the first search, and
 * anew where it died.
 */
export function createSearchThread(
  file: string,
  { searchTimeout = Infinity }: SearchLimits = {},
): SearchThread {
  const gate = createGate({ atOnce: 1, waiting: MAX_WAITING })
  let worker: Worker | undefined
  let version = 1
  let isClosed = false

  const started = (): Worker => {
    if (isClosed) throw new Error('The catalogue is not open.')
    if (worker) return worker
    const workerData: SearchWorkerData = { file, searchTimeout }
    const begun = new Worker(WORKER, { workerData, execArgv: [], name: 'search' })
    begun.on('error', () => undefined)
    begun.once('exit', () => (worker = undefined))
    // Only a search under way keeps the process going.
    begun.unref()
    worker = begun
    return begun
  }

  return {
    search: (query, limit, signal) =>
      gate(async () => {
        if (signal?.aborted) return []
        const reply = await ask(started(), { query, limit, version })
        if ('failure' in reply) throw errorOf(reply.failure)
        return reply.results
      }),

    reopen() {
      version += 1
    },

    load: gate.load,

    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
