import { parentPort, workerData } from 'node:worker_threads'
import type { SearchResult } from '../../../contract/books.ts'
import { packError, type ThreadError } from '../../lib/threadError.ts'
import { CatalogueIndex } from './catalogueIndex.ts'
import { searchBooks } from './searchBooks.ts'

// Searches one after another on a thread of its own, so that the server's goes on meanwhile.

/** What the thread is started with. */
export interface SearchWorkerData {
  file: string
  /** How long a search may take, in ms. */
  searchTimeout: number
}

/** A search to do. */
export interface SearchRequest {
  query: string
  limit: number
  /** Another number than before: the file was replaced and is to be opened anew. */
  version: number
}

/** What came of it. */
export type SearchReply = { results: SearchResult[] } | { failure: ThreadError }

function serve(
  port: NonNullable<typeof parentPort>,
  { file, searchTimeout }: SearchWorkerData,
): void {
  let opened: { index: CatalogueIndex; version: number } | undefined
  const open = (version: number): CatalogueIndex => {
    if (opened?.version === version) return opened.index
    opened?.index.close()
    opened = undefined
    opened = { index: new CatalogueIndex(file), version }
    return opened.index
  }
  port.on('message', ({ query, limit, version }: SearchRequest) => {
    let reply: SearchReply
    try {
      const deadline = performance.now() + searchTimeout
      reply = { results: searchBooks(open(version), query, limit, deadline) }
    } catch (error) {
      reply = { failure: packError(error) }
    }
    port.postMessage(reply, [])
  })
}

if (parentPort) serve(parentPort, workerData)
