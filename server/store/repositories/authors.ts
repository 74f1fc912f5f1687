import type { Kysely } from 'kysely'
import type { AuthorRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { lockReader, transact } from '../transaction.ts'

export function createAuthorRepository(db: Kysely<Tables>): AuthorRepository {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('favoriteAuthors')
        .select('author')
        .where('userId', '=', userId)
        .orderBy('seq', 'desc')
        .execute()
      return rows.map((row) => row.author)
    },

    add: (userId, author, now, max) =>
      transact(db, async (trx) => {
        await lockReader(trx, userId)
        const authors = await createAuthorRepository(trx).list(userId)
        if (authors.includes(author)) return 'ok'
        if (authors.length >= max) return 'full'
        await trx.insertInto('favoriteAuthors').values({ userId, author, addedAt: now }).execute()
        return 'ok'
      }),
  }
}
