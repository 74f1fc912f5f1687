import { sql, type Kysely, type Transaction } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { StoreError } from './errors.ts'
import { hasTable } from './hasTable.ts'
import { TABLES, up } from './migrations/0001_readers.ts'
import { LAST_OLD_VERSION } from './oldVersions.ts'
import type { Tables } from './tables.ts'
import { isPostgres, transact } from './transaction.ts'

/** Where the names of applied migrations are. Not Kysely's default, which other programs have, too. */
const TABLE = 'readers_migration'

/** In this order. */
const MIGRATIONS: Record<string, Migration> = { '0001_readers': { up } }

/** How long a migration may take and wait for another server's, in ms. */
export const MIGRATION_TIMEOUT_MS = 10 * 60_000

// Advisory locks are shared by all that use the database: "CtWd", and 1 for the schema.
const LOCK_SPACE = 0x43745764
const SCHEMA_LOCK = 1

/** Lets one server at a time migrate; settings and lock end with the transaction, as poolers need it. */
async function lockSchema(trx: Transaction<Tables>): Promise<void> {
  const timeout = String(MIGRATION_TIMEOUT_MS)
  await sql`SELECT set_config('lock_timeout', ${timeout}, true),
    set_config('statement_timeout', ${timeout}, true)`.execute(trx)
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK_SPACE)}, ${sql.lit(SCHEMA_LOCK)})`.execute(
    trx,
  )
}

function newer(name: string, version: string): StoreError {
  return new StoreError(
    'newer',
    `The database ${name} is of version ${version}, newer than this Catchword. ` +
      'Start the newer Catchword; the database was left as it is.',
  )
}

function foreign(name: string): StoreError {
  return new StoreError(
    'foreign',
    `The database ${name} holds tables of another program; it was left as it is.`,
  )
}

/**
 * Refuses a database with a migration that this version does not know.
 *
 * @throws StoreError `newer`
 */
async function refuseNewer(db: Kysely<Tables>, name: string): Promise<void> {
  if (!(await hasTable(db, TABLE))) return
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(TABLE)}`.execute(db)
  const unknown = rows.map((row) => row.name).find((known) => !(known in MIGRATIONS))
  if (unknown !== undefined) throw newer(name, unknown)
}

/**
 * Refuses a PostgreSQL database of other programs' tables, of a version that this one does not know, or
 * in which no tables can be made.
 *
 * @throws StoreError `foreign` or `newer`; PostgreSQL's error
 */
async function checkPostgres(trx: Transaction<Tables>, name: string): Promise<void> {
  if (await hasTable(trx, TABLE)) return
  if (await hasTable(trx, 'catchword_migrations')) {
    const { rows } = await sql<{ version: number }>`
      SELECT max(version) AS version FROM catchword_migrations
    `.execute(trx)
    const version = rows[0]?.version ?? 0
    if (version > LAST_OLD_VERSION) throw newer(name, String(version))
  } else {
    for (const table of TABLES) {
      if (await hasTable(trx, table)) throw foreign(name)
    }
  }
  // Kysely's migrator would hide why no table can be made.
  await sql`CREATE TABLE catchword_probe (); DROP TABLE catchword_probe`.execute(trx)
}

/**
 * Brings the schema up to date, in one transaction. Of servers that start at once, one does it and the
 * others wait.
 *
 * @param name of the database in messages
 * @throws StoreError `newer` or `foreign`; nothing has changed then
 */
export async function migrate(db: Kysely<Tables>, name: string): Promise<void> {
  await transact(db, async (trx) => {
    if (isPostgres(trx)) {
      await lockSchema(trx)
      await checkPostgres(trx, name)
    }
    await refuseNewer(trx, name)
    const migrator = new Migrator({
      db: trx,
      migrationTableName: TABLE,
      migrationLockTableName: `${TABLE}_lock`,
      provider: { getMigrations: async () => MIGRATIONS },
    })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  })
}
