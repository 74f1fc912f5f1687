import { setImmediate as nextTick } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import { authorKey } from '../../catalogue/search/indexBook.ts'
import type { Favorite, FavoriteRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { lockReader, transact } from '../transaction.ts'
import { createAuthorRepository } from './authors.ts'

/** How many favorites are read in one tick of the event loop: parsing thousands would block everybody. */
export const FAVORITES_IN_ONE_TURN = 200

/** The book of a stored record; only this repository writes them, so their shape is known. */
export function readRecord(record: string): Book {
  const book: Book = JSON.parse(record)
  return book
}

const authorKeysOf = ({ volumeInfo }: Book): string[] => volumeInfo.authors.map(authorKey)

/** The keys of all authors of the reader's favorites, of those with several authors, too. */
async function favoriteAuthorKeys(
  { page }: Pick<FavoriteRepository, 'page'>,
  userId: string,
): Promise<Set<string>> {
  const keys = new Set<string>()
  let behind: Favorite | undefined
  do {
    const favorites = await page(userId, FAVORITES_IN_ONE_TURN, behind)
    for (const { book } of favorites) for (const key of authorKeysOf(book)) keys.add(key)
    behind = favorites.length < FAVORITES_IN_ONE_TURN ? undefined : favorites.at(-1)
    await nextTick()
  } while (behind)
  return keys
}

/** Removes the authors of a removed book from the favorite authors, but those with another favorite. */
async function removeAuthorsOf(
  db: Kysely<Tables>,
  favorites: Pick<FavoriteRepository, 'page'>,
  userId: string,
  book: Book,
): Promise<void> {
  const keys = authorKeysOf(book)
  const authors = await createAuthorRepository(db).list(userId)
  const candidates = authors.filter((author) => keys.includes(authorKey(author)))
  if (candidates.length === 0) return
  const staying = await favoriteAuthorKeys(favorites, userId)
  const leaving = candidates.filter((author) => !staying.has(authorKey(author)))
  if (leaving.length === 0) return
  await db
    .deleteFrom('favoriteAuthors')
    .where('userId', '=', userId)
    .where('author', 'in', leaving)
    .execute()
}

/** How many favorites a reader has, and whether the book is one of them. */
async function countFavorites(db: Kysely<Tables>, userId: string, bookId: string) {
  const { total } = await db
    .selectFrom('favorites')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const found = await db
    .selectFrom('favorites')
    .select('seq')
    .where('userId', '=', userId)
    .where('bookId', '=', bookId)
    .executeTakeFirst()
  return { total, isThere: found !== undefined }
}

export function createFavoriteRepository(db: Kysely<Tables>): FavoriteRepository {
  const page: FavoriteRepository['page'] = async (userId, count, behind) => {
    const rows = await db
      .selectFrom('favorites')
      .select(['seq', 'record'])
      .where('userId', '=', userId)
      .$if(behind !== undefined, (query) => query.where('seq', '<', behind?.seq ?? 0))
      .orderBy('seq', 'desc')
      .limit(count)
      .execute()
    return rows.map(({ seq, record }) => ({ seq, book: readRecord(record) }))
  }

  return {
    page,

    async list(userId) {
      const rows = await db
        .selectFrom('favorites')
        .select('record')
        .where('userId', '=', userId)
        .orderBy('seq', 'desc')
        .execute()
      return rows.map((row) => readRecord(row.record))
    },

    async ids(userId) {
      const rows = await db
        .selectFrom('favorites')
        .select('bookId')
        .where('userId', '=', userId)
        .orderBy('seq', 'desc')
        .execute()
      return rows.map((row) => row.bookId)
    },

    add(userId, { book, picture }, now, max) {
      const row = {
        userId,
        bookId: book.id,
        record: JSON.stringify(book),
        picture: picture ?? null,
        addedAt: now,
      }
      return transact(db, async (trx) => {
        await lockReader(trx, userId)
        const { total, isThere } = await countFavorites(trx, userId, book.id)
        if (isThere) return 'ok'
        if (total >= max) return 'full'
        await trx.insertInto('favorites').values(row).execute()
        return 'ok'
      })
    },

    async remove(userId, bookId) {
      const removed = await db
        .deleteFrom('favorites')
        .where('userId', '=', userId)
        .where('bookId', '=', bookId)
        .returning('record')
        .executeTakeFirst()
      // Not one transaction: an author whose last book has just gone does no harm in between.
      if (removed) await removeAuthorsOf(db, { page }, userId, readRecord(removed.record))
    },

    async recordOf(bookId) {
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
  }
}
