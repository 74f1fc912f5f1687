import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Book } from '../../contract/books.ts'
import type { BookWriter } from './bookWriter.ts'
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

type Row = Readonly<Record<string, unknown>>
type All = (sql: string, ...parameters: number[]) => Promise<readonly Row[]>

// Ranks below zero: removed books, which favorites now carry themselves.
const page = (after: string): string =>
  `SELECT pop, source, record, picture FROM books WHERE pop > ${after} ORDER BY pop LIMIT 1000`

async function copyBooks(all: All, parameter: string, writer: BookWriter): Promise<void> {
  for (const { source, slot, places } of await all(
    'SELECT source, slot, places FROM book_sources',
  )) {
    writer.addSource(String(source), { slot: Number(slot), places: Number(places) })
  }
  for (let after = 0; ;) {
    const rows = await all(page(parameter), after)
    if (rows.length === 0) return
    for (const { pop, source, record, picture } of rows) {
      const book: Book = JSON.parse(String(record))
      const stored = { book, source: String(source) }
      after = Number(pop)
      writer.addRanked(after, typeof picture === 'string' ? { ...stored, picture } : stored)
    }
  }
}

async function takeFromPostgres(connectionString: string, folder: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const found = await client.query("SELECT to_regclass('book_sources') IS NOT NULL AS has")
    if (found.rows[0]?.has !== true) return
    const all: All = async (sql, ...parameters) => (await client.query<Row>(sql, parameters)).rows
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
