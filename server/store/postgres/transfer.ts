import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '../sql/tables.ts'
import { BATCH, toValue, TransferError, type Rows, type RowsTarget } from '../transfer.ts'
import { textVector, wordVector } from './bookWriter.ts'
import {
  createKysely,
  createPool,
  nameOf,
  snapshot,
  transactAlone,
  type PostgresOptions,
} from './database.ts'
import { sqlState } from './errors.ts'
import { openPostgresStore } from './openPostgresStore.ts'

type Trx = Transaction<Tables>

interface StoredColumn {
  table: string
  column: string
  /** As SQL writes it. */
  type: string
  /** Numbered by PostgreSQL itself. */
  numbered: boolean
}

// The schema's own book-keeping, and indexes: what they hold is made of the records.
const INDEXES = ['book_words', 'book_text', 'term_deletes']
const NOT_CARRIED = ['catchword_migrations', ...INDEXES]

// seq is the order of adding; books in the order of their rank keep full-text indexes small.
const ORDER: readonly { of?: string; column: string }[] = [
  { column: 'seq' },
  { of: 'books', column: 'pop' },
]

const UNTRANSLATABLE = '22021'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const list = (columns: readonly string[]): string => columns.map(quoted).join(', ')

async function ask<T>(db: Kysely<Tables>, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const { rows } = await db.executeQuery<T>(CompiledQuery.raw(sql, parameters))
  return rows
}

function storedColumns(trx: Trx): Promise<StoredColumn[]> {
  return ask<StoredColumn>(
    trx,
    `SELECT c.relname AS "table", a.attname AS "column",
       format_type(a.atttypid, a.atttypmod) AS type, a.attidentity <> '' AS numbered
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND c.relname <> ALL ($1)
     ORDER BY c.relname, a.attnum`,
    [NOT_CARRIED],
  )
}

async function countRows(trx: Trx, table: string): Promise<number> {
  const [row] = await ask<{ n: number }>(trx, `SELECT count(*) AS n FROM ${quoted(table)}`)
  return row?.n ?? 0
}

async function rowsOf(trx: Trx, columns: readonly StoredColumn[]): Promise<Rows> {
  const tables = Map.groupBy(columns, ({ table }) => table)
  return {
    tables: [...tables].map(([name, stored]) => ({
      name,
      columns: stored.map(({ column }) => column),
      numbered: stored.filter(({ numbered }) => numbered).map(({ column }) => column),
    })),
    count: (table) => countRows(trx, table),
    async *read(table, wanted) {
      const by = ORDER.find(({ of, column }) =>
        tables.get(table)?.some((stored) => (of ?? table) === table && stored.column === column),
      )
      const order = by ? `ORDER BY ${by.column}` : ''
      await ask(
        trx,
        `DECLARE carried NO SCROLL CURSOR FOR SELECT ${list(wanted)} FROM ${quoted(table)} ${order}`,
      )
      for (;;) {
        const rows = await ask<Record<string, unknown>>(trx, `FETCH ${BATCH} FROM carried`)
        if (rows.length > 0) yield rows.map((row) => wanted.map((column) => toValue(row[column])))
        if (rows.length < BATCH) break
      }
      await ask(trx, 'CLOSE carried')
    },
  }
}

/** One connection, whose statements take as long as they like. */
const UNHURRIED: PostgresOptions = { connections: 1, statementTimeout: 0 }

/** Long work, much of which is the other side's. */
async function takeTime(trx: Trx): Promise<void> {
  await ask(
    trx,
    `SELECT set_config('statement_timeout', '0', true),
       set_config('idle_in_transaction_session_timeout', '0', true)`,
  )
}

/** Servers of ours on the same database, as far as PostgreSQL shows them to this user. */
async function countServers(db: Kysely<Tables>): Promise<number> {
  const [row] = await ask<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'catchword'
       AND pid <> pg_backend_pid()`,
  )
  return row?.n ?? 0
}

/** PostgreSQL shows a connection for a moment after it was closed: on a busy machine for long, in ms. */
const GONE_WITHIN = 5000
/** How long until it is asked once more, in ms. */
const ASKED_EVERY = 100

/**
 * Waits for servers that have just been stopped. Before the transaction: what they still wrote belongs to
 * what it sees, and within it PostgreSQL would always show the same.
 */
async function letServersGo(db: Kysely<Tables>): Promise<void> {
  const end = Date.now() + GONE_WITHIN
  while ((await countServers(db)) > 0 && Date.now() < end) await delay(ASKED_EVERY)
}

async function refuseServers(trx: Trx, url: string): Promise<void> {
  if ((await countServers(trx)) === 0) return
  throw new TransferError(`Servers are connected to ${nameOf(url)}. Stop them first.`)
}

/** Makes sure that the database is there and its schema up to date. */
async function prepare(url: string): Promise<void> {
  await (await openPostgresStore(url, { connections: 1 })).close()
}

/**
 * The rows of the PostgreSQL installation at `url`, all of one moment (repeatable read), while `work`
 * runs. Its schema is brought up to date before. `alone`: refused where servers are connected.
 *
 * @throws StoreError or TransferError, without user and password
 */
export async function readPostgres<T>(
  url: string,
  { alone }: { alone: boolean },
  work: (rows: Rows) => Promise<T>,
): Promise<T> {
  await prepare(url)
  const pool = createPool(url, UNHURRIED)
  try {
    const db = createKysely(pool)
    if (alone) await letServersGo(db)
    return await snapshot(db, async (trx) => {
      await takeTime(trx)
      if (alone) await refuseServers(trx, url)
      return work(await rowsOf(trx, await storedColumns(trx)))
    })
  } finally {
    await pool.end()
  }
}

/**
 * Fills the PostgreSQL database at `url` with the rows that `work` writes, in one transaction: all of
 * them are there when the promise resolves, none where it rejects. Books that a server has brought
 * there already are replaced.
 *
 * @throws StoreError; TransferError where it has readers, or servers are connected
 */
export async function fillPostgres<T>(
  url: string,
  work: (target: RowsTarget) => Promise<T>,
): Promise<T> {
  await prepare(url)
  const pool = createPool(url, UNHURRIED)
  try {
    const db = createKysely(pool)
    await letServersGo(db)
    return await transactAlone(db, 'catalogue', async (trx) => {
      await takeTime(trx)
      await refuseServers(trx, url)
      const columns = await storedColumns(trx)
      const rows = await rowsOf(trx, columns)
      const tables = [...rows.tables.map(({ name }) => name), ...INDEXES]
      await ask(trx, `LOCK TABLE ${list(tables)} IN ACCESS EXCLUSIVE MODE`)
      if ((await countRows(trx, 'users')) > 0) {
        throw new TransferError(
          `${nameOf(url)} has readers already; nothing there is ever overwritten. ` +
            'Create an empty database.',
        )
      }
      await ask(trx, `TRUNCATE ${list(tables)}`)
      const result = await work(targetOn(trx, rows, columns))
      await renumber(trx, columns)
      // The planner would otherwise take the tables for empty until the next autovacuum.
      await ask(trx, `ANALYZE ${list(tables)}`)
      return result
    })
  } finally {
    await pool.end()
  }
}

function targetOn(trx: Trx, rows: Rows, columns: readonly StoredColumn[]): RowsTarget {
  const typeOf = (table: string, column: string) =>
    columns.find((stored) => stored.table === table && stored.column === column)?.type ?? 'text'
  return {
    ...rows,

    async write(table, names, values) {
      const arrays = names.map((name, at) => `$${at + 1}::${typeOf(table, name)}[]`)
      try {
        await ask(
          trx,
          `INSERT INTO ${quoted(table)} (${list(names)}) OVERRIDING SYSTEM VALUE
           SELECT * FROM unnest(${arrays.join(', ')})`,
          names.map((_, at) => values.map((row) => row[at] ?? null)),
        )
      } catch (error) {
        if (sqlState(error) !== UNTRANSLATABLE) throw error
        throw new TransferError(
          `A text in ${table} holds the character U+0000, which PostgreSQL cannot keep.`,
          { cause: error },
        )
      }
    },

    async indexBooks(books) {
      const pops = books.map(({ pop }) => pop)
      const words = books.map(({ index }) => wordVector(index))
      await ask(
        trx,
        `INSERT INTO book_words (pop, words)
         SELECT pop, words::tsvector FROM unnest($1::bigint[], $2::text[]) AS w (pop, words)`,
        [pops, words],
      )
      await ask(
        trx,
        `INSERT INTO book_text (pop, stems)
         SELECT pop, stems::tsvector FROM unnest($1::bigint[], $2::text[]) AS s (pop, stems)`,
        [pops, books.map(({ index }) => textVector(index))],
      )
    },

    countIndexed: () => countRows(trx, 'book_words'),
  }
}

/** Lets every sequence go on behind the numbers that were brought. */
async function renumber(trx: Trx, columns: readonly StoredColumn[]): Promise<void> {
  for (const { table, column } of columns.filter(({ numbered }) => numbered)) {
    await ask(
      trx,
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${quoted(column)}))
       FROM ${quoted(table)} HAVING count(*) > 0`,
      [quoted(table), column],
    )
  }
}
