import type { Book } from '../contract/books.ts'

/** A book's record as it is answered, and what only the server knows of it. */
export interface CatalogueBook {
  book: Book
  /** The address of the remote cover. Only the server fetches it; the record points to `/covers/{id}`. */
  picture?: string
}

/** A book as the catalogue stores it. */
export interface StoredBook extends CatalogueBook {
  /** Its popularity, from 0 on, with up to three decimals; orders shelves and search results. */
  popularity: number
  /** Where it came from, such as `bundled`. */
  source: string
}
