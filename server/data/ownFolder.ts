import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CATALOGUE_FILE } from '../catalogue/catalogueFile.ts'
import { StoreError } from '../store/errors.ts'
import { lockFile } from '../store/lockFile.ts'
import { LOCK_FILE, READERS_FILE, RESTORE_PREFIX } from '../store/sqlite.ts'
import { openingError } from '../store/sqliteFiles.ts'
import type { Installation } from './dataError.ts'

type Folders = Pick<Installation, 'dataDir' | 'catalogueDir'>

/** Where the catalogue of a backup waits until the readers of that backup are in place. */
export const waitingCatalogue = (catalogueDir: string): string =>
  join(catalogueDir, `.${CATALOGUE_FILE}-restored`)

/**
 * Ends restores, given by the folders into which they unpacked: where the readers are in place, the catalogue
 * follows; else nothing has changed.
 */
export function endRestores({ catalogueDir }: Folders, unpacked: readonly string[]): void {
  const waiting = waitingCatalogue(catalogueDir)
  const isInPlace = unpacked.some((folder) => !existsSync(join(folder, READERS_FILE)))
  if (isInPlace && existsSync(waiting)) renameSync(waiting, join(catalogueDir, CATALOGUE_FILE))
  rmSync(waiting, { force: true })
  for (const folder of unpacked) rmSync(folder, { recursive: true, force: true })
}

/**
 * Has a data folder on SQLite for this process alone until the lock is closed, and ends what a killed restore began.
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
  // Without readers it is left as it is: what to do is said where a database would be made.
  if (existsSync(join(dataDir, READERS_FILE))) {
    const names = readdirSync(dataDir).filter((name) => name.startsWith(RESTORE_PREFIX))
    endRestores(
      folders,
      names.map((name) => join(dataDir, name)),
    )
  }
  return lock
}
