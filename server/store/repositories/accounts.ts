import type { Kysely, Transaction } from 'kysely'
import { lockReader, snapshot, transact } from '../database.ts'
import type { Tables } from '../tables.ts'
import { readRecord } from './favorites.ts'
import { createUserRepository } from './users.ts'

/** Everything that is stored about a reader, for the reader (contract/account.ts). */
export type StoredAccount = NonNullable<Awaited<ReturnType<typeof readAccount>>>

/**
 * Reads every table that has a `user_id` but `password_resets`, whose rows live an hour; lists newest first. A
 * test counts these tables.
 */
async function readAccount(trx: Transaction<Tables>, userId: string) {
  const user = await createUserRepository(trx).byId(userId)
  if (!user) return undefined
  const preferences = await trx
    .selectFrom('preferences')
    .select('category')
    .where('userId', '=', userId)
    .orderBy('position')
    .execute()
  const favorites = await trx
    .selectFrom('favorites')
    .select(['record', 'addedAt'])
    .where('userId', '=', userId)
    .orderBy('seq', 'desc')
    .execute()
  return {
    user,
    preferences: preferences.map(({ category }) => category),
    favorites: favorites.map(({ record, addedAt }) => ({ book: readRecord(record), addedAt })),
    authors: await trx
      .selectFrom('favoriteAuthors')
      .select(['author as name', 'addedAt'])
      .where('userId', '=', userId)
      .orderBy('seq', 'desc')
      .execute(),
    sessions: await trx
      .selectFrom('sessions')
      .select(['born', 'createdAt', 'lastSeenAt', 'expiresAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .execute(),
    devices: await trx
      .selectFrom('loginDevices')
      .select('usedAt')
      .where('userId', '=', userId)
      .orderBy('usedAt', 'desc')
      .execute(),
    identities: await trx
      .selectFrom('identities')
      .select(['provider', 'subject', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .execute(),
  }
}

/** Notes the file of the reader's picture as one that has to be deleted. */
async function leavePicture(trx: Transaction<Tables>, userId: string): Promise<void> {
  const picture = (await createUserRepository(trx).byId(userId))?.picture
  if (picture === null || picture === undefined) return
  await trx
    .insertInto('leftPictures')
    .values({ name: picture })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Accounts as a whole: what a reader may ask to see, and to have deleted. */
export const createAccountRepository = (db: Kysely<Tables>, scrub: () => Promise<void>) => ({
  /** Makes the engine's own files forget what was deleted, as far as it can while it runs. */
  scrub,

  /** `undefined` where there is no such reader. */
  held: (userId: string) => snapshot(db, (trx) => readAccount(trx, userId)),

  /**
   * Deletes a reader, all that belongs to them, and the failed logins stored under `loginAccount`; the name
   * of the picture stays until `pictureGone`. `false` where there is no such reader.
   */
  remove: (userId: string, loginAccount: Uint8Array): Promise<boolean> =>
    transact(db, async (trx) => {
      // Also keeps the picture from changing between the statements.
      await lockReader(trx, userId)
      await leavePicture(trx, userId)
      const cookies = trx.selectFrom('sessions').select('cookieHash').where('userId', '=', userId)
      await trx.deleteFrom('googleSignIns').where('sessionCookieHash', 'in', cookies).execute()
      await trx.deleteFrom('loginThrottles').where('account', '=', loginAccount).execute()
      // What has a `user_id` goes with the user, by its reference.
      const { numDeletedRows } = await trx
        .deleteFrom('users')
        .where('id', '=', userId)
        .executeTakeFirst()
      return numDeletedRows === 1n
    }),

  /**
   * Sets a reader's password, and ends their sessions but `staying` and the links that set one. With `link`, only
   * where that is live at `now`; `false` where it is not, and nothing has changed.
   */
  setPassword: (
    userId: string,
    passwordHash: string,
    { staying = '', link }: { staying?: string; link?: { tokenHash: Uint8Array; now: number } },
  ): Promise<boolean> =>
    transact(db, async (trx) => {
      // Of two requests with one link, the second waits here and then finds it used.
      await lockReader(trx, userId)
      if (link) {
        const { numDeletedRows } = await trx
          .deleteFrom('passwordResets')
          .where('tokenHash', '=', link.tokenHash)
          .where('userId', '=', userId)
          .where('expiresAt', '>', link.now)
          .executeTakeFirst()
        if (numDeletedRows !== 1n) return false
      }
      await createUserRepository(trx).setPasswordHash(userId, passwordHash)
      await trx.deleteFrom('passwordResets').where('userId', '=', userId).execute()
      await trx
        .deleteFrom('sessions')
        .where('userId', '=', userId)
        .where('id', '!=', staying)
        .execute()
      return true
    }),

  /** The pictures of deleted accounts whose files may still be there. */
  async leftPictures(): Promise<string[]> {
    const rows = await db.selectFrom('leftPictures').select('name').execute()
    return rows.map(({ name }) => name)
  },

  /** The file of such a picture is gone. */
  async pictureGone(name: string): Promise<void> {
    await db.deleteFrom('leftPictures').where('name', '=', name).execute()
  },
})
