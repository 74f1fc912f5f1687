import { indexBook } from '../catalogue/search/indexBook.ts'
import { readRecord } from './sql/books.ts'

// Rows as they stand, carried from one engine to the other. What both engines have under the same name
// is carried whatever it is, so a new migration needs nothing here; what only one has must be known.
// Each engine keeps the remainders of words (`term_deletes`) in its own form, and makes them of the words.

/** What a column may hold on both engines. */
export type Value = string | number | null | Uint8Array

/** The values of a row, in the order of the columns asked for. */
export type Row = readonly Value[]

/** A table whose rows are carried. */
export interface Table {
  name: string
  /** Every column that is stored. */
  columns: readonly string[]
  /** Columns that the engine numbers itself; they may be missing on the other. */
  numbered: readonly string[]
}

/** An installation's rows, all of one moment. */
export interface Rows {
  tables: readonly Table[]
  count(table: string): Promise<number>
  /** The rows in batches; where the order of adding means something, in that order. */
  read(table: string, columns: readonly string[]): AsyncIterable<readonly Row[]>
}

/** An empty installation that takes rows, and reads them back before they are committed. */
export interface RowsTarget extends Rows {
  /** Of words, their remainders too. */
  write(table: string, columns: readonly string[], rows: readonly Row[]): Promise<void>
  /** Writes what the engine finds books by, beside what both engines have. */
  indexBooks(books: readonly BookToIndex[]): Promise<void>
  /** How many books the engine finds. */
  countIndexed(): Promise<number>
}

/** A book's rank and what it is found by. */
export interface BookToIndex {
  pop: number
  index: ReturnType<typeof indexBook>
}

/** The rows cannot be carried; the message is one line for the person who asked for it. */
export class TransferError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TransferError'
  }
}

/** How many rows go at once. */
export const BATCH = 1000

/** `value` as both engines hold it. */
export function toValue(value: unknown): Value {
  const fits =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    value instanceof Uint8Array
  if (fits) return value
  throw new TypeError(`A ${typeof value} cannot be carried from one engine to another`)
}

// References point from the others to these.
const FIRST = ['users', 'book_sources', 'books']

const place = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)

const onOneOnly = (kind: 'table' | 'column', name: string): TransferError =>
  new TransferError(`The ${kind} ${name} exists on one engine only, so nothing was carried.`)

/**
 * What is carried: the tables in an order that no reference forbids, and their common columns.
 *
 * @throws TransferError where one engine has what the other lacks
 */
export function planTransfer(
  from: readonly Table[],
  to: readonly Table[],
): { name: string; columns: string[] }[] {
  const byName = new Map(to.map((table) => [table.name, table]))
  for (const { name } of to)
    if (!from.some((table) => table.name === name)) throw onOneOnly('table', name)
  return from
    .map((table) => {
      const other = byName.get(table.name)
      if (!other) throw onOneOnly('table', table.name)
      const sides = [
        [table, other],
        [other, table],
      ] as const
      for (const [one, another] of sides) {
        const extra = one.columns.find(
          (column) => !another.columns.includes(column) && !one.numbered.includes(column),
        )
        if (extra !== undefined) throw onOneOnly('column', `${table.name}.${extra}`)
      }
      const columns = table.columns.filter((column) => other.columns.includes(column)).toSorted()
      return { name: table.name, columns }
    })
    .toSorted((one, other) => place(one.name) - place(other.name))
}

/** The words among rows of a table; none where it is not that of the words. */
export function wordsIn(
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): { id: number; term: string }[] {
  if (table !== 'terms') return []
  const idAt = columns.indexOf('id')
  const termAt = columns.indexOf('term')
  return rows.map((row) => ({ id: Number(row[idAt]), term: String(row[termAt]) }))
}

/** The books among rows of the books table that can be found, with what they are found by. */
export function indexRows(columns: readonly string[], rows: readonly Row[]): BookToIndex[] {
  const popAt = columns.indexOf('pop')
  const recordAt = columns.indexOf('record')
  return rows.flatMap((row) => {
    const pop = Number(row[popAt])
    return pop > 0 ? [{ pop, index: indexBook(readRecord(String(row[recordAt]))) }] : []
  })
}
