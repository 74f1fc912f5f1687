import { sql, type Kysely } from 'kysely'
import { MARKS } from '../../../contract/markNames.ts'
import type { Mark, Marks } from '../../../contract/marks.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'
import { removeFavorite, removeMark } from './favorites.ts'
import { addToList, endedPlace, keptBook } from './keptBooks.ts'

/** The ids of the marked books by mark, newest first. One text a mark: thousands of rows would take longer. */
async function newestFirst(db: Kysely<Tables>, userId: string): Promise<Marks> {
  const marks = db.selectFrom('marks').where('userId', '=', userId).groupBy('mark')
  const rows = await marks
    .select(['mark', sql<string>`string_agg(book_id, ' ' ORDER BY seq DESC)`.as('ids')])
    .execute()
  const byMark = new Map(rows.map(({ mark, ids }) => [mark, ids.split(' ')]))
  const [wantToRead = [], read = [], notForMe = []] = MARKS.map((mark) => byMark.get(mark))
  return { wantToRead, read, notForMe }
}

/** The reader's own order of the books to read, as it was after the last move. */
const findOrder = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('wishOrders')
    .select(['ids', 'upTo'])
    .where('userId', '=', userId)
    .executeTakeFirst()

/** Puts ids that are newest first in the own order: the `fresh` ones, which came after the last move, stay before all. */
function sortWishes(newestFirst: readonly string[], fresh: number, order = ''): string[] {
  const places = new Map(order.split(' ').map((id, place) => [id, place]))
  const placeOf = (id: string): number => places.get(id) ?? -1
  const moved = newestFirst.slice(fresh).toSorted((a, b) => placeOf(a) - placeOf(b))
  return [...newestFirst.slice(0, fresh), ...moved]
}

/** As `newestFirst`, but the books to read in the reader's own order. */
async function marksInOrder(db: Kysely<Tables>, userId: string): Promise<Marks> {
  const order = await findOrder(db, userId)
  if (!order) return newestFirst(db, userId)
  const wishes = db
    .selectFrom('marks')
    .where('userId', '=', userId)
    .where('mark', '=', 'wantToRead')
  const { fresh } = await wishes
    .where('seq', '>', order.upTo)
    .select(({ fn }) => fn.countAll<number>().as('fresh'))
    .executeTakeFirstOrThrow()
  const { wantToRead, ...others } = await newestFirst(db, userId)
  return { wantToRead: sortWishes(wantToRead, fresh, order.ids), ...others }
}

/** The books to read, and between them those that have just ended, to whose places `Undo` returns them; newest first. */
async function withEnded(db: Kysely<Tables>, userId: string) {
  const wishes = db
    .selectFrom('marks')
    .select(['bookId', 'seq', sql<number>`1`.as('isThere')])
    .where('userId', '=', userId)
    .where('mark', '=', 'wantToRead')
  const ended = db
    .selectFrom('endedBooks')
    .select(['bookId', 'place as seq', sql<number>`0`.as('isThere')])
    .where('userId', '=', userId)
    .where('list', '=', 'wantToRead')
  const rows = await wishes.unionAll(ended).orderBy('seq', 'desc').execute()
  const there = new Set(rows.filter((row) => row.isThere).map((row) => row.bookId))
  return { there, all: rows.filter((row) => row.isThere || !there.has(row.bookId)) }
}

/** The marks beside the heart: a reader's own, which nothing counts for anybody else. */
export const createMarkRepository = (db: Kysely<Tables>) => ({
  /** Newest first. */
  ids: (userId: string): Promise<Marks> => newestFirst(db, userId),

  /** The books to read in the reader's own order, the others newest first. */
  inOrder: (userId: string): Promise<Marks> => marksInOrder(db, userId),

  /**
   * Ends the heart or the other mark of the book. `full` where the reader has `max` with this mark already; a repeat
   * is `ok`; both change nothing. `undo`: a mark that has just ended gets its place and time again.
   */
  set: (
    userId: string,
    mark: Mark,
    book: CatalogueBook,
    { addedAt, max, undo = false }: { addedAt: number; max: number; undo?: boolean },
  ): Promise<'ok' | 'full'> =>
    changeReader(db, userId, async (trx) => {
      const { id } = book.book
      const same = trx.selectFrom('marks').where('userId', '=', userId).where('mark', '=', mark)
      if (await same.select('seq').where('bookId', '=', id).executeTakeFirst()) return 'ok'
      const count = same.select(({ fn }) => fn.countAll<number>().as('total'))
      if ((await count.executeTakeFirstOrThrow()).total >= max) return 'full'
      const kept = keptBook(userId, book, addedAt)
      const place = undo ? await endedPlace(trx, { ...kept, list: mark }) : undefined
      await removeMark(trx, userId, id)
      await removeFavorite(trx, userId, id)
      await addToList(trx, mark, [{ ...kept, ...place }])
      return 'ok'
    }),

  /** Whichever it is; absent is no error. */
  remove: (userId: string, bookId: string): Promise<void> =>
    changeReader(db, userId, (trx) => removeMark(trx, userId, bookId)),

  /**
   * Puts a book to read behind another one, or before all (`null`); behind itself it stays. `absent` where one of the
   * two is not, or no longer, to be read; nothing changes then.
   */
  move: (userId: string, bookId: string, after: string | null): Promise<'ok' | 'absent'> =>
    changeReader(db, userId, async (trx) => {
      const { there, all } = await withEnded(trx, userId)
      if (!there.has(bookId) || (after !== null && !there.has(after))) return 'absent'
      if (after === bookId) return 'ok'
      const last = await findOrder(trx, userId)
      const fresh = last ? all.filter(({ seq }) => seq > last.upTo).length : 0
      const wishes = sortWishes(
        all.map((wish) => wish.bookId),
        fresh,
        last?.ids,
      )
      const others = wishes.filter((id) => id !== bookId)
      const place = after === null ? 0 : others.indexOf(after) + 1
      const order = { ids: others.toSpliced(place, 0, bookId).join(' '), upTo: all[0]?.seq ?? 0 }
      await trx
        .insertInto('wishOrders')
        .values({ userId, ...order })
        .onConflict((on) => on.column('userId').doUpdateSet(order))
        .execute()
      return 'ok'
    }),
})
