import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { isCategory } from '../../../contract/categories.ts'
import type { AuthorRepository, FavoriteRepository, PreferenceRepository } from '../store.ts'
import { readRecord } from './books.ts'
import type { BookTables } from './bookTables.ts'
import { runNow, transact } from './dialect.ts'
import type { AccountTables } from './tables.ts'

/** The interests of readers in SQLite. */
export function createPreferenceRepository(
  db: Kysely<AccountTables>,
  database: DatabaseSync,
): PreferenceRepository {
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

    async replace(userId, preferences) {
      transact(database, () => {
        runNow(database, db.deleteFrom('preferences').where('user_id', '=', userId))
        for (const [position, category] of preferences.entries()) {
          runNow(
            database,
            db.insertInto('preferences').values({ user_id: userId, position, category }),
          )
        }
      })
    },
  }
}

/**
 * The favorites of readers in SQLite. What adds one is a single transaction, so that no two requests
 * can pass the limit together.
 */
export function createFavoriteRepository(
  accounts: Kysely<AccountTables>,
  database: DatabaseSync,
): FavoriteRepository {
  const db = accounts.withTables<BookTables>()
  const known = database.prepare('SELECT 1 FROM books WHERE id = ?')
  const has = database.prepare('SELECT 1 FROM favorites WHERE user_id = ? AND book_id = ?')
  const count = database.prepare('SELECT count(*) AS n FROM favorites WHERE user_id = ?')
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('favorites')
        .innerJoin('books', 'books.id', 'favorites.book_id')
        .select('books.record')
        .where('favorites.user_id', '=', userId)
        .orderBy('favorites.seq', 'desc')
        .execute()
      return rows.map((row) => readRecord(row.record))
    },

    async add(userId, bookId, now, max) {
      return transact(database, () => {
        if (has.get(userId, bookId)) return 'ok'
        if (!known.get(bookId)) return 'unknown'
        if (Number(count.get(userId)?.['n'] ?? 0) >= max) return 'full'
        runNow(
          database,
          db.insertInto('favorites').values({ user_id: userId, book_id: bookId, added_at: now }),
        )
        return 'ok'
      })
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

/** The favorite authors of readers in SQLite. */
export function createAuthorRepository(
  db: Kysely<AccountTables>,
  database: DatabaseSync,
): AuthorRepository {
  const has = database.prepare('SELECT 1 FROM favorite_authors WHERE user_id = ? AND author = ?')
  const count = database.prepare('SELECT count(*) AS n FROM favorite_authors WHERE user_id = ?')
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

    async add(userId, author, now, max) {
      return transact(database, () => {
        if (has.get(userId, author)) return 'ok'
        if (Number(count.get(userId)?.['n'] ?? 0) >= max) return 'full'
        runNow(
          database,
          db.insertInto('favorite_authors').values({ user_id: userId, author, added_at: now }),
        )
        return 'ok'
      })
    },
  }
}
