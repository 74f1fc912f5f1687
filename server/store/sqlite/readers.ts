import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import {
  createAuthorQueries,
  createFavoriteQueries,
  createPreferenceQueries,
} from '../sql/readers.ts'
import type { Tables } from '../sql/tables.ts'
import type { AuthorRepository, FavoriteRepository, PreferenceRepository } from '../store.ts'
import type { CommitLog } from './commitLog.ts'
import { runNow } from './dialect.ts'

/** The interests of readers in SQLite. */
export function createPreferenceRepository(
  db: Kysely<Tables>,
  database: DatabaseSync,
  log: CommitLog,
): PreferenceRepository {
  return {
    ...createPreferenceQueries(db),

    async replace(userId, preferences) {
      await log.transact(() => {
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
  db: Kysely<Tables>,
  database: DatabaseSync,
  log: CommitLog,
): FavoriteRepository {
  const known = database.prepare('SELECT record FROM books WHERE id = ?')
  const has = database.prepare('SELECT 1 FROM favorites WHERE user_id = ? AND book_id = ?')
  const count = database.prepare('SELECT count(*) AS n FROM favorites WHERE user_id = ?')
  return {
    ...createFavoriteQueries(db),

    async add(userId, bookId, now, max) {
      return log.transact(() => {
        if (has.get(userId, bookId)) return 'ok'
        const book = known.get(bookId)
        if (!book) return 'unknown'
        if (Number(count.get(userId)?.['n'] ?? 0) >= max) return 'full'
        runNow(
          database,
          db.insertInto('favorites').values({
            user_id: userId,
            book_id: bookId,
            record: String(book['record']),
            added_at: now,
          }),
        )
        return 'ok'
      })
    },
  }
}

/** The favorite authors of readers in SQLite. */
export function createAuthorRepository(
  db: Kysely<Tables>,
  database: DatabaseSync,
  log: CommitLog,
): AuthorRepository {
  const has = database.prepare('SELECT 1 FROM favorite_authors WHERE user_id = ? AND author = ?')
  const count = database.prepare('SELECT count(*) AS n FROM favorite_authors WHERE user_id = ?')
  return {
    ...createAuthorQueries(db),

    async add(userId, author, now, max) {
      return log.transact(() => {
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
