import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Drops the sign-ins with Google that are under way: they are in the browser's cookie. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`DROP TABLE google_sign_ins`.execute(db)
}
