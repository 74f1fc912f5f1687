import type { Kysely } from 'kysely'
import type { LoginThrottle, Tables } from '../tables.ts'

/** Failed logins by account, by single statements: several servers need no lock between them. */
export const createLoginThrottleRepository = (db: Kysely<Tables>) => ({
  byAccount: (account: Uint8Array): Promise<LoginThrottle | undefined> =>
    db
      .selectFrom('loginThrottles')
      .select(['recent', 'lastAt', 'today', 'todayFrom'])
      .where('account', '=', account)
      .executeTakeFirst(),

  /** Writes `after` where `before`, or nothing, is still stored; `false` where another request was faster. */
  async replace(
    account: Uint8Array,
    before: LoginThrottle | undefined,
    after: LoginThrottle,
  ): Promise<boolean> {
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

  /** Removes those whose last failure was before the given time; returns how many. */
  async removeStale(before: number): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('loginThrottles')
      .where('lastAt', '<', before)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})

export const createLoginDeviceRepository = (db: Kysely<Tables>) => ({
  async has(userId: string, secretHash: Uint8Array): Promise<boolean> {
    const row = await db
      .selectFrom('loginDevices')
      .select('usedAt')
      .where('userId', '=', userId)
      .where('secretHash', '=', secretHash)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Adds a browser, or notes that it is in use, and drops the user's least recent beyond `keep`. */
  async add(userId: string, secretHash: Uint8Array, usedAt: number, keep: number): Promise<void> {
    await db
      .insertInto('loginDevices')
      .values({ userId, secretHash, usedAt })
      .onConflict((conflict) => conflict.columns(['userId', 'secretHash']).doUpdateSet({ usedAt }))
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
})
