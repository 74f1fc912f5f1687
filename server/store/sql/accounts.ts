import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Session, SessionRepository, User, UserRepository } from '../store.ts'
import type { Tables } from './tables.ts'

/** A user as the store knows one. */
export function toUser(row: Selectable<Tables['users']>): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailKey: row.email_key,
    passwordHash: row.password_hash,
    picture: row.picture,
    createdAt: row.created_at,
  }
}

/** A user as their table holds them. */
export function userRow(user: User): Insertable<Tables['users']> {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    email_key: user.emailKey,
    password_hash: user.passwordHash,
    picture: user.picture,
    created_at: user.createdAt,
  }
}

/** Users, on either engine. Every write is durable when its promise resolves. */
export function createUserRepository(db: Kysely<Tables>): UserRepository {
  return {
    async add(user) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('users')
        .values(userRow(user))
        .onConflict((conflict) => conflict.column('email_key').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async byId(id) {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toUser(row)
    },

    async byEmail(emailKey) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('email_key', '=', emailKey)
        .executeTakeFirst()
      return row && toUser(row)
    },

    async setPicture(id, picture, before) {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ picture })
        .where('id', '=', id)
        .$if(before !== undefined, (query) =>
          query.where('picture', 'is not distinct from', before ?? null),
        )
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async setPasswordHash(id, passwordHash) {
      await db
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('id', '=', id)
        .execute()
    },
  }
}

function toSession(row: Selectable<Tables['sessions']>): Session {
  return {
    id: row.id,
    userId: row.user_id,
    tokenHash: row.token_hash,
    cookieHash: row.cookie_hash,
    born: row.born,
    bound: row.bound === 1,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }
}

/** A session as its table holds it. */
export function sessionRow(session: Session): Insertable<Tables['sessions']> {
  return {
    id: session.id,
    user_id: session.userId,
    token_hash: session.tokenHash,
    cookie_hash: session.cookieHash,
    born: session.born,
    bound: session.bound ? 1 : 0,
    created_at: session.createdAt,
    last_seen_at: session.lastSeenAt,
    expires_at: session.expiresAt,
  }
}

/** Sessions, on either engine; each adds them in a transaction of its own kind. */
export function createSessionQueries(db: Kysely<Tables>): Omit<SessionRepository, 'add'> {
  return {
    async byTokenHash(hash) {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('token_hash', '=', hash)
        .executeTakeFirst()
      return row && toSession(row)
    },

    async byCookieHash(hash) {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('cookie_hash', '=', hash)
        .executeTakeFirst()
      return row && toSession(row)
    },

    async touch(id, lastSeenAt) {
      await db
        .updateTable('sessions')
        .set({ last_seen_at: lastSeenAt })
        .where('id', '=', id)
        .execute()
    },

    async setCookieHash(id, cookieHash) {
      await db
        .updateTable('sessions')
        .set({ cookie_hash: cookieHash })
        .where('id', '=', id)
        .execute()
    },

    async remove(id) {
      await db.deleteFrom('sessions').where('id', '=', id).execute()
    },

    async removeStale(now, idleSince) {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where((row) => row.or([row('expires_at', '<=', now), row('last_seen_at', '<', idleSince)]))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
