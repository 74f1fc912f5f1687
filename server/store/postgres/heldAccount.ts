import type { Kysely } from 'kysely'
import { createLeftPictureQueries, readHeldAccount, removalOf } from '../sql/heldAccount.ts'
import type { Tables } from '../sql/tables.ts'
import type { AccountRepository } from '../store.ts'
import { lockReader, snapshot, transact } from './database.ts'

/** Accounts as a whole, in PostgreSQL. */
export function createAccountRepository(db: Kysely<Tables>): AccountRepository {
  return {
    ...createLeftPictureQueries(db),

    held: (userId) => snapshot(db, (trx) => readHeldAccount(trx, userId)),

    remove: (userId, loginAccount) =>
      transact(db, async (trx) => {
        // Also keeps a picture from changing between the statements.
        await lockReader(trx, userId)
        const removal = removalOf(trx, userId, loginAccount)
        const { leavePicture, forgetSignIns, forgetLogins, removeUser } = removal
        await leavePicture.execute()
        await forgetSignIns.execute()
        await forgetLogins.execute()
        const { numDeletedRows } = await removeUser.executeTakeFirst()
        return numDeletedRows === 1n
      }),

    // Dead rows go with the server's own vacuum.
    scrub: () => Promise.resolve(),
  }
}
