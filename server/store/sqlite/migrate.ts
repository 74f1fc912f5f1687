import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../errors.ts'
import { readMigrations } from '../migrations.ts'
import { transact } from './dialect.ts'
import { termKeys } from '../../catalogue/search/terms.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/** Marks the file as Catchword's ("CtWd"), so that no other program's database is taken for ours. */
const APPLICATION_ID = 0x43745764

function pragma(database: DatabaseSync, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get()
  return Number(row?.[name] ?? 0)
}

/**
 * Refuses a database that is not ours or comes from a newer version, without changing it.
 *
 * @throws StoreError `foreign` or `newer`
 */
export function checkVersion(database: DatabaseSync, file: string, folder = FOLDER): void {
  const tables = database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()
  if (Number(tables?.['n'] ?? 0) > 0 && pragma(database, 'application_id') !== APPLICATION_ID) {
    throw new StoreError('foreign', `${file} is not a Catchword database; it was left as it is.`)
  }
  const newest = readMigrations(folder).at(-1)?.version ?? 0
  const version = pragma(database, 'user_version')
  if (version > newest) {
    throw new StoreError(
      'newer',
      `The database ${file} is of version ${version}, newer than this Catchword, which knows ` +
        `version ${newest}. Start the newer Catchword; the file was left as it is.`,
    )
  }
}

/**
 * Brings the schema up to date: the files `NNNN-name.sql` above `PRAGMA user_version`, in order, all
 * in one transaction. Returns how many were applied.
 */
export function migrate(database: DatabaseSync, folder = FOLDER): number {
  const migrations = readMigrations(folder)
  if (pragma(database, 'user_version') >= (migrations.at(-1)?.version ?? 0)) return 0
  return transact(database, () => {
    // Read again inside the transaction: another process may have migrated meanwhile.
    const version = pragma(database, 'user_version')
    const missing = migrations.filter((migration) => migration.version > version)
    database.function('term_keys', { deterministic: true }, (id, term) =>
      JSON.stringify(termKeys(Number(id), String(term))),
    )
    for (const { version, sql } of missing) {
      database.exec(sql)
      database.exec(`PRAGMA user_version = ${version}`)
    }
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    return missing.length
  })
}
