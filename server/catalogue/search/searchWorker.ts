import type { SearchResponse } from '../../../contract/books.ts'
import { StoreError } from '../../store/errors.ts'
import { BookReader } from '../bookReader.ts'
import { searchBooks } from './searchBooks.ts'

/** A search to do on the thread for searches. */
interface SearchRequest {
  file: string
  /** Another than before: the file was replaced and is to be opened anew. */
  version: string | undefined
  query: string
  limit: number
}

let opened: { reader: BookReader; version: string | undefined } | undefined

/** At most `limit` books, or why the file cannot be read, as a text: between threads an error loses its class. */
export default function search({
  file,
  version,
  query,
  limit,
}: SearchRequest): SearchResponse | string {
  if (opened?.version !== version) {
    opened?.reader.close()
    opened = undefined
  }
  try {
    opened ??= { reader: new BookReader(file), version }
    return searchBooks(opened.reader, query, limit)
  } catch (error) {
    const isOfDatabase = error instanceof Error && 'errcode' in error
    if (error instanceof StoreError || isOfDatabase) return error.message
    throw error
  }
}
