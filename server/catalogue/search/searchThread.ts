import type { SearchResult } from '../../../contract/books.ts'
import { createGate } from '../../lib/gate.ts'
import { Thread } from '../../lib/thread.ts'
import { unpackError } from '../../lib/threadError.ts'
import { SearchTooSlow } from './searchTooSlow.ts'
import type { SearchReply, SearchRequest, SearchWorkerData } from './searchWorker.ts'

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

/**
 * Searches in the catalogue `file`, one after another on a thread that is started at the first search, and
 * anew where it died.
 */
export function createSearchThread(
  file: string,
  { searchTimeout = Infinity }: SearchLimits = {},
): SearchThread {
  const gate = createGate({ atOnce: 1, waiting: MAX_WAITING })
  let thread: Thread<SearchRequest, SearchReply> | undefined
  let version = 1
  let isClosed = false

  const started = (): Thread<SearchRequest, SearchReply> => {
    if (isClosed) throw new Error('The catalogue is not open.')
    if (thread?.isAlive !== true) {
      const workerData: SearchWorkerData = { file, searchTimeout }
      thread = new Thread(WORKER, { name: 'search', workerData })
    }
    return thread
  }

  return {
    search: (query, limit, signal) =>
      gate(async () => {
        if (signal?.aborted) return []
        const reply = await started().ask({ query, limit, version })
        if (!('failure' in reply)) return reply.results
        const { failure } = reply
        throw failure.name === 'SearchTooSlow' ? new SearchTooSlow() : unpackError(failure)
      }),

    reopen() {
      version += 1
    },

    load: gate.load,

    async close() {
      isClosed = true
      await thread?.close()
    },
  }
}
