import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { syncFolder } from '../lib/syncFolder.ts'
import { StoreError } from './errors.ts'
import { migrate } from './migrate.ts'
import { LAST_OLD_VERSION } from './oldVersions.ts'
import { createKysely } from './sqliteDialect.ts'
import {
  checkDatabase,
  openDatabase,
  openingError,
  readDatabase,
  refuseEmptied,
  sizeOf,
} from './sqliteFiles.ts'

// Until version 0042 one file, `catchword.db`, held the readers' data and the catalogue.

/** The columns that both files have, by table; parents first. Favorites are copied apart. */
const COLUMNS: Readonly<Record<string, string>> = {
  users: 'id, name, email, email_key, password_hash, picture, created_at',
  sessions:
    'id, user_id, token_hash, cookie_hash, born, bound, created_at, last_seen_at, expires_at',
  preferences: 'user_id, position, category',
  favorite_authors: 'seq, user_id, author, added_at',
  identities: 'provider, subject, user_id, created_at',
  google_sign_ins: 'cookie_hash, salt, session_cookie_hash, expires_at',
  login_throttles: 'account, recent, last_at, today, today_from',
  login_devices: 'user_id, secret_hash, used_at',
  left_pictures: 'name',
}

/** By which rows come in, where the order of adding counts: new rows are numbered as they come. */
const ORDER: Readonly<Record<string, string>> = { users: 'rowid', sessions: 'rowid' }

/** The tables of the readers' data that a version has: versions before 0035 had fewer. */
function tablesIn(database: DatabaseSync, schema: string): string[] {
  const named = database.prepare(`SELECT 1 FROM ${schema}.sqlite_schema WHERE name = ?`)
  return [...Object.keys(COLUMNS), 'favorites'].filter((table) => named.get(table) !== undefined)
}

/** @throws StoreError `damaged`, `foreign` or `newer` */
function checkOld(database: DatabaseSync, file: string): void {
  checkDatabase(database, file, tablesIn(database, 'main'))
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version <= LAST_OLD_VERSION) return
  throw new StoreError(
    'newer',
    `The database ${file} is of version ${version}, newer than this Catchword, which knows ` +
      `version ${LAST_OLD_VERSION}. Start the newer Catchword; the file was left as it is.`,
  )
}

/** Copies the favorites, the record and the cover's address from `books` where they have none. */
function copyFavorites(database: DatabaseSync): void {
  const hasRecord = database
    .prepare("SELECT 1 FROM pragma_table_info('favorites', 'old') WHERE name = 'record'")
    .get()
  database.exec(`
    INSERT INTO main.favorites (seq, user_id, book_id, record, picture, added_at)
    SELECT f.seq, f.user_id, f.book_id, ${hasRecord ? 'f.record' : 'b.record'}, b.picture, f.added_at
    FROM old.favorites f LEFT JOIN old.books b ON b.id = f.book_id
    ORDER BY f.seq`)
}

/** Copies all rows of the old database into the new one, in one transaction. */
function copyRows(database: DatabaseSync, old: URL): void {
  database.prepare('ATTACH ? AS old').run(old.href)
  database.exec('BEGIN IMMEDIATE')
  for (const table of tablesIn(database, 'old')) {
    const columns = COLUMNS[table]
    if (columns === undefined) copyFavorites(database)
    else {
      const order = ORDER[table] ? `ORDER BY ${ORDER[table]}` : ''
      database.exec(
        `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM old.${table} ${order}`,
      )
    }
  }
  database.exec('COMMIT')
  database.exec('DETACH old')
}

/** The old file to be read only, so that it stays as it is, its WAL included. */
function readOnlyUrl(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('mode', 'ro')
  // Without a WAL nobody has it open, and SQLite need not make one.
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1')
  return url
}

/** Gives a finished file its name, unless another server was faster; never replaces one. */
function publish(temporary: string, file: string): void {
  try {
    linkSync(temporary, file)
  } catch (error) {
    if (existsSync(file)) return
    if (!existsSync(temporary)) throw error
    // The file system has no hard links.
    renameSync(temporary, file)
  }
}

/** Removes what this take-over or an interrupted one has left. */
function removeTemporaries(file: string): void {
  const folder = dirname(file)
  const isTemporary = (name: string) => name.startsWith(`${basename(file)}.new-`)
  for (const name of readdirSync(folder).filter(isTemporary)) {
    rmSync(join(folder, name), { force: true })
  }
}

/** Builds the new file under another name, whole and on disk, and renames it. */
async function build(old: URL, file: string): Promise<void> {
  const temporary = `${file}.new-${randomUUID()}`
  const database = await openDatabase(temporary)
  try {
    await migrate(createKysely(database), temporary)
    copyRows(database, old)
  } finally {
    // Closing copies the WAL into the file.
    database.close()
  }
  publish(temporary, file)
  await syncFolder(dirname(file))
}

/**
 * Takes the readers' data over from the database of an earlier version, where `file` is missing and that
 * is there. The old file is left as it is.
 *
 * @throws StoreError
 */
export async function takeOverOldDatabase(oldFile: string, file: string): Promise<void> {
  try {
    if (existsSync(file) || !existsSync(oldFile)) return
    refuseEmptied(oldFile)
    if (sizeOf(oldFile) === 0) return
    const old = readOnlyUrl(oldFile)
    readDatabase(old, (database) => checkOld(database, oldFile))
    await build(old, file)
  } catch (error) {
    // Else another server that started at once was faster, and removed what this one was building.
    if (!existsSync(file)) throw openingError(error, oldFile)
  } finally {
    removeTemporaries(file)
  }
}
