import type { SearchResult } from '../../../contract/books.ts'
import { StoreError } from '../../store/errors.ts'
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

/**
 * At most `limit` books, the best first; `undefined` where nothing was found in time, and a text that says why the file
 * cannot be read: between threads an error loses its class.
 */
export default function search({
  file,
  version,
  query,
  limit,
  timeout,
}: SearchRequest): SearchResult[] | undefined | string {
  if (opened?.version !== version) {
    opened?.reader.close()
    opened = undefined
  }
  try {
    opened ??= { reader: new BookReader(file), version }
    return searchBooks(opened.reader, query, limit, performance.now() + timeout)
  } catch (error) {
    if (error instanceof SearchTooSlow) return undefined
    const isOfDatabase = error instanceof Error && 'errcode' in error
    if (error instanceof StoreError || isOfDatabase) return error.message
    throw error
  }
}
