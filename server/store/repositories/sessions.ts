import type { Kysely } from 'kysely'
import type { Session, SessionRepository } from '../store.ts'
import type { Tables } from '../tables.ts'
import { lockReader, transact } from '../transaction.ts'

export function createSessionRepository(db: Kysely<Tables>): SessionRepository {
  const by = async (
    column: 'tokenHash' | 'cookieHash',
    hash: Uint8Array,
  ): Promise<Session | undefined> => {
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .where(column, '=', hash)
      .executeTakeFirst()
    if (!row) return undefined
    const { seq: _seq, bound, ...session } = row
    return { ...session, bound: bound === 1 }
  }

  return {
    byTokenHash: (hash) => by('tokenHash', hash),
    byCookieHash: (hash) => by('cookieHash', hash),

    add: (session, keep) =>
      transact(db, async (trx) => {
        await lockReader(trx, session.userId)
        await trx
          .insertInto('sessions')
          .values({ ...session, bound: session.bound ? 1 : 0 })
          .execute()
        const newest = trx
          .selectFrom('sessions')
          .select('id')
          .where('userId', '=', session.userId)
          .orderBy('createdAt', 'desc')
          .orderBy('seq', 'desc')
          .limit(keep)
        await trx
          .deleteFrom('sessions')
          .where('userId', '=', session.userId)
          .where('id', 'not in', newest)
          .execute()
      }),

    async touch(id, lastSeenAt) {
      await db.updateTable('sessions').set({ lastSeenAt }).where('id', '=', id).execute()
    },

    async setCookieHash(id, cookieHash) {
      await db.updateTable('sessions').set({ cookieHash }).where('id', '=', id).execute()
    },

    async remove(id) {
      await db.deleteFrom('sessions').where('id', '=', id).execute()
    },

    // In `transact`: two servers that remove the same sessions may wait for each other.
    removeStale: (now, idleSince) =>
      transact(db, async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('sessions')
          .where((row) => row.or([row('expiresAt', '<=', now), row('lastSeenAt', '<', idleSince)]))
          .executeTakeFirst()
        return Number(numDeletedRows)
      }),
  }
}
