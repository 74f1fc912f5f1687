import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyBooks, type All } from './copyBooks.ts'
import { rewriteCatalogue } from './rewriteCatalogue.ts'

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
export async function takeOverOldBooks(location: CatalogueLocation): Promise<void> {
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
