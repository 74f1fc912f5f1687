import type { Kysely } from 'kysely'
import type { UserRepository } from '../store.ts'
import type { Tables } from '../tables.ts'

export function createUserRepository(db: Kysely<Tables>): UserRepository {
  return {
    async add(user) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('users')
        .values(user)
        .onConflict((conflict) => conflict.column('emailKey').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    byId: (id) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    byEmail: (emailKey) =>
      db.selectFrom('users').selectAll().where('emailKey', '=', emailKey).executeTakeFirst(),

    async setPicture(id, picture, before) {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ picture })
        .where('id', '=', id)
        .$if(before !== undefined, (query) =>
          query.where('picture', 'is not distinct from', before ?? null),
        )
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async setPasswordHash(id, passwordHash) {
      await db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
    },
  }
}
