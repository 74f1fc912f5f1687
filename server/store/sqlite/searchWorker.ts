import { parentPort, workerData } from 'node:worker_threads'
import type { SearchResult } from '../../../contract/books.ts'
import { packError, type ThreadError } from '../../lib/threadError.ts'
import type { SearchLimits } from '../searchTime.ts'
import { createBookSearch } from './bookSearch.ts'
import { openForSearch } from './searchConnection.ts'

// Searches on a thread of its own, so that the server's goes on meanwhile: see searchPool.ts.

/** What the thread is started with. */
export interface SearchWorkerData {
  file: string
  limits: SearchLimits
  /** The number of the search that nobody waits for any more. */
  stopped: Int32Array
}

/** A search to do, numbered from 1. */
export interface SearchRequest {
  number: number
  query: string
  limit: number
}

/** What came of it. */
export type SearchReply = { results: SearchResult[] } | { failure: ThreadError }

function serve(
  port: NonNullable<typeof parentPort>,
  { file, limits, stopped }: SearchWorkerData,
): void {
  const search = createBookSearch(openForSearch(file), limits)
  port.on('message', ({ number, query, limit }: SearchRequest) => {
    let reply: SearchReply
    try {
      // Who has stopped it waits for nothing.
      reply = { results: search(query, limit, () => Atomics.load(stopped, 0) === number) ?? [] }
    } catch (error) {
      reply = { failure: packError(error) }
    }
    port.postMessage(reply, [])
  })
}

if (parentPort) serve(parentPort, workerData)
