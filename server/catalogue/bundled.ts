import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { COVER_VERSION } from '../../contract/covers.ts'
import {
  BUNDLED_FOLDER,
  ORIGINS_FILE,
  readBundledRecords,
  readBundledTexts,
} from '../../books/bundled/bundledFiles.ts'
import type { Config } from '../config.ts'
import { isThere } from '../lib/writeWhole.ts'
import { CATALOGUE_FILE, isOlder, openCatalogueDatabase } from './catalogueDatabase.ts'
import { CatalogueBusy, copyCatalogue, rewriteCatalogue } from './rewriteCatalogue.ts'

const SOURCE = 'bundled'

/** Where `npm run build` leaves a catalogue of the bundled books, which a first start copies. */
export const BUILT_CATALOGUE = join(import.meta.dirname, '../../build')

const TRY_AGAIN_MS = 200

// Raise it when records become other books, or other rows in the store, than before.
const FORMAT = 2

/** What the catalogue in `folder` has of the bundled books: '' is none; `undefined` where it is missing or older. */
function fingerprintIn(folder: string): string | undefined {
  const file = join(folder, CATALOGUE_FILE)
  if (!isThere(file)) return undefined
  using database = openCatalogueDatabase(file)
  if (isOlder(database)) return undefined
  const source = database.prepare('SELECT fingerprint FROM book_sources WHERE source = ?')
  return String(source.get(SOURCE)?.['fingerprint'] ?? '')
}

/** Whether the catalogue in `folder` is the host's own books alone. */
export const isWithoutBundled = (folder: string): boolean => fingerprintIn(folder) === ''

/** Leaves the bundled books out of the catalogue in `folder`, made where it is missing. */
async function removeBundledBooks(folder: string): Promise<void> {
  if (isWithoutBundled(folder)) return
  await rewriteCatalogue(folder, async (writer) => void writer.removeSource(SOURCE))
}

/**
 * Brings the bundled books into the catalogue in `folder`, made where it is missing, if it can as a copy of that in `built`.
 * @throws Error that names the file and the record at fault; CatalogueBusy; StoreError
 */
export async function loadBundledBooks(
  folder: string,
  bundled: string = BUNDLED_FOLDER,
  built: string = BUILT_CATALOGUE,
): Promise<void> {
  const files = readBundledTexts(bundled)
  const hash = createHash('sha256').update(`${FORMAT} ${COVER_VERSION}`)
  hash.update(readFileSync(ORIGINS_FILE))
  for (const { name, text } of files) hash.update(name).update(text)
  const fingerprint = hash.digest('hex')
  if (fingerprintIn(folder) === fingerprint) return
  const isFirst = !isThere(join(folder, CATALOGUE_FILE))
  if (isFirst && fingerprintIn(built) === fingerprint) {
    return copyCatalogue(join(built, CATALOGUE_FILE), folder)
  }
  const { bundledBooks } = await import('../../books/bundled/bundledBook.ts')
  const books = bundledBooks(await readBundledRecords(files))
  await rewriteCatalogue(folder, async (writer) => {
    writer.replace(SOURCE, books, { name: 'Catchword', fingerprint, importedAt: Date.now() })
  })
}

/**
 * Makes the catalogue where it is missing or older, and brings its bundled books up to date, or removes them. While another process changes
 * it, one that can be read is left as it is. @throws StoreError, or an Error that names the bundled record at fault
 */
export async function prepareCatalogue({
  catalogueDir,
  bundledBooks,
}: Pick<Config, 'catalogueDir' | 'bundledBooks'>): Promise<void> {
  for (;;) {
    try {
      await (bundledBooks === 'on' ? loadBundledBooks : removeBundledBooks)(catalogueDir)
      return
    } catch (error) {
      if (!(error instanceof CatalogueBusy)) throw error
      if (fingerprintIn(catalogueDir) !== undefined) return
      await delay(TRY_AGAIN_MS)
    }
  }
}
