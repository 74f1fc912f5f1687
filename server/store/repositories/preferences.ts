import type { Kysely } from 'kysely'
import { isCategory, type Category } from '../../../contract/categories.ts'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'

export const createPreferenceRepository = (db: Kysely<Tables>) => ({
  /** In the order saved; empty while none. */
  async list(userId: string): Promise<Category[]> {
    const saved = db.selectFrom('preferences').select('category').where('userId', '=', userId)
    const rows = await saved.orderBy('position').execute()
    return rows.map((row) => row.category).filter((category) => isCategory(category))
  },

  replace: (userId: string, preferences: readonly Category[]): Promise<void> =>
    changeReader(db, userId, async (trx) => {
      await trx.deleteFrom('preferences').where('userId', '=', userId).execute()
      const rows = preferences.map((category, position) => ({ userId, position, category }))
      if (rows.length > 0) await trx.insertInto('preferences').values(rows).execute()
    }),
})
