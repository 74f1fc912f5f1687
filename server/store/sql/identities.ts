import type { Insertable, Kysely } from 'kysely'
import type { GoogleSignInRepository, Identity, IdentityRepository } from '../store.ts'
import { toUser } from './accounts.ts'
import type { Tables } from './tables.ts'

/** An identity as its table holds it. */
export function identityRow(identity: Identity): Insertable<Tables['identities']> {
  return {
    provider: identity.provider,
    subject: identity.subject,
    user_id: identity.userId,
    created_at: identity.createdAt,
  }
}

/** Identities, on either engine; a new reader is added by each in a transaction of its own kind. */
export function createIdentityQueries(db: Kysely<Tables>): Omit<IdentityRepository, 'addReader'> {
  return {
    async readerOf(provider, subject) {
      const row = await db
        .selectFrom('identities')
        .innerJoin('users', 'users.id', 'identities.user_id')
        .selectAll('users')
        .where('identities.provider', '=', provider)
        .where('identities.subject', '=', subject)
        .executeTakeFirst()
      return row && toUser(row)
    },

    async add(identity) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('identities')
        .values(identityRow(identity))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}

/** Sign-ins under way, on either engine: single statements, so that each is taken once. */
export function createGoogleSignInRepository(db: Kysely<Tables>): GoogleSignInRepository {
  return {
    async add(signIn) {
      await db
        .insertInto('google_sign_ins')
        .values({
          cookie_hash: signIn.cookieHash,
          salt: signIn.salt,
          session_cookie_hash: signIn.sessionCookieHash,
          expires_at: signIn.expiresAt,
        })
        .execute()
    },

    async take(cookieHash) {
      const row = await db
        .deleteFrom('google_sign_ins')
        .where('cookie_hash', '=', cookieHash)
        .returningAll()
        .executeTakeFirst()
      return (
        row && {
          cookieHash: row.cookie_hash,
          salt: row.salt,
          sessionCookieHash: row.session_cookie_hash,
          expiresAt: row.expires_at,
        }
      )
    },

    async removeExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('google_sign_ins')
        .where('expires_at', '<=', now)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
