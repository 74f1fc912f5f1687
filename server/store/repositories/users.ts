import { sql, type Kysely } from 'kysely'
import { emailKey } from '../../../contract/email.ts'
import type { Language } from '../../../contract/languages.ts'
import { changeReader, countChanged } from '../database.ts'
import type { Tables, User } from '../tables.ts'

interface Overview extends Omit<User, 'emailKey' | 'passwordHash' | 'language'> {
  favorites: number
  seenAt: number | null
  loggedInAt: number | null
}

/** What a write was decided on: a session, and where it was checked the password. */
export interface Basis {
  sessionId: string
  passwordHash?: string
}

/** Whether that is still so, in the transaction that writes: a link may have set another password meanwhile. */
export async function holds(
  trx: Kysely<Tables>,
  { sessionId, passwordHash }: Basis,
): Promise<boolean> {
  const reader = trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select('passwordHash')
    .where('sessions.id', '=', sessionId)
  const now = await reader.executeTakeFirst()
  return now !== undefined && (passwordHash ?? now.passwordHash) === now.passwordHash
}

export function createUserRepository(db: Kysely<Tables>) {
  const find = (column: 'id' | 'emailKey', value: string): Promise<User | undefined> =>
    db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst()

  return {
    byId: (id: string) => find('id', id),

    async byEmail(email: string): Promise<User | undefined> {
      const key = emailKey(email)
      return key === undefined ? undefined : find('emailKey', key)
    },

    /** Adds a user; `false` where the email is in use. */
    async add(user: User): Promise<boolean> {
      const insert = db.insertInto('users').values(user)
      return (
        (await countChanged(insert.onConflict((on) => on.column('emailKey').doNothing()))) === 1
      )
    },

    /** Every reader with what a host looks at, in no order. */
    async overview() {
      const { rows } = await sql<Overview>`
        SELECT id, name, email, created_at, disabled_at,
          (SELECT count(*) FROM favorites WHERE user_id = users.id) AS favorites,
          (SELECT max(last_seen_at) FROM sessions WHERE user_id = users.id) AS seen_at,
          (SELECT max(used_at) FROM login_devices WHERE user_id = users.id) AS logged_in_at
        FROM users`.execute(db)
      return rows
    },

    /** Shuts a reader out and ends their sessions, or with `null` lets them in again. */
    setDisabled: (id: string, disabledAt: number | null): Promise<void> =>
      changeReader(db, id, async (trx) => {
        await trx.updateTable('users').set({ disabledAt }).where('id', '=', id).execute()
        if (disabledAt === null) return
        await trx.deleteFrom('sessions').where('userId', '=', id).execute()
      }),

    setLanguage: (id: string, language: Language): Promise<void> =>
      changeReader(db, id, async (trx) => {
        await trx.updateTable('users').set({ language }).where('id', '=', id).execute()
      }),

    /** Sets nothing where there is another hash than `before`, where that is given. */
    async setPasswordHash(id: string, passwordHash: string, before?: string): Promise<void> {
      const set = db.updateTable('users').set({ passwordHash }).where('id', '=', id)
      await (before === undefined ? set : set.where('passwordHash', '=', before)).execute()
    },
  }
}
