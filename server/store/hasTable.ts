import { sql, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { isPostgres } from './transaction.ts'

/** Whether there is a table of this name, in PostgreSQL in the schema in which ours are made. */
export async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = isPostgres(db)
    ? await sql`SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ${name}`.execute(
        db,
      )
    : await sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${name}`.execute(db)
  return rows.length > 0
}
