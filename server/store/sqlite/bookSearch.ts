import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SearchResult } from '../../../contract/books.ts'
import {
  BEGINNING_LIMIT,
  LAST,
  NEAR_LIMIT,
  searchBooks,
  words,
  SearchTime,
  type Band,
  type Field,
  type Lengths,
  type Match,
  type ReadBooks,
  type Row,
  type SearchIndex,
  type SearchLimits,
  type Statement,
  type Steps,
} from '../bookSearch.ts'
import { indexBookWords } from '../bookIndex.ts'
import { categoryWords, isTelling } from '../searchText.ts'

type Words = Extract<Band, { by: 'words' }>

// So many books at most are read to tell which of them a narrower question finds.
const FEW = 20

/** A match in FTS5's language. Words are letters and digits only, so that quotes hold them. */
function fts(match: Match): string {
  if ('and' in match) return `(${match.and.map(fts).join(' AND ')})`
  if ('or' in match) return `(${match.or.map(fts).join(' OR ')})`
  return match.open ? `"${match.term}" *` : `"${match.term}"`
}

const within = (fields: readonly Field[], match: Match): string =>
  `{${fields.join(' ')}} : ${fts({ and: [match] })}`

// Limits stand in the text: a bound one would have SQLite prepare the statement anew each time.
function statement(band: Exclude<Band, Words>, most: number): Statement {
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
function isWithin(narrow: Words, wide: Band): wide is Words {
  return (
    wide.by === 'words' &&
    wide.last === undefined &&
    narrow.match === wide.match &&
    narrow.fields.every((field) => wide.fields.includes(field))
  )
}

/** Whether these words are what the match asks for, as FTS5 would say of a row that has them. */
function fits(match: Match, words: ReadonlySet<string>): boolean {
  if ('and' in match) return match.and.every((part) => fits(part, words))
  if ('or' in match) return match.or.some((part) => fits(part, words))
  const { term, open } = match
  return open ? words.values().some((word) => word.startsWith(term)) : words.has(term)
}

/**
 * The words of a match that are soon found: neither those of every other book, nor any of many words.
 * `undefined` where there are none, or no others.
 */
function tellingPart(match: Match): Match | undefined {
  if (!('and' in match)) return undefined
  const and = match.and.flatMap((part): Match[] => {
    const [only, ...others] = 'or' in part ? part.or : [part]
    const isSoonFound =
      only && others.length === 0 && 'term' in only && only.open !== true && isTelling(only.term)
    return isSoonFound ? [only] : []
  })
  return and.length > 0 && and.length < match.and.length ? { and } : undefined
}

/** Remembers what it was asked, so that it is for one search. */
class Index implements SearchIndex {
  /** The first ranks that a question of words finds; `isAll`: there are no more. */
  readonly #heard = new Map<string, { ranks: readonly number[]; isAll: boolean }>();

  /** A bound on the ranks saves nothing here: FTS5 reads on until it has a row beyond it. */
  *#words(band: Words, most: number, read: ReadBooks): Steps<readonly number[]> {
    const { last = Infinity } = band
    return (yield* this.#all(band, most, read)).filter((pop) => pop <= last)
  }

  *#all(band: Words, most: number, read: ReadBooks): Steps<readonly number[]> {
    const key = within(band.fields, band.match)
    const known = this.#heard.get(key)
    if (known && (known.isAll || known.ranks.length >= most)) return known.ranks.slice(0, most)
    const few = yield* this.#fewer(band, read)
    if (few) {
      this.#heard.set(key, { ranks: few, isAll: true })
      return few.slice(0, most)
    }
    const rows = yield {
      sql:
        'SELECT rowid AS pop FROM books_fts WHERE books_fts MATCH ? ' +
        `ORDER BY rowid LIMIT ${most}`,
      parameters: [key],
    }
    const ranks = rows.map((row) => Number(row['pop']))
    this.#heard.set(key, { ranks, isAll: ranks.length < most })
    return ranks
  }

  /** All that the words find, where a part of them finds so few that these can be looked at. */
  *#fewer({ fields, match }: Words, read: ReadBooks): Steps<readonly number[] | undefined> {
    const telling = tellingPart(match)
    if (!telling) return undefined
    const wide = words(fields, telling)
    const ranks = yield* this.#all(wide, FEW, read)
    return ranks.length < FEW
      ? yield* this.#narrowed({ by: 'words', fields, match }, ranks, read)
      : undefined
  }

  #ask(band: Band, most: number, read: ReadBooks): Steps<readonly number[]> {
    return band.by === 'words' ? this.#words(band, most, read) : this.#plain(band, most)
  }

  *#plain(band: Exclude<Band, Words>, most: number): Steps<readonly number[]> {
    const rows = yield statement(band, most)
    return rows.map((row) => Number(row['pop']))
  }

  /**
   * Those of the ranks, which a wider question found, that a narrower one finds, told by the books
   * themselves: in the index every question of words is as dear as its commonest word.
   */
  *#narrowed(
    { fields, match }: Words,
    ranks: readonly number[],
    read: ReadBooks,
  ): Steps<readonly number[]> {
    const books = ranks.length === 0 ? [] : yield* read(ranks)
    return books.flatMap(({ pop, book }) => {
      const { titleWords, authorWords } = indexBookWords(book)
      const some = new Set([
        ...(fields.includes('title') ? titleWords : []),
        ...(fields.includes('author') ? authorWords : []),
        ...(fields.includes('category') ? categoryWords(book.volumeInfo.categories) : []),
      ])
      return fits(match, some) ? [pop] : []
    })
  }

  *ranks(
    bands: readonly Band[],
    most: number,
    read: ReadBooks,
    found?: ReadonlySet<number>,
  ): Steps<number[]> {
    const ranks = new Set<number>()
    const both = new Set(found)
    for (const [at, band] of bands.entries()) {
      const wide =
        band.by === 'words' ? bands.slice(at + 1).find((other) => isWithin(band, other)) : undefined
      const all = wide && (yield* this.#ask(wide, most, read))
      const answer =
        band.by === 'words' && all && all.length < Math.min(most, FEW)
          ? yield* this.#narrowed(
              band,
              all.filter((pop) => !both.has(pop)),
              read,
            )
          : yield* this.#ask(band, most, read)
      for (const pop of answer) {
        ranks.add(pop)
        both.add(pop)
      }
      if (found && both.size >= most) break
    }
    return [...ranks]
  }

  *begun(starts: readonly string[], most: number): Steps<readonly Row[]> {
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
  }

  near(rests: readonly string[], { least, most }: Lengths): Statement {
    return {
      sql:
        'SELECT DISTINCT t.term, t.books FROM term_deletes d JOIN terms t ON t.id = d.term_id ' +
        'WHERE d.rest IN (SELECT value FROM json_each(?)) AND length(t.term) BETWEEN ? AND ? ' +
        `ORDER BY t.books DESC, t.term LIMIT ${NEAR_LIMIT}`,
      parameters: [JSON.stringify(rests), least, most],
    }
  }

  between(start: string, end: string, { least, most }: Lengths): Statement {
    return {
      sql:
        'SELECT term, books FROM terms WHERE term >= ? AND term < ? ' +
        `AND length(term) BETWEEN ? AND ? ORDER BY term LIMIT ${NEAR_LIMIT}`,
      parameters: [start, end, least, most],
    }
  }

  counts(terms: readonly string[]): Statement {
    return {
      sql: 'SELECT term, books FROM terms WHERE term IN (SELECT value FROM json_each(?))',
      parameters: [JSON.stringify(terms)],
    }
  }

  records(pops: readonly number[]): Statement {
    return {
      sql: 'SELECT pop, record FROM books WHERE pop IN (SELECT value FROM json_each(?))',
      parameters: [JSON.stringify(pops)],
      needed: true,
    }
  }
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
    const steps = searchBooks(new Index(), text, limit)
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
