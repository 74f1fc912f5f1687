import type { Book } from '../../../contract/books.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import { bookOf, IN_LIST, pictureOf, type Queries } from './queries.ts'

/** Looks up whole books, by their ids and ranks. */
export const createBookLookUps = ({ statement, all }: Queries) => ({
  byId(id: string): CatalogueBook | undefined {
    const row = statement('SELECT record, picture FROM books WHERE id = ?').get(id)
    return row && { book: bookOf(row), ...pictureOf(row) }
  },

  /** Those of the books that are there, in any order. */
  byIds: (ids: readonly string[]): Book[] =>
    all(`SELECT record FROM books WHERE id ${IN_LIST}`, JSON.stringify(ids)).map(bookOf),

  /** The books at these ranks, in their order. */
  books(ranks: readonly number[]): { rank: number; book: Book }[] {
    const select = statement('SELECT record FROM books WHERE rank = ?')
    return ranks.flatMap((rank) => {
      const row = select.get(rank)
      return row ? [{ rank, book: bookOf(row) }] : []
    })
  },
})
