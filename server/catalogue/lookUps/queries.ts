import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Book } from '../../../contract/books.ts'

// How look-ups query the tables of a catalogue, and what its rows say.

export type Row = Readonly<Record<string, unknown>>

/** What is one of a list given as JSON. */
export const IN_LIST = 'IN (SELECT value FROM json_each(?))'

/** Greater than every text that begins with the one before it. */
export const LAST = '\u{10FFFF}'

/** Prepares each statement once. Limits are best part of the text: with bound ones SQLite would plan each time anew. */
export function createStatements(database: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}

/** Queries of one open catalogue. */
export function createQueries(database: DatabaseSync) {
  const statement = createStatements(database)
  const all = (sql: string, ...values: SQLInputValue[]): Row[] => statement(sql).all(...values)
  return {
    statement,
    all,
    ranks: (sql: string, ...values: SQLInputValue[]): number[] =>
      all(sql, ...values).map((row) => Number(row['rank'])),
    /** How many ranks a look-up of the search under way finds at most, unless said otherwise. */
    limit: 0,
  }
}

export type Queries = ReturnType<typeof createQueries>

/** The book of a row. Only imports write records, so their shape is known. */
export function bookOf({ record }: Row): Book {
  const book: Book = JSON.parse(String(record))
  return book
}

/** The address of its remote cover, where a row has one. */
export const pictureOf = ({ picture }: Row) => (typeof picture === 'string' ? { picture } : {})

export const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)
export const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
