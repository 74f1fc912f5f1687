import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isThere } from '../lib/writeWhole.ts'
import { READERS_FILE } from '../store/sqlite.ts'
import { firstProblem, isSqliteBusy, reasonOf } from '../store/errors.ts'
import { openingError, readDatabase } from '../store/sqliteFiles.ts'
import { DataError } from './dataError.ts'

/** Refuses a data folder without readers: a store that is opened there would be made. @throws DataError */
export function requireReaders(dataDir: string): string {
  const file = join(dataDir, READERS_FILE)
  if (isThere(file)) return file
  throw new DataError(`There is no database in ${dataDir}.`)
}

/**
 * Opens a database so that no other process can: in WAL mode each holds a shared lock on the file.
 * @throws DataError where a server, or another command, has it open; StoreError where it is damaged
 */
export function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT')
    return database
  } catch (error) {
    database.close()
    if (!isSqliteBusy(error)) throw openingError(error, file)
    const line = `${file} is in use. First stop its server and whatever else has it open.`
    throw new DataError(line, { cause: error })
  }
}

/** Reads a database from end to end: every page, index and reference. @throws DataError */
export function checkIntegrity(file: string): void {
  try {
    // SQLite would take it for a new one.
    if (statSync(file).size === 0) throw new Error('it is empty')
    readDatabase(file, (database) => {
      const integrity = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']
      if (integrity !== 'ok') throw new Error(firstProblem(integrity))
      const orphan = database.prepare('PRAGMA foreign_key_check').get()
      if (orphan) throw new Error(`a row of ${String(orphan['table'])} belongs to nothing`)
    })
  } catch (error) {
    throw new DataError(`${basename(file)} is damaged (${reasonOf(error)}).`, { cause: error })
  }
}

/** How many readers, favorites and pictures a database has. */
export const countRows = (file: string) =>
  readDatabase(file, (database) => {
    const count = (table: string): number =>
      Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
    return { readers: count('users'), favorites: count('favorites'), pictures: count('pictures') }
  })
