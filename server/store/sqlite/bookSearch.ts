import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SearchResult } from '../../../contract/books.ts'
import {
  BEGINNING_LIMIT,
  NEAR_LIMIT,
  searchBooks,
  type Band,
  type Field,
  type Match,
  type SearchIndex,
  type Statement,
  type Steps,
} from '../bookSearch.ts'

/** A match in FTS5's language. Words are letters and digits only, so that quotes hold them. */
function fts(match: Match): string {
  if ('and' in match) return `(${match.and.map(fts).join(' AND ')})`
  if ('or' in match) return `(${match.or.map(fts).join(' OR ')})`
  return match.open ? `"${match.term}" *` : `"${match.term}"`
}

const within = (fields: readonly Field[], match: Match): string =>
  `{${fields.join(' ')}} : ${fts({ and: [match] })}`

// Limits stand in the text: a bound one would have SQLite prepare the statement anew each time.
function statement(band: Band, most: number): Statement {
  switch (band.by) {
    case 'isbn':
      return {
        sql: `SELECT pop FROM book_isbns WHERE isbn13 = ? ORDER BY pop LIMIT ${most}`,
        parameters: [band.isbn13],
      }
    case 'title':
      return {
        sql:
          'SELECT pop FROM book_titles WHERE key = ? AND kind BETWEEN ? AND ? ' +
          `ORDER BY kind, pop LIMIT ${most}`,
        parameters: [band.key, band.first, band.last],
      }
    case 'author':
      return {
        sql: `SELECT pop FROM book_authors WHERE author = ? ORDER BY pop LIMIT ${most}`,
        parameters: [band.key],
      }
    case 'titles':
      return {
        sql:
          'SELECT DISTINCT pop FROM book_titles WHERE key IN (SELECT value FROM json_each(?)) ' +
          `AND kind < 2 ORDER BY pop LIMIT ${most}`,
        parameters: [JSON.stringify(band.keys)],
      }
    case 'beginning':
      return {
        sql:
          'SELECT DISTINCT pop FROM (SELECT pop FROM book_titles WHERE key >= ? AND key < ? ' +
          `AND kind < 2 ORDER BY key, kind, pop LIMIT ${BEGINNING_LIMIT}) ORDER BY pop LIMIT ${most}`,
        parameters: [band.start, band.end],
      }
    case 'words':
      return {
        sql:
          'SELECT rowid AS pop FROM books_fts WHERE books_fts MATCH ? ' +
          `ORDER BY rowid LIMIT ${most}`,
        parameters: [within(band.fields, band.match)],
      }
    case 'text':
      return {
        sql:
          'SELECT rowid AS pop FROM books_text WHERE books_text MATCH ? ' +
          `ORDER BY rowid LIMIT ${most}`,
        parameters: [fts(band.match)],
      }
  }
}

const index: SearchIndex = {
  *ranks(bands, most, found) {
    const ranks = new Set<number>()
    const both = new Set(found)
    for (const band of bands) {
      for (const row of yield statement(band, most)) {
        const pop = Number(row['pop'])
        ranks.add(pop)
        both.add(pop)
      }
      if (found && both.size >= most) break
    }
    return [...ranks]
  },

  near: (rests) => ({
    sql:
      'SELECT DISTINCT t.term, t.books FROM term_deletes d JOIN terms t ON t.id = d.term_id ' +
      'WHERE d.rest IN (SELECT value FROM json_each(?)) ' +
      `ORDER BY t.books DESC, t.term LIMIT ${NEAR_LIMIT}`,
    parameters: [JSON.stringify(rests)],
  }),

  between: (start, end) => ({
    sql:
      'SELECT term, books FROM terms WHERE term >= ? AND term < ? ' +
      `ORDER BY term LIMIT ${NEAR_LIMIT}`,
    parameters: [start, end],
  }),

  counts: (terms) => ({
    sql: 'SELECT term, books FROM terms WHERE term IN (SELECT value FROM json_each(?))',
    parameters: [JSON.stringify(terms)],
  }),

  records: (pops) => ({
    sql: 'SELECT pop, record FROM books WHERE pop IN (SELECT value FROM json_each(?))',
    parameters: [JSON.stringify(pops)],
  }),
}

/** Search in SQLite (store/bookSearch.ts). Synchronous, so that no change comes in between its steps. */
export function createBookSearch(
  database: DatabaseSync,
): (text: string, limit: number) => SearchResult[] {
  // Prepared at first use: the tables come with the migrations.
  const kept = new Map<string, StatementSync>()
  const run = <T>(steps: Steps<T>): T => {
    let step = steps.next()
    while (!step.done) {
      const { sql, parameters } = step.value
      const prepared = kept.get(sql) ?? database.prepare(sql)
      kept.set(sql, prepared)
      step = steps.next(prepared.all(...parameters))
    }
    return step.value
  }
  return (text, limit) => {
    const steps = searchBooks(index, text, limit)
    return steps ? run(steps) : []
  }
}
