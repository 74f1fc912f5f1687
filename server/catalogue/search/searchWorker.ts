import type { SearchResult } from '../../../contract/books.ts'
import { BookReader, SearchTooSlow } from '../bookReader.ts'
import { searchBooks } from './searchBooks.ts'

/** A search to do on the thread for searches. */
interface SearchRequest {
  file: string
  /** Another than before: the file was replaced and is to be opened anew. */
  version: string | undefined
  query: string
  limit: number
  /** How long it may take, in ms. */
  timeout: number
}

let opened: { reader: BookReader; version: string | undefined } | undefined

/** At most `limit` books, the best first; `undefined` where nothing was found in time. */
export default function search({
  file,
  version,
  query,
  limit,
  timeout,
}: SearchRequest): SearchResult[] | undefined {
  if (opened?.version !== version) {
    opened?.reader.close()
    opened = undefined
  }
  opened ??= { reader: new BookReader(file), version }
  try {
    return searchBooks(opened.reader, query, limit, performance.now() + timeout)
  } catch (error) {
    // Between threads an error loses its class.
    if (error instanceof SearchTooSlow) return undefined
    throw error
  }
}
