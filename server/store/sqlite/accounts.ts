import type { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { createSessionQueries, sessionRow, userRow } from '../sql/accounts.ts'
import { createIdentityQueries, identityRow } from '../sql/identities.ts'
import type { Tables } from '../sql/tables.ts'
import type { IdentityRepository, SessionRepository } from '../store.ts'
import type { CommitLog } from './commitLog.ts'
import { runNow } from './dialect.ts'

/** Sessions in SQLite. */
export function createSessionRepository(
  db: Kysely<Tables>,
  database: DatabaseSync,
  log: CommitLog,
): SessionRepository {
  return {
    ...createSessionQueries(db),

    async add(session, keep) {
      await log.transact(() => {
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

/** Identities in SQLite. */
export function createIdentityRepository(
  db: Kysely<Tables>,
  database: DatabaseSync,
  log: CommitLog,
): IdentityRepository {
  const known = database.prepare('SELECT 1 FROM identities WHERE provider = ? AND subject = ?')
  return {
    ...createIdentityQueries(db),

    async addReader(user, identity) {
      return log.transact(() => {
        if (known.get(identity.provider, identity.subject)) return false
        const added = runNow(
          database,
          db
            .insertInto('users')
            .values(userRow(user))
            .onConflict((conflict) => conflict.column('email_key').doNothing()),
        )
        if (added === 0) return false
        runNow(database, db.insertInto('identities').values(identityRow(identity)))
        return true
      })
    },
  }
}
