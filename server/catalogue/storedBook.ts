import type { CatalogueBook } from '../store/catalogueBook.ts'

/** A book as the catalogue stores it. */
export interface StoredBook extends CatalogueBook {
  /** Its popularity, from 0 on, with up to three decimals; orders shelves and search results. */
  popularity: number
  /** Where it came from, such as `bundled`. */
  source: string
}

/** What an import did with its books. */
export interface ImportCounts {
  added: number
  changed: number
  unchanged: number
  /** The titles of those that are there already, from another source, and stay with it. */
  held: string[]
}
