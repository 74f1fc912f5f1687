import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COVER_VERSION } from '../../contract/coverVersion.ts'
import type { BundledFile } from './bundledBook.ts'
import { CATALOGUE_FILE, isOlder, openCatalogueFile } from './catalogueFile.ts'
import { copyCatalogue, rewriteCatalogue } from './rewriteCatalogue.ts'

const FOLDER = join(import.meta.dirname, 'bundled')
const SOURCE = 'bundled'

/** Where `npm run build` leaves a catalogue of the bundled books, which a first start copies. */
export const BUILT_CATALOGUE = join(import.meta.dirname, '../../build')

// Raise it when records become other books, or other rows in the store, than before.
const FORMAT = 2

function readFiles(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.toSorted().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

function parse(name: string, text: string): unknown[] {
  try {
    const records: unknown = JSON.parse(text)
    if (Array.isArray(records)) return records
  } catch (error) {
    throw new Error(`${name} is not valid JSON`, { cause: error })
  }
  throw new Error(`${name} does not hold a list of records`)
}

function titleOf(record: unknown): string {
  const isTitled = typeof record === 'object' && record !== null && 'title' in record
  return isTitled && typeof record.title === 'string' ? ` ('${record.title}')` : ''
}

/**
 * The records that ship with the project, one entry a file of `bundled/`.
 *
 * @throws Error that names the file and the record where one is not as it should be
 */
export async function readBundledFiles(files = readFiles(FOLDER)): Promise<BundledFile[]> {
  // Loaded here, so that a start with nothing to load is spared the time.
  const { Compile } = await import('typebox/schema')
  const { BundledRecord } = await import('./bundledRecord.ts')
  const validator = Compile(BundledRecord)
  return files.map(({ name, text }) => ({
    name,
    records: parse(name, text).map((record, index) => {
      if (validator.Check(record)) return record
      const [, errors] = validator.Errors(record)
      const rules = errors.map(({ instancePath, message }) => `${instancePath} ${message}`.trim())
      throw new Error(`${name}: record ${index + 1}${titleOf(record)}: ${rules.join('; ')}`)
    }),
  }))
}

/** What the catalogue in `folder` has of the bundled books. */
function fingerprintIn(folder: string): unknown {
  const file = join(folder, CATALOGUE_FILE)
  if (!existsSync(file)) return undefined
  using database = openCatalogueFile(file)
  if (isOlder(database)) return undefined
  const source = database.prepare('SELECT fingerprint FROM book_sources WHERE source = ?')
  return source.get(SOURCE)?.['fingerprint']
}

/**
 * Brings the bundled books into the catalogue in `folder`, which is created where it is missing, as a copy of
 * the one in `built` where that has these books. Where they are there as they are now, it only reads the files
 * and compares.
 *
 * @throws Error that names the file and the record where one is not as it should be; CatalogueBusy; StoreError
 */
export async function loadBundledBooks(
  folder: string,
  bundled: string = FOLDER,
  built: string = BUILT_CATALOGUE,
): Promise<void> {
  const files = readFiles(bundled)
  const hash = createHash('sha256').update(`${FORMAT} ${COVER_VERSION}`)
  for (const { name, text } of files) hash.update(name).update(text)
  const fingerprint = hash.digest('hex')
  if (fingerprintIn(folder) === fingerprint) return
  const isFirst = !existsSync(join(folder, CATALOGUE_FILE))
  if (isFirst && fingerprintIn(built) === fingerprint) {
    return copyCatalogue(join(built, CATALOGUE_FILE), folder)
  }
  const { bundledBooks } = await import('./bundledBook.ts')
  const books = bundledBooks(await readBundledFiles(files))
  await rewriteCatalogue(folder, async (writer) => {
    writer.replace(SOURCE, books, { name: 'Catchword', fingerprint, importedAt: Date.now() })
  })
}
