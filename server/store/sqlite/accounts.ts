import type { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { createSessionQueries, sessionRow } from '../sql/accounts.ts'
import type { Tables } from '../sql/tables.ts'
import type { SessionRepository } from '../store.ts'
import { runNow, transact } from './dialect.ts'

/** Sessions in SQLite. */
export function createSessionRepository(
  db: Kysely<Tables>,
  database: DatabaseSync,
): SessionRepository {
  return {
    ...createSessionQueries(db),

    async add(session, keep) {
      transact(database, () => {
        runNow(database, db.insertInto('sessions').values(sessionRow(session)))
        runNow(
          database,
          db
            .deleteFrom('sessions')
            .where('user_id', '=', session.userId)
            .where('id', 'not in', (inner) =>
              inner
                .selectFrom('sessions')
                .select('id')
                .where('user_id', '=', session.userId)
                .orderBy('created_at', 'desc')
                .orderBy(sql`rowid`, 'desc')
                .limit(keep),
            ),
        )
      })
    },
  }
}
