import type { Kysely } from 'kysely'
import { isCategory } from '../../../contract/categories.ts'
import type { AuthorRepository, FavoriteRepository, PreferenceRepository } from '../store.ts'
import { readRecord } from './books.ts'
import type { Tables } from './tables.ts'

// What takes more than one statement is each engine's own: their transactions differ.

/** The interests of readers, on either engine, to read. */
export function createPreferenceQueries(db: Kysely<Tables>): Pick<PreferenceRepository, 'list'> {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('preferences')
        .select('category')
        .where('user_id', '=', userId)
        .orderBy('position')
        .execute()
      return rows.map((row) => row.category).filter((category) => isCategory(category))
    },
  }
}

/** The favorites of readers, on either engine; adding is left to the engine. */
export function createFavoriteQueries(db: Kysely<Tables>): Omit<FavoriteRepository, 'add'> {
  return {
    async list(userId, most) {
      const rows = await db
        .selectFrom('favorites')
        .innerJoin('books', 'books.id', 'favorites.book_id')
        .select('books.record')
        .where('favorites.user_id', '=', userId)
        .orderBy('favorites.seq', 'desc')
        .$if(most !== undefined, (query) => query.limit(most ?? 0))
        .execute()
      return rows.map((row) => readRecord(row.record))
    },

    async ids(userId) {
      const rows = await db
        .selectFrom('favorites')
        .select('book_id')
        .where('user_id', '=', userId)
        .orderBy('seq', 'desc')
        .execute()
      return rows.map((row) => row.book_id)
    },

    async count(userId) {
      const row = await db
        .selectFrom('favorites')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    async among(userId, bookIds) {
      if (bookIds.length === 0) return []
      const rows = await db
        .selectFrom('favorites')
        .select('book_id')
        .where('user_id', '=', userId)
        .where('book_id', 'in', bookIds)
        .execute()
      return rows.map((row) => row.book_id)
    },

    async remove(userId, bookId) {
      await db
        .deleteFrom('favorites')
        .where('user_id', '=', userId)
        .where('book_id', '=', bookId)
        .execute()
    },
  }
}

/** The favorite authors of readers, on either engine, to read. */
export function createAuthorQueries(db: Kysely<Tables>): Pick<AuthorRepository, 'list'> {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('favorite_authors')
        .select('author')
        .where('user_id', '=', userId)
        .orderBy('seq', 'desc')
        .execute()
      return rows.map((row) => row.author)
    },
  }
}
