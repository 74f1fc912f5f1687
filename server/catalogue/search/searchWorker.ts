import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { SearchResult } from '../../../contract/books.ts'
import { BookReader } from '../bookReader.ts'
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

/** What came of a search: between threads an error loses its class and SQLite's result code. */
export type SearchReply =
  { results: SearchResult[] } | { name: string; message: string; errcode: number | undefined }

function failureOf(error: unknown): SearchReply {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  const isCoded = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
  return { name, message, errcode: isCoded ? Number(error.errcode) : undefined }
}

function serve(port: MessagePort, { file, searchTimeout }: SearchWorkerData): void {
  let opened: { reader: BookReader; version: number } | undefined
  const open = (version: number): BookReader => {
    if (opened?.version === version) return opened.reader
    opened?.reader.close()
    opened = undefined
    opened = { reader: new BookReader(file), version }
    return opened.reader
  }
  const search = ({ query, limit, version }: SearchRequest): SearchReply => {
    try {
      const deadline = performance.now() + searchTimeout
      return { results: searchBooks(open(version), query, limit, deadline) }
    } catch (error) {
      return failureOf(error)
    }
  }
  port.on('message', (request: SearchRequest) => port.postMessage(search(request), []))
}

if (parentPort) serve(parentPort, workerData)
