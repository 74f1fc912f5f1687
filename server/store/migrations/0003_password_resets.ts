import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Makes the table of the links that set a new password; a link is known by the SHA-256 of its token. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const [time, blob, byKey] = isPostgres(db)
    ? ['bigint', 'bytea', '']
    : ['integer', 'blob', 'STRICT, WITHOUT ROWID']
  await sql
    .raw(
      `CREATE TABLE password_resets (
        token_hash ${blob} NOT NULL PRIMARY KEY,
        user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        expires_at ${time} NOT NULL
      ) ${byKey}`,
    )
    .execute(db)
  await sql`CREATE INDEX password_resets_by_user ON password_resets (user_id)`.execute(db)
}
