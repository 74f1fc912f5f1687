import type { Kysely, Transaction } from 'kysely'
import { changeReader, countChanged } from '../database.ts'
import type { Tables } from '../tables.ts'
import { KEPT_TABLES, listIds, removeKept } from './keptBooks.ts'
import { createMarkRepository } from './marks.ts'
import { createPreferenceRepository } from './preferences.ts'
import { createUserRepository, holds, type Basis } from './users.ts'

/** Everything that is stored about a reader, for the reader (contract/account.ts); of favorites the ids. */
export type StoredAccount = NonNullable<Awaited<ReturnType<typeof readAccount>>>

/**
 * Reads every table with a `user_id` but `password_resets` and `ended_books`, whose rows live for an hour, as a test
 * counts; lists newest first, the books to read in the reader's own order.
 */
async function readAccount(trx: Transaction<Tables>, userId: string) {
  const user = await createUserRepository(trx).byId(userId)
  if (!user) return undefined
  const authors = trx.selectFrom('favoriteAuthors').select(['author as name', 'addedAt'])
  const sessions = trx
    .selectFrom('sessions')
    .select(['born as begun', 'browser', 'system', 'createdAt', 'lastSeenAt', 'expiresAt'])
  const devices = trx.selectFrom('loginDevices').select('usedAt').orderBy('usedAt', 'desc')
  const identities = trx.selectFrom('identities').select(['provider', 'subject', 'createdAt'])
  const pictures = trx.selectFrom('pictures').select(['name', 'bytes'])
  return {
    user,
    preferences: await createPreferenceRepository(trx).list(userId),
    bookIds: {
      favoriteBooks: await listIds(trx, 'favorites', userId),
      ...(await createMarkRepository(trx).inOrder(userId)),
    },
    import: await trx
      .selectFrom('imports')
      .select(['program', 'addedAt'])
      .where('userId', '=', userId)
      .executeTakeFirst(),
    authors: await authors.where('userId', '=', userId).orderBy('seq', 'desc').execute(),
    sessions: await sessions.where('userId', '=', userId).orderBy('createdAt', 'desc').execute(),
    devices: await devices.where('userId', '=', userId).execute(),
    identities: await identities
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .execute(),
    picture: await pictures.where('userId', '=', userId).executeTakeFirst(),
  }
}

/** Accounts as a whole: what a reader may ask to see, and to have deleted. */
export const createAccountRepository = (db: Kysely<Tables>, scrub: () => Promise<void>) => ({
  /** Makes the engine's own files forget what was deleted, as far as it can while it runs. */
  scrub,

  /** As everything was at one moment, in a transaction that must be short; `undefined` where there is no such reader. */
  everythingOf: (userId: string) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => readAccount(trx, userId)),

  /**
   * Deletes a reader, all that is theirs, and the failed logins under `loginAccount`; `false` where there is none,
   * or `by` holds no more, and nothing has changed.
   */
  async remove(userId: string, loginAccount: Uint8Array, by?: Basis): Promise<boolean> {
    // Decided here, before books go: from now on no link sets another password.
    const isDecided = await changeReader(db, userId, async (trx) => {
      if (by && !(await holds(trx, by))) return false
      await trx.deleteFrom('passwordResets').where('userId', '=', userId).execute()
      return true
    })
    if (!isDecided) return false
    for (const table of KEPT_TABLES) await removeKept(db, table, userId)
    return changeReader(db, userId, async (trx) => {
      await trx.deleteFrom('loginThrottles').where('account', '=', loginAccount).execute()
      // What has a `user_id` goes with the user, by its reference.
      return (await countChanged(trx.deleteFrom('users').where('id', '=', userId))) === 1
    })
  },

  /**
   * Sets a reader's password, and ends their sessions but that of `by` and the links that set one: only where `by`
   * holds, or `link` is live at `now`. Otherwise `false`, and nothing has changed.
   */
  setPassword: (
    userId: string,
    passwordHash: string,
    { by, link }: { by?: Basis; link?: { tokenHash: Uint8Array; now: number } },
  ): Promise<boolean> =>
    // Of two requests with one link, the second waits for the lock and then finds it used.
    changeReader(db, userId, async (trx) => {
      if (by && !(await holds(trx, by))) return false
      const links = trx.deleteFrom('passwordResets').where('userId', '=', userId)
      if (link) {
        const live = links.where('tokenHash', '=', link.tokenHash).where('expiresAt', '>', link.now)
        if ((await countChanged(live)) !== 1) return false
      }
      await createUserRepository(trx).setPasswordHash(userId, passwordHash)
      await links.execute()
      const sessions = trx.deleteFrom('sessions').where('userId', '=', userId)
      await sessions.where('id', '!=', by?.sessionId ?? '').execute()
      return true
    }),
})
