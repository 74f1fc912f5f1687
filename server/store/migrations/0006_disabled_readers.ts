import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Adds when a reader was disabled, if they are. */
export async function addDisabledAt(db: Kysely<Tables>): Promise<void> {
  const time = sql.raw(isPostgres(db) ? 'bigint' : 'integer')
  await sql`ALTER TABLE users ADD COLUMN disabled_at ${time}`.execute(db)
}
