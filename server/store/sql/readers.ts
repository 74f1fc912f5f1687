import type { Kysely } from 'kysely'
import { isCategory } from '../../../contract/categories.ts'
import { authorKey } from '../bookIndex.ts'
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

/** The keys, of these, of authors by whom a favorite of the reader is, as one of several, too. */
async function keysAmongFavorites(
  db: Kysely<Tables>,
  userId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const indexed = await db
    .selectFrom('favorites as f')
    .innerJoin('books as b', 'b.id', 'f.book_id')
    .innerJoin('book_authors as a', 'a.pop', 'b.pop')
    .select('a.author')
    .distinct()
    .where('f.user_id', '=', userId)
    .where('a.author', 'in', keys)
    .execute()
  // What has left the catalogue is in no index, and there are few such favorites.
  const others = await db
    .selectFrom('favorites as f')
    .innerJoin('books as b', 'b.id', 'f.book_id')
    .select('b.record')
    .where('f.user_id', '=', userId)
    .where('b.pop', '<', 0)
    .execute()
  return new Set([
    ...indexed.map(({ author }) => author),
    ...others.flatMap(({ record }) => authorKeysOf(record)),
  ])
}

const authorKeysOf = (record: string): string[] =>
  readRecord(record).volumeInfo.authors.map(authorKey)

/** Takes the authors of a book out of a reader's favorite authors, but those by whom a favorite is. */
async function leaveAuthors(db: Kysely<Tables>, userId: string, bookId: string): Promise<void> {
  const authors = await createAuthorQueries(db).list(userId)
  if (authors.length === 0) return
  const query = db.selectFrom('books').select('record').where('id', '=', bookId)
  const book = await query.executeTakeFirst()
  const keys = book ? authorKeysOf(book.record) : []
  const theirs = authors.filter((author) => keys.includes(authorKey(author)))
  if (theirs.length === 0) return
  const staying = await keysAmongFavorites(db, userId, keys)
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

    async remove(userId, bookId) {
      const { numDeletedRows } = await db
        .deleteFrom('favorites')
        .where('user_id', '=', userId)
        .where('book_id', '=', bookId)
        .executeTakeFirst()
      // Not one transaction: between the two an author stays whose last book has gone, which does no harm.
      if (numDeletedRows > 0n) await leaveAuthors(db, userId, bookId)
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
