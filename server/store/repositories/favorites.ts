import { setImmediate as nextTick } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import { authorKey } from '../../lib/textKeys.ts'
import type { CatalogueBook } from '../catalogueBook.ts'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'

/** How many favorites are read in one tick of the event loop: parsing thousands would block everybody. */
export const FAVORITES_IN_ONE_TICK = 200

/** A book of a reader, and its place in the order of adding. */
export interface Favorite {
  seq: number
  book: Book
}

export type FavoriteRepository = ReturnType<typeof createFavoriteRepository>

/** The book of a stored record; only this repository writes them, so their shape is known. */
export const readRecord = (record: string): Book => JSON.parse(record)

const rowOf = (userId: string, { book, picture }: CatalogueBook, addedAt: number) => ({
  userId,
  bookId: book.id,
  record: JSON.stringify(book),
  picture: picture ?? null,
  addedAt,
})

const ofReader = (db: Kysely<Tables>, userId: string) =>
  db.selectFrom('favorites').where('userId', '=', userId)

/** Their ids, newest first. */
async function listIds(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const rows = await ofReader(db, userId).select('bookId').orderBy('seq', 'desc').execute()
  return rows.map((row) => row.bookId)
}

/** Names, newest first. */
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

async function readPage(
  db: Kysely<Tables>,
  userId: string,
  count: number,
  { seq: before = Number.MAX_SAFE_INTEGER }: Partial<Favorite> = {},
): Promise<Favorite[]> {
  const older = ofReader(db, userId).select(['seq', 'record']).where('seq', '<', before)
  const rows = await older.orderBy('seq', 'desc').limit(count).execute()
  return rows.map(({ seq, record }) => ({ seq, book: readRecord(record) }))
}

const authorKeysOf = ({ volumeInfo }: Book): string[] => volumeInfo.authors.map(authorKey)

/** Removes the authors of a removed book from the favorite authors, but those with another favorite. */
async function removeAuthorsOf(db: Kysely<Tables>, userId: string, book: Book): Promise<void> {
  const leaving = new Set(authorKeysOf(book))
  const authors = await listAuthors(db, userId)
  if (!authors.some((author) => leaving.has(authorKey(author)))) return
  let page: Favorite[] | undefined
  do {
    page = await readPage(db, userId, FAVORITES_IN_ONE_TICK, page?.at(-1))
    for (const key of page.flatMap(({ book }) => authorKeysOf(book))) leaving.delete(key)
    await nextTick()
  } while (page.length === FAVORITES_IN_ONE_TICK)
  await removeAuthors(
    db,
    userId,
    authors.filter((author) => leaving.has(authorKey(author))),
  )
}

export const createAuthorRepository = (db: Kysely<Tables>) => ({
  list: (userId: string) => listAuthors(db, userId),

  /** `full` where the reader has `max` already; a repeat is `ok`. */
  add: (userId: string, author: string, addedAt: number, max: number): Promise<'ok' | 'full'> =>
    changeReader(db, userId, async (trx) => {
      const authors = await listAuthors(trx, userId)
      if (authors.includes(author)) return 'ok'
      if (authors.length >= max) return 'full'
      await trx.insertInto('favoriteAuthors').values({ userId, author, addedAt }).execute()
      return 'ok'
    }),
})

export const createFavoriteRepository = (db: Kysely<Tables>) => ({
  /** At most `count`, newest first, those older than `behind` where that is given. */
  page: (userId: string, count: number, behind?: Favorite) => readPage(db, userId, count, behind),

  /** Newest first. */
  async list(userId: string): Promise<Book[]> {
    const rows = await ofReader(db, userId).select('record').orderBy('seq', 'desc').execute()
    return rows.map((row) => readRecord(row.record))
  },

  ids: (userId: string) => listIds(db, userId),

  /**
   * Of all readers, at most `count` that were added after the one with this `seq`, the oldest first; `readerSince` is
   * when the reader's account was made.
   */
  since: (seq: number, count: number) =>
    db
      .selectFrom('favorites')
      .innerJoin('users', 'users.id', 'favorites.userId')
      .select(['seq', 'userId', 'bookId', 'users.createdAt as readerSince'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(count)
      .execute(),

  /** `full` where the reader has `max` already; a repeat is `ok` and changes nothing. */
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
      await trx
        .insertInto('favorites')
        .values(rowOf(userId, favorite, addedAt))
        .execute()
      return 'ok'
    }),

  /**
   * Adds books, the first as the newest, and their first authors, as long as there is room; resolves with what
   * was not there before. `find` has the record of each book of the catalogue.
   */
  addMany: (
    userId: string,
    bookIds: readonly string[],
    find: (bookId: string) => CatalogueBook | undefined,
    { addedAt, max, authorsMax }: { addedAt: number; max: number; authorsMax: number },
  ): Promise<{ bookIds: string[]; authors: string[] }> =>
    changeReader(db, userId, async (trx) => {
      const present = new Set(await listIds(trx, userId))
      const room = Math.max(0, max - present.size)
      const fresh = [...new Set(bookIds)].filter((id) => !present.has(id))
      const missing = fresh.slice(0, room).toReversed()
      const added: Book[] = []
      for (let at = 0; at < missing.length; at += FAVORITES_IN_ONE_TICK) {
        const ids = missing.slice(at, at + FAVORITES_IN_ONE_TICK)
        const found = ids.flatMap((id) => find(id) ?? [])
        const rows = found.map((favorite) => rowOf(userId, favorite, addedAt))
        if (rows.length > 0) await trx.insertInto('favorites').values(rows).execute()
        added.push(...found.map(({ book }) => book))
        await nextTick()
      }
      const newestFirst = added.toReversed()
      const names = newestFirst.flatMap(({ volumeInfo }) => volumeInfo.authors[0] ?? [])
      const byKey = new Map(names.map((name) => [authorKey(name), name]))
      const before = await listAuthors(trx, userId)
      for (const author of before) byKey.delete(authorKey(author))
      const authors = [...byKey.values()].slice(0, Math.max(0, authorsMax - before.length))
      const rows = authors.toReversed().map((author) => ({ userId, author, addedAt }))
      if (rows.length > 0) await trx.insertInto('favoriteAuthors').values(rows).execute()
      return { bookIds: newestFirst.map(({ id }) => id), authors }
    }),

  /** Removes exactly these books and favorite authors; absent ones are no error. Resolves with the removed books. */
  removeMany: (
    userId: string,
    bookIds: readonly string[],
    authors: readonly string[],
  ): Promise<string[]> =>
    changeReader(db, userId, async (trx) => {
      const removed: string[] = []
      for (let at = 0; at < bookIds.length; at += FAVORITES_IN_ONE_TICK) {
        const ids = bookIds.slice(at, at + FAVORITES_IN_ONE_TICK)
        const favorites = trx.deleteFrom('favorites').where('userId', '=', userId)
        const rows = await favorites.where('bookId', 'in', ids).returning('bookId').execute()
        removed.push(...rows.map(({ bookId }) => bookId))
        await nextTick()
      }
      await removeAuthors(trx, userId, authors)
      return removed
    }),

  /** Absent is no error. Authors without a favorite left leave the favorite authors (decision page 0037). */
  async remove(userId: string, bookId: string): Promise<void> {
    const favorite = db.deleteFrom('favorites').where('userId', '=', userId)
    const removal = favorite.where('bookId', '=', bookId).returning('record')
    const removed = await removal.executeTakeFirst()
    // Not one transaction: an author whose last book has just gone does no harm in between.
    if (removed) await removeAuthorsOf(db, userId, readRecord(removed.record))
  },

  /** The record with which any reader added the book last, `undefined` where it is in no favorites. */
  async recordOf(bookId: string): Promise<CatalogueBook | undefined> {
    const records = db.selectFrom('favorites').select(['record', 'picture'])
    const last = records.where('bookId', '=', bookId).orderBy('seq', 'desc').limit(1)
    const row = await last.executeTakeFirst()
    if (!row) return undefined
    const book = readRecord(row.record)
    return row.picture === null ? { book } : { book, picture: row.picture }
  },
})
