import { sql, type Kysely } from 'kysely'
import { createSessionQueries, sessionRow } from '../sql/accounts.ts'
import type { Tables } from '../sql/tables.ts'
import type { SessionRepository } from '../store.ts'
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
