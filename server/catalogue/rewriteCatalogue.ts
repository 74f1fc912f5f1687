import { copyFile, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isThere, makeFile, makeFolder, syncFolder } from '../lib/writeWhole.ts'
import { StoreError } from '../store/errors.ts'
import { lockFile } from '../store/lockFile.ts'
import { BookWriter } from './bookWriter.ts'
import { CATALOGUE_FILE, isOlder, openCatalogueDatabase } from './catalogueDatabase.ts'
import { bookOf, pictureOf } from './lookUps/queries.ts'
import { SCHEMA } from './schema.ts'

/** Another process changes the same catalogue. */
export class CatalogueBusy extends StoreError {}

/** Has the catalogue of a folder for this process alone to change, until the lock is closed. @throws CatalogueBusy */
export function lockCatalogue(folder: string): DatabaseSync {
  const locked = lockFile(join(folder, 'catalogue.lock'))
  if (locked) return locked
  throw new CatalogueBusy('inUse', `Another import into the catalogue in ${folder} is running.`)
}

/** Has `work` write a file beside the catalogue of a folder, which replaces it where that has changed anything. */
async function replaceFile<T extends { hasChanged: boolean }>(
  folder: string,
  work: (copy: string) => Promise<T>,
): Promise<T> {
  const copy = join(folder, `${CATALOGUE_FILE}.new`)
  makeFolder(folder)
  using _ = lockCatalogue(folder)
  try {
    await rm(copy, { force: true })
    makeFile(copy, folder, 0o644)
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

/** Puts a copy of a whole catalogue into `folder`, where there is none. @throws CatalogueBusy */
export async function copyCatalogue(from: string, folder: string): Promise<void> {
  await replaceFile(folder, async (copy) => {
    await copyFile(from, copy)
    return { hasChanged: true }
  })
}

/** Copies what books are of, from a catalogue that is attached as `older`. */
const COPY_SOURCES = `
  INSERT INTO book_sources
    SELECT source, slot, places, name, fingerprint, imported_at FROM older.book_sources;
  DETACH older;
`

/** Copies the books of an older catalogue, at their ranks, which have had another name, indexed as books are now. */
function copyBooks(older: DatabaseSync, writer: BookWriter): void {
  const books = older.prepare('SELECT rowid AS rank, * FROM books ORDER BY rowid')
  for (const row of books.iterate()) {
    const book = writer.withWork(bookOf(row))
    const source = String(row['source'])
    writer.addRanked(Number(row['rank']), { book, source, ...pictureOf(row) })
  }
}

/**
 * Changes the catalogue in `folder`: `work` writes into a copy, which takes its place where anything was written. An older
 * file becomes one of this version. @throws CatalogueBusy, StoreError, or what `work` throws; nothing has changed then
 */
export async function rewriteCatalogue<T>(
  folder: string,
  work: (writer: BookWriter) => Promise<T>,
): Promise<T> {
  const file = join(folder, CATALOGUE_FILE)
  const { result } = await replaceFile(folder, async (copy) => {
    using current = isThere(file) ? openCatalogueDatabase(file) : undefined
    const isNew = current === undefined || isOlder(current)
    if (!isNew) await copyFile(file, copy)
    using database = new DatabaseSync(copy)
    // The copy is thrown away where anything goes wrong.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768')
    if (isNew) database.exec(SCHEMA)
    if (current && isNew) {
      database.prepare('ATTACH ? AS older').run(file)
      database.exec(COPY_SOURCES)
    }
    const writer = new BookWriter(database)
    if (current && isNew) copyBooks(current, writer)
    const result = await work(writer)
    const hasChanged = writer.hasChanged || isNew
    if (hasChanged) writer.finish()
    return { result, hasChanged }
  })
  return result
}
