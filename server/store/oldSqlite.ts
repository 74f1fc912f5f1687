import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { syncFolder } from '../lib/syncFolder.ts'
import { kyselyOnSqlite } from './database.ts'
import { StoreError } from './errors.ts'
import { migrate } from './migrate.ts'
import { LAST_OLD_VERSION, TABLES } from './migrations/0001_readers.ts'
import {
  checkDatabase,
  createDatabase,
  openingError,
  readDatabase,
  refuseEmptied,
  sizeOf,
} from './sqliteFiles.ts'

// Until version 0042 one file, `catchword.db`, held the readers' data and the catalogue.

/** The tables of the readers' data that a version has, parents first: versions before 0035 had fewer. */
function tablesIn(database: DatabaseSync, schema: string): string[] {
  const named = database.prepare(`SELECT 1 FROM ${schema}.sqlite_schema WHERE name = ?`)
  return TABLES.filter((table) => named.get(table) !== undefined)
}

function checkOld(database: DatabaseSync, file: string): void {
  checkDatabase(database, file, tablesIn(database, 'main'))
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version <= LAST_OLD_VERSION) return
  const what = `The database ${file} is of version ${version}, newer than this Catchword`
  const remedy = `which knows version ${LAST_OLD_VERSION}. Start the newer Catchword`
  throw new StoreError('newer', `${what}, ${remedy}; the file was left as it is.`)
}

/** The columns of a table that both databases have. */
function sharedColumns(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare(`
    SELECT name FROM pragma_table_info(?, 'main')
    INTERSECT SELECT name FROM pragma_table_info(?, 'old')`)
  return columns.all(table, table).map(({ name }) => String(name))
}

/** Copies all rows of the old database into the new one, in one transaction. */
function copyRows(database: DatabaseSync, old: URL): void {
  database.prepare('ATTACH ? AS old').run(old.href)
  database.exec('BEGIN IMMEDIATE')
  for (const table of tablesIn(database, 'old')) {
    const shared = sharedColumns(database, table)
    const columns = shared.join(', ')
    if (table === 'favorites') {
      // Without a record or a cover's address of their own they take those of `books`.
      const record = shared.includes('record') ? 'f.record' : 'b.record'
      database.exec(`
        INSERT INTO main.favorites (seq, user_id, book_id, record, picture, added_at)
        SELECT f.seq, f.user_id, f.book_id, ${record}, b.picture, f.added_at
        FROM old.favorites f LEFT JOIN old.books b ON b.id = f.book_id
        ORDER BY f.seq`)
      continue
    }
    // New rows are numbered as they come.
    const order = table === 'users' || table === 'sessions' ? 'ORDER BY rowid' : ''
    database.exec(
      `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM old.${table} ${order}`,
    )
  }
  database.exec('COMMIT')
  database.exec('DETACH old')
}

/** The old file to be read only, so that it stays as it is, its WAL included. */
export function readOnlyUrl(file: string): URL {
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
  for (const name of readdirSync(dirname(file))) {
    const isTemporary = name.startsWith(`${basename(file)}.new-`)
    if (isTemporary) rmSync(join(dirname(file), name), { force: true })
  }
}

/** Builds the new file under another name, whole and on disk, and renames it. */
async function build(file: string, old: URL | undefined): Promise<void> {
  const temporary = `${file}.new-${randomUUID()}`
  {
    // Closing copies the WAL into the file.
    using database = createDatabase(temporary)
    await migrate(kyselyOnSqlite(database), temporary)
    if (old) copyRows(database, old)
  }
  publish(temporary, file)
  await syncFolder(dirname(file))
}

/**
 * Makes `file` where it is missing, from the database of an earlier version where that is there; the old file is left
 * as it is. An interrupted start leaves no empty one. @throws StoreError
 */
export async function makeDatabase(oldFile: string, file: string): Promise<void> {
  const isOld = existsSync(oldFile)
  try {
    refuseEmptied(file)
    if (existsSync(file)) return
    if (isOld) refuseEmptied(oldFile)
    const old = isOld ? readOnlyUrl(oldFile) : undefined
    if (old) readDatabase(old, (database) => checkOld(database, oldFile))
    await build(file, old)
  } catch (error) {
    // Else another server that started at once was faster, and removed what this one was building.
    if (!existsSync(file) || sizeOf(file) === 0) throw openingError(error, isOld ? oldFile : file)
  } finally {
    removeTemporaries(file)
  }
}
