import { accessSync, constants, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { MIB_BYTES } from '../../contract/units.ts'
import { firstProblem, isDamage, reasonOf, StoreError } from './errors.ts'
import { APPLICATION_ID } from './migrations/0001_readers.ts'

/** For how long a lock of another process is waited for, in ms. */
const BUSY_TIMEOUT_MS = 5000

/** Larger files are not read whole at a start, in bytes: that would take half a minute a gigabyte. */
export const READ_WHOLE_MAX = 64 * MIB_BYTES

/** In bytes; 0 where there is none. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function emptied(file: string): StoreError {
  const what = `The database ${file} is empty: what it held is lost.`
  const line = `${what} Restore a backup, or move the file away to begin without readers.`
  return new StoreError('damaged', line)
}

/** Refuses a file without tables, another program's, or damaged, looking through `tables` alone where they are given. */
function checkDatabase(
  database: DatabaseSync,
  file: string,
  tables: readonly string[] = ['1'],
): void {
  const { n } = database.prepare('SELECT count(*) AS n FROM sqlite_schema').get() ?? {}
  const { application_id } = database.prepare('PRAGMA application_id').get() ?? {}
  if (n === 0) throw emptied(file)
  if (application_id !== APPLICATION_ID) {
    throw new StoreError('foreign', `${file} is not a Catchword database; it was left as it is.`)
  }
  for (const table of tables) {
    const found = database.prepare(`PRAGMA quick_check(${table})`).get()?.['quick_check']
    if (found !== 'ok') throw damaged(file, firstProblem(found))
  }
}

/** What is checked at a start: everything, in a large file all but books and pictures, which fill it. */
function tablesToCheck(database: DatabaseSync, file: string): string[] | undefined {
  if (sizeOf(file) <= READ_WHOLE_MAX) return undefined
  const others = database.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('favorites', 'marks', 'pictures')",
  )
  return others.all().map(({ name }) => String(name))
}

function damaged(file: string, detail: string, cause?: unknown): StoreError {
  const remedy = 'It was left as it is; restore a backup or move the file away.'
  return new StoreError('damaged', `The database ${file} is damaged (${detail}). ${remedy}`, {
    cause,
  })
}

/** An error at the opening of a file as the person who starts the server reads it. */
export function openingError(error: unknown, file: string): StoreError {
  if (error instanceof StoreError) return error
  const reason = reasonOf(error)
  if (isDamage(error)) return damaged(file, reason, error)
  const remedy = 'Check its permissions, and whether its disk has space and is writable.'
  const line = `The database ${file} cannot be opened (${reason}). ${remedy}`
  return new StoreError('unwritable', line, { cause: error })
}

/** Opens a database for reading, and closes it after `work`; unlike a writer it leaves the WAL as it is. */
export function readDatabase<T>(path: string, work: (database: DatabaseSync) => T): T {
  using database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  return work(database)
}

/** Opens a database to write; every commit is on disk when it returns. */
export function openForWriting(file: string): DatabaseSync {
  const database = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    defensive: true,
  })
  try {
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    // What is deleted is overwritten (decision page 0025).
    database.exec('PRAGMA secure_delete = ON')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Opens a database that is there, checked before anything is written, so that damage stays as it was. @throws StoreError */
export function openDatabase(file: string): DatabaseSync {
  try {
    // SQLite would open it for reading alone, and every write would fail one by one.
    accessSync(file, constants.R_OK | constants.W_OK)
    // SQLite would take it for a new one.
    if (sizeOf(file) === 0) throw emptied(file)
    readDatabase(file, (found) => checkDatabase(found, file, tablesToCheck(found, file)))
    return openForWriting(file)
  } catch (error) {
    throw openingError(error, file)
  }
}
