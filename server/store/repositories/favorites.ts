import { setImmediate as nextTick } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import { sameAuthorKey } from '../../../books/sameAuthor.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'
import {
  fieldOf,
  inPieces,
  keptBook,
  listIds,
  readAuthors,
  readRecord,
  removeKept,
} from './keptBooks.ts'

export type FavoriteRepository = ReturnType<typeof createFavoriteRepository>

const ofReader = (db: Kysely<Tables>, userId: string) =>
  db.selectFrom('favorites').where('userId', '=', userId)

/** Removes the mark of a book, if there is one. */
export async function removeMark(db: Kysely<Tables>, userId: string, bookId: string) {
  const marks = db.deleteFrom('marks').where('userId', '=', userId)
  await marks.where('bookId', '=', bookId).execute()
}

/** How many spellings of one author are stored: each finds books of its own. */
const SPELLINGS_MOST = 3

/** Names in every spelling that was saved, newest first. */
async function listAuthors(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const authors = db.selectFrom('favoriteAuthors').select('author').where('userId', '=', userId)
  const rows = await authors.orderBy('seq', 'desc').execute()
  return rows.map((row) => row.author)
}

async function removeAuthors(db: Kysely<Tables>, userId: string, names: readonly string[]) {
  if (names.length === 0) return
  const authors = db.deleteFrom('favoriteAuthors').where('userId', '=', userId)
  await authors.where('author', 'in', names).execute()
}

/** Removes the authors of a removed book from the favorite authors, but those with another favorite. */
async function removeAuthorsOf(db: Kysely<Tables>, userId: string, book: Book): Promise<void> {
  const authors = await listAuthors(db, userId)
  const keys = new Set(book.volumeInfo.authors.map(sameAuthorKey))
  const leaving = new Set(authors.map(sameAuthorKey).filter((key) => keys.has(key)))
  if (leaving.size === 0) return
  for (const ids of inPieces(await listIds(db, 'favorites', userId))) {
    const favorites = ofReader(db, userId).where('bookId', 'in', ids)
    const rows = await favorites.select(fieldOf(db, 'authors').as('names')).execute()
    for (const { names } of rows)
      for (const name of readAuthors(names)) leaving.delete(sameAuthorKey(name))
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
  const removal = favorite.where('bookId', '=', bookId).returning('record')
  const removed = await removal.executeTakeFirst()
  if (removed) await removeAuthorsOf(trx, userId, readRecord(removed.record))
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

  /** Ends a mark of the book. `full` where the reader has `max` already; a repeat is `ok`; both change nothing. */
  add: (
    userId: string,
    favorite: CatalogueBook,
    addedAt: number,
    max: number,
  ): Promise<'ok' | 'full'> =>
    changeReader(db, userId, async (trx) => {
      const present = ofReader(trx, userId).select('seq').where('bookId', '=', favorite.book.id)
      if (await present.executeTakeFirst()) return 'ok'
      const count = ofReader(trx, userId).select(({ fn }) => fn.countAll<number>().as('total'))
      const { total } = await count.executeTakeFirstOrThrow()
      if (total >= max) return 'full'
      await removeMark(trx, userId, favorite.book.id)
      await trx
        .insertInto('favorites')
        .values(keptBook(userId, favorite, addedAt))
        .execute()
      return 'ok'
    }),

  /**
   * Adds books, the first as the newest, and their first authors, as long as there is room; resolves with what
   * was not there before. `find` has the record of each book of the catalogue. All have one `addedAt`, by which
   * recommendations know an import. Pieces are as those of `removeKept`; after one that fails, those before go.
   */
  async addMany(
    userId: string,
    bookIds: readonly string[],
    find: (bookId: string) => CatalogueBook | undefined,
    { addedAt, max, authorsMax }: { addedAt: number; max: number; authorsMax: number },
  ): Promise<{ bookIds: string[]; authors: string[] }> {
    const present = new Set(await listIds(db, 'favorites', userId))
    const fresh = [...new Set(bookIds)].filter((id) => !present.has(id))
    const missing = fresh.slice(0, Math.max(0, max - present.size)).toReversed()
    const added: Book[] = []
    const addPiece = async (trx: Transaction<Tables>, ids: readonly string[]): Promise<Book[]> => {
      // Another request may have added some meanwhile.
      const before = new Set(await listIds(trx, 'favorites', userId))
      const found = ids.flatMap((id) => (before.has(id) ? [] : (find(id) ?? [])))
      const fitting = found.slice(0, Math.max(0, max - before.size))
      const rows = fitting.map((favorite) => keptBook(userId, favorite, addedAt))
      if (rows.length > 0) await trx.insertInto('favorites').values(rows).execute()
      return fitting.map(({ book }) => book)
    }
    const addAuthors = async (trx: Transaction<Tables>, newestFirst: readonly Book[]) => {
      const names = newestFirst.flatMap(({ volumeInfo }) => volumeInfo.authors[0] ?? [])
      const byKey = new Map(names.map((name) => [sameAuthorKey(name), name]))
      const before = new Set((await listAuthors(trx, userId)).map(sameAuthorKey))
      for (const key of before) byKey.delete(key)
      const authors = [...byKey.values()].slice(0, Math.max(0, authorsMax - before.size))
      const rows = authors.toReversed().map((author) => ({ userId, author, addedAt }))
      if (rows.length > 0) await trx.insertInto('favoriteAuthors').values(rows).execute()
      return authors
    }
    try {
      for (const ids of inPieces(missing)) {
        added.push(...(await changeReader(db, userId, (trx) => addPiece(trx, ids))))
        await nextTick()
      }
      const newestFirst = added.toReversed()
      const authors = await changeReader(db, userId, (trx) => addAuthors(trx, newestFirst))
      return { bookIds: newestFirst.map(({ id }) => id), authors }
    } catch (error) {
      await removeKept(
        db,
        'favorites',
        userId,
        added.map(({ id }) => id),
      )
      throw error
    }
  },

  /** Removes exactly these books and favorite authors; absent ones are no error. */
  async removeMany(
    userId: string,
    bookIds: readonly string[],
    authors: readonly string[],
  ): Promise<void> {
    await removeKept(db, 'favorites', userId, bookIds)
    await changeReader(db, userId, (trx) => removeAuthors(trx, userId, authors))
  },

  /** Absent is no error. Authors without a favorite left leave the favorite authors (decision page 0037). */
  remove: (userId: string, bookId: string): Promise<void> =>
    changeReader(db, userId, (trx) => removeFavorite(trx, userId, bookId)),
})
