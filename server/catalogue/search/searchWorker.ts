import { StoreError } from '../../store/errors.ts'
import { openCatalogueFile, type CatalogueFile } from '../catalogueFile.ts'
import { fileVersion } from '../catalogueDatabase.ts'
import { searchBooks, type Found } from './searchBooks.ts'

/** What the thread for searches is to do. */
interface SearchRequest {
  /** The catalogue, and which version of it. */
  file: string
  version: string | undefined
  /** What to search; without it that version is only opened and checked. */
  search?: { query: string; limit: number }
}

let opened: { catalogue: CatalogueFile; version: string | undefined } | undefined

/** Opens a version of the file; the one before stays open until that has succeeded. */
function open({ file, version, search }: SearchRequest): CatalogueFile | undefined {
  if (opened?.version === version) return opened?.catalogue
  // Another file has taken its place: who has it open still goes on with it.
  if (fileVersion(file) !== version) return search && opened?.catalogue
  const catalogue = openCatalogueFile(file)
  try {
    if (!search) catalogue.check()
  } catch (error) {
    catalogue.close()
    throw error
  }
  opened?.catalogue.close()
  opened = { catalogue, version }
  return catalogue
}

/**
 * At most `limit` books; `undefined` where this thread cannot open that version; or why the file cannot be read, as
 * a text: between threads an error loses its class.
 */
export default function work(request: SearchRequest): Found | string | undefined {
  try {
    const catalogue = open(request)
    const { query, limit } = request.search ?? { query: '', limit: 0 }
    return catalogue && searchBooks(catalogue, query, limit)
  } catch (error) {
    const isOfDatabase = error instanceof Error && 'errcode' in error
    if (error instanceof StoreError || isOfDatabase) return error.message
    throw error
  }
}
