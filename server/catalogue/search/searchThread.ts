import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createGate } from '../../lib/gate.ts'
import { SearchTooSlow } from '../bookReader.ts'
import type { SearchReply, SearchRequest, SearchWorkerData } from './searchWorker.ts'

// At a few milliseconds a search the last of these waits for a few tenths of a second.
const MAX_WAITING = 100

const WORKER = new URL('searchWorker.ts', import.meta.url)

/** The worker's reply to a request. @throws what ends the worker meanwhile */
async function send(worker: Worker, request: SearchRequest): Promise<SearchReply> {
  const done = new AbortController()
  const { signal } = done
  const ended = once(worker, 'exit', { signal }).then((): never => {
    throw new Error('The search thread ended.')
  })
  const replied = once(worker, 'message', { signal })
  // Only a search under way keeps the process going.
  worker.ref()
  try {
    worker.postMessage(request, [])
    const [reply]: SearchReply[] = await Promise.race([replied, ended])
    if (!reply) throw new Error('The search thread replied nothing.')
    return reply
  } finally {
    worker.unref()
    done.abort()
    void Promise.allSettled([ended, replied])
  }
}

export type SearchThread = ReturnType<typeof createSearchThread>

/**
 * Searches in the catalogue `file`, one after another on a thread that is started at the first search, and
 * anew where it died; each may take `searchTimeout` ms, or as long as it takes.
 */
export function createSearchThread(
  file: string,
  { searchTimeout = Infinity }: { searchTimeout?: number | undefined } = {},
) {
  const gate = createGate({ atOnce: 1, waiting: MAX_WAITING })
  let worker: Worker | undefined
  let version = 1
  let isClosed = false

  function started(): Worker {
    if (isClosed) throw new Error('The catalogue is not open.')
    if (worker) return worker
    const workerData: SearchWorkerData = { file, searchTimeout }
    worker = new Worker(WORKER, { workerData, execArgv: [], name: 'search' })
    worker.on('error', () => undefined)
    worker.once('exit', () => (worker = undefined))
    worker.unref()
    return worker
  }

  return {
    /**
     * At most `limit` books, the best first; none where `signal` is aborted before the search begins. A
     * search that has used up its time ends with what it has.
     *
     * @throws GateFull where too many wait already, SearchTooSlow where nothing was found in time
     */
    search: (query: string, limit: number, signal?: AbortSignal) =>
      gate(async () => {
        if (signal?.aborted) return []
        const reply = await send(started(), { query, limit, version })
        if ('results' in reply) return reply.results
        const { name, message, errcode } = reply
        if (name === 'SearchTooSlow') throw new SearchTooSlow()
        throw Object.assign(new Error(message), { name, ...(errcode !== undefined && { errcode }) })
      }),

    /** The file was replaced by another: later searches are in the new one. */
    reopen(): void {
      version += 1
    },

    /** How many searches run and how many wait. */
    load: gate.load,

    /** Ends the thread; call it when no search is under way. */
    async close(): Promise<void> {
      isClosed = true
      await worker?.terminate()
    },
  }
}
