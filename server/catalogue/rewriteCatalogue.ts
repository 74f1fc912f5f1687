import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '../lib/syncFolder.ts'
import { isSqliteBusy } from '../store/errors.ts'
import { BookWriter } from './bookWriter.ts'
import { CATALOGUE_FILE, isOlder, openCatalogueFile, SCHEMA } from './catalogueFile.ts'
import { copyBooks } from './copyBooks.ts'

/** Somebody else changes the same catalogue at the same time. */
export class CatalogueBusy extends Error {
  override name = 'CatalogueBusy'
}

/** Held by an open transaction, which ends with its process, however that ends. */
function lock(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, 'catalogue.lock'))
  try {
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (!isSqliteBusy(error)) throw error
    throw new CatalogueBusy(`Another import into the catalogue in ${folder} is running.`)
  }
}

/** Renames a finished catalogue over the one in the folder, both on the disk. */
async function putInPlace(finished: string, folder: string): Promise<void> {
  {
    await using handle = await open(finished, 'r+')
    await handle.sync()
  }
  await rename(finished, join(folder, CATALOGUE_FILE))
  await syncFolder(folder)
}

/**
 * Puts a copy of a whole catalogue into `folder`, where there is none.
 *
 * @throws CatalogueBusy
 */
export async function copyCatalogue(from: string, folder: string): Promise<void> {
  const copy = join(folder, `${CATALOGUE_FILE}.new`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const held = lock(folder)
  try {
    await copyFile(from, copy)
    await putInPlace(copy, folder)
  } finally {
    held.close()
  }
}

/**
 * Changes the catalogue in `folder`: copies the file, has `work` write into the copy, and renames the copy
 * over the file where anything was written. A file of an older version is written anew with its books.
 * Whatever `work` throws leaves the catalogue as it was.
 *
 * @throws CatalogueBusy, StoreError, or what `work` throws
 */
export async function rewriteCatalogue<T>(
  folder: string,
  work: (writer: BookWriter) => Promise<T>,
): Promise<T> {
  const file = join(folder, CATALOGUE_FILE)
  const copy = `${file}.new`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const held = lock(folder)
  let database: DatabaseSync | undefined
  try {
    await rm(copy, { force: true })
    using current = existsSync(file) ? openCatalogueFile(file) : undefined
    const old = current && isOlder(current) ? current : undefined
    const isNew = current === undefined || old !== undefined
    if (!isNew) await copyFile(file, copy)
    database = new DatabaseSync(copy)
    // The copy is thrown away where anything goes wrong.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768')
    if (isNew) database.exec(SCHEMA)
    const writer = new BookWriter(database)
    if (old) await copyBooks(async (sql, ...values) => old.prepare(sql).all(...values), '?', writer)
    const result = await work(writer)
    if (writer.hasChanged || isNew) {
      writer.finish()
      database.close()
      await putInPlace(copy, folder)
    }
    return result
  } finally {
    if (database?.isOpen === true) database.close()
    await rm(copy, { force: true })
    held.close()
  }
}
