import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { sql, type Transaction } from 'kysely'
import { openPostgres, databaseName } from '../store/postgres.ts'
import { openSqlite } from '../store/sqlite.ts'
import type { Tables } from '../store/tables.ts'
import { transact } from '../store/database.ts'
import { openAlone, requireReaders } from './databases.ts'
import { DataError, refusePostgres, type Installation, type Report } from './dataError.ts'

/** How many rows go at once; PostgreSQL takes up to 65,535 values in a statement. */
export const BATCH = 1000

type Row = Record<string, SQLOutputValue>

/** All but the migrator's own, in the order in which they were made: PostgreSQL insists on parents first. */
const TABLES = `
  SELECT name FROM sqlite_schema
  WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*_migration*'
  ORDER BY rowid`

async function countRows(target: Transaction<Tables>, table: string): Promise<number> {
  const count = sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`
  return Number((await count.execute(target)).rows[0]?.n)
}

async function insert(target: Transaction<Tables>, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const statement = sql`
    INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    OVERRIDING SYSTEM VALUE VALUES ${sql.join(values)}`
  await statement.execute(target)
}

/** Copies a table as it is; returns how many rows it has on both sides. */
async function copyTable(
  source: DatabaseSync,
  target: Transaction<Tables>,
  table: string,
  report: Report,
): Promise<number> {
  const total = Number(source.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
  let batch: Row[] = []
  let done = 0
  for (const row of source.prepare(`SELECT * FROM ${table}`).iterate()) {
    batch.push(row)
    done += 1
    if (batch.length < BATCH && done < total) continue
    await insert(target, table, batch)
    report({ step: table, done, total })
    batch = []
    if (done < total || !('seq' in row)) continue
    // The numbers that PostgreSQL gives go on behind those that were brought.
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'seq'), max(seq))
      FROM ${sql.table(table)}`.execute(target)
  }
  if ((await countRows(target, table)) === total) return total
  throw new DataError(`${table} differs after it was written; nothing was moved.`)
}

async function fill(
  source: DatabaseSync,
  target: Transaction<Tables>,
  name: string,
  report: Report,
): Promise<Map<string, number>> {
  const tables = Array.from(source.prepare(TABLES).iterate(), (row) => String(row['name']))
  const all = sql.join(tables.map((table) => sql.table(table)))
  await sql`LOCK TABLE ${all} IN ACCESS EXCLUSIVE MODE`.execute(target)
  if ((await countRows(target, 'users')) > 0) {
    const line = 'nothing there is ever overwritten. Create an empty database.'
    throw new DataError(`${name} has readers already; ${line}`)
  }
  // Such as failed logins of nobody.
  await sql`TRUNCATE ${all}`.execute(target)
  const moved = new Map<string, number>()
  for (const table of tables) {
    moved.set(table, await copyTable(source, target, table, report))
  }
  return moved
}

/**
 * Moves the readers' data from SQLite to a PostgreSQL database without readers, in one transaction; resolves with
 * the rows of each table. @throws DataError or StoreError; the target has nothing of it then
 */
export async function move(
  { dataDir, databaseUrl }: Installation,
  url: string,
  report: Report,
): Promise<Map<string, number>> {
  refusePostgres(databaseUrl, 'A move begins with the database in DATA_DIR.')
  const file = requireReaders(dataDir)
  openAlone(file).close()
  // Brings the schema up to date.
  await (await openSqlite(dataDir)).close()
  using source = openAlone(file)
  // Statements may take as long as they like.
  const { db, close } = await openPostgres(url, { max: 1, statement_timeout: 0 })
  try {
    return await transact(db, (trx) =>
      fill(source, trx.withoutPlugins(), databaseName(url), report),
    )
  } finally {
    await close()
  }
}
