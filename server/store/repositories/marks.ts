import { sql, type Kysely } from 'kysely'
import { MARKS, type Mark, type Marks } from '../../../contract/marks.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'
import { removeFavorite, removeMark } from './favorites.ts'
import { keptBook } from './keptBooks.ts'

/** The marks beside the heart: a reader's own, which nothing counts for anybody else. */
export const createMarkRepository = (db: Kysely<Tables>) => ({
  /** The ids of the marked books by mark, newest first. One text a mark: thousands of rows would take longer. */
  async ids(userId: string): Promise<Marks> {
    const marks = db.selectFrom('marks').where('userId', '=', userId).groupBy('mark')
    const rows = await marks
      .select(['mark', sql<string>`string_agg(book_id, ' ' ORDER BY seq DESC)`.as('ids')])
      .execute()
    const byMark = new Map(rows.map(({ mark, ids }) => [mark, ids.split(' ')]))
    const [wantToRead = [], read = [], notForMe = []] = MARKS.map((mark) => byMark.get(mark))
    return { wantToRead, read, notForMe }
  },

  /**
   * Ends the heart or the other mark of the book. `full` where the reader has `max` with this mark already; a repeat
   * is `ok`; both change nothing.
   */
  set: (
    userId: string,
    mark: Mark,
    kept: CatalogueBook,
    { addedAt, max }: { addedAt: number; max: number },
  ): Promise<'ok' | 'full'> =>
    changeReader(db, userId, async (trx) => {
      const { id } = kept.book
      const same = trx.selectFrom('marks').where('userId', '=', userId).where('mark', '=', mark)
      if (await same.select('seq').where('bookId', '=', id).executeTakeFirst()) return 'ok'
      const count = same.select(({ fn }) => fn.countAll<number>().as('total'))
      if ((await count.executeTakeFirstOrThrow()).total >= max) return 'full'
      await removeMark(trx, userId, id)
      await removeFavorite(trx, userId, id)
      await trx
        .insertInto('marks')
        .values({ ...keptBook(userId, kept, addedAt), mark })
        .execute()
      return 'ok'
    }),

  /** Whichever it is; absent is no error. */
  remove: (userId: string, bookId: string): Promise<void> =>
    changeReader(db, userId, (trx) => removeMark(trx, userId, bookId)),
})
