import { join } from 'node:path'
import { sql, type Kysely, type Transaction } from 'kysely'
import { StoreError } from '../errors.ts'
import { readMigrations } from '../migrations.ts'
import type { Tables } from '../sql/tables.ts'
import { transactAlone } from './database.ts'
import { sqlState } from './errors.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

const DUPLICATE_TABLE = '42P07'

async function versionOf(trx: Transaction<Tables>): Promise<number> {
  await sql`
    CREATE TABLE IF NOT EXISTS catchword_migrations (
      version integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    )
  `.execute(trx)
  const { rows } = await sql<{ version: number }>`
    SELECT coalesce(max(version), 0) AS version FROM catchword_migrations
  `.execute(trx)
  return rows[0]?.version ?? 0
}

/**
 * Brings the schema up to date: the files `NNNN-name.sql` that were not applied yet, in order, each in a
 * transaction of its own. Of servers that start at once, one does it and the others wait. Returns how
 * many were applied. `name` is the database's in messages.
 *
 * @throws StoreError `newer`, or `foreign` where there are other tables of the same names; nothing has
 * changed then
 */
export async function migrate(db: Kysely<Tables>, name: string, folder = FOLDER): Promise<number> {
  const migrations = readMigrations(folder)
  const newest = migrations.at(-1)?.version ?? 0
  let applied = 0
  for (;;) {
    const more = await transactAlone(db, 'schema', async (trx) => {
      const version = await versionOf(trx)
      if (version > newest) {
        throw new StoreError(
          'newer',
          `The database ${name} is of version ${version}, newer than this Catchword, which knows ` +
            `version ${newest}. Start the newer Catchword; the database was left as it is.`,
        )
      }
      const next = migrations.find((migration) => migration.version > version)
      if (!next) return false
      try {
        await sql.raw(next.sql).execute(trx)
      } catch (error) {
        if (version > 0 || sqlState(error) !== DUPLICATE_TABLE) throw error
        throw new StoreError(
          'foreign',
          `The database ${name} holds tables of another program; it was left as it is.`,
          { cause: error },
        )
      }
      await sql`INSERT INTO catchword_migrations (version) VALUES (${next.version})`.execute(trx)
      return true
    })
    if (!more) return applied
    applied += 1
  }
}
