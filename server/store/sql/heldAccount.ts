import type { Kysely } from 'kysely'
import type { AccountRepository, HeldAccount } from '../store.ts'
import { toUser } from './accounts.ts'
import { readRecord } from './books.ts'
import type { Tables } from './tables.ts'

/**
 * Reads everything that is held about a reader, on either engine: every table that has a `user_id`.
 * A test counts these tables, so that a new one is not forgotten.
 */
export async function readHeldAccount(
  db: Kysely<Tables>,
  userId: string,
): Promise<HeldAccount | undefined> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) return undefined
  const preferences = await db
    .selectFrom('preferences')
    .select('category')
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()
  const favorites = await db
    .selectFrom('favorites')
    .select(['record', 'added_at'])
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .execute()
  const authors = await db
    .selectFrom('favorite_authors')
    .select(['author', 'added_at'])
    .where('user_id', '=', userId)
    .orderBy('seq', 'desc')
    .execute()
  const sessions = await db
    .selectFrom('sessions')
    .select(['born', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  const devices = await db
    .selectFrom('login_devices')
    .select('used_at')
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .execute()
  const identities = await db
    .selectFrom('identities')
    .select(['provider', 'subject', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  return {
    user: toUser(user),
    identities: identities.map(({ provider, subject, created_at }) => ({
      provider,
      subject,
      createdAt: created_at,
    })),
    preferences: preferences.map(({ category }) => category),
    favorites: favorites.map(({ record, added_at }) => ({
      book: readRecord(record),
      addedAt: added_at,
    })),
    authors: authors.map(({ author, added_at }) => ({ name: author, addedAt: added_at })),
    sessions: sessions.map(({ born, created_at, last_seen_at, expires_at }) => ({
      born,
      createdAt: created_at,
      lastSeenAt: last_seen_at,
      expiresAt: expires_at,
    })),
    devices: devices.map(({ used_at }) => ({ usedAt: used_at })),
  }
}

/** The pictures of deleted accounts, on either engine. */
export function createLeftPictureQueries(
  db: Kysely<Tables>,
): Pick<AccountRepository, 'leftPictures' | 'pictureGone'> {
  return {
    async leftPictures() {
      const rows = await db.selectFrom('left_pictures').select('name').execute()
      return rows.map(({ name }) => name)
    },

    async pictureGone(name) {
      await db.deleteFrom('left_pictures').where('name', '=', name).execute()
    },
  }
}

/**
 * The statements that delete a reader, in their order, for one transaction. What has a `user_id` goes
 * with the user, by its reference.
 */
export function removalOf(db: Kysely<Tables>, userId: string, loginAccount: Uint8Array) {
  return {
    leavePicture: db
      .insertInto('left_pictures')
      .columns(['name'])
      .expression(
        db
          .selectFrom('users')
          .select((users) => users.ref('picture').$notNull().as('name'))
          .where('id', '=', userId)
          .where('picture', 'is not', null),
      )
      .onConflict((conflict) => conflict.column('name').doNothing()),
    forgetSignIns: db
      .deleteFrom('google_sign_ins')
      .where('session_cookie_hash', 'in', (inner) =>
        inner.selectFrom('sessions').select('cookie_hash').where('user_id', '=', userId),
      ),
    forgetLogins: db.deleteFrom('login_throttles').where('account', '=', loginAccount),
    removeUser: db.deleteFrom('users').where('id', '=', userId),
  }
}
