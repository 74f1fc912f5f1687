import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isThere } from '../lib/writeWhole.ts'
import { firstProblem, isDamage, reasonOf, StoreError } from '../store/errors.ts'
import { READ_WHOLE_MAX, sizeOf } from '../store/sqliteFiles.ts'
import { APPLICATION_ID, VERSION } from './schema.ts'

// Opens a catalogue's file as a database, and tells what is wrong with it.

/** The catalogue's file in its folder (`CATALOGUE_DIR`). */
export const CATALOGUE_FILE = 'catalogue.db'

const pragma = (database: DatabaseSync, name: string): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name])

const versionOf = (database: DatabaseSync): number => pragma(database, 'user_version')

/** Whether an older Catchword wrote this catalogue: it is to be written anew. */
export const isOlder = (database: DatabaseSync): boolean => versionOf(database) < VERSION

function checkCatalogue(database: DatabaseSync, file: string): void {
  const table = database.prepare('SELECT 1 FROM sqlite_schema').get()
  if (table === undefined) throw damaged(file, 'it is empty')
  if (pragma(database, 'application_id') !== APPLICATION_ID) {
    const text = `${file} is not a catalogue of Catchword; it was left as it is.`
    throw new StoreError('foreign', text)
  }
  const version = versionOf(database)
  if (version <= VERSION) return
  throw new StoreError(
    'newer',
    `The catalogue ${file} has version ${version}, newer than this Catchword, which knows version ` +
      `${VERSION}. Start the newer Catchword; the file was left as it is.`,
  )
}

/** Opens a catalogue to read; an import puts another file in its place. @throws StoreError */
export function openCatalogueDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    if (!isThere(file)) throw new Error('there is no such file')
    database = new DatabaseSync(file, { readOnly: true })
    // Not mapped: a file that somebody makes shorter meanwhile would end the process.
    database.exec('PRAGMA mmap_size = 0; PRAGMA cache_size = -8192')
    checkCatalogue(database, file)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof StoreError) throw error
    if (isDamage(error)) throw damaged(file, reasonOf(error), error)
    const text = `The catalogue ${file} cannot be opened (${reasonOf(error)}).`
    throw new StoreError('unwritable', text, { cause: error })
  }
}

function damaged(file: string, reason: string, cause?: unknown): StoreError {
  const remedy =
    'It was left as it is: restore a backup, or move the file away; then the bundled books come back, and yours by ' +
    'importing them again.'
  return new StoreError('damaged', `The catalogue ${file} is damaged (${reason}). ${remedy}`, {
    cause,
  })
}

/** Reads an open catalogue from end to end, unless it is large. @throws StoreError where it is damaged */
export function checkWhole(database: DatabaseSync, file: string): void {
  checkCatalogue(database, file)
  if (sizeOf(file) > READ_WHOLE_MAX) return
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (found !== 'ok') throw damaged(file, firstProblem(found))
}

/** Another one for every file that is put into its place; `undefined` where there is none. */
export function fileVersion(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs}`
}
