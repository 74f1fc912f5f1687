import type { Store } from '../store/store.ts'
import type { Catalogue } from './Catalogue.ts'

/** A catalogue that also knows which books have a remote cover, and where. */
export interface LocalCatalogue extends Catalogue {
  /** Where the book's remote cover is; for the server to fetch, never for readers. */
  pictureOf(id: string): Promise<string | undefined>
}

/** The catalogue of the books in the store. */
export function createLocalCatalogue(store: Pick<Store, 'books'>): LocalCatalogue {
  const { books } = store
  return {
    byId: (id) => books.byId(id),
    pictureOf: (id) => books.pictureOf(id),
    byCategory: (category, startIndex, count) => books.byCategory(category, startIndex, count),
    byAuthors: (authors, limit) => books.byAuthors(authors, limit),
    search: (query, limit, signal) => books.search(query, limit, signal),
  }
}
