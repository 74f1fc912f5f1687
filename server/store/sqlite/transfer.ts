import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../errors.ts'
import {
  BATCH,
  toValue,
  TransferError,
  wordsIn,
  type Row,
  type Rows,
  type RowsTarget,
} from '../transfer.ts'
import { isDamage, isSqliteBusy } from './errors.ts'
import { Statements, writeWords } from './indexRows.ts'
import { DATABASE_FILE, openDatabase, openSqliteStore } from './openSqliteStore.ts'
import { termKeys } from '../../catalogue/search/terms.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const list = (columns: readonly string[]): string => columns.map(quoted).join(', ')

interface StoredTable {
  name: string
  columns: string[]
  hasRowid: boolean
}

function storedTables(database: DatabaseSync): StoredTable[] {
  // Virtual tables and their shadows are indexes: what they hold is made of the records.
  const tables = database
    .prepare(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' " +
        String.raw`AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> 'term_deletes' ORDER BY name`,
    )
    .all()
  const columnsOf = database.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid')
  return tables.map(({ name, wr }) => ({
    name: String(name),
    columns: columnsOf.all(String(name)).map((column) => String(column['name'])),
    hasRowid: wr === 0,
  }))
}

function countRows(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.['n'] ?? 0)
}

function rowsOf(database: DatabaseSync): Rows {
  const tables = storedTables(database)
  return {
    tables: tables.map(({ name, columns }) => ({ name, columns, numbered: [] })),
    count: async (table) => countRows(database, table),
    async *read(table, columns) {
      // By rowid is the order of adding, and never by an index that lacks columns.
      const order = tables.some((stored) => stored.name === table && stored.hasRowid)
      const rows = database
        .prepare(`SELECT ${list(columns)} FROM ${quoted(table)}${order ? ' ORDER BY rowid' : ''}`)
        .iterate()
      let batch: Row[] = []
      for (const row of rows) {
        batch.push(columns.map((column) => toValue(row[column])))
        if (batch.length < BATCH) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
  }
}

/**
 * Opens a database so that nobody else can, which a process that has it open prevents: every
 * connection in WAL mode holds a shared lock on the file as long as its process lives.
 *
 * @throws TransferError where a server, or another command, has it open; StoreError `damaged`
 */
export function openAlone(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    database.exec('BEGIN IMMEDIATE')
    database.exec('COMMIT')
    return database
  } catch (error) {
    database.close()
    if (isSqliteBusy(error)) {
      throw new TransferError(
        `${file} is in use. Stop the server on it, and whatever else has it open, first.`,
        { cause: error },
      )
    }
    if (!isDamage(error)) throw error
    throw new StoreError('damaged', `The database ${file} is damaged.`, { cause: error })
  }
}

/**
 * The rows of the SQLite installation in `folder`, all of one moment, while `work` runs. Its schema is
 * brought up to date before. `alone`: nobody else has it open meanwhile.
 *
 * @throws StoreError, or TransferError where there is none or it is in use
 */
export async function readSqlite<T>(
  folder: string,
  { alone }: { alone: boolean },
  work: (rows: Rows) => Promise<T>,
): Promise<T> {
  const file = join(folder, DATABASE_FILE)
  if (!existsSync(file)) throw new TransferError(`There is no database in ${folder}.`)
  if (alone) openAlone(file).close()
  await (await openSqliteStore(folder)).close()
  const database = alone ? openAlone(file) : openDatabase(file)
  try {
    database.exec('BEGIN')
    const result = await work(rowsOf(database))
    database.exec('COMMIT')
    return result
  } finally {
    database.close()
  }
}

/**
 * Makes a SQLite installation in an empty `folder` of the rows that `work` writes. The database is on
 * disk when the promise resolves; where it rejects, what is in the folder is of no use.
 */
export async function fillSqlite<T>(
  folder: string,
  work: (target: RowsTarget) => Promise<T>,
): Promise<T> {
  const file = join(folder, DATABASE_FILE)
  await (await openSqliteStore(folder)).close()
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
  try {
    // Nobody reads it before it is whole, and it is synced once at the end.
    database.exec('PRAGMA journal_mode = OFF')
    database.exec('PRAGMA synchronous = OFF')
    database.exec('PRAGMA cache_size = -65536')
    database.exec('BEGIN')
    const result = await work(targetOn(database))
    database.exec('COMMIT')
    database.exec('PRAGMA journal_mode = WAL')
    database.close()
    const written = openSync(file, 'r+')
    fsyncSync(written)
    closeSync(written)
    return result
  } finally {
    if (database.isOpen) database.close()
  }
}

function targetOn(database: DatabaseSync): RowsTarget {
  const statements = new Statements(database)
  return {
    ...rowsOf(database),

    async write(table, columns, rows) {
      statements.insert(quoted(table), columns.map(quoted), rows.flat())
      const words = wordsIn(table, columns, rows)
      const keys = words.flatMap(({ id, term }) => termKeys(id, term))
      statements.insert(
        'term_deletes',
        ['key'],
        keys.toSorted((one, other) => one - other),
      )
    },

    async indexBooks(books) {
      writeWords(statements, books)
    },

    countIndexed: async () => countRows(database, 'books_fts_docsize'),
  }
}
