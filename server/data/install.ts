import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '../lib/syncFolder.ts'
import { StoreError } from '../store/errors.ts'
import { DATABASE_FILE } from '../store/sqlite/openSqliteStore.ts'
import { openAlone } from '../store/sqlite/transfer.ts'
import { DataError } from './dataError.ts'
import { PICTURES_FOLDER } from './manifest.ts'

const LOGS = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, `${DATABASE_FILE}-journal`]

// What may be there without anything of a reader's.
const OF_NO_ACCOUNT = /^(?:covers|lost\+found|replaced-.*|\..*)$/

/** Whether a data folder holds something that a new installation would take the place of. */
function isOccupied(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => !OF_NO_ACCOUNT.test(name))
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** The same file under a second name, or where the file system knows no such thing, a copy. */
function keepAs(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}

/** The database to itself, without a log beside it; `undefined` where it is too damaged for that. */
function hold(file: string): DatabaseSync | undefined {
  try {
    const database = openAlone(file)
    try {
      database.exec('PRAGMA journal_mode = DELETE')
      return database
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged') return undefined
    throw error
  }
}

/**
 * Refuses a folder that a new installation must not take, before any work is done for it.
 *
 * @throws TransferError where a server runs on it; DataError where it is occupied, without `force`
 */
export function checkFree(folder: string, force: boolean): void {
  const database = join(folder, DATABASE_FILE)
  if (existsSync(database)) hold(database)?.close()
  if (isOccupied(folder) && !force) {
    throw new DataError(
      `${folder} is not empty. --force keeps what is there in a folder of its own there.`,
    )
  }
}

/** Gives everything that is in the folder a second place, and answers it. */
async function setAside(folder: string, sound: boolean): Promise<string> {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const aside = join(folder, `replaced-${stamp}`)
  mkdirSync(join(aside, PICTURES_FOLDER), { recursive: true, mode: 0o700 })
  for (const name of filesIn(join(folder, PICTURES_FOLDER))) {
    keepAs(join(folder, PICTURES_FOLDER, name), join(aside, PICTURES_FOLDER, name))
  }
  if (existsSync(join(folder, DATABASE_FILE))) {
    keepAs(join(folder, DATABASE_FILE), join(aside, DATABASE_FILE))
  }
  // What lies beside a database that cannot be opened belongs to that one and to no other.
  for (const name of sound ? [] : LOGS) {
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name))
  }
  await syncFolder(aside)
  return aside
}

/**
 * Puts the database and the pictures of the folder `staged`, which stands on the same disk, into a data
 * folder. Whenever the power goes, the folder holds the old database with all its pictures or the new
 * one with all of its. What was there is kept whole in a folder `replaced-…` there; resolves with that
 * folder, or `undefined` where there was nothing.
 *
 * @throws TransferError where a server runs on the folder
 */
export async function install(staged: string, folder: string): Promise<string | undefined> {
  const occupied = isOccupied(folder)
  const database = join(folder, DATABASE_FILE)
  const held = existsSync(database) ? hold(database) : undefined
  try {
    const aside = occupied ? await setAside(folder, held !== undefined) : undefined
    const pictures = new Set(filesIn(join(staged, PICTURES_FOLDER)))
    mkdirSync(join(folder, PICTURES_FOLDER), { recursive: true, mode: 0o700 })
    for (const name of pictures) {
      renameSync(join(staged, PICTURES_FOLDER, name), join(folder, PICTURES_FOLDER, name))
    }
    await syncFolder(join(folder, PICTURES_FOLDER))
    chmodSync(join(staged, DATABASE_FILE), 0o600)
    renameSync(join(staged, DATABASE_FILE), database)
    await syncFolder(folder)
    for (const name of aside === undefined ? [] : filesIn(join(folder, PICTURES_FOLDER))) {
      if (!pictures.has(name)) rmSync(join(folder, PICTURES_FOLDER, name))
    }
    return aside
  } finally {
    held?.close()
  }
}
