import { setImmediate as nextTick } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { sameAuthorKey } from '../../../books/sameAuthor.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'
import {
  addToList,
  endedPlace,
  fieldOf,
  inPieces,
  keptBook,
  listIds,
  noteEnded,
  readAuthors,
  parseKeptBook,
} from './keptBooks.ts'

export type FavoriteRepository = ReturnType<typeof createFavoriteRepository>

const ofReader = (db: Kysely<Tables>, userId: string) =>
  db.selectFrom('favorites').where('userId', '=', userId)

/** Removes the mark of a book, if there is one. */
export async function removeMark(db: Kysely<Tables>, userId: string, bookId: string) {
  const marks = db.deleteFrom('marks').where('userId', '=', userId)
  const removal = marks.where('bookId', '=', bookId).returning(['mark as list', 'seq', 'addedAt'])
  const removed = await removal.executeTakeFirst()
  if (removed) await noteEnded(db, { userId, bookId, ...removed })
}

/** How many spellings of one author are stored: each finds books of its own. */
const SPELLINGS_MOST = 3

/** Names in every spelling that was saved, newest first. */
export async function listAuthors(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const authors = db.selectFrom('favoriteAuthors').select('author').where('userId', '=', userId)
  const rows = await authors.orderBy('seq', 'desc').execute()
  return rows.map((row) => row.author)
}

async function removeAuthors(db: Kysely<Tables>, userId: string, names: readonly string[]) {
  if (names.length === 0) return
  const authors = db.deleteFrom('favoriteAuthors').where('userId', '=', userId)
  await authors.where('author', 'in', names).execute()
}

/** Removes these from the favorite authors, but those with a favorite left. */
export async function removeLoneAuthors(
  db: Kysely<Tables>,
  userId: string,
  names: readonly string[],
): Promise<void> {
  const authors = await listAuthors(db, userId)
  const keys = new Set(names.map(sameAuthorKey))
  const leaving = new Set(authors.map(sameAuthorKey).filter((key) => keys.has(key)))
  if (leaving.size === 0) return
  for (const ids of inPieces(await listIds(db, 'favorites', userId))) {
    const favorites = ofReader(db, userId).where('bookId', 'in', ids)
    const rows = await favorites.select(fieldOf(db, 'authors').as('names')).execute()
    for (const row of rows)
      for (const name of readAuthors(row.names)) leaving.delete(sameAuthorKey(name))
    if (leaving.size === 0) return
    await nextTick()
  }
  await removeAuthors(
    db,
    userId,
    authors.filter((author) => leaving.has(sameAuthorKey(author))),
  )
}

/** Removes a heart, if there is one, and what goes with it. */
export async function removeFavorite(
  trx: Transaction<Tables>,
  userId: string,
  bookId: string,
): Promise<void> {
  const favorite = trx.deleteFrom('favorites').where('userId', '=', userId)
  const removal = favorite.where('bookId', '=', bookId).returning(['record', 'seq', 'addedAt'])
  const removed = await removal.executeTakeFirst()
  if (!removed) return
  const { record, ...place } = removed
  await noteEnded(trx, { userId, bookId, list: 'favorites', ...place })
  await removeLoneAuthors(trx, userId, parseKeptBook(record).volumeInfo.authors)
}

export const createAuthorRepository = (db: Kysely<Tables>) => ({
  list: (userId: string) => listAuthors(db, userId),

  /** `full` where the reader has `max` others already; another spelling is no other author. A repeat is `ok`. */
  add: (userId: string, author: string, addedAt: number, max: number): Promise<'ok' | 'full'> =>
    changeReader(db, userId, async (trx) => {
      const authors = await listAuthors(trx, userId)
      const byKey = Map.groupBy(authors, sameAuthorKey)
      const spellings = byKey.get(sameAuthorKey(author)) ?? []
      if (spellings[0] === author) return 'ok'
      if (spellings.length === 0 && byKey.size >= max) return 'full'
      const others = spellings.filter((name) => name !== author)
      await removeAuthors(trx, userId, [author, ...others.slice(SPELLINGS_MOST - 1)])
      await trx.insertInto('favoriteAuthors').values({ userId, author, addedAt }).execute()
      return 'ok'
    }),
})

export const createFavoriteRepository = (db: Kysely<Tables>) => ({
  /** Newest first. */
  ids: (userId: string) => listIds(db, 'favorites', userId),

  /** Of all readers, at most `count` after this `seq`, the oldest first; `readerSince` is when the account was made. */
  since: (seq: number, count: number) =>
    db
      .selectFrom('favorites')
      .innerJoin('users', 'users.id', 'favorites.userId')
      .select(['seq', 'userId', 'bookId', 'addedAt', 'disabledAt'])
      .select('users.createdAt as readerSince')
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(count)
      .execute(),

  /** The highest `seq` of all readers' favorites; 0 without any. */
  async lastSeq(): Promise<number> {
    const last = db.selectFrom('favorites').select('seq').orderBy('seq', 'desc').limit(1)
    return (await last.executeTakeFirst())?.seq ?? 0
  },

  /**
   * Ends a mark of the book. `full` where the reader has `max` already; a repeat is `ok`; both change nothing.
   * `undo`: a heart that has just ended gets its place and time again.
   */
  add: (
    userId: string,
    favorite: CatalogueBook,
    addedAt: number,
    max: number,
    undo = false,
  ): Promise<'ok' | 'full'> =>
    changeReader(db, userId, async (trx) => {
      const present = ofReader(trx, userId).select('seq').where('bookId', '=', favorite.book.id)
      if (await present.executeTakeFirst()) return 'ok'
      const count = ofReader(trx, userId).select(({ fn }) => fn.countAll<number>().as('total'))
      const { total } = await count.executeTakeFirstOrThrow()
      if (total >= max) return 'full'
      const kept = keptBook(userId, favorite, addedAt)
      const place = undo ? await endedPlace(trx, { ...kept, list: 'favorites' }) : undefined
      await removeMark(trx, userId, favorite.book.id)
      await addToList(trx, 'favorites', [{ ...kept, ...place }])
      return 'ok'
    }),

  /** Absent is no error. Authors without a favorite left leave the favorite authors (decision page 0037). */
  remove: (userId: string, bookId: string): Promise<void> =>
    changeReader(db, userId, (trx) => removeFavorite(trx, userId, bookId)),
})
