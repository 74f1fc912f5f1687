import { readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CATALOGUE_FILE } from './catalogueDatabase.ts'
import { isThere } from '../lib/writeWhole.ts'
import { reasonOf, StoreError } from '../store/errors.ts'
import { lockFile } from '../store/lockFile.ts'
import { LOCK_FILE, NEW_PREFIX, READERS_FILE, RESTORE_PREFIX } from '../store/sqlite.ts'
import { openingError } from '../store/sqliteFiles.ts'
import type { Config } from '../config.ts'

type Folders = Pick<Config, 'dataDir' | 'catalogueDir'>

/** How the names begin of catalogues that wait for their readers; each ends as the folder of its restore. */
const WAITING = `.${CATALOGUE_FILE}-`

/** What the names end in of all that a restore makes, given by the folder into which it unpacks. */
export const endOf = (staged: string): string => basename(staged).slice(RESTORE_PREFIX.length)

/** Where the catalogue of a backup waits until the readers of that backup are in place. */
export const waitingCatalogue = (catalogueDir: string, staged: string): string =>
  join(catalogueDir, `${WAITING}${endOf(staged)}`)

const namedIn = (dataDir: string, prefix: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dataDir, name))

/** The folders into which restores unpacked that have not ended. */
export const unpackedIn = (dataDir: string): string[] => namedIn(dataDir, RESTORE_PREFIX)

const identity = (path: string): string | undefined => {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.dev} ${stat.ino}`
}

/**
 * Takes back what a restore kept in `folder`: a server on a second name of a live database would spoil it by a log of
 * its own. What has no other name stays.
 */
function takeBack(folder: string, staged: string): void {
  const isOurs = (name: string) =>
    name.startsWith('replaced-') && name.endsWith(`-${endOf(staged)}`)
  for (const aside of readdirSync(folder).filter(isOurs)) {
    const kept = join(folder, aside)
    for (const name of readdirSync(kept)) {
      const live = join(folder, name)
      if (identity(live) === identity(join(kept, name))) rmSync(join(kept, name))
      else if (!isThere(live)) renameSync(join(kept, name), live)
    }
    if (readdirSync(kept).length === 0) rmdirSync(kept)
  }
}

/**
 * Ends restores, given by the folders into which they unpacked: where the readers are in place, the catalogue
 * follows; else nothing has changed. @throws StoreError where that may not be looked at or changed
 */
export function endRestores({ dataDir, catalogueDir }: Folders, unpacked: readonly string[]): void {
  for (const staged of unpacked) {
    const waiting = waitingCatalogue(catalogueDir, staged)
    try {
      if (isThere(join(staged, READERS_FILE))) {
        for (const folder of new Set([dataDir, catalogueDir])) takeBack(folder, staged)
        rmSync(waiting, { force: true })
      } else if (isThere(waiting)) renameSync(waiting, join(catalogueDir, CATALOGUE_FILE))
      rmSync(staged, { recursive: true, force: true })
    } catch (error) {
      const line = `A restore was interrupted, and what it left cannot be ended (${reasonOf(error)}).`
      const remedy = `Give it to the server's user: chown -R --reference=${dataDir} ${staged}`
      throw new StoreError('unwritable', `${line} ${remedy}`, { cause: error })
    }
  }
}

/**
 * Ends what a killed restore began, before a catalogue is changed that it would take the place of.
 * @throws StoreError where one is at work, or one into another data folder waits here
 */
export function endKilledRestore(folders: Folders): void {
  const { dataDir, catalogueDir } = folders
  if (unpackedIn(dataDir).length > 0) ownFolder(folders).close()
  const waiting = readdirSync(catalogueDir).find((name) => name.startsWith(WAITING))
  if (waiting === undefined) return
  const line = `A restore was interrupted before its catalogue, ${join(catalogueDir, waiting)}, was in place.`
  throw new StoreError('inUse', `${line} Start its server or run it again, or delete this file.`)
}

/**
 * Has a data folder on SQLite for this process alone until the lock is closed, and ends what a killed restore or first
 * start began.
 * @throws StoreError where a server, or a restore, has it
 */
export function ownFolder(folders: Folders): DatabaseSync {
  const { dataDir } = folders
  const file = join(dataDir, LOCK_FILE)
  let lock: DatabaseSync | undefined
  try {
    lock = lockFile(file)
  } catch (error) {
    throw openingError(error, file)
  }
  if (!lock) {
    const line = `Another server, or a restore, is at work in ${dataDir}.`
    throw new StoreError('inUse', `${line} Stop it first, or set DATA_DIR to another folder.`)
  }
  try {
    for (const made of namedIn(dataDir, NEW_PREFIX)) rmSync(made, { recursive: true, force: true })
    // Without readers it is left as it is: what to do is said where a database would be made.
    if (isThere(join(dataDir, READERS_FILE))) endRestores(folders, unpackedIn(dataDir))
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}
