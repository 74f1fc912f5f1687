import { setImmediate as nextTick } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { LibraryList } from '../../../contract/uploads.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'
import { removeLoneAuthors } from './favorites.ts'
import {
  addToList,
  endedPlace,
  fieldOf,
  inPieces,
  keptBook,
  noteEnded,
  readAuthors,
} from './keptBooks.ts'
import { addAuthors, countOf } from './libraries.ts'

/** What is given back, and how much room there is. */
interface Returned {
  bookIds: readonly string[]
  /** The record of a book. */
  find: (bookId: string) => Promise<CatalogueBook | undefined>
  addedAt: number
  max: number
  authorsMax: number
}

/** Many books of a list at once. Each piece is a transaction of its own, as in `removeKept`. */
export const createListRepository = (db: Kysely<Tables>) => ({
  /** What is not in the list is no error. */
  async remove(userId: string, list: LibraryList, bookIds: readonly string[]): Promise<void> {
    const isMark = list !== 'favorites'
    const authors = new Set<string>()
    for (const ids of inPieces([...new Set(bookIds)])) {
      await changeReader(db, userId, async (trx) => {
        const removed = await trx
          .deleteFrom(isMark ? 'marks' : 'favorites')
          .where('userId', '=', userId)
          .where('bookId', 'in', ids)
          .$if(isMark, (books) => books.where(sql<string>`mark`, '=', list))
          .returning(['bookId', 'seq', 'addedAt', fieldOf(db, 'authors').as('authors')])
          .execute()
        for (const { authors: names, ...book } of removed) {
          await noteEnded(trx, { userId, list, ...book })
          for (const name of readAuthors(names)) authors.add(name)
        }
      })
      await nextTick()
    }
    if (!isMark)
      await changeReader(db, userId, (trx) => removeLoneAuthors(trx, userId, [...authors]))
  },

  /** Resolves with what of them the list has then. A book with a heart or another mark is left as it is. */
  async restore(userId: string, list: LibraryList, books: Returned): Promise<string[]> {
    const { bookIds, find, addedAt, max, authorsMax } = books
    const there = new Set<string>()
    // The first is the newest.
    for (const ids of inPieces([...new Set(bookIds)].toReversed())) {
      const found = (await Promise.all(ids.map(find))).filter((book) => book !== undefined)
      await changeReader(db, userId, async (trx) => {
        const of = (table: 'favorites' | 'marks') =>
          trx.selectFrom(table).where('userId', '=', userId).where('bookId', 'in', ids)
        const hearts = await of('favorites').select('bookId').execute()
        const marks = await of('marks').select(['bookId', 'mark']).execute()
        const present = list === 'favorites' ? hearts : marks.filter(({ mark }) => mark === list)
        for (const { bookId } of present) there.add(bookId)
        const taken = new Set([...hearts, ...marks].map(({ bookId }) => bookId))
        const room = Math.max(0, max - (await countOf(trx, userId, list)))
        const fresh = found.filter(({ book }) => !taken.has(book.id)).slice(0, room)
        for (const book of fresh) {
          const kept = keptBook(userId, book, addedAt)
          await addToList(trx, list, [{ ...kept, ...(await endedPlace(trx, { ...kept, list })) }])
          there.add(kept.bookId)
        }
        if (list !== 'favorites') return
        const newestFirst = fresh.map(({ book }) => book).toReversed()
        await addAuthors(trx, userId, newestFirst, { addedAt, max: authorsMax })
      })
      await nextTick()
    }
    return bookIds.filter((id) => there.has(id))
  },
})
