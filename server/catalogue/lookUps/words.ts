import type { SQLInputValue } from 'node:sqlite'
import { closeKeys } from '../search/typos.ts'
import { LAST, type Queries } from './queries.ts'

const MAX_WORDS_COMPARED = 5000
const MAX_SOUNDING = 200
// `books_fts` has an index of prefixes of up to so many letters.
const INDEXED_PREFIX = 4
const MAX_NAMED = 24

/** Columns of `books_fts`, as FTS5 writes a list of them. */
export type Columns =
  | 'title'
  | 'series'
  | 'author'
  | 'category'
  | 'title series author'
  | 'title author category'
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

/** Looks up books by words, and words by what they are like. */
export function createWordLookUps(queries: Queries) {
  const { all, ranks } = queries

  const terms = (sql: string, ...values: SQLInputValue[]): Term[] =>
    all(sql, ...values).map((row) => ({ term: String(row['term']), books: Number(row['books']) }))

  /** In how many titles, series and authors a word is. */
  function booksWith(word: string): number {
    const [term] = terms('SELECT term, books FROM terms WHERE term = ?', word)
    return term?.books ?? 0
  }

  /** Words that begin so, at most so many, in the order of the alphabet. */
  function wordsFrom(start: string, most: number): Term[] {
    const sql = `
      SELECT term, books FROM terms WHERE term >= ? AND term < ? ORDER BY term LIMIT ${most}`
    return terms(sql, start, start + LAST)
  }

  return {
    booksWith,

    /** Books with words of these columns. */
    matching(columns: Columns, match: Match, most = queries.limit): number[] {
      const sql = `SELECT rowid AS rank FROM books_fts WHERE books_fts MATCH ? ORDER BY rowid LIMIT ${most}`
      return match === undefined ? [] : ranks(sql, `{${columns}} : (${match})`)
    },

    /** Books with words anywhere, in the description too, in any of their forms (stems). */
    matchingText(match: Match, most = queries.limit): number[] {
      const sql = `SELECT rowid AS rank FROM books_text WHERE books_text MATCH ? ORDER BY rowid LIMIT ${most}`
      return match === undefined ? [] : ranks(sql, match)
    },

    /** The folded names of series with words, of the most popular of their books. */
    seriesWith(match: Match, most: number): string[] {
      const sql = `
        SELECT b.series FROM books_fts f CROSS JOIN books b ON b.rank = f.rowid
        WHERE books_fts MATCH ? ORDER BY f.rowid LIMIT ${most}`
      if (match === undefined) return []
      return [...new Set(all(sql, `{series} : (${match})`).map((row) => String(row['series'])))]
    },

    /** The match of a word of titles and authors, or of all words that begin so. */
    match(word: string, isPrefix = false): Match {
      if (!isPrefix) return booksWith(word) > 0 ? matchWord(word) : undefined
      const words = wordsFrom(word, MAX_NAMED + 1).map(({ term }) => term)
      // For a longer prefix than FTS5 has indexed it reads all books of every word: few words are named.
      const isNamed =
        words.length <= 1 || (word.length > INDEXED_PREFIX && words.length <= MAX_NAMED)
      return isNamed ? matchAny(words.map(matchWord)) : `"${word}" *`
    },

    /** Words that share a SymSpell delete with this one, the commonest first; some are further away. */
    closeWords(word: string, edits: 1 | 2): Term[] {
      const { starts, span } = closeKeys(word, edits)
      const sql = `
        SELECT DISTINCT t.term, t.books FROM json_each(?) s
        CROSS JOIN term_deletes d ON d.key BETWEEN s.value AND s.value + ${span}
        CROSS JOIN terms t ON t.id = d.key & ${span} WHERE length(t.term) BETWEEN ? AND ?
        ORDER BY t.books DESC, t.term LIMIT ${MAX_WORDS_COMPARED}`
      return terms(sql, JSON.stringify(starts), word.length - edits, word.length + edits)
    },

    /** Words that sound the same in English, the commonest first. */
    wordsSounding(sound: string): Term[] {
      const sql = `SELECT term, books FROM terms WHERE sound = ? ORDER BY books DESC LIMIT ${MAX_SOUNDING}`
      return terms(sql, sound)
    },
  }
}
