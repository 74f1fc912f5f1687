import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '../lib/syncFolder.ts'
import { MIB_BYTES } from '../lib/units.ts'
import { firstProblem, isDamage, reasonOf, StoreError } from './errors.ts'
import { APPLICATION_ID } from './migrations/0001_readers.ts'

/** For how long a lock of another process is waited for, in ms. */
export const BUSY_TIMEOUT_MS = 5000

/** Larger files are not read whole at a start, in bytes: that would take half a minute a gigabyte. */
const READ_WHOLE_MAX = 64 * MIB_BYTES

/** In bytes; 0 where there is none. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Refuses an empty file beside pictures or a WAL: taken for a new database, all readers would be gone. */
export function refuseEmptied(file: string): void {
  if (!existsSync(file) || sizeOf(file) > 0) return
  const pictures = join(dirname(file), 'pictures')
  const hasPictures = existsSync(pictures) && readdirSync(pictures).length > 0
  if (sizeOf(`${file}-wal`) === 0 && !hasPictures) return
  const left = `${hasPictures ? pictures : `${file}-wal`} holds what belongs to it`
  const line = `The database ${file} is empty, and ${left}. Restore a backup, or move both away.`
  throw new StoreError('damaged', line)
}

/** Makes a folder (0700) where it is missing, and proves it writable. */
export function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    const what = `The data folder ${folder} cannot be written to (${reasonOf(error)}).`
    const line = `${what} Set DATA_DIR to a folder that can.`
    throw new StoreError('unwritable', line, { cause: error })
  }
}

/** Makes an empty file (0600) where it is missing, durable in its folder. */
async function prepareFile(file: string): Promise<void> {
  // SQLite would open it for reading alone, and every write would fail one by one.
  if (existsSync(file)) return accessSync(file, constants.R_OK | constants.W_OK)
  writeFileSync(file, '', { flag: 'a', mode: 0o600 })
  // The umask may have taken more away than it should, never less.
  chmodSync(file, 0o600)
  await syncFolder(dirname(file))
}

/** Refuses a file that is damaged, looking through `tables` alone where they are given, or another program's. */
export function checkDatabase(
  database: DatabaseSync,
  file: string,
  tables: readonly string[] = ['1'],
): void {
  const { n } = database.prepare('SELECT count(*) AS n FROM sqlite_schema').get() ?? {}
  const { application_id } = database.prepare('PRAGMA application_id').get() ?? {}
  if (Number(n) > 0 && application_id !== APPLICATION_ID) {
    throw new StoreError('foreign', `${file} is not a Catchword database; it was left as it is.`)
  }
  for (const table of tables) {
    const found = database.prepare(`PRAGMA quick_check(${table})`).get()?.['quick_check']
    if (found !== 'ok') throw damaged(file, firstProblem(found))
  }
}

/** What is checked at a start: everything, in a large file all but the records of favorites, which fill it. */
function tablesToCheck(database: DatabaseSync, file: string): string[] | undefined {
  if (sizeOf(file) <= READ_WHOLE_MAX) return undefined
  const others = database.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'favorites'",
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
  const remedy = 'Look at its rights, and whether its disk has room and takes writes.'
  const line = `The database ${file} cannot be opened (${reason}). ${remedy}`
  return new StoreError('unwritable', line, { cause: error })
}

/** Opens a database for reading, and closes it after `work`; unlike a writer it leaves the WAL as it is. */
export function readDatabase<T>(path: string | URL, work: (database: DatabaseSync) => T): T {
  using database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  return work(database)
}

/**
 * Opens a database file, made where it is missing; every commit is on disk when it returns. It is checked
 * before anything is written, so that a damaged file stays as it was. @throws StoreError
 */
export async function openDatabase(file: string): Promise<DatabaseSync> {
  let database: DatabaseSync | undefined
  try {
    await prepareFile(file)
    readDatabase(file, (found) => checkDatabase(found, file, tablesToCheck(found, file)))
    database = new DatabaseSync(file, {
      timeout: BUSY_TIMEOUT_MS,
      enableForeignKeyConstraints: true,
      defensive: true,
    })
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    // What is deleted is overwritten (decision page 0025).
    database.exec('PRAGMA secure_delete = ON')
    return database
  } catch (error) {
    database?.close()
    throw openingError(error, file)
  }
}
