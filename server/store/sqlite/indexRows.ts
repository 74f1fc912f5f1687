import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { BookIndex } from '../../catalogue/search/indexBook.ts'

/**
 * An insertion within a transaction that goes as a whole where one of its statements fails: SQLite then
 * need not note for each statement how to take it back alone, which is two writes for every page.
 */
export const INSERT = 'INSERT OR FAIL'

// Rows a statement: beyond some dozen, more save nothing.
const ROWS = 64

/** A row as a statement gives it. */
export type OutputRow = Readonly<Record<string, unknown>>

/** A book's rank and what it is found by. */
interface RankedIndex {
  pop: number
  index: BookIndex
}

/** A database's statements, prepared at first use and kept: an import runs each a million times. */
export class Statements {
  readonly #database: DatabaseSync
  readonly #kept = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  #prepared(sql: string): StatementSync {
    const known = this.#kept.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    this.#kept.set(sql, statement)
    return statement
  }

  /** Answers how many rows changed. */
  run(sql: string, ...parameters: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...parameters).changes)
  }

  get(sql: string, ...parameters: SQLInputValue[]): OutputRow | undefined {
    return this.#prepared(sql).get(...parameters)
  }

  all(sql: string, ...parameters: SQLInputValue[]): OutputRow[] {
    return this.#prepared(sql).all(...parameters)
  }

  /** Inserts rows, many at a call, since each call has its price. `values` are all rows in a line. */
  insert(
    table: string,
    columns: readonly string[],
    values: readonly SQLInputValue[] | Float64Array,
  ): void {
    const into = `${INSERT} INTO ${table} (${columns.join(', ')}) VALUES `
    const row = `(${columns.map(() => '?').join(', ')})`
    const many = into + Array.from({ length: ROWS }, () => row).join(', ')
    const width = columns.length
    let start = 0
    for (; start + ROWS * width <= values.length; start += ROWS * width) {
      this.run(many, ...values.slice(start, start + ROWS * width))
    }
    for (; start < values.length; start += width) {
      this.run(into + row, ...values.slice(start, start + width))
    }
  }
}

/** Writes what books are looked up by: interests, authors, ISBNs and titles. */
export function writeKeys(statements: Statements, books: readonly RankedIndex[]): void {
  const categories: SQLInputValue[] = []
  const authors: SQLInputValue[] = []
  const isbns: SQLInputValue[] = []
  const titles: SQLInputValue[] = []
  for (const { pop, index } of books) {
    for (const category of index.categories) categories.push(category, pop)
    for (const author of index.authors) authors.push(author, pop)
    for (const isbn13 of index.isbns) isbns.push(isbn13, pop)
    for (const { key, kind } of index.titles) titles.push(key, kind, pop)
  }
  statements.insert('book_categories', ['category', 'pop'], categories)
  statements.insert('book_authors', ['author', 'pop'], authors)
  statements.insert('book_isbns', ['isbn13', 'pop'], isbns)
  statements.insert('book_titles', ['key', 'kind', 'pop'], titles)
}

/**
 * Writes the words of books, the best first: the full-text indexes begin a new segment wherever a rank
 * is below the one before, and with each statement of several rows, which can be taken back by itself.
 */
export function writeWords(statements: Statements, books: readonly RankedIndex[]): void {
  for (const { pop, index } of books) {
    statements.run(
      'INSERT INTO books_fts (rowid, title, author, category) VALUES (?, ?, ?, ?)',
      pop,
      index.titleWords.join(' '),
      index.authorWords.join(' '),
      index.categoryWords.join(' '),
    )
  }
  for (const { pop, index } of books) {
    statements.run(
      'INSERT INTO books_text (rowid, body) VALUES (?, ?)',
      pop,
      index.textWords.join(' '),
    )
  }
}
