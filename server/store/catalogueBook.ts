import type { Book } from '../../contract/books.ts'

/** A book's record as it is answered, and what only the server knows of it. */
export interface CatalogueBook {
  book: Book
  /** The address of the remote cover. Only the server fetches it; the record points to `/covers/{id}`. */
  picture?: string
}
