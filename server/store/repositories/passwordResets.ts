import type { Kysely } from 'kysely'
import { countChanged } from '../database.ts'
import type { PasswordReset, Tables, User } from '../tables.ts'

/** Links that set a new password; `accounts.setPassword` uses them. */
export const createPasswordResetRepository = (db: Kysely<Tables>) => ({
  async add(reset: PasswordReset): Promise<void> {
    await db.insertInto('passwordResets').values(reset).execute()
  },

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
