import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Makes the table of what this host alone knows. */
export async function addHostSecrets(db: Kysely<Tables>): Promise<void> {
  const byKey = sql.raw(isPostgres(db) ? '' : 'STRICT, WITHOUT ROWID')
  await sql`
    CREATE TABLE host_secrets (name text NOT NULL PRIMARY KEY, value text NOT NULL) ${byKey}
  `.execute(db)
}
