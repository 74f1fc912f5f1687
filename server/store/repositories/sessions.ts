import { sql, type Kysely } from 'kysely'
import { changeReader, countChanged, deleteBeyond, transact } from '../database.ts'
import type { Session, Tables } from '../tables.ts'
import { createUserRepository } from './users.ts'

/** Which sessions are removed: a reader's, or everybody's; of these one alone, or all but one. */
interface Selection {
  userId?: string
  id?: string
  staying?: string
}

export function createSessionRepository(db: Kysely<Tables>) {
  async function find(column: 'tokenHash' | 'cookieHash', hash: Uint8Array) {
    const rows = db.selectFrom('sessions').selectAll().where(column, '=', hash)
    const row = await rows.executeTakeFirst()
    if (!row) return undefined
    const { seq: _seq, bound, born: begun, ...session } = row
    return { ...session, begun, bound: bound === 1 }
  }

  return {
    byTokenHash: (hash: Uint8Array) => find('tokenHash', hash),
    byCookieHash: (hash: Uint8Array) => find('cookieHash', hash),

    /** Adds a session and drops the user's oldest beyond `most`; `false` where the user is disabled. */
    add: ({ bound, begun: born, ...session }: Session, most: number): Promise<boolean> =>
      changeReader(db, session.userId, async (trx) => {
        if ((await createUserRepository(trx).byId(session.userId))?.disabledAt) return false
        const row = { ...session, born, bound: Number(bound) }
        await trx.insertInto('sessions').values(row).execute()
        const newestFirst = sql`created_at DESC, seq DESC`
        await deleteBeyond(trx, 'sessions', 'id', newestFirst, { userId: row.userId, most })
        return true
      }),

    /** The latest use first. */
    list: (userId: string) =>
      db
        .selectFrom('sessions')
        .select(['id', 'browser', 'system', 'createdAt', 'lastSeenAt', 'expiresAt'])
        .where('userId', '=', userId)
        .orderBy('lastSeenAt', 'desc')
        .orderBy('seq', 'desc')
        .execute(),

    /** Notes a use. */
    async touch(
      id: string,
      use: Pick<Session, 'lastSeenAt' | 'browser' | 'system'>,
    ): Promise<void> {
      await db.updateTable('sessions').set(use).where('id', '=', id).execute()
    },

    async setCookieHash(id: string, cookieHash: Uint8Array): Promise<void> {
      await db.updateTable('sessions').set({ cookieHash }).where('id', '=', id).execute()
    },

    /** Returns how many. */
    remove({ userId, id, staying }: Selection): Promise<number> {
      let sessions = db.deleteFrom('sessions')
      if (userId !== undefined) sessions = sessions.where('userId', '=', userId)
      if (id !== undefined) sessions = sessions.where('id', '=', id)
      if (staying !== undefined) sessions = sessions.where('id', '!=', staying)
      return countChanged(sessions)
    },

    /** Removes what has expired or idled before the given times; returns how many. */
    removeStale: (now: number, idleSince: number): Promise<number> =>
      // In `transact`: two servers that remove the same sessions may wait for each other.
      transact(db, (trx) =>
        countChanged(
          trx
            .deleteFrom('sessions')
            .where((row) =>
              row.or([row('expiresAt', '<=', now), row('lastSeenAt', '<', idleSince)]),
            ),
        ),
      ),
  }
}
