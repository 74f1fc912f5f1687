import { sql, type Kysely } from 'kysely'
import { createSessionQueries, createUserRepository, sessionRow } from '../sql/accounts.ts'
import { createIdentityQueries } from '../sql/identities.ts'
import type { Tables } from '../sql/tables.ts'
import type { IdentityRepository, SessionRepository } from '../store.ts'
import { lockReader, transact } from './database.ts'

/** Sessions in PostgreSQL. */
export function createSessionRepository(db: Kysely<Tables>): SessionRepository {
  return {
    ...createSessionQueries(db),

    async add(session, keep) {
      await transact(db, async (trx) => {
        await lockReader(trx, session.userId)
        await trx.insertInto('sessions').values(sessionRow(session)).execute()
        await trx
          .deleteFrom('sessions')
          .where('user_id', '=', session.userId)
          .where('id', 'not in', (inner) =>
            inner
              .selectFrom('sessions')
              .select('id')
              .where('user_id', '=', session.userId)
              .orderBy('created_at', 'desc')
              .orderBy(sql`seq`, 'desc')
              .limit(keep),
          )
          .execute()
      })
    },

    removeStale: (now, idleSince) =>
      transact(db, (trx) => createSessionQueries(trx).removeStale(now, idleSince)),
  }
}

/** The subject was linked in this very moment: the user is taken back with it. */
class SubjectTaken extends Error {}

/** Identities in PostgreSQL. */
export function createIdentityRepository(db: Kysely<Tables>): IdentityRepository {
  return {
    ...createIdentityQueries(db),

    async addReader(user, identity) {
      try {
        return await transact(db, async (trx) => {
          if (!(await createUserRepository(trx).add(user))) return false
          if (!(await createIdentityQueries(trx).add(identity))) throw new SubjectTaken()
          return true
        })
      } catch (error) {
        if (error instanceof SubjectTaken) return false
        throw error
      }
    },
  }
}
