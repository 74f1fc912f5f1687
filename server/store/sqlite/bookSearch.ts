import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SearchResult } from '../../../contract/books.ts'
import {
  BEGINNING_LIMIT,
  LAST,
  NEAR_LIMIT,
  searchBooks,
  SearchTime,
  type Band,
  type Field,
  type Match,
  type Row,
  type SearchIndex,
  type SearchLimits,
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
        // No more of a key than are wanted in all: many books may be called `Poems`.
        sql:
          'SELECT DISTINCT b.pop FROM json_each(?) k ' +
          "CROSS JOIN json_each('[0, 1]') n CROSS JOIN book_titles b " +
          'WHERE b.key = k.value AND b.kind = n.value AND b.pop <= coalesce((' +
          'SELECT c.pop FROM book_titles c WHERE c.key = k.value AND c.kind = n.value ' +
          `ORDER BY c.pop LIMIT 1 OFFSET ${most - 1}), ${Number.MAX_SAFE_INTEGER}) ` +
          `ORDER BY b.pop LIMIT ${most}`,
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
          'SELECT rowid AS pop FROM books_fts WHERE books_fts MATCH ? AND rowid <= ? ' +
          `ORDER BY rowid LIMIT ${most}`,
        parameters: [within(band.fields, band.match), band.last ?? Number.MAX_SAFE_INTEGER],
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

/** Whether whatever `narrow` finds is among what `wide` finds. */
function isWithin(narrow: Band, wide: Band): boolean {
  return (
    narrow.by === 'words' &&
    wide.by === 'words' &&
    wide.last === undefined &&
    narrow.match === wide.match &&
    narrow.fields.every((field) => wide.fields.includes(field))
  )
}

const index: SearchIndex = {
  *ranks(bands, most, found) {
    const ranks = new Set<number>()
    const both = new Set(found)
    const answers = new Map<Band, number[]>()
    function* ask(band: Band): Steps<number[]> {
      const known = answers.get(band)
      if (known) return known
      const rows = yield statement(band, most)
      const answer = rows.map((row) => Number(row['pop']))
      answers.set(band, answer)
      return answer
    }
    for (const [at, band] of bands.entries()) {
      // Where all that a wider band has is there already, its narrower ones need not be asked. The wider
      // is asked first only where something is found, since else the narrower may do.
      const wide = both.size > 0 && bands.slice(at + 1).find((other) => isWithin(band, other))
      if (wide) {
        const answer = yield* ask(wide)
        if (answer.length < most && answer.every((pop) => both.has(pop))) continue
      }
      for (const pop of yield* ask(band)) {
        ranks.add(pop)
        both.add(pop)
      }
      if (found && both.size >= most) break
    }
    return [...ranks]
  },

  *begun(starts, most) {
    const found: Row[] = []
    for (const start of starts) {
      const rows = yield {
        sql:
          'SELECT term, books FROM terms WHERE term >= ? AND term < ? ' +
          `ORDER BY term LIMIT ${most}`,
        parameters: [start, start + LAST],
      }
      found.push(...rows.map((row) => ({ start, ...row })))
    }
    return found
  },

  near: (rests, { least, most }) => ({
    sql:
      'SELECT DISTINCT t.term, t.books FROM term_deletes d JOIN terms t ON t.id = d.term_id ' +
      'WHERE d.rest IN (SELECT value FROM json_each(?)) AND length(t.term) BETWEEN ? AND ? ' +
      `ORDER BY t.books DESC, t.term LIMIT ${NEAR_LIMIT}`,
    parameters: [JSON.stringify(rests), least, most],
  }),

  between: (start, end, { least, most }) => ({
    sql:
      'SELECT term, books FROM terms WHERE term >= ? AND term < ? ' +
      `AND length(term) BETWEEN ? AND ? ORDER BY term LIMIT ${NEAR_LIMIT}`,
    parameters: [start, end, least, most],
  }),

  counts: (terms) => ({
    sql: 'SELECT term, books FROM terms WHERE term IN (SELECT value FROM json_each(?))',
    parameters: [JSON.stringify(terms)],
  }),

  records: (pops) => ({
    sql: 'SELECT pop, record FROM books WHERE pop IN (SELECT value FROM json_each(?))',
    parameters: [JSON.stringify(pops)],
    needed: true,
  }),
}

/**
 * At most `limit` results; none where `isStopped` comes to say so, which is asked before each statement.
 *
 * @throws SearchTooSlow
 */
export type SqliteSearch = (
  text: string,
  limit: number,
  isStopped?: () => boolean,
) => SearchResult[]

/**
 * Search in SQLite (store/bookSearch.ts). All its steps see the catalogue at one moment, so the
 * connection must not be in a transaction.
 */
export function createBookSearch(database: DatabaseSync, limits: SearchLimits = {}): SqliteSearch {
  // Prepared at first use: the tables come with the migrations.
  const kept = new Map<string, StatementSync>()
  const all = ({ sql, parameters }: Statement): Row[] => {
    const prepared = kept.get(sql) ?? database.prepare(sql)
    kept.set(sql, prepared)
    return prepared.all(...parameters)
  }
  const run = (steps: Steps<SearchResult[]>, isStopped: () => boolean): SearchResult[] => {
    const time = new SearchTime(limits)
    let step = steps.next()
    while (!step.done) {
      if (isStopped()) return []
      step = steps.next(time.allows(step.value) ? all(step.value) : [])
    }
    return time.check(step.value)
  }
  return (text, limit, isStopped = () => false) => {
    const steps = searchBooks(index, text, limit)
    if (!steps) return []
    database.exec('BEGIN')
    try {
      return run(steps, isStopped)
    } finally {
      // Nothing was written: it only ends the moment.
      database.exec('COMMIT')
    }
  }
}
