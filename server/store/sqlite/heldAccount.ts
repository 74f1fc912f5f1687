import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { createLeftPictureQueries, readHeldAccount, removalOf } from '../sql/heldAccount.ts'
import type { Tables } from '../sql/tables.ts'
import type { AccountRepository } from '../store.ts'
import type { CommitLog } from './commitLog.ts'
import { emptyLog, runNow } from './dialect.ts'

/** Accounts as a whole, in SQLite. */
export function createAccountRepository(
  db: Kysely<Tables>,
  database: DatabaseSync,
  log: CommitLog,
): AccountRepository {
  return {
    ...createLeftPictureQueries(db),

    held: (userId) => readHeldAccount(db, userId),

    async remove(userId, loginAccount) {
      const removal = removalOf(db, userId, loginAccount)
      const { leavePicture, forgetSignIns, forgetLogins, removeUser } = removal
      return log.transact(() => {
        runNow(database, leavePicture)
        runNow(database, forgetSignIns)
        runNow(database, forgetLogins)
        return runNow(database, removeUser) === 1
      })
    },

    async scrub() {
      // `secure_delete` has zeroed the rows; the log still has the pages as they were before. Where
      // another process reads at the moment, nobody waits: the log is begun anew with a later write.
      emptyLog(database)
    },
  }
}
