import { setImmediate as nextTick } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import { sameAuthorKey } from '../../../books/sameAuthor.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import { changeReader, isPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'

/** How many favorites are read in one tick of the event loop: thousands would block everybody. */
const FAVORITES_IN_ONE_TICK = 50

/** So many ids at a time as are read in one tick of the event loop. */
export const inPieces = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / FAVORITES_IN_ONE_TICK) }, (_, at) =>
    ids.slice(at * FAVORITES_IN_ONE_TICK, (at + 1) * FAVORITES_IN_ONE_TICK),
  )

export type FavoriteRepository = ReturnType<typeof createFavoriteRepository>

// Only this repository writes records, so their shape is known.
const readRecord = (record: string): Book => JSON.parse(record)
const readAuthors = (authors: string): string[] => JSON.parse(authors)

/** A field of the stored book, an array as JSON: the database finds it, since to parse whole records takes seconds. */
const fieldOf = (db: Kysely<Tables>, field: 'title' | 'authors'): RawBuilder<string> =>
  isPostgres(db)
    ? sql`record::json #>> ${sql.lit(`{volumeInfo,${field}}`)}`
    : sql`record ->> ${sql.lit(`$.volumeInfo.${field}`)}`

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
export async function listIds(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const rows = await ofReader(db, userId).select('bookId').orderBy('seq', 'desc').execute()
  return rows.map((row) => row.bookId)
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
  for (const ids of inPieces(await listIds(db, userId))) {
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

/**
 * Removes these favorites, or all. Each piece is a transaction of its own, since one of a hundred megabytes holds
 * everybody up; a process that dies leaves the rest, which may be removed again.
 */
export async function removeFavorites(
  db: Kysely<Tables>,
  userId: string,
  bookIds?: readonly string[],
): Promise<void> {
  for (const ids of inPieces(bookIds ?? (await listIds(db, userId)))) {
    await changeReader(db, userId, (trx) =>
      trx.deleteFrom('favorites').where('userId', '=', userId).where('bookId', 'in', ids).execute(),
    )
    await nextTick()
  }
}

export const createFavoriteRepository = (db: Kysely<Tables>) => ({
  /** Those of the books that are favorites, as they were added, in any order. */
  async records(userId: string, bookIds: readonly string[]): Promise<Book[]> {
    if (bookIds.length === 0) return []
    const favorites = ofReader(db, userId).where('bookId', 'in', bookIds)
    const rows = await favorites.select('record').execute()
    return rows.map((row) => readRecord(row.record))
  },

  /** Newest first. */
  ids: (userId: string) => listIds(db, userId),

  /** What a reader is told of those of the books that are favorites, newest first; of all, a piece at a time. */
  async outlines(userId: string, bookIds: readonly string[]) {
    const rows = await ofReader(db, userId)
      .select(['bookId as id', 'addedAt'])
      .select([fieldOf(db, 'title').as('title'), fieldOf(db, 'authors').as('authors')])
      .where('bookId', 'in', bookIds)
      .orderBy('seq', 'desc')
      .execute()
    return rows.map((row) => ({ ...row, authors: readAuthors(row.authors) }))
  },

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
   * was not there before. `find` has the record of each book of the catalogue. All have one `addedAt`, by which
   * recommendations know an import. Pieces are as those of `removeFavorites`; after one that fails, those before go.
   */
  async addMany(
    userId: string,
    bookIds: readonly string[],
    find: (bookId: string) => CatalogueBook | undefined,
    { addedAt, max, authorsMax }: { addedAt: number; max: number; authorsMax: number },
  ): Promise<{ bookIds: string[]; authors: string[] }> {
    const present = new Set(await listIds(db, userId))
    const fresh = [...new Set(bookIds)].filter((id) => !present.has(id))
    const missing = fresh.slice(0, Math.max(0, max - present.size)).toReversed()
    const added: Book[] = []
    const addPiece = async (trx: Transaction<Tables>, ids: readonly string[]): Promise<Book[]> => {
      // Another request may have added some meanwhile.
      const before = new Set(await listIds(trx, userId))
      const found = ids.flatMap((id) => (before.has(id) ? [] : (find(id) ?? [])))
      const fitting = found.slice(0, Math.max(0, max - before.size))
      const rows = fitting.map((favorite) => rowOf(userId, favorite, addedAt))
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
      await removeFavorites(
        db,
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
    await removeFavorites(db, userId, bookIds)
    await changeReader(db, userId, (trx) => removeAuthors(trx, userId, authors))
  },

  /** Absent is no error. Authors without a favorite left leave the favorite authors (decision page 0037). */
  remove: (userId: string, bookId: string): Promise<void> =>
    changeReader(db, userId, async (trx) => {
      const favorite = trx.deleteFrom('favorites').where('userId', '=', userId)
      const removal = favorite.where('bookId', '=', bookId).returning('record')
      const removed = await removal.executeTakeFirst()
      if (removed) await removeAuthorsOf(trx, userId, readRecord(removed.record))
    }),

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
