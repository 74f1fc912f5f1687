import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import type { LoginDeviceRepository, LoginThrottle, LoginThrottleRepository } from '../store.ts'
import type { Tables } from './tables.ts'

function toThrottle(row: Selectable<Tables['login_throttles']>): LoginThrottle {
  return {
    recent: row.recent,
    lastAt: row.last_at,
    today: row.today,
    todayFrom: row.today_from,
  }
}

function throttleRow(
  account: Uint8Array,
  throttle: LoginThrottle,
): Insertable<Tables['login_throttles']> {
  return {
    account,
    recent: throttle.recent,
    last_at: throttle.lastAt,
    today: throttle.today,
    today_from: throttle.todayFrom,
  }
}

/** Failed logins, on either engine: single statements, so that servers need no lock among them. */
export function createLoginThrottleRepository(db: Kysely<Tables>): LoginThrottleRepository {
  return {
    async byAccount(account) {
      const row = await db
        .selectFrom('login_throttles')
        .selectAll()
        .where('account', '=', account)
        .executeTakeFirst()
      return row && toThrottle(row)
    },

    async replace(account, before, after) {
      const row = throttleRow(account, after)
      if (!before) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('login_throttles')
          .values(row)
          .onConflict((conflict) => conflict.column('account').doNothing())
          .executeTakeFirst()
        return numInsertedOrUpdatedRows === 1n
      }
      const { numUpdatedRows } = await db
        .updateTable('login_throttles')
        .set(row)
        .where('account', '=', account)
        .where('recent', '=', before.recent)
        .where('last_at', '=', before.lastAt)
        .where('today', '=', before.today)
        .where('today_from', '=', before.todayFrom)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async removeStale(before) {
      const { numDeletedRows } = await db
        .deleteFrom('login_throttles')
        .where('last_at', '<', before)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Browsers that have logged in, on either engine. */
export function createLoginDeviceRepository(db: Kysely<Tables>): LoginDeviceRepository {
  return {
    async has(userId, secretHash) {
      const row = await db
        .selectFrom('login_devices')
        .select('used_at')
        .where('user_id', '=', userId)
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()
      return row !== undefined
    },

    async add(userId, secretHash, now, keep) {
      await db
        .insertInto('login_devices')
        .values({ user_id: userId, secret_hash: secretHash, used_at: now })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'secret_hash']).doUpdateSet({ used_at: now }),
        )
        .execute()
      await db
        .deleteFrom('login_devices')
        .where('user_id', '=', userId)
        .where('secret_hash', 'not in', (inner) =>
          inner
            .selectFrom('login_devices')
            .select('secret_hash')
            .where('user_id', '=', userId)
            .orderBy('used_at', 'desc')
            .orderBy(sql`secret_hash`)
            .limit(keep),
        )
        .execute()
    },
  }
}
