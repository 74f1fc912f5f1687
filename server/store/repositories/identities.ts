import type { Kysely } from 'kysely'
import type { GoogleSignInRepository, IdentityRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { transact } from '../transaction.ts'
import { createUserRepository } from './users.ts'

/** The subject is another reader's: rolls the new user back. */
class SubjectTaken extends Error {}

export function createIdentityRepository(db: Kysely<Tables>): IdentityRepository {
  return {
    readerOf: (provider, subject) =>
      db
        .selectFrom('identities')
        .innerJoin('users', 'users.id', 'identities.userId')
        .selectAll('users')
        .where('identities.provider', '=', provider)
        .where('identities.subject', '=', subject)
        .executeTakeFirst(),

    async add(identity) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('identities')
        .values(identity)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },

    async addReader(user, identity) {
      try {
        return await transact(db, async (trx) => {
          if (!(await createUserRepository(trx).add(user))) return false
          if (!(await createIdentityRepository(trx).add(identity))) throw new SubjectTaken()
          return true
        })
      } catch (error) {
        if (error instanceof SubjectTaken) return false
        throw error
      }
    },
  }
}

export function createGoogleSignInRepository(db: Kysely<Tables>): GoogleSignInRepository {
  return {
    async add(signIn) {
      await db.insertInto('googleSignIns').values(signIn).execute()
    },

    take: (cookieHash) =>
      db
        .deleteFrom('googleSignIns')
        .where('cookieHash', '=', cookieHash)
        .returningAll()
        .executeTakeFirst(),

    async removeExpired(now) {
      const { numDeletedRows } = await db
        .deleteFrom('googleSignIns')
        .where('expiresAt', '<=', now)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
