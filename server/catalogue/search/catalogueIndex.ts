import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Book } from '../../../contract/books.ts'
import { bookOf, createStatements } from '../catalogueFile.ts'
import { SearchTooSlow } from './searchTooSlow.ts'
import { closeKeys } from './terms.ts'

// The search index of a catalogue in SQL. Books are told by their `rank`, the smallest first.

// How many titles a prefix looks at, and how many words a mistyped one is compared with.
const MAX_TITLES_BEGUN = 200
const MAX_WORDS_COMPARED = 5000
const MAX_SOUNDING = 200
// `books_fts` has an index of prefixes of up to so many letters.
const INDEXED_PREFIX = 4
const MAX_NAMED = 24
/** Greater than every text that begins with the one before it. */
const LAST = '\u{10FFFF}'

/** Columns of `books_fts`, as FTS5 writes a list of them. */
export type Columns =
  | 'title'
  | 'series'
  | 'author'
  | 'category'
  | 'title series author'
  | 'title series author category'

/** A word of titles, series and authors, and in how many books it is. */
export interface Term {
  term: string
  books: number
}

/** An FTS5 match expression; `undefined` finds nothing. Words are letters and digits only. */
export type Match = string | undefined

export const matchWord = (word: string): string => `"${word}"`

/** Whatever all of the parts find. */
export const matchAll = (parts: readonly Match[]): Match =>
  parts.includes(undefined) ? undefined : `(${parts.join(' AND ')})`

/** Whatever one of the parts finds. */
export function matchAny(parts: readonly Match[]): Match {
  const present = parts.filter((part) => part !== undefined)
  return present.length === 0 ? undefined : `(${present.join(' OR ')})`
}

/** A read-only connection to a catalogue. Lists of ranks are the best first unless said otherwise. */
export class CatalogueIndex {
  readonly #database: DatabaseSync
  readonly #statement: (sql: string) => StatementSync
  /** How many books lookups find at most, unless said otherwise. */
  limit = 0
  #deadline = Infinity

  /** @throws where the file cannot be opened */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    this.#statement = createStatements(this.#database)
    // Pages are read through the map, which is shared with every other process and thread.
    this.#database.exec('PRAGMA mmap_size = 268435456; PRAGMA cache_size = -8192')
  }

  close(): void {
    this.#database.close()
  }

  /**
   * Begins a search. From `deadline` on (`performance.now()`) whatever is looked up, but for `books`, throws
   * SearchTooSlow.
   */
  begin(limit: number, deadline: number): void {
    this.limit = limit
    this.#deadline = deadline
  }

  /** Books with this ISBN-13. */
  byIsbn(isbn13: string, most = this.limit): number[] {
    const sql = `SELECT rank FROM book_isbns WHERE isbn13 = ? ORDER BY rank LIMIT ${most}`
    return this.#ranks(sql, isbn13)
  }

  /** Books with this title key, of the kinds `first` to `last`; the lower kind first. */
  byTitle(key: string, [first, last]: readonly [number, number], most = this.limit): number[] {
    const sql = `
      SELECT rank FROM book_titles WHERE key = ? AND kind BETWEEN ? AND ? ORDER BY kind, rank LIMIT ${most}`
    return this.#ranks(sql, key, first, last)
  }

  /** Books with one of these title keys, of the kinds 0 and 1. */
  byTitles(keys: readonly string[], most = this.limit): number[] {
    // One key after another, each with a limit: thousands of books may be called `Poems`.
    const ranks = keys.flatMap((key) =>
      [0, 1].flatMap((kind) => this.byTitle(key, [kind, kind], most)),
    )
    return [...new Set(ranks)].toSorted((one, other) => one - other).slice(0, most)
  }

  /** Books with a title key that begins so, of the first titles in the order of the alphabet. */
  byTitleStart(start: string, most = this.limit): number[] {
    const sql = `
      SELECT DISTINCT rank FROM (
        SELECT rank FROM book_titles WHERE key >= ? AND key < ? AND kind < 2
        ORDER BY key, kind, rank LIMIT ${MAX_TITLES_BEGUN}
      ) ORDER BY rank LIMIT ${most}`
    return this.#ranks(sql, start, start + LAST)
  }

  /** Books by an author of one of these names. */
  byAuthors(keys: readonly string[], most = this.limit): number[] {
    const sql = `
      SELECT DISTINCT rank FROM json_each(?) CROSS JOIN book_authors ON author = value
      ORDER BY rank LIMIT ${most}`
    return this.#ranks(sql, JSON.stringify(keys))
  }

  /** Books with words of these columns. */
  matching(columns: Columns, match: Match, most = this.limit): number[] {
    const sql = `SELECT rowid AS rank FROM books_fts WHERE books_fts MATCH ? ORDER BY rowid LIMIT ${most}`
    return match === undefined ? [] : this.#ranks(sql, `{${columns}} : (${match})`)
  }

  /** The folded names of series with words, of the most popular of their books. */
  seriesOf(match: Match, most: number): string[] {
    const sql = `
      SELECT b.series FROM books_fts f CROSS JOIN books b ON b.rank = f.rowid
      WHERE books_fts MATCH ? ORDER BY f.rowid LIMIT ${most}`
    if (match === undefined) return []
    return [...new Set(this.#all(sql, `{series} : (${match})`).map((row) => String(row['series'])))]
  }

  /** The books of a series by their numbers; what comes before the first volume comes behind the others. */
  bySeries(key: string, most = this.limit): number[] {
    const sql = `
      SELECT rank FROM books WHERE series = ?
      ORDER BY series_number IS NULL, series_number < 1, series_number, rank LIMIT ${most}`
    return this.#ranks(sql, key)
  }

  /** Books with words anywhere, in the description too, in any of their forms (stems). */
  matchingText(match: Match, most = this.limit): number[] {
    const sql = `SELECT rowid AS rank FROM books_text WHERE books_text MATCH ? ORDER BY rowid LIMIT ${most}`
    return match === undefined ? [] : this.#ranks(sql, match)
  }

  /** In how many titles, series and authors a word is. */
  booksWith(word: string): number {
    const [row] = this.#all('SELECT books FROM terms WHERE term = ?', word)
    return Number(row?.['books'] ?? 0)
  }

  /** The match of a word of titles and authors, or of all words that begin so. */
  match(word: string, isPrefix = false): Match {
    if (!isPrefix) return this.booksWith(word) > 0 ? matchWord(word) : undefined
    const words = this.wordsFrom(word, MAX_NAMED + 1).map(({ term }) => term)
    // For a longer prefix than FTS5 has indexed it reads all books of every word: few words are named.
    const isNamed = words.length <= 1 || (word.length > INDEXED_PREFIX && words.length <= MAX_NAMED)
    return isNamed ? matchAny(words.map(matchWord)) : `"${word}" *`
  }

  /** Words that begin so, of these lengths at least and at most, in the order of the alphabet. */
  wordsFrom(
    start: string,
    most = MAX_WORDS_COMPARED,
    [shortest, longest]: readonly [number, number] = [0, 100],
  ): Term[] {
    const sql = `
      SELECT term, books FROM terms WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?
      ORDER BY term LIMIT ${most}`
    return this.#terms(sql, start, start + LAST, shortest, longest)
  }

  /** Words that share a SymSpell delete with this one, the commonest first; some are further away. */
  closeWords(word: string, edits: 1 | 2): Term[] {
    const { starts, span } = closeKeys(word, edits)
    const sql = `
      SELECT DISTINCT t.term, t.books FROM json_each(?) s
      CROSS JOIN term_deletes d ON d.key BETWEEN s.value AND s.value + ${span}
      CROSS JOIN terms t ON t.id = d.key & ${span} WHERE length(t.term) BETWEEN ? AND ?
      ORDER BY t.books DESC, t.term LIMIT ${MAX_WORDS_COMPARED}`
    return this.#terms(sql, JSON.stringify(starts), word.length - edits, word.length + edits)
  }

  /** Words that sound the same in English, the commonest first. */
  wordsSounding(sound: string): Term[] {
    const sql = `SELECT term, books FROM terms WHERE sound = ? ORDER BY books DESC LIMIT ${MAX_SOUNDING}`
    return this.#terms(sql, sound)
  }

  /** The rank of the most popular book. */
  firstRank(): number {
    return this.#ranks('SELECT coalesce(min(rank), 0) AS rank FROM books')[0] ?? 0
  }

  /** The books at these ranks, in their order. */
  books(ranks: readonly number[]): { rank: number; book: Book }[] {
    const select = this.#statement('SELECT record FROM books WHERE rank = ?')
    return ranks.flatMap((rank) => {
      const row = select.get(rank)
      return row ? [{ rank, book: bookOf(row) }] : []
    })
  }

  #ranks(sql: string, ...values: SQLInputValue[]): number[] {
    return this.#all(sql, ...values).map((row) => Number(row['rank']))
  }

  #terms(sql: string, ...values: SQLInputValue[]): Term[] {
    return this.#all(sql, ...values).map((row) => ({
      term: String(row['term']),
      books: Number(row['books']),
    }))
  }

  #all(sql: string, ...values: SQLInputValue[]) {
    if (performance.now() > this.#deadline) throw new SearchTooSlow()
    return this.#statement(sql).all(...values)
  }
}
