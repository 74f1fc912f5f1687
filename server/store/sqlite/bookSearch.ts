import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { SearchResult } from '../../../contract/books.ts'
import { searchBooks } from '../bookSearch.ts'
import { words } from '../searchBands.ts'
import {
  BEGINNING_LIMIT,
  LAST,
  NEAR_LIMIT,
  type Band,
  type Field,
  type Lengths,
  type Match,
  type ReadBook,
  type ReadBooks,
  type Row,
  type SearchIndex,
  type Statement,
  type Steps,
} from '../searchIndex.ts'
import { SearchTime, type SearchLimits } from '../searchTime.ts'
import { categoryWords, isStopWord } from '../../catalogue/search/text.ts'
import { stem } from '../stem.ts'
import { keysNear } from '../../catalogue/search/terms.ts'

type Words = Extract<Band, { by: 'words' }>
type Text = Extract<Band, { by: 'text' }>
type Titles = Extract<Band, { by: 'titles' }>
type Authors = Extract<Band, { by: 'authors' }>
/** Looked up in an index by one key, which takes less than to ask for it. */
type Direct = Exclude<Band, Words | Text | Titles | Authors>

// A question of words costs FTS5 a walk through the list of its commonest word, however few books it
// finds. Where a wider question, or a part of this one, found fewer books than this, they are read
// instead (20 µs each), and their own words tell which of them are meant.
const FEW = 20

// In the time in which one book is read FTS5 walks past so many entries of a list: the commoner the
// commonest word, the more books are sooner read than it is walked through. But never more than MANY,
// or a word of a million books would have thousands read.
const WALKED = 400
const MANY = 100

// To take a description apart and to stem its words costs 0.1 ms; to walk through the common words of a
// query in the index of descriptions, 0.3 to 0.6. So beyond three books the index is asked.
const FEW_TEXTS = 3
// Descriptions are asked for so many of the rarest words first. For most whole titles these find nothing
// that is not found already, and the lists of the commoner words are never opened.
const FIRST_WORDS = [2, 3]

// To look into the list of one more word costs FTS5 10 to 40 µs, half of what it costs to read a book
// or twice as much (measured at 79,000 titles). So where the rarest word stands in so few books for each
// word of the query, it is asked for alone, and the others are looked for in these books.
const RARE = 2

// The beginnings of so many letters have lists of their own in books_fts (`prefix` in
// 0002-catalogue.sql): they are asked as they are, like a word. To name the words that begin so would
// open a list for each.
const INDEXED_STARTS: ReadonlySet<number> = new Set([2, 3, 4])
// For any other beginning FTS5 first collects all books of all words that begin so, before it answers
// the first. Up to so many that takes 0.1 ms at most; beyond, the words are named, and of their lists no
// more is read than is wanted.
const COLLECTED = 2000

/** In how many books, about, a match finds something at most; infinite where that is not known. */
function countOf(match: Match): number {
  if ('and' in match) return Math.min(...match.and.map(countOf))
  if ('or' in match) return match.or.reduce((sum, part) => sum + countOf(part), 0)
  return match.open ? Infinity : (match.books ?? Infinity)
}

/** As for sorting; infinities are equal. */
const compare = (one: number, other: number): number => (one < other ? -1 : Number(one > other))

/** The parts of a match that all must stand in a book, the rarest first. */
const rarestFirst = (parts: readonly Match[]): Match[] =>
  parts.toSorted((one, other) => compare(countOf(one), countOf(other)))

/** A match in FTS5's language. Words are letters and digits only, so that quotes hold them. */
function fts(match: Match): string {
  if ('and' in match) return `(${rarestFirst(match.and).map(fts).join(' AND ')})`
  if ('or' in match) {
    const { or, start } = match
    const isSooner =
      start !== undefined && (INDEXED_STARTS.has(start.length) || countOf(match) <= COLLECTED)
    return isSooner ? `"${start}" *` : `(${or.map(fts).join(' OR ')})`
  }
  return match.open ? `"${match.term}" *` : `"${match.term}"`
}

/** A match in FTS5's language that holds in these fields alone. */
const ftsIn = (fields: readonly Field[], match: Match): string =>
  `{${fields.join(' ')}} : ${fts({ and: [match] })}`

// So many titles are asked for in one statement, in which each is two parts of a UNION. Of 64 titles,
// 16 at once take half to two thirds of the time that one by one take; with 64 at once every row goes
// through so many merges that it takes longer again, and to prepare the statement takes four times as long.
const KEYS_AT_ONCE = 16

// An object is made of each row, which costs more than the number in it: the ranks come as JSON in one.
const inOneRow = (sql: string): string => `SELECT json_group_array(pop) AS pops FROM (${sql})`

/** The ranks of an answer, in its order, or, where they came in one row, the smallest first. */
function ranksOf(rows: readonly Row[]): number[] {
  const [first] = rows
  if (typeof first?.['pops'] !== 'string') return rows.map((row) => Number(row['pop']))
  const pops: number[] = JSON.parse(first['pops'])
  return pops.toSorted((one, other) => one - other)
}

// Limits stand in the text: a bound one would have SQLite prepare the statement anew each time.
function statement(band: Direct, most: number): Statement {
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
    case 'beginning':
      return {
        sql:
          'SELECT DISTINCT pop FROM (SELECT pop FROM book_titles WHERE key >= ? AND key < ? ' +
          `AND kind < 2 ORDER BY key, kind, pop LIMIT ${BEGINNING_LIMIT}) ORDER BY pop LIMIT ${most}`,
        parameters: [band.start, band.end],
      }
  }
}

/** Books by an author of one of these names. */
const byAuthors = ({ keys }: Authors, most: number): Statement => ({
  sql: inOneRow(
    'SELECT DISTINCT b.pop FROM json_each(?) k ' +
      'CROSS JOIN book_authors b ON b.author = k.value ' +
      `ORDER BY b.pop LIMIT ${most}`,
  ),
  parameters: [JSON.stringify(keys)],
})

const isDirect = (band: Band | undefined): band is Direct =>
  band !== undefined &&
  (band.by === 'isbn' || band.by === 'title' || band.by === 'author' || band.by === 'beginning')

/** The bands from `start` on that can be asked for at once. */
function directFrom(bands: readonly Band[], start: number): Direct[] {
  const direct: Direct[] = []
  for (let at = start; ; at++) {
    const band = bands[at]
    if (!isDirect(band)) return direct
    direct.push(band)
  }
}

/**
 * The answers of several bands in one, each row with the place of its band. The rows of a band keep their
 * order: SQLite leaves out only the sorting of what has no limit.
 */
function together(bands: readonly Direct[], most: number): Statement {
  const each = bands.map((band) => statement(band, most))
  return {
    sql: each.map(({ sql }, at) => `SELECT ${at} AS band, pop FROM (${sql})`).join(' UNION ALL '),
    parameters: each.flatMap(({ parameters }) => parameters),
  }
}

/**
 * Books of one of these title keys, 1 to `KEYS_AT_ONCE` of them. As many keys are read side by side as
 * there are in the statement, each no further than the others let it: many books may be called `Poems`.
 */
function titled(keys: readonly string[], most: number): Statement {
  // A statement is kept for each number of keys: for few numbers, the last key being there again.
  const size = 2 ** Math.ceil(Math.log2(keys.length))
  return {
    sql: titledBy(size, most),
    parameters: Array.from({ length: size }, (_, index) => keys[index] ?? keys.at(-1) ?? ''),
  }
}

const titledTexts = new Map<number, string>()

/** The text for so many keys and books: of several thousand letters, which few searches do without. */
function titledBy(size: number, most: number): string {
  const id = most * KEYS_AT_ONCE + size - 1
  const known = titledTexts.get(id)
  if (known !== undefined) return known
  const parts = Array.from({ length: size }, (_, index) =>
    [0, 1].map(
      (kind) => `SELECT pop FROM book_titles WHERE key = ?${index + 1} AND kind = ${kind}`,
    ),
  )
  const text = inOneRow(`${parts.flat().join(' UNION ')} ORDER BY pop LIMIT ${most}`)
  titledTexts.set(id, text)
  return text
}

/** A match in the index of words, or in that of their stems. */
function matching(
  table: 'books_fts' | 'books_text',
  match: string,
  most: number,
  last?: number,
): Statement {
  // A rank is more than 32 bits, and comes as a real number: FTS5 would walk on behind one.
  const until = last === undefined ? '' : 'AND rowid <= CAST(? AS INTEGER) '
  return {
    sql: inOneRow(
      `SELECT rowid AS pop FROM ${table} WHERE ${table} MATCH ? ${until}` +
        `ORDER BY rowid LIMIT ${most}`,
    ),
    parameters: last === undefined ? [match] : [match, last],
  }
}

/** Whether whatever `narrow` finds is among what `wide` finds. */
function isWithin(narrow: Words, wide: Band): wide is Words {
  return (
    wide.by === 'words' &&
    narrow.match === wide.match &&
    narrow.fields.every((field) => wide.fields.includes(field))
  )
}

/** Whether the words of the fields are what the match asks for, as FTS5 would say of a row that has them. */
function fits(match: Match, fields: readonly ReadonlySet<string>[]): boolean {
  if ('and' in match) return match.and.every((part) => fits(part, fields))
  if ('or' in match) return match.or.some((part) => fits(part, fields))
  const { term, open } = match
  return fields.some((words) =>
    open ? words.values().some((word) => word.startsWith(term)) : words.has(term),
  )
}

/** Whether a book of these words, those of its description too, is what the match asks for by their stems. */
function fitsText(match: Match, words: readonly string[]): boolean {
  if ('and' in match) return match.and.every((part) => fitsText(part, words))
  if ('or' in match) return match.or.some((part) => fitsText(part, words))
  const { term } = match
  const stemmed = stem(term)
  // A stem begins as its word does.
  return words.some((word) => word.charCodeAt(0) === term.charCodeAt(0) && stem(word) === stemmed)
}

/** The words of a book in a field of the index. */
function wordsIn(field: Field, read: ReadBook): ReadonlySet<string> {
  switch (field) {
    case 'title':
      return read.titleWords
    case 'author':
      return read.authorWords
    case 'category':
      return new Set(categoryWords(read.book.volumeInfo.categories))
  }
}

/**
 * The part of a match that is soon asked for, and may find so few books that the rest is looked for in
 * these: a rare word, or the words that neither every other book has nor stand for many, or the two
 * rarest. `undefined` where it is none, or all.
 */
function soonPart(match: Match, fields: readonly Field[]): Match | undefined {
  if (!('and' in match) || match.and.length < 2) return undefined
  const sorted = rarestFirst(match.and)
  const [rarest, next] = sorted
  // In interests words are not counted.
  const isCounted = !fields.includes('category')
  if (rarest && isCounted && countOf(rarest) <= sorted.length * RARE) return { and: [rarest] }
  const telling = match.and.flatMap((part): Match[] => {
    const [only, ...others] = 'or' in part ? part.or : [part]
    const isSoonFound =
      only && others.length === 0 && 'term' in only && only.open !== true && !isStopWord(only.term)
    return isSoonFound ? [only] : []
  })
  if (telling.length > 0 && telling.length < match.and.length) return { and: telling }
  return rarest && next && isCounted && sorted.length > 3 ? { and: [rarest, next] } : undefined
}

/** So few books are sooner read than all the words of a match are looked for. */
function fewOf(match: Match): number {
  const counts = 'and' in match ? match.and.map(countOf).filter(Number.isFinite) : []
  return Math.min(MANY, Math.max(FEW, Math.floor(Math.max(0, ...counts) / WALKED)))
}

/** Remembers what it was asked, so that it is for one search. */
class Index implements SearchIndex {
  /** The first ranks that a question of words finds; `isAll`: there are no more. */
  readonly #heard = new Map<string, { ranks: readonly number[]; isAll: boolean }>();

  *#words(band: Words, most: number, read: ReadBooks): Steps<readonly number[]> {
    const key = ftsIn(band.fields, band.match)
    const known = this.#heard.get(key)
    const { last } = band
    const isKnown = (ranks: readonly number[]): boolean =>
      ranks.length >= most || (last !== undefined && last <= (ranks.at(-1) ?? 0))
    if (known && (known.isAll || isKnown(known.ranks))) {
      return known.ranks.filter((pop) => last === undefined || pop <= last).slice(0, most)
    }
    if (last !== undefined) return ranksOf(yield matching('books_fts', key, most, last))
    const few = yield* this.#fewer(band, read)
    if (few) {
      this.#heard.set(key, { ranks: few, isAll: true })
      return few.slice(0, most)
    }
    const ranks = ranksOf(yield matching('books_fts', key, most))
    this.#heard.set(key, { ranks, isAll: ranks.length < most })
    return ranks
  }

  /** All that the words find, where a part of them finds so few that these can be looked at. */
  *#fewer({ fields, match }: Words, read: ReadBooks): Steps<readonly number[] | undefined> {
    const part = soonPart(match, fields)
    if (!part) return undefined
    const few = fewOf(match)
    const ranks = yield* this.#words(words(fields, part), few, read)
    return ranks.length < few
      ? yield* this.#narrowed({ by: 'words', fields, match }, ranks, read)
      : undefined
  }

  /** What the stems of the words find, without what was found already where that is all. */
  *#text(
    { match }: Text,
    most: number,
    read: ReadBooks,
    found: ReadonlySet<number> | undefined,
  ): Steps<readonly number[]> {
    // With many words it is as a rule the book that was meant, and it was found by its title.
    const parts = found && 'and' in match ? rarestFirst(match.and) : []
    for (const size of FIRST_WORDS.filter((size) => size < parts.length)) {
      const rarest = fts({ and: parts.slice(0, size) })
      const some = ranksOf(yield matching('books_text', rarest, FEW))
      const others = some.filter((pop) => found?.has(pop) !== true)
      if (some.length < FEW && others.length <= FEW_TEXTS) {
        const books = others.length === 0 ? [] : yield* read(others)
        return books.filter((book) => fitsText(match, book.textWords)).map(({ pop }) => pop)
      }
    }
    return ranksOf(yield matching('books_text', fts(match), most))
  }

  *#titles({ keys }: Titles, most: number): Steps<readonly number[]> {
    const ranks = new Set<number>()
    for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
      const some = ranksOf(yield titled(keys.slice(start, start + KEYS_AT_ONCE), most))
      for (const pop of some) ranks.add(pop)
    }
    return [...ranks].toSorted((one, other) => one - other).slice(0, most)
  }

  *#ask(
    band: Exclude<Band, Direct>,
    most: number,
    read: ReadBooks,
    found?: ReadonlySet<number>,
  ): Steps<readonly number[]> {
    if (band.by === 'words') return yield* this.#words(band, most, read)
    if (band.by === 'text') return yield* this.#text(band, most, read, found)
    if (band.by === 'titles') return yield* this.#titles(band, most)
    return ranksOf(yield byAuthors(band, most))
  }

  /** What each of these bands finds: they are asked for together. */
  *#direct(bands: readonly Direct[], most: number): Steps<ReadonlyMap<Band, readonly number[]>> {
    const found = new Map(bands.map((band): [Band, number[]] => [band, []]))
    for (const row of yield together(bands, most)) {
      const band = bands[Number(row['band'])]
      if (band) found.get(band)?.push(Number(row['pop']))
    }
    return found
  }

  /** What a band finds, told by what a wider one of those behind it finds where that is little. */
  *#narrowest(
    band: Exclude<Band, Direct>,
    later: readonly Band[],
    most: number,
    read: ReadBooks,
    found: ReadonlySet<number> | undefined,
  ): Steps<readonly number[]> {
    const wide =
      band.by === 'words' ? later.find((other): other is Words => isWithin(band, other)) : undefined
    const all = wide && (yield* this.#words(wide, most, read))
    if (band.by !== 'words' || !all || all.length >= Math.min(most, FEW)) {
      return yield* this.#ask(band, most, read, found)
    }
    return yield* this.#narrowed(
      band,
      all.filter((pop) => found?.has(pop) !== true),
      read,
    )
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
    return books.flatMap((book) =>
      fits(
        match,
        fields.map((field) => wordsIn(field, book)),
      )
        ? [book.pop]
        : [],
    )
  }

  *ranks(
    bands: readonly Band[],
    most: number,
    read: ReadBooks,
    found?: ReadonlySet<number>,
  ): Steps<number[]> {
    const ranks = new Set<number>()
    const both = new Set(found)
    let direct: ReadonlyMap<Band, readonly number[]> = new Map()
    for (const [at, band] of bands.entries()) {
      if (isDirect(band) && !direct.has(band)) {
        direct = yield* this.#direct(directFrom(bands, at), most)
      }
      const answer = isDirect(band)
        ? (direct.get(band) ?? [])
        : yield* this.#narrowest(band, bands.slice(at + 1), most, read, found && both)
      for (const pop of answer) {
        ranks.add(pop)
        both.add(pop)
      }
      if (found && both.size >= most) break
    }
    return [...ranks]
  }

  *begun(starts: readonly string[], most: number): Steps<readonly Row[]> {
    const each = starts.map(
      (_, at) =>
        `SELECT ${at} AS start, json_group_array(json_array(term, books)) AS begun FROM (` +
        'SELECT term, books FROM terms WHERE term >= ? AND term < ? ' +
        `ORDER BY term LIMIT ${most})`,
    )
    const rows = yield {
      sql: each.join(' UNION ALL '),
      parameters: starts.flatMap((start) => [start, start + LAST]),
    }
    return rows.flatMap((row) => {
      const begun: [string, number][] = JSON.parse(String(row['begun']))
      return begun.map(([term, books]) => ({ start: starts[Number(row['start'])], term, books }))
    })
  }

  near(word: string, letters: 1 | 2, { least, most }: Lengths): Statement {
    const { starts, span } = keysNear(word, letters)
    return {
      sql:
        'SELECT DISTINCT t.term, t.books FROM json_each(?) r ' +
        `CROSS JOIN term_deletes d ON d.key BETWEEN r.value AND r.value + ${span} ` +
        `CROSS JOIN terms t ON t.id = d.key & ${span} WHERE length(t.term) BETWEEN ? AND ? ` +
        `ORDER BY t.books DESC, t.term LIMIT ${NEAR_LIMIT}`,
      parameters: [JSON.stringify(starts), least, most],
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
      sql: 'SELECT pop, record FROM json_each(?) CROSS JOIN books ON pop = value',
      parameters: [JSON.stringify(pops)],
      needed: true,
    }
  }
}

/**
 * At most `limit` results; `undefined` where `isStopped` comes to say so, which is asked before each
 * statement.
 *
 * @throws SearchTooSlow
 */
export interface SqliteSearch {
  (text: string, limit: number): SearchResult[]
  (text: string, limit: number, isStopped: () => boolean): SearchResult[] | undefined
}

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
  const begin = database.prepare('BEGIN')
  const end = database.prepare('COMMIT')
  const run = (
    steps: Steps<SearchResult[]>,
    isStopped: () => boolean,
  ): SearchResult[] | undefined => {
    const time = new SearchTime(limits)
    let step = steps.next()
    while (!step.done) {
      if (isStopped()) return undefined
      step = steps.next(time.allows(step.value) ? all(step.value) : [])
    }
    return time.check(step.value)
  }
  function search(text: string, limit: number): SearchResult[]
  function search(text: string, limit: number, isStopped: () => boolean): SearchResult[] | undefined
  function search(text: string, limit: number, isStopped = () => false) {
    const steps = searchBooks(new Index(), text, limit)
    if (!steps) return []
    begin.run()
    try {
      return run(steps, isStopped)
    } finally {
      // Nothing was written: it only ends the moment.
      end.run()
    }
  }
  return search
}
