import type { Kysely } from 'kysely'
import { lockReader, transact } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Names, newest first. */
export async function listAuthors(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favoriteAuthors')
    .select('author')
    .where('userId', '=', userId)
    .orderBy('seq', 'desc')
    .execute()
  return rows.map((row) => row.author)
}

export const createAuthorRepository = (db: Kysely<Tables>) => ({
  list: (userId: string) => listAuthors(db, userId),

  /** `full` where the reader has `max` already; a repeat is `ok`. */
  add: (userId: string, author: string, addedAt: number, max: number): Promise<'ok' | 'full'> =>
    transact(db, async (trx) => {
      await lockReader(trx, userId)
      const authors = await listAuthors(trx, userId)
      if (authors.includes(author)) return 'ok'
      if (authors.length >= max) return 'full'
      await trx.insertInto('favoriteAuthors').values({ userId, author, addedAt }).execute()
      return 'ok'
    }),
})
