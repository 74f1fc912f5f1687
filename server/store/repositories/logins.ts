import { sql, type Kysely } from 'kysely'
import { countChanged, deleteBeyond } from '../database.ts'
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
    const insert = db.insertInto('loginThrottles').values({ account, ...after })
    const update = db.updateTable('loginThrottles').set(after)
    const statement = before
      ? update.where((row) => row.and({ account, ...before }))
      : insert.onConflict((on) => on.column('account').doNothing())
    return (await countChanged(statement)) === 1
  },

  /** Removes those whose last failure was before the given time; returns how many. */
  removeStale: (before: number): Promise<number> =>
    countChanged(db.deleteFrom('loginThrottles').where('lastAt', '<', before)),
})

export const createLoginDeviceRepository = (db: Kysely<Tables>) => ({
  async has(userId: string, secretHash: Uint8Array): Promise<boolean> {
    const devices = db.selectFrom('loginDevices').select('usedAt').where('userId', '=', userId)
    return (await devices.where('secretHash', '=', secretHash).executeTakeFirst()) !== undefined
  },

  /** Adds a browser, or notes that it is in use, and drops the user's least recent beyond `most`. */
  async add(userId: string, secretHash: Uint8Array, usedAt: number, most: number): Promise<void> {
    await db
      .insertInto('loginDevices')
      .values({ userId, secretHash, usedAt })
      .onConflict((on) => on.columns(['userId', 'secretHash']).doUpdateSet({ usedAt }))
      .execute()
    const recentFirst = sql`used_at DESC, secret_hash`
    await deleteBeyond(db, 'loginDevices', 'secretHash', recentFirst, { userId, most })
  },
})
