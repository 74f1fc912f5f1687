import { CompiledQuery, sql, type Kysely } from 'kysely'
import type { SearchResult } from '../../../contract/books.ts'
import { searchBooks } from '../bookSearch.ts'
import { INTEREST_WORDS } from '../searchBands.ts'
import {
  BEGINNING_LIMIT,
  LAST,
  NEAR_LIMIT,
  type Band,
  type Field,
  type Match,
  type Row,
  type SearchIndex,
  type Statement,
  type Steps,
  type Term,
} from '../searchIndex.ts'
import { SearchTime, statementTime, type SearchLimits } from '../searchTime.ts'
import { remainders } from '../searchText.ts'
import type { Tables } from '../sql/tables.ts'
import type { BookRepository } from '../store.ts'
import { snapshot } from './database.ts'
import { isTimeout } from './errors.ts'
import { stem } from '../stem.ts'

// Planning costs about as much as a band; more of them than this in one statement are seldom needed.
const BANDS_AT_ONCE = 8

// Fewer books than this are fetched by the index and sorted; of more, the planner may well walk the
// ranks until it has enough. It cannot be left to tell the two apart: it takes every word that is not
// among the commonest for as common as the last of these, and walks the whole table for a rare one.
const RARE = 2000

// Words are taken to be spread over so many books, independently of each other. Where the catalogue is
// smaller, more is left to the index than need be, and is cheap.
const MANY = 1_000_000

// The words of the interests are not counted; this many books have one, about.
const OF_AN_INTEREST = 100_000

const FIELD_LETTERS: Readonly<Record<Field, string>> = { title: 't', author: 'a', category: 'c' }

/** Words as a tsvector, each behind the letter of its field. Words are letters and digits only. */
export function wordVector(words: Readonly<Record<Field, readonly string[]>>): string {
  const lexemes = (field: Field) => words[field].map((word) => `'${FIELD_LETTERS[field]}${word}'`)
  return [...lexemes('title'), ...lexemes('author'), ...lexemes('category')].join(' ')
}

/** Words as a tsvector of their stems. */
export function stemVector(words: readonly string[]): string {
  return [...new Set(words.map(stem))].map((word) => `'${word}'`).join(' ')
}

/** A match as a tsquery; `lexemes` are what one word may stand as. */
function tsquery(match: Match, lexemes: (term: string) => string[]): string {
  if ('and' in match) return `(${match.and.map((part) => tsquery(part, lexemes)).join(' & ')})`
  if ('or' in match) return `(${match.or.map((part) => tsquery(part, lexemes)).join(' | ')})`
  const begun = match.open ? ':*' : ''
  return `(${lexemes(match.term)
    .map((lexeme) => `'${lexeme}'${begun}`)
    .join(' | ')})`
}

/** An array in PostgreSQL's own notation; the items are letters and digits only. */
const list = (items: readonly (string | number)[]): string => `{${items.join(',')}}`

/** The same of texts with spaces. */
const texts = (items: readonly string[]): string => list(items.map((item) => `"${item}"`))

/** Numbers the values of a statement. */
function createParameters() {
  const values: (string | number)[] = []
  return { values, put: (value: string | number) => `$${values.push(value)}` }
}

type Put = ReturnType<typeof createParameters>['put']

/** In how many books a word, or what begins with it, stands. */
type Counts = Map<string, number>

const countKey = ({ term, open = false }: Term): string => (open ? `${term}*` : term)

const termsOf = (match: Match): Term[] => {
  if ('and' in match) return match.and.flatMap(termsOf)
  return 'or' in match ? match.or.flatMap(termsOf) : [match]
}

/** How many books match, about. */
function estimate(match: Match, fields: readonly Field[], counts: Counts): number {
  const part = (inner: Match) => estimate(inner, fields, counts)
  if ('and' in match) {
    const [least = 0, ...others] = match.and.map(part).toSorted((one, other) => one - other)
    return others.reduce((books, count) => books * Math.min(1, count / MANY), least)
  }
  if ('or' in match) return match.or.reduce((sum, inner) => sum + part(inner), 0)
  if (fields.includes('category') && INTEREST_WORDS.has(match.term)) return OF_AN_INTEREST
  return counts.get(countKey(match)) ?? 0
}

/** Counts what is not counted yet. */
function* count(bands: readonly Band[], counts: Counts): Steps<void> {
  const terms = bands
    .flatMap((band) => (band.by === 'words' ? termsOf(band.match) : []))
    .filter((term) => !counts.has(countKey(term)))
  const whole = [...new Set(terms.filter(({ open }) => !open).map(({ term }) => term))]
  const begun = [...new Set(terms.filter(({ open }) => open).map(({ term }) => term))]
  if (whole.length + begun.length === 0) return
  const rows = yield {
    sql:
      'SELECT term AS key, books FROM terms WHERE term = ANY($1::text[]) UNION ALL ' +
      "SELECT b.start || '*', (SELECT coalesce(sum(books), 0) FROM (SELECT books FROM terms " +
      `WHERE term >= b.start AND term < b.start || '${LAST}' LIMIT ${RARE}) t) ` +
      'FROM unnest($2::text[]) AS b (start)',
    parameters: [list(whole), list(begun)],
  }
  for (const term of terms) counts.set(countKey(term), 0)
  for (const row of rows) counts.set(String(row['key']), Number(row['books']))
}

/** One band: `step` and `pop`, in the order of both. */
function select(band: Band, most: number, put: Put, counts: Counts): string {
  switch (band.by) {
    case 'isbn':
      return (
        `SELECT 0 AS step, pop FROM book_isbns WHERE isbn13 = ${put(band.isbn13)} ` +
        `ORDER BY pop LIMIT ${put(most)}`
      )
    case 'title':
      return (
        `SELECT kind AS step, pop FROM book_titles WHERE key = ${put(band.key)} ` +
        `AND kind BETWEEN ${put(band.first)} AND ${put(band.last)} ` +
        `ORDER BY kind, pop LIMIT ${put(most)}`
      )
    case 'author':
      return (
        `SELECT 0 AS step, pop FROM book_authors WHERE author = ${put(band.key)} ` +
        `ORDER BY pop LIMIT ${put(most)}`
      )
    case 'authors':
      return (
        'SELECT DISTINCT 0 AS step, pop FROM book_authors ' +
        `WHERE author = ANY(${put(texts(band.keys))}::text[]) ORDER BY pop LIMIT ${put(most)}`
      )
    case 'titles':
      return (
        // No more of a key than are wanted in all: many books may be called `Poems`.
        'SELECT DISTINCT 0 AS step, t.pop FROM unnest(' +
        `${put(texts(band.keys))}::text[]) AS k (key) ` +
        'CROSS JOIN (VALUES (0), (1)) AS n (kind) CROSS JOIN LATERAL (' +
        'SELECT b.pop FROM book_titles b WHERE b.key = k.key AND b.kind = n.kind ' +
        `ORDER BY b.pop LIMIT ${put(most)}) t ORDER BY t.pop LIMIT ${put(most)}`
      )
    case 'beginning':
      return (
        `SELECT DISTINCT 0 AS step, pop FROM (SELECT pop FROM book_titles ` +
        `WHERE key >= ${put(band.start)} AND key < ${put(band.end)} AND kind < 2 ` +
        `ORDER BY key, kind, pop LIMIT ${put(BEGINNING_LIMIT)}) begun ` +
        `ORDER BY pop LIMIT ${put(most)}`
      )
    case 'words': {
      const query = tsquery(band.match, (term) =>
        band.fields.map((field) => FIELD_LETTERS[field] + term),
      )
      // Words are counted over titles and authors, and most that are common are so in titles: nobody may
      // have one as a name, and the walk for it would never end.
      const isWalkable = band.fields.some((field) => field !== 'author')
      const walks = isWalkable && estimate(band.match, band.fields, counts) >= RARE
      // An expression has no index to walk.
      const order = walks ? 'pop' : 'pop + 0'
      const until = band.last === undefined ? '' : `AND pop <= ${put(band.last)} `
      return (
        `SELECT 0 AS step, pop FROM book_words WHERE words @@ ${put(query)}::tsquery ${until}` +
        `ORDER BY ${order} LIMIT ${put(most)}`
      )
    }
    case 'text': {
      const query = tsquery(band.match, (term) => [stem(term)])
      return (
        `SELECT 0 AS step, pop FROM book_text WHERE stems @@ ${put(query)}::tsquery ` +
        `ORDER BY pop LIMIT ${put(most)}`
      )
    }
  }
}

/**
 * Some bands in one statement. It is served band after band, and ends when it has `limit` rows: what
 * comes behind is never asked.
 */
function statement(
  bands: readonly Band[],
  most: number,
  limit: number | undefined,
  counts: Counts,
): Statement {
  const { values, put } = createParameters()
  const parts = bands.map(
    (band, order) => `(SELECT ${order} AS band, b.* FROM (${select(band, most, put, counts)}) b)`,
  )
  const end = limit === undefined ? '' : ` LIMIT ${put(limit)}`
  return { sql: parts.join(' UNION ALL ') + end, parameters: values }
}

/** The index as one search uses it. */
function createIndex(): SearchIndex {
  const counts: Counts = new Map()
  return {
    *ranks(bands, most, _, found) {
      const ranks = new Set<number>()
      for (let start = 0; start < bands.length; start += BANDS_AT_ONCE) {
        const some = bands.slice(start, start + BANDS_AT_ONCE)
        yield* count(some, counts)
        // A book stands in each band once at most: among so many rows are `most` books.
        const rows = yield statement(some, most, found && most * some.length, counts)
        const sorted = rows
          .map((row) => ({
            band: Number(row['band']),
            step: Number(row['step']),
            pop: Number(row['pop']),
          }))
          .toSorted(
            (one, other) => one.band - other.band || one.step - other.step || one.pop - other.pop,
          )
        for (const { pop } of sorted) ranks.add(pop)
        if (found && new Set([...found, ...ranks]).size >= most) break
      }
      return [...ranks]
    },

    *begun(starts, most) {
      return yield {
        sql:
          'SELECT b.start, t.term, t.books FROM unnest($1::text[]) AS b (start) ' +
          'CROSS JOIN LATERAL (SELECT term, books FROM terms ' +
          `WHERE term >= b.start AND term < b.start || '${LAST}' ORDER BY term LIMIT $2) t ` +
          'ORDER BY b.start, t.term',
        parameters: [list(starts), most],
      }
    },

    near: (word, letters, { least, most }) => ({
      sql:
        'SELECT DISTINCT t.term, t.books FROM term_deletes d JOIN terms t ON t.id = d.term_id ' +
        'WHERE d.rest = ANY($1::text[]) AND char_length(t.term) BETWEEN $2 AND $3 ' +
        'ORDER BY t.books DESC, t.term LIMIT $4',
      parameters: [list(remainders(word, letters)), least, most, NEAR_LIMIT],
    }),

    between: (start, end, { least, most }) => ({
      sql:
        'SELECT term, books FROM terms WHERE term >= $1 AND term < $2 ' +
        'AND char_length(term) BETWEEN $3 AND $4 ORDER BY term LIMIT $5',
      parameters: [start, end, least, most, NEAR_LIMIT],
    }),

    counts: (terms) => ({
      sql: 'SELECT term, books FROM terms WHERE term = ANY($1::text[])',
      parameters: [list(terms)],
    }),

    records: (pops) => ({
      sql: 'SELECT pop, record FROM books WHERE pop = ANY($1::bigint[])',
      parameters: [list(pops)],
      needed: true,
    }),
  }
}

async function ask(db: Kysely<Tables>, { sql, parameters }: Statement): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))
  return rows
}

/** A search that is under way. */
interface Walk {
  steps: Steps<SearchResult[]>
  step: IteratorResult<Statement, SearchResult[]>
  time: SearchTime
}

/** Goes on, to the end unless `signal` says that nobody waits for it. */
async function goOn(db: Kysely<Tables>, walk: Walk, signal: AbortSignal | undefined) {
  const { steps, time } = walk
  while (!walk.step.done) {
    if (signal?.aborted === true) return
    const { value } = walk.step
    walk.step = steps.next(time.allows(value) ? await ask(db, value) : [])
  }
}

/** Search in PostgreSQL (store/bookSearch.ts). All its steps see the catalogue at one moment. */
export function createBookSearch(
  db: Kysely<Tables>,
  limits: SearchLimits,
): BookRepository['search'] {
  const { searchTimeout } = limits
  return async (text, limit, signal) => {
    const begin = (): Walk | undefined => {
      const steps = searchBooks(createIndex(), text, limit)
      return steps && { steps, step: steps.next(), time: new SearchTime(limits) }
    }
    let walk = begin()
    if (!walk || signal?.aborted === true) return []
    try {
      walk = await snapshot(db, async (trx) => {
        if (searchTimeout !== undefined) {
          const time = String(statementTime(searchTimeout))
          await sql`SELECT set_config('statement_timeout', ${time}, true)`.execute(trx)
        }
        // Begun anew with each attempt.
        walk = begin()
        if (walk) await goOn(trx, walk, signal)
        return walk
      })
    } catch (error) {
      if (!walk || searchTimeout === undefined || !isTimeout(error)) throw error
      // The statement has taken the transaction with it: the records are read beside it.
      walk.time.end()
      await goOn(db, walk, signal)
    }
    return walk?.step.done ? walk.time.check(walk.step.value) : []
  }
}
