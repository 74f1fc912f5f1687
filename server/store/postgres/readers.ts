import { sql, type Kysely } from 'kysely'
import {
  createAuthorQueries,
  createFavoriteQueries,
  createPreferenceQueries,
} from '../sql/readers.ts'
import type { Tables } from '../sql/tables.ts'
import type { AuthorRepository, FavoriteRepository, PreferenceRepository } from '../store.ts'
import { lockReader, transact } from './database.ts'
import { isMissingReference } from './errors.ts'

/** The interests of readers in PostgreSQL. */
export function createPreferenceRepository(db: Kysely<Tables>): PreferenceRepository {
  return {
    ...createPreferenceQueries(db),

    async replace(userId, preferences) {
      const rows = preferences.map((category, position) => ({
        user_id: userId,
        position,
        category,
      }))
      await transact(db, async (trx) => {
        await lockReader(trx, userId)
        await trx.deleteFrom('preferences').where('user_id', '=', userId).execute()
        if (rows.length > 0) await trx.insertInto('preferences').values(rows).execute()
      })
    },
  }
}

/**
 * The favorites of readers in PostgreSQL. Those of one reader are added one after another, so that no
 * two requests can pass the limit together.
 */
export function createFavoriteRepository(db: Kysely<Tables>): FavoriteRepository {
  return {
    ...createFavoriteQueries(db),

    async add(userId, bookId, now, max) {
      try {
        return await transact(db, async (trx) => {
          await lockReader(trx, userId)
          const { rows } = await sql<{ has: boolean; record: string | null; total: number }>`
            SELECT
              EXISTS (SELECT FROM favorites WHERE user_id = ${userId} AND book_id = ${bookId}) AS has,
              (SELECT record FROM books WHERE id = ${bookId}) AS record,
              (SELECT count(*) FROM favorites WHERE user_id = ${userId}) AS total
          `.execute(trx)
          const [found] = rows
          if (found?.has) return 'ok'
          if (!found || found.record === null) return 'unknown'
          if (found.total >= max) return 'full'
          await trx
            .insertInto('favorites')
            .values({ user_id: userId, book_id: bookId, record: found.record, added_at: now })
            .execute()
          return 'ok'
        })
      } catch (error) {
        // The book left the catalogue in this very moment.
        if (isMissingReference(error, 'favorites_of_books')) return 'unknown'
        throw error
      }
    },
  }
}

/** The favorite authors of readers in PostgreSQL. */
export function createAuthorRepository(db: Kysely<Tables>): AuthorRepository {
  return {
    ...createAuthorQueries(db),

    async add(userId, author, now, max) {
      return transact(db, async (trx) => {
        await lockReader(trx, userId)
        const { rows } = await sql<{ has: boolean; total: number }>`
          SELECT
            EXISTS (SELECT FROM favorite_authors WHERE user_id = ${userId} AND author = ${author})
              AS has,
            (SELECT count(*) FROM favorite_authors WHERE user_id = ${userId}) AS total
        `.execute(trx)
        const [found] = rows
        if (found?.has) return 'ok'
        if (found && found.total >= max) return 'full'
        await trx
          .insertInto('favorite_authors')
          .values({ user_id: userId, author, added_at: now })
          .execute()
        return 'ok'
      })
    },
  }
}
