import type { Kysely } from 'kysely'
import { isCategory, type Category } from '../../../contract/categories.ts'
import { lockReader, transact } from '../database.ts'
import type { Tables } from '../tables.ts'

export const createPreferenceRepository = (db: Kysely<Tables>) => ({
  /** In the order saved; empty while none. */
  async list(userId: string): Promise<Category[]> {
    const rows = await db
      .selectFrom('preferences')
      .select('category')
      .where('userId', '=', userId)
      .orderBy('position')
      .execute()
    return rows.map((row) => row.category).filter((category) => isCategory(category))
  },

  replace: (userId: string, preferences: readonly Category[]): Promise<void> =>
    transact(db, async (trx) => {
      await lockReader(trx, userId)
      await trx.deleteFrom('preferences').where('userId', '=', userId).execute()
      const rows = preferences.map((category, position) => ({ userId, position, category }))
      if (rows.length > 0) await trx.insertInto('preferences').values(rows).execute()
    }),
})
