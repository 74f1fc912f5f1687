import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'

/**
 * Makes the table of each reader's last import. What it added has its time, which nothing else of the reader has: the
 * indices find it without passing over thousands of records.
 */
export async function addImports(db: Kysely<Tables>): Promise<void> {
  const [time, strict] = isPostgres(db) ? ['bigint', ''] : ['integer', 'STRICT']
  await sql
    .raw(
      `CREATE TABLE imports (
        user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        program text,
        added_at ${time} NOT NULL
      ) ${strict}`,
    )
    .execute(db)
  await sql`CREATE INDEX favorites_by_time ON favorites (user_id, added_at, book_id)`.execute(db)
  await sql`CREATE INDEX marks_by_time ON marks (user_id, added_at, mark, book_id)`.execute(db)
}
