import { hash } from 'node:crypto'
import {
  indexRows,
  planTransfer,
  TransferError,
  type Row,
  type Rows,
  type RowsTarget,
} from '../store/transfer.ts'
import type { Report } from './dataError.ts'

/** How many rows a table has, and a sum over them in which their order does not matter. */
export interface TableSum {
  table: string
  rows: number
  /** 36 hexadecimal digits. */
  checksum: string
}

/** A table in two installations. */
export interface TableDifference {
  table: string
  one: TableSum
  other: TableSum
}

const LANES = 3
const LANE_BYTES = 6
const LANE_SIZE = 2 ** (8 * LANE_BYTES)

/**
 * Adds up the rows of a table: each row's SHA-256, the sum of their first 144 bits. A sum, since
 * neither engine promises the other's order, and not an exclusive or, so that a row that comes twice
 * is noticed.
 */
class Summing {
  readonly #table: string
  readonly #lanes = Array.from({ length: LANES }, () => 0)
  #rows = 0

  constructor(table: string) {
    this.#table = table
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const text = JSON.stringify(
        row.map((value) =>
          value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value,
        ),
      )
      const digest = hash('sha256', text, 'buffer')
      for (let lane = 0; lane < LANES; lane++) {
        const part = digest.readUIntBE(lane * LANE_BYTES, LANE_BYTES)
        this.#lanes[lane] = ((this.#lanes[lane] ?? 0) + part) % LANE_SIZE
      }
    }
    this.#rows += rows.length
  }

  get sum(): TableSum {
    const lanes = this.#lanes.map((lane) => lane.toString(16).padStart(2 * LANE_BYTES, '0'))
    return { table: this.#table, rows: this.#rows, checksum: lanes.join('') }
  }
}

async function sumTable(rows: Rows, table: string, columns: readonly string[]): Promise<TableSum> {
  const summing = new Summing(table)
  for await (const batch of rows.read(table, columns)) summing.add(batch)
  return summing.sum
}

const same = (one: TableSum, other: TableSum): boolean =>
  one.rows === other.rows && one.checksum === other.checksum

/**
 * Carries every row over, indexes the books, and reads everything back. Memory stays flat, whatever the
 * size. Answers what was carried.
 *
 * @throws TransferError where the two are not the same afterwards; whoever opened the target then
 * throws its rows away
 */
export async function carry(from: Rows, to: RowsTarget, report: Report): Promise<TableSum[]> {
  const plan = planTransfer(from.tables, to.tables)
  const sums: TableSum[] = []
  let found = 0
  for (const { name, columns } of plan) {
    const total = await from.count(name)
    const summing = new Summing(name)
    for await (const batch of from.read(name, columns)) {
      summing.add(batch)
      await to.write(name, columns, batch)
      if (name === 'books') {
        const books = indexRows(columns, batch)
        await to.indexBooks(books)
        found += books.length
      }
      report({ step: name, done: summing.sum.rows, total })
    }
    sums.push(summing.sum)
  }
  for (const [done, { name, columns }] of plan.entries()) {
    report({ step: 'comparing', done, total: plan.length })
    const written = await sumTable(to, name, columns)
    const read = sums.find(({ table }) => table === name)
    if (!read || !same(read, written)) {
      throw new TransferError(`${name} is not the same after it was written; nothing was kept.`)
    }
  }
  if ((await to.countIndexed()) !== found) {
    throw new TransferError('Not every book can be found after it was written; nothing was kept.')
  }
  report({ step: 'comparing', done: plan.length, total: plan.length })
  return sums
}

/** Compares two installations, table by table. */
export async function compare(one: Rows, other: Rows, report: Report): Promise<TableDifference[]> {
  const plan = planTransfer(one.tables, other.tables)
  const tables: TableDifference[] = []
  for (const { name, columns } of plan) {
    tables.push({
      table: name,
      one: await sumTable(one, name, columns),
      other: await sumTable(other, name, columns),
    })
    report({ step: 'comparing', done: tables.length, total: plan.length })
  }
  return tables
}

/** Whether a table is the same in both. */
export const isSame = ({ one, other }: TableDifference): boolean => same(one, other)
