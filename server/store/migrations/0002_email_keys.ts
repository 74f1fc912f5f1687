import { sql, type Kysely } from 'kysely'
import { emailKey } from '../../../contract/email.ts'
import type { Tables } from '../tables.ts'

/**
 * Emails compare by their domain in ASCII. Of accounts that would get the same key, one does; the others keep
 * theirs, by which `byEmail` finds them.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'emailKey as former'])
    // The others are in ASCII and have their key already.
    .where(sql<boolean>`octet_length(email_key) <> length(email_key)`)
    .orderBy('createdAt')
    .execute()
  for (const { id, former } of users) {
    const key = emailKey(former) ?? former
    const holder = db.selectFrom('users as other').select('id').where('emailKey', '=', key)
    await db
      .updateTable('users')
      .set({ emailKey: key })
      .where('id', '=', id)
      .where((build) => build.not(build.exists(holder)))
      .execute()
  }
}
