import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { loadBundledBooks } from './bundled.ts'
import { CATALOGUE_FILE } from './catalogueFile.ts'
import { CatalogueBusy, copyBooks, rewriteCatalogue, type All } from './rewriteCatalogue.ts'

const TRY_AGAIN_MS = 200
// Until catalogue.db, books were in the database of the readers' data.
const OLD_FILE = 'catchword.db'

/** Where the catalogue is, and where books were before there was one. */
export interface CatalogueLocation {
  /** Absolute folder of `catalogue.db`. */
  catalogueDir: string
  /** Where the readers' data are. */
  dataDir: string
  databaseUrl: string | undefined
}

async function takeFromPostgres(connectionString: string, folder: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const found = await client.query("SELECT to_regclass('book_sources') IS NOT NULL AS has")
    if (found.rows[0]?.has !== true) return
    const all: All = async (sql, ...parameters) => (await client.query(sql, parameters)).rows
    await rewriteCatalogue(folder, (writer) => copyBooks(all, '$1', writer))
  } finally {
    await client.end()
  }
}

/** Takes over the books of an installation from before `catalogue.db`, where it has any. */
async function takeOverOldBooks(location: CatalogueLocation): Promise<void> {
  const { dataDir, databaseUrl, catalogueDir } = location
  if (databaseUrl !== undefined) return takeFromPostgres(databaseUrl, catalogueDir)
  const file = join(dataDir, OLD_FILE)
  if (!existsSync(file)) return
  // Loaded here, so that a start without an old file is spared the time.
  const { readOnlyUrl } = await import('../store/oldSqlite.ts')
  using database = new DatabaseSync(readOnlyUrl(file), { readOnly: true })
  const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'book_sources'").get()
  if (!found) return
  const all: All = async (sql, ...parameters) => database.prepare(sql).all(...parameters)
  await rewriteCatalogue(catalogueDir, (writer) => copyBooks(all, '?', writer))
}

/**
 * Creates the catalogue where it is missing, and brings its bundled books up to date. While another process
 * changes it, it is left as it is.
 *
 * @throws StoreError, or an Error that names what is wrong with a bundled record
 */
export async function prepareCatalogue(location: CatalogueLocation): Promise<void> {
  const file = join(location.catalogueDir, CATALOGUE_FILE)
  for (;;) {
    try {
      if (!existsSync(file)) await takeOverOldBooks(location)
      await loadBundledBooks(location.catalogueDir)
      return
    } catch (error) {
      if (!(error instanceof CatalogueBusy)) throw error
      if (existsSync(file)) return
      await delay(TRY_AGAIN_MS)
    }
  }
}
