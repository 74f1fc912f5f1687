import { sql, type Kysely, type Transaction } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { hasTable, isPostgres, transact } from './database.ts'
import { StoreError } from './errors.ts'
import { APPLICATION_ID, up } from './migrations/0001_readers.ts'
import { up as addPasswordResets } from './migrations/0003_password_resets.ts'
import { addPictures } from './migrations/0005_pictures.ts'
import { addDisabledAt } from './migrations/0006_disabled_readers.ts'
import { addHostSecrets } from './migrations/0007_host_secrets.ts'
import { addDevices } from './migrations/0008_session_devices.ts'
import { addMarks } from './migrations/0009_marks.ts'
import { addImports } from './migrations/0010_imports.ts'
import { addPlaces } from './migrations/0011_places.ts'
import { addLanguage } from './migrations/0012_language.ts'
import type { Tables } from './tables.ts'

/** The names of applied migrations. Not Kysely's default, which other programs have, too. */
const TABLE = 'readers_migration'

const migrationsFor = (dataDir: string): Record<string, Migration> => ({
  '0001_readers': { up },
  // It changed accounts of a time from which nothing is taken over.
  '0002_email_keys': { up: async () => undefined },
  '0003_password_resets': { up: addPasswordResets },
  // Sign-ins under way are in the browser's cookie.
  '0004_google_sign_ins': { up: (db) => db.schema.dropTable('google_sign_ins').execute() },
  '0005_pictures': { up: (db) => addPictures(db, dataDir) },
  '0006_disabled_readers': { up: addDisabledAt },
  '0007_host_secrets': { up: addHostSecrets },
  '0008_session_devices': { up: addDevices },
  '0009_marks': { up: addMarks },
  '0010_imports': { up: addImports },
  '0011_places': { up: addPlaces },
  '0012_language': { up: addLanguage },
})

const isKnown = (name: string): boolean => name in migrationsFor('')

const createMigrator = (db: Kysely<Tables>, dataDir = ''): Migrator =>
  new Migrator({
    db,
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
    provider: { getMigrations: async () => migrationsFor(dataDir) },
  })

/** How long a migration may take and wait for another server's, in ms. */
export const MIGRATION_TIMEOUT_MS = 10 * 60_000

/** Lets one server at a time migrate; settings and lock end with the transaction, as poolers need it. */
async function lockSchema(trx: Transaction<Tables>): Promise<void> {
  const timeout = String(MIGRATION_TIMEOUT_MS)
  await sql`SELECT set_config('lock_timeout', ${timeout}, true),
    set_config('statement_timeout', ${timeout}, true)`.execute(trx)
  // Shared by all that use the database; 1 is for the schema.
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(APPLICATION_ID)}, 1)`.execute(trx)
}

/** Refuses a database with a migration that this version does not know. */
async function refuseNewer(db: Kysely<Tables>, name: string): Promise<void> {
  if (!(await hasTable(db, TABLE))) return
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(TABLE)}`.execute(db)
  const unknown = rows.find((applied) => !isKnown(applied.name))
  if (!unknown) return
  const what = `The database ${name} has version ${unknown.name}, newer than this Catchword.`
  const remedy = 'Start the newer Catchword; the database was left as it is.'
  throw new StoreError('newer', `${what} ${remedy}`)
}

/** Refuses a PostgreSQL database without every script, or without the right to write. */
async function checkPostgres(trx: Transaction<Tables>, name: string): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    SELECT current_setting('server_encoding') AS encoding`.execute(trx)
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8') {
    const what = `The database ${name} has the encoding ${encoding}, and readers write in every script.`
    const remedy = 'Create one with: createdb --encoding=UTF8 --template=template0'
    throw new StoreError('foreign', `${what} ${remedy}`)
  }
  if (await hasTable(trx, TABLE)) return
  // Kysely's migrator would hide why no table can be made.
  await sql`CREATE TABLE catchword_probe (); DROP TABLE catchword_probe`.execute(trx)
}

/** The tables, indexes, triggers and views of a SQLite database, as they were made. */
const schemaOf = (db: Kysely<Tables>) =>
  sql<{ type: string; name: string; made: string }>`
    SELECT type, name, tbl_name || ' ' || coalesce(sql, '') AS made FROM sqlite_schema
    WHERE NOT (type = 'table' AND name GLOB 'sqlite_stat[0-9]')
    ORDER BY type, name
  `.execute(db)

/**
 * The first thing in a SQLite database, such as 'trigger theft', that is not as the migrations which it names as
 * applied leave it, or is missing. `empty` is a database in memory.
 */
export async function foreignPart(
  db: Kysely<Tables>,
  empty: Kysely<Tables>,
): Promise<string | undefined> {
  if (!(await hasTable(db, TABLE))) return `table ${TABLE}`
  const { rows } = await sql<{ name: string }>`
    SELECT max(name) AS name FROM ${sql.table(TABLE)}`.execute(db)
  const last = rows[0]?.name ?? ''
  // Of a newer version: `migrate` says so.
  if (!isKnown(last)) return undefined
  const { error } = await createMigrator(empty).migrateTo(last)
  if (error !== undefined) throw error
  const [found, expected] = [await schemaOf(db), await schemaOf(empty)]
  const schemaKey = ({ type, name, made }: (typeof found.rows)[number]): string =>
    [type, name, made.replaceAll(/\s+/g, ' ')].join(' ')
  const [foundKeys, expectedKeys] = [found, expected].map(
    ({ rows }) => new Set(rows.map(schemaKey)),
  )
  const differing =
    found.rows.find((part) => !expectedKeys?.has(schemaKey(part))) ??
    expected.rows.find((part) => !foundKeys?.has(schemaKey(part)))
  return differing && `${differing.type} ${differing.name}`
}

/**
 * Brings the schema up to date, in one transaction; `name` is for messages, `dataDir` where earlier versions kept
 * pictures. Of servers that start at once, one does it and the others wait. @throws StoreError; nothing has changed then
 */
export async function migrate(db: Kysely<Tables>, name: string, dataDir?: string): Promise<void> {
  await transact(db, async (trx) => {
    if (isPostgres(trx)) {
      await lockSchema(trx)
      await checkPostgres(trx, name)
    }
    await refuseNewer(trx, name)
    const { error } = await createMigrator(trx, dataDir).migrateToLatest()
    if (error !== undefined) throw error
  })
}
