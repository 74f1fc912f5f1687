import type { Kysely } from 'kysely'
import { lockReader, transact } from '../database.ts'
import type { PasswordReset, Tables, User } from '../tables.ts'

/** Links that set a new password; `accounts.setPassword` uses them. */
export const createPasswordResetRepository = (db: Kysely<Tables>) => ({
  /** Adds a link and drops the user's oldest beyond `keep`. */
  add: (reset: PasswordReset, keep: number): Promise<void> =>
    transact(db, async (trx) => {
      const { userId } = reset
      await lockReader(trx, userId)
      await trx.insertInto('passwordResets').values(reset).execute()
      const newest = trx
        .selectFrom('passwordResets')
        .select('tokenHash')
        .where('userId', '=', userId)
        .orderBy('expiresAt', 'desc')
        .orderBy('tokenHash')
        .limit(keep)
      await trx
        .deleteFrom('passwordResets')
        .where('userId', '=', userId)
        .where('tokenHash', 'not in', newest)
        .execute()
    }),

  /** Whose password a link sets, as long as it has not expired. */
  readerOf: (tokenHash: Uint8Array, now: number): Promise<User | undefined> =>
    db
      .selectFrom('passwordResets')
      .innerJoin('users', 'users.id', 'passwordResets.userId')
      .selectAll('users')
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', now)
      .executeTakeFirst(),

  /** Returns how many. */
  async removeExpired(now: number): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('passwordResets')
      .where('expiresAt', '<=', now)
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
})
