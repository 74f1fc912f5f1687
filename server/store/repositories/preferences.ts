import type { Kysely } from 'kysely'
import { isCategory } from '../../../contract/categories.ts'
import type { PreferenceRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { lockReader, transact } from '../transaction.ts'

export function createPreferenceRepository(db: Kysely<Tables>): PreferenceRepository {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('preferences')
        .select('category')
        .where('userId', '=', userId)
        .orderBy('position')
        .execute()
      return rows.map((row) => row.category).filter((category) => isCategory(category))
    },

    replace: (userId, preferences) =>
      transact(db, async (trx) => {
        await lockReader(trx, userId)
        await trx.deleteFrom('preferences').where('userId', '=', userId).execute()
        if (preferences.length === 0) return
        await trx
          .insertInto('preferences')
          .values(preferences.map((category, position) => ({ userId, position, category })))
          .execute()
      }),
  }
}
