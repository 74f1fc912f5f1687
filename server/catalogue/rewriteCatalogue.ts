import { existsSync } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../lib/makeFolder.ts'
import { syncFolder } from '../lib/writeWhole.ts'
import { isSqliteBusy } from '../store/errors.ts'
import { pictureOf } from './bookReader.ts'
import { BookWriter } from './bookWriter.ts'
import {
  bookOf,
  CATALOGUE_FILE,
  isOlder,
  isUpgradable,
  openCatalogueFile,
  rankOf,
  SCHEMA,
  upgrade,
} from './catalogueFile.ts'

/** Another process changes the same catalogue. */
export class CatalogueBusy extends Error {
  override name = 'CatalogueBusy'
}

/** Locked by an open transaction, which ends with its process, however that ends. */
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

/** Has `work` write a file beside the catalogue of a folder, which replaces it where that has changed anything. */
async function replaceFile<T extends { hasChanged: boolean }>(
  folder: string,
  work: (copy: string) => Promise<T>,
): Promise<T> {
  const copy = join(folder, `${CATALOGUE_FILE}.new`)
  await makeFolder(folder)
  using _ = lock(folder)
  try {
    await rm(copy, { force: true })
    const result = await work(copy)
    if (result.hasChanged) {
      {
        await using handle = await open(copy, 'r+')
        await handle.sync()
      }
      await rename(copy, join(folder, CATALOGUE_FILE))
      await syncFolder(folder)
    }
    return result
  } finally {
    await rm(copy, { force: true })
  }
}

/**
 * Puts a copy of a whole catalogue into `folder`, where there is none.
 *
 * @throws CatalogueBusy
 */
export async function copyCatalogue(from: string, folder: string): Promise<void> {
  await replaceFile(folder, async (copy) => {
    await copyFile(from, copy)
    return { hasChanged: true }
  })
}

/** The rows of a query. */
type All = (
  sql: string,
  ...parameters: number[]
) => Promise<readonly Readonly<Record<string, unknown>>[]>

// How ranks were made before version 2: popularity up to 100 in thousandths, source, place in the source.
const OLD_POPULARITY_MAX = 100
const OLD_SLOTS = 2 ** 8
const OLD_PLACES = 2 ** 28

function upgradedRank(oldRank: number): number {
  const place = (oldRank - 1) % OLD_PLACES
  const before = Math.floor((oldRank - 1) / OLD_PLACES)
  const popularity = OLD_POPULARITY_MAX - Math.floor(before / OLD_SLOTS) / 1000
  return rankOf(popularity, before % OLD_SLOTS, place)
}

/** Copies the books of a catalogue as it was before version 2. */
async function copyBooks(all: All, writer: BookWriter): Promise<void> {
  for (const row of await all('SELECT source, slot, places FROM book_sources')) {
    writer.addSource(String(row['source']), Number(row['slot']), Number(row['places']))
  }
  // Ranks below zero: removed books, which favorites now carry themselves.
  const page = `
    SELECT pop, source, record, picture FROM books WHERE pop > ? ORDER BY pop LIMIT 1000`
  for (let after = 0; ;) {
    const rows = await all(page, after)
    if (rows.length === 0) return
    for (const row of rows) {
      const stored = { book: bookOf(row), source: String(row['source']), ...pictureOf(row) }
      after = Number(row['pop'])
      writer.addRanked(upgradedRank(after), stored)
    }
  }
}

/**
 * Changes the catalogue in `folder`: copies the file, has `work` write into the copy, and renames the copy
 * over the file where anything was written. A file of an older version becomes one of this version.
 * Whatever `work` throws leaves the catalogue as it was.
 *
 * @throws CatalogueBusy, StoreError, or what `work` throws
 */
export async function rewriteCatalogue<T>(
  folder: string,
  work: (writer: BookWriter) => Promise<T>,
): Promise<T> {
  const file = join(folder, CATALOGUE_FILE)
  const { result } = await replaceFile(folder, async (copy) => {
    using current = existsSync(file) ? openCatalogueFile(file) : undefined
    const isUpgraded = current !== undefined && isUpgradable(current)
    const isNew = current === undefined || (isOlder(current) && !isUpgraded)
    if (!isNew) await copyFile(file, copy)
    using database = new DatabaseSync(copy)
    // The copy is thrown away where anything goes wrong.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768')
    if (isNew) database.exec(SCHEMA)
    if (isUpgraded) upgrade(database)
    const writer = new BookWriter(database)
    if (current && isNew) {
      await copyBooks(async (sql, ...values) => current.prepare(sql).all(...values), writer)
    }
    const result = await work(writer)
    const hasChanged = writer.hasChanged || isNew || isUpgraded
    if (hasChanged) writer.finish()
    return { result, hasChanged }
  })
  return result
}
