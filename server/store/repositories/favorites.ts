import { setImmediate as nextTick } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import { authorKey } from '../../lib/textKeys.ts'
import type { CatalogueBook } from '../catalogueBook.ts'
import { lockReader, transact } from '../database.ts'
import type { Tables } from '../tables.ts'
import { listAuthors } from './authors.ts'

/** How many favorites are read in one tick of the event loop: parsing thousands would block everybody. */
export const FAVORITES_IN_ONE_TICK = 200

/** A book of a reader, and its place in the order of adding. */
export interface Favorite {
  seq: number
  book: Book
}

export type FavoriteRepository = ReturnType<typeof createFavoriteRepository>

/** The book of a stored record; only this repository writes them, so their shape is known. */
export function readRecord(record: string): Book {
  const book: Book = JSON.parse(record)
  return book
}

const authorKeysOf = ({ volumeInfo }: Book): string[] => volumeInfo.authors.map(authorKey)

const ofReader = (db: Kysely<Tables>, userId: string) =>
  db.selectFrom('favorites').where('userId', '=', userId)

const newestFirst = (db: Kysely<Tables>, userId: string) =>
  ofReader(db, userId).orderBy('seq', 'desc')

async function readPage(
  db: Kysely<Tables>,
  userId: string,
  count: number,
  behind?: Favorite,
): Promise<Favorite[]> {
  const rows = await newestFirst(db, userId)
    .select(['seq', 'record'])
    .$if(behind !== undefined, (query) => query.where('seq', '<', behind?.seq ?? 0))
    .limit(count)
    .execute()
  return rows.map(({ seq, record }) => ({ seq, book: readRecord(record) }))
}

/** The keys of all authors of the reader's favorites, of those with several authors, too. */
async function favoriteAuthorKeys(db: Kysely<Tables>, userId: string): Promise<Set<string>> {
  const keys = new Set<string>()
  let behind: Favorite | undefined
  do {
    const favorites = await readPage(db, userId, FAVORITES_IN_ONE_TICK, behind)
    for (const { book } of favorites) for (const key of authorKeysOf(book)) keys.add(key)
    behind = favorites.length < FAVORITES_IN_ONE_TICK ? undefined : favorites.at(-1)
    await nextTick()
  } while (behind)
  return keys
}

/** Removes the authors of a removed book from the favorite authors, but those with another favorite. */
async function removeAuthorsOf(db: Kysely<Tables>, userId: string, book: Book): Promise<void> {
  const keys = authorKeysOf(book)
  const authors = await listAuthors(db, userId)
  const candidates = authors.filter((author) => keys.includes(authorKey(author)))
  if (candidates.length === 0) return
  const staying = await favoriteAuthorKeys(db, userId)
  const leaving = candidates.filter((author) => !staying.has(authorKey(author)))
  if (leaving.length === 0) return
  await db
    .deleteFrom('favoriteAuthors')
    .where('userId', '=', userId)
    .where('author', 'in', leaving)
    .execute()
}

export const createFavoriteRepository = (db: Kysely<Tables>) => ({
  /** At most `count`, newest first, those older than `behind` where that is given. */
  page: (userId: string, count: number, behind?: Favorite) => readPage(db, userId, count, behind),

  /** Newest first. */
  async list(userId: string): Promise<Book[]> {
    const rows = await newestFirst(db, userId).select('record').execute()
    return rows.map((row) => readRecord(row.record))
  },

  /** Their ids, newest first. */
  async ids(userId: string): Promise<string[]> {
    const rows = await newestFirst(db, userId).select('bookId').execute()
    return rows.map((row) => row.bookId)
  },

  /** Of all readers, at most `count` that were added after the one with this `seq`, the oldest first. */
  since: (seq: number, count: number) =>
    db
      .selectFrom('favorites')
      .select(['seq', 'userId', 'bookId'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(count)
      .execute(),

  /** `full` where the reader has `max` already; a repeat is `ok` and changes nothing. */
  add: (
    userId: string,
    { book, picture = null }: { book: Book; picture?: string | null },
    addedAt: number,
    max: number,
  ): Promise<'ok' | 'full'> =>
    transact(db, async (trx) => {
      await lockReader(trx, userId)
      const isThere = ofReader(trx, userId).select('seq').where('bookId', '=', book.id)
      if (await isThere.executeTakeFirst()) return 'ok'
      const count = ofReader(trx, userId).select(({ fn }) => fn.countAll<number>().as('total'))
      const { total } = await count.executeTakeFirstOrThrow()
      if (total >= max) return 'full'
      const row = { userId, bookId: book.id, record: JSON.stringify(book), picture, addedAt }
      await trx.insertInto('favorites').values(row).execute()
      return 'ok'
    }),

  /**
   * Adds books, the first as the newest, and their first authors, as long as there is room; says what was not
   * there before. `find` has the record of each book that is known.
   */
  addMany: (
    userId: string,
    bookIds: readonly string[],
    find: (bookId: string) => CatalogueBook | undefined,
    { addedAt, max, authorsMax }: { addedAt: number; max: number; authorsMax: number },
  ): Promise<{ bookIds: string[]; authors: string[] }> =>
    transact(db, async (trx) => {
      await lockReader(trx, userId)
      const there = await ofReader(trx, userId).select('bookId').execute()
      const known = new Set(there.map(({ bookId }) => bookId))
      const room = Math.max(0, max - known.size)
      const toAdd = [...new Set(bookIds)].filter((id) => !known.has(id)).slice(0, room)
      const added: string[] = []
      const names: string[] = []
      // From the last on: the newest stands first.
      for (let end = toAdd.length; end > 0; end -= FAVORITES_IN_ONE_TICK) {
        const chunk = toAdd.slice(Math.max(0, end - FAVORITES_IN_ONE_TICK), end).toReversed()
        const books = chunk.flatMap((id) => find(id) ?? [])
        const rows = books.map(({ book, picture = null }) => ({
          userId,
          bookId: book.id,
          record: JSON.stringify(book),
          picture,
          addedAt,
        }))
        if (rows.length > 0) await trx.insertInto('favorites').values(rows).execute()
        added.push(...books.map(({ book }) => book.id))
        names.push(...books.flatMap(({ book }) => book.volumeInfo.authors[0] ?? []))
        await nextTick()
      }
      const authors = await listAuthors(trx, userId)
      const keys = new Set(authors.map(authorKey))
      const fresh = new Map(names.toReversed().map((name) => [authorKey(name), name]))
      const newAuthors = [...fresh]
        .flatMap(([key, name]) => (keys.has(key) ? [] : name))
        .slice(0, Math.max(0, authorsMax - authors.length))
      const rows = newAuthors.toReversed().map((author) => ({ userId, author, addedAt }))
      if (rows.length > 0) await trx.insertInto('favoriteAuthors').values(rows).execute()
      return { bookIds: added.toReversed(), authors: newAuthors }
    }),

  /** Removes exactly these books and favorite authors; absent ones are no error. Says which books went. */
  removeMany: (
    userId: string,
    bookIds: readonly string[],
    authors: readonly string[],
  ): Promise<string[]> =>
    transact(db, async (trx) => {
      await lockReader(trx, userId)
      const removed: string[] = []
      for (let at = 0; at < bookIds.length; at += FAVORITES_IN_ONE_TICK) {
        const rows = await trx
          .deleteFrom('favorites')
          .where('userId', '=', userId)
          .where('bookId', 'in', bookIds.slice(at, at + FAVORITES_IN_ONE_TICK))
          .returning('bookId')
          .execute()
        removed.push(...rows.map(({ bookId }) => bookId))
        await nextTick()
      }
      if (authors.length > 0) {
        await trx
          .deleteFrom('favoriteAuthors')
          .where('userId', '=', userId)
          .where('author', 'in', authors)
          .execute()
      }
      return removed
    }),

  /** Absent is no error. Authors without a favorite left leave the favorite authors (decision page 0037). */
  async remove(userId: string, bookId: string): Promise<void> {
    const removed = await db
      .deleteFrom('favorites')
      .where('userId', '=', userId)
      .where('bookId', '=', bookId)
      .returning('record')
      .executeTakeFirst()
    // Not one transaction: an author whose last book has just gone does no harm in between.
    if (removed) await removeAuthorsOf(db, userId, readRecord(removed.record))
  },

  /** The record with which any reader added the book last, `undefined` where it is nobody's favorite. */
  async recordOf(bookId: string): Promise<CatalogueBook | undefined> {
    const row = await db
      .selectFrom('favorites')
      .select(['record', 'picture'])
      .where('bookId', '=', bookId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return undefined
    const book = readRecord(row.record)
    return row.picture === null ? { book } : { book, picture: row.picture }
  },
})
