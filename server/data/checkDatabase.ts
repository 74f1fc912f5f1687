import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { firstProblem, isDamage } from '../store/sqlite/errors.ts'
import { checkVersion } from '../store/sqlite/migrate.ts'
import { DataError } from './dataError.ts'

/** What a sound database file holds. */
export interface DatabaseFacts {
  readers: number
  favorites: number
}

function examine(database: DatabaseSync, file: string): DatabaseFacts {
  checkVersion(database, file)
  const integrity = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']
  if (integrity !== 'ok') throw new DataError(`${file} is damaged (${firstProblem(integrity)}).`)
  const orphan = database.prepare('PRAGMA foreign_key_check').get()
  if (orphan) throw new DataError(`${file} is damaged (rows of ${String(orphan['table'])} hang).`)
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'] ?? 0)
  return { readers: count('users'), favorites: count('favorites') }
}

/**
 * Reads a database file from end to end: every page and index, and every reference.
 *
 * @throws DataError where something is wrong with it; StoreError where it is another program's, or of a
 * newer version
 */
export function checkDatabase(file: string): DatabaseFacts {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new DataError(`${file} is missing.`)
  }
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return examine(database, file)
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new DataError(`${file} is damaged.`, { cause: error })
  } finally {
    database.close()
  }
}

/** The names of the pictures that the readers of a database file have, one after another. */
export function* picturesIn(file: string): Generator<string> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare('SELECT picture FROM users WHERE picture IS NOT NULL').iterate()
    for (const { picture } of rows) yield String(picture)
  } finally {
    database.close()
  }
}
