import { sql, type Kysely } from 'kysely'
import { MARKS, type Mark, type Marks } from '../../../contract/marks.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'
import { removeFavorite, removeMark } from './favorites.ts'
import { endedPlace, keptBook } from './keptBooks.ts'

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

/** The last `seq` of the books to read after another one, and how many they are. */
const wishesAfter = (db: Kysely<Tables>, userId: string, seq: number) =>
  db
    .selectFrom('marks')
    .where('userId', '=', userId)
    .where('mark', '=', 'wantToRead')
    .where('seq', '>', seq)
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.max<number>('seq').as('last')])
    .executeTakeFirstOrThrow()

/** As `newestFirst`, but the books to read in the reader's own order: what came after a move is before what was moved. */
async function inOrder(db: Kysely<Tables>, userId: string): Promise<Marks> {
  const orders = db.selectFrom('wishOrders').select(['ids', 'upTo'])
  const order = await orders.where('userId', '=', userId).executeTakeFirst()
  if (!order) return newestFirst(db, userId)
  const { total } = await wishesAfter(db, userId, order.upTo)
  const { wantToRead, ...others } = await newestFirst(db, userId)
  const places = new Map(order.ids.split(' ').map((id, place) => [id, place]))
  const placeOf = (id: string): number => places.get(id) ?? -1
  const moved = wantToRead.slice(total).toSorted((a, b) => placeOf(a) - placeOf(b))
  return { wantToRead: [...wantToRead.slice(0, total), ...moved], ...others }
}

/** The marks beside the heart: a reader's own, which nothing counts for anybody else. */
export const createMarkRepository = (db: Kysely<Tables>) => ({
  /** Newest first. */
  ids: (userId: string): Promise<Marks> => newestFirst(db, userId),

  /** The books to read in the reader's own order, the others newest first. */
  inOrder: (userId: string): Promise<Marks> => inOrder(db, userId),

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
      await trx
        .insertInto('marks')
        .values({ ...kept, ...place, mark })
        .execute()
      return 'ok'
    }),

  /** Whichever it is; absent is no error. */
  remove: (userId: string, bookId: string): Promise<void> =>
    changeReader(db, userId, (trx) => removeMark(trx, userId, bookId)),

  /**
   * Puts a book to read behind another one, or before all (`null`). `absent` where one of the two is not, or no longer,
   * to be read; nothing changes then.
   */
  move: (userId: string, bookId: string, after: string | null): Promise<'ok' | 'absent'> =>
    changeReader(db, userId, async (trx) => {
      const { wantToRead } = await inOrder(trx, userId)
      const others = wantToRead.filter((id) => id !== bookId)
      const place = after === null ? 0 : others.indexOf(after) + 1
      const isThere = others.length < wantToRead.length && (after === null || place > 0)
      if (!isThere) return 'absent'
      const { last } = await wishesAfter(trx, userId, 0)
      const order = { ids: others.toSpliced(place, 0, bookId).join(' '), upTo: last }
      await trx
        .insertInto('wishOrders')
        .values({ userId, ...order })
        .onConflict((on) => on.column('userId').doUpdateSet(order))
        .execute()
      return 'ok'
    }),
})
