import type { Kysely, Transaction } from 'kysely'
import type { AccountRepository, HeldAccount } from '../store.ts'
import type { Tables } from '../tables.ts'
import { lockReader, snapshot, transact } from '../transaction.ts'
import { readRecord } from './favorites.ts'
import { createUserRepository } from './users.ts'

/**
 * Reads everything that is stored about a reader: every table that has a `user_id`. A test counts these
 * tables, so that a new one is not forgotten.
 */
async function readAccount(
  trx: Transaction<Tables>,
  userId: string,
): Promise<HeldAccount | undefined> {
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

/** @param scrub the engine's own, see `AccountRepository` */
export function createAccountRepository(
  db: Kysely<Tables>,
  scrub: () => Promise<void>,
): AccountRepository {
  return {
    scrub,

    held: (userId) => snapshot(db, (trx) => readAccount(trx, userId)),

    remove: (userId, loginAccount) =>
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

    async leftPictures() {
      const rows = await db.selectFrom('leftPictures').select('name').execute()
      return rows.map(({ name }) => name)
    },

    async pictureGone(name) {
      await db.deleteFrom('leftPictures').where('name', '=', name).execute()
    },
  }
}
