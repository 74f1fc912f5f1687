import { StoreError } from '../../store/errors.ts'
import { BookReader } from '../bookReader.ts'
import { fileVersion } from '../catalogueFile.ts'
import { searchBooks, type Found } from './searchBooks.ts'

/** What the thread for searches is to do. */
interface SearchRequest {
  /** The catalogue, and which version of it. */
  file: string
  version: string | undefined
  /** What to search; without it that version is only opened and checked. */
  search?: { query: string; limit: number }
}

let opened: { reader: BookReader; version: string | undefined } | undefined

/** Opens a version of the file; the one before stays open until that has succeeded. */
function open({ file, version, search }: SearchRequest): BookReader | undefined {
  if (opened?.version === version) return opened?.reader
  // Another file has taken its place: who has it open still goes on with it.
  if (fileVersion(file) !== version) return search && opened?.reader
  const reader = new BookReader(file)
  try {
    if (!search) reader.check()
  } catch (error) {
    reader.close()
    throw error
  }
  opened?.reader.close()
  opened = { reader, version }
  return reader
}

/**
 * At most `limit` books; `undefined` where this thread cannot open that version; or why the file cannot be read, as
 * a text: between threads an error loses its class.
 */
export default function work(request: SearchRequest): Found | string | undefined {
  try {
    const reader = open(request)
    const { query, limit } = request.search ?? { query: '', limit: 0 }
    return reader && searchBooks(reader, query, limit)
  } catch (error) {
    const isOfDatabase = error instanceof Error && 'errcode' in error
    if (error instanceof StoreError || isOfDatabase) return error.message
    throw error
  }
}
