import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CatalogueBook } from './storedBook.ts'

// Until catalogue.db, books were in the database of the readers' data.

/** Where the readers' data are. */
export interface OldBooksLocation {
  dataDir: string
  databaseUrl: string | undefined
}

type Row = Readonly<Record<string, unknown>>

/** A book and its rank. */
interface OldBook extends CatalogueBook {
  pop: number
  source: string
}

/** The books of such a database. */
interface OldBooks {
  sources(): Promise<{ source: string; slot: number; places: number }[]>
  /** The most popular books first. */
  pages(): AsyncGenerator<OldBook[]>
  close(): Promise<void>
}

const OLD_FILE = 'catchword.db'
const SOURCES = 'SELECT source, slot, places FROM book_sources'
// Ranks below zero: removed books, which favorites now carry themselves.
const page = (after: string): string =>
  `SELECT pop, source, record, picture FROM books WHERE pop > ${after} ORDER BY pop LIMIT 1000`

function oldBook(row: Row): OldBook {
  const book: CatalogueBook['book'] = JSON.parse(String(row['record']))
  const picture = row['picture']
  return {
    pop: Number(row['pop']),
    source: String(row['source']),
    book,
    ...(typeof picture === 'string' && { picture }),
  }
}

function booksFrom(
  all: (sql: string, ...parameters: number[]) => Promise<readonly Row[]>,
  parameter: string,
  close: () => Promise<void>,
): OldBooks {
  return {
    async sources() {
      const rows = await all(SOURCES)
      return rows.map(({ source, slot, places }) => ({
        source: String(source),
        slot: Number(slot),
        places: Number(places),
      }))
    },
    async *pages() {
      for (let after = 0; ;) {
        const books = (await all(page(parameter), after)).map(oldBook)
        if (books.length === 0) return
        yield books
        after = books.at(-1)?.pop ?? 0
      }
    },
    close,
  }
}

async function openPostgres(connectionString: string): Promise<OldBooks | undefined> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  await client.connect()
  const found = await client.query("SELECT to_regclass('book_sources') IS NOT NULL AS has")
  if (found.rows[0]?.has !== true) {
    await client.end()
    return undefined
  }
  const all = async (sql: string, ...parameters: number[]): Promise<readonly Row[]> =>
    (await client.query<Row>(sql, parameters)).rows
  return booksFrom(all, '$1', () => client.end())
}

/** The books of an installation from before `catalogue.db`; `undefined` where it has none. */
export async function openOldBooks({
  dataDir,
  databaseUrl,
}: OldBooksLocation): Promise<OldBooks | undefined> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl)
  const file = join(dataDir, OLD_FILE)
  if (!existsSync(file)) return undefined
  const database = new DatabaseSync(file, { readOnly: true })
  return booksFrom(
    async (sql, ...parameters) => database.prepare(sql).all(...parameters),
    '?',
    async () => database.close(),
  )
}
