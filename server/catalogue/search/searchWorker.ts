import { parentPort, workerData } from 'node:worker_threads'
import type { SearchResult } from '../../../contract/books.ts'
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

/** An error of a search: between threads neither its class nor what else it carries passes. */
export interface SearchFailure {
  name: string
  message: string
  /** The result code of SQLite. */
  errcode: number | undefined
}

/** What came of a search. */
export type SearchReply = { results: SearchResult[] } | { failure: SearchFailure }

function failureOf(error: unknown): SearchFailure {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), errcode: undefined }
  const { name, message } = error
  const errcode =
    'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined
  return { name, message, errcode }
}

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
      reply = { failure: failureOf(error) }
    }
    port.postMessage(reply, [])
  })
}

if (parentPort) serve(parentPort, workerData)
