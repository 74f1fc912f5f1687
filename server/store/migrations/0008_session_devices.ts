import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Adds what a reader knows the device of a session by; `NULL` until it is used again. */
export async function addDevices(db: Kysely<Tables>): Promise<void> {
  for (const name of ['browser', 'system']) {
    await sql`ALTER TABLE sessions ADD COLUMN ${sql.ref(name)} text`.execute(db)
  }
}
