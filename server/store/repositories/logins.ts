import type { Kysely } from 'kysely'
import type { LoginDeviceRepository, LoginThrottleRepository } from '../store.ts'
import type { Tables } from '../tables.ts'

/** Failed logins, by single statements: several servers need no lock between them. */
export function createLoginThrottleRepository(db: Kysely<Tables>): LoginThrottleRepository {
  return {
    byAccount: (account) =>
      db
        .selectFrom('loginThrottles')
        .select(['recent', 'lastAt', 'today', 'todayFrom'])
        .where('account', '=', account)
        .executeTakeFirst(),

    async replace(account, before, after) {
      if (!before) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('loginThrottles')
          .values({ account, ...after })
          .onConflict((conflict) => conflict.column('account').doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      }
      const { numUpdatedRows } = await db
        .updateTable('loginThrottles')
        .set(after)
        .where((row) => row.and({ account, ...before }))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async removeStale(before) {
      const { numDeletedRows } = await db
        .deleteFrom('loginThrottles')
        .where('lastAt', '<', before)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

export function createLoginDeviceRepository(db: Kysely<Tables>): LoginDeviceRepository {
  return {
    async has(userId, secretHash) {
      const row = await db
        .selectFrom('loginDevices')
        .select('usedAt')
        .where('userId', '=', userId)
        .where('secretHash', '=', secretHash)
        .executeTakeFirst()
      return row !== undefined
    },

    async add(userId, secretHash, now, keep) {
      await db
        .insertInto('loginDevices')
        .values({ userId, secretHash, usedAt: now })
        .onConflict((conflict) =>
          conflict.columns(['userId', 'secretHash']).doUpdateSet({ usedAt: now }),
        )
        .execute()
      const recent = db
        .selectFrom('loginDevices')
        .select('secretHash')
        .where('userId', '=', userId)
        .orderBy('usedAt', 'desc')
        .orderBy('secretHash')
        .limit(keep)
      await db
        .deleteFrom('loginDevices')
        .where('userId', '=', userId)
        .where('secretHash', 'not in', recent)
        .execute()
    },
  }
}
