import { sql, type Kysely } from 'kysely'
import { changeReader, countChanged, deleteBeyond } from '../database.ts'
import type { PasswordReset, Tables, User } from '../tables.ts'

/** Links that set a new password; `accounts.setPassword` uses them. */
export const createPasswordResetRepository = (db: Kysely<Tables>) => ({
  /** Adds a link and drops the user's oldest beyond `most`. */
  add: (reset: PasswordReset, most: number): Promise<void> =>
    changeReader(db, reset.userId, async (trx) => {
      await trx.insertInto('passwordResets').values(reset).execute()
      const newestFirst = sql`expires_at DESC, token_hash`
      const { userId } = reset
      await deleteBeyond(trx, 'passwordResets', 'tokenHash', newestFirst, { userId, most })
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
  removeExpired: (now: number): Promise<number> =>
    countChanged(db.deleteFrom('passwordResets').where('expiresAt', '<=', now)),
})
