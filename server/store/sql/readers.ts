import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import { isCategory } from '../../../contract/categories.ts'
import { authorKey } from '../../catalogue/search/indexBook.ts'
import type {
  AuthorRepository,
  Favorite,
  FavoriteRepository,
  PreferenceRepository,
} from '../store.ts'
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

/** Favorites that are read in one turn of the event loop: their records take some ten milliseconds. */
export const FAVORITES_IN_ONE_TURN = 200

const authorKeysOf = ({ volumeInfo }: Book): string[] => volumeInfo.authors.map(authorKey)

/** The keys of all authors by whom a favorite of the reader is, as one of several, too. */
async function keysAmongFavorites(
  { page }: Pick<FavoriteRepository, 'page'>,
  userId: string,
): Promise<Set<string>> {
  const keys = new Set<string>()
  let behind: Favorite | undefined
  do {
    const favorites = await page(userId, FAVORITES_IN_ONE_TURN, behind)
    for (const { book } of favorites) for (const key of authorKeysOf(book)) keys.add(key)
    behind = favorites.length < FAVORITES_IN_ONE_TURN ? undefined : favorites.at(-1)
    await nextTurn()
  } while (behind)
  return keys
}

/** Takes the authors of a book out of a reader's favorite authors, but those by whom a favorite is. */
async function leaveAuthors(
  db: Kysely<Tables>,
  favorites: Pick<FavoriteRepository, 'page'>,
  userId: string,
  book: Book,
): Promise<void> {
  const keys = authorKeysOf(book)
  const authors = await createAuthorQueries(db).list(userId)
  const theirs = authors.filter((author) => keys.includes(authorKey(author)))
  if (theirs.length === 0) return
  const staying = await keysAmongFavorites(favorites, userId)
  const leaving = theirs.filter((author) => !staying.has(authorKey(author)))
  if (leaving.length === 0) return
  await db
    .deleteFrom('favorite_authors')
    .where('user_id', '=', userId)
    .where('author', 'in', leaving)
    .execute()
}

/** The favorites of readers, on either engine; adding is left to the engine. */
export function createFavoriteQueries(db: Kysely<Tables>): Omit<FavoriteRepository, 'add'> {
  const page: FavoriteRepository['page'] = async (userId, count, behind) => {
    const rows = await db
      .selectFrom('favorites')
      .select(['seq', 'record'])
      .where('user_id', '=', userId)
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
        .where('user_id', '=', userId)
        .orderBy('seq', 'desc')
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

    async remove(userId, bookId) {
      const removed = await db
        .deleteFrom('favorites')
        .where('user_id', '=', userId)
        .where('book_id', '=', bookId)
        .returning('record')
        .executeTakeFirst()
      // Not one transaction: between the two an author stays whose last book has gone, which does no harm.
      if (removed) await leaveAuthors(db, { page }, userId, readRecord(removed.record))
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
