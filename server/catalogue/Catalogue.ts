import type { Book, SearchResult } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'

/** Books on a page of recommendations (decision 33). */
export const SHELF_LENGTH = 12

/**
 * The port to the books: what the routes ask, whatever stands behind it. Every implementation answers
 * clean records (links http(s) only, descriptions sanitised, covers on our own origin).
 */
export interface Catalogue {
  /** One book, or `undefined` where no such book is known. */
  byId(id: string): Promise<Book | undefined>
  /** `count` books of a category by worth, from `startIndex` (an offset) on, wrapping (decision 33). */
  byCategory(category: Category, startIndex: number, count: number): Promise<Book[]>
  /** At most `limit` books by any of these authors, by worth. Names compare folded. */
  byAuthors(authors: readonly string[], limit: number): Promise<Book[]>
  /**
   * At most `limit` books, the best first. Any text is a legal query; none ever fails to parse. Once
   * `signal` is aborted whoever asked is gone, and the answer may be anything.
   */
  search(query: string, limit: number, signal?: AbortSignal): Promise<SearchResult[]>
}
