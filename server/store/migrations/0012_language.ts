import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Adds the language that a reader chose; `NULL` where they chose none. */
export async function addLanguage(db: Kysely<Tables>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN language text`.execute(db)
}
