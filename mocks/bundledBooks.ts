import type { Book } from '../contract/books.ts'
import { bundledBooks } from '../books/bundled/bundledBook.ts'
import type { BundledRecord } from '../books/bundled/bundledRecord.ts'

const FILES = import.meta.glob<BundledRecord[]>('../books/bundled/*.json', {
  eager: true,
  import: 'default',
})

/** The books that ship with the project, the most popular first, with the ids they have on the server. */
export const BUNDLED_BOOKS: readonly Book[] = bundledBooks(Object.values(FILES).flat()).map(
  ({ book }) => book,
)
