import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Book, SearchResult } from '../../../contract/books.ts'
import {
  editDistance,
  forgiven,
  indexWords,
  isCorrectable,
  joinedKey,
  parseQuery,
  remainders,
  titleKeys,
  type SearchQuery,
} from '../searchText.ts'

/** A word that a query word may stand for, at that many edits. */
interface Alternative {
  term: string
  edits: number
  /** Also whatever begins with it. */
  open: boolean
}

// Fewer hits than this by title and author, and the query may be mistyped.
const FEW = 3
const MAX_ALTERNATIVES = 12
const MAX_CORRECTED_WORDS = 8
const MAX_CANDIDATES = 60
const MAX_CORRECTIONS_BESIDE_HITS = 5
// Greater than every text that begins with the key before it.
const LAST = '\u{10FFFF}'

const quoted = (word: string): string => `"${word}"`

/**
 * Search over title, authors, interests and description. Bands in this order: ISBN, exact title, title
 * without article or subtitle, beginning of the title, all words in title, in authors, in both, the
 * same with words still being typed, interests, corrected typos, all words anywhere. Inside a band by
 * worth. Synchronous, since `node:sqlite` is.
 */
export function createBookSearch(
  database: DatabaseSync,
): (text: string, limit: number) => SearchResult[] {
  // Prepared at first use: the tables come with the migrations.
  const kept = new Map<string, StatementSync>()
  const all = (sql: string, ...parameters: SQLInputValue[]) => {
    const statement = kept.get(sql) ?? database.prepare(sql)
    kept.set(sql, statement)
    return statement.all(...parameters)
  }
  const ranks = (sql: string, ...parameters: SQLInputValue[]) =>
    all(sql, ...parameters).map((row) => Number(row['pop']))

  const titled = (key: string, lastKind: number, firstKind = 0) =>
    ranks(
      'SELECT pop FROM book_titles WHERE key = ? AND kind BETWEEN ? AND ? ORDER BY kind, pop LIMIT 40',
      key,
      firstKind,
      lastKind,
    )
  const titleFrom = (start: string) =>
    ranks(
      'SELECT DISTINCT pop FROM (SELECT pop FROM book_titles ' +
        'WHERE key >= ? AND key < ? AND kind < 2 ORDER BY key LIMIT 200) ORDER BY pop LIMIT 40',
      start,
      start + LAST,
    )
  const matching = (match: string) =>
    ranks(
      'SELECT rowid AS pop FROM books_fts WHERE books_fts MATCH ? ORDER BY rowid LIMIT 40',
      match,
    )
  const anywhere = (match: string) =>
    ranks(
      'SELECT rowid AS pop FROM books_text WHERE books_text MATCH ? ORDER BY rowid LIMIT 40',
      match,
    )

  /** The books at these ranks, in the order of the ranks. */
  function booksAt(pops: readonly number[]): { pop: number; book: Book }[] {
    const rows = all(
      'SELECT pop, record FROM books WHERE pop IN (SELECT value FROM json_each(?))',
      JSON.stringify(pops),
    )
    const byRank = new Map(
      rows.map((row) => {
        const book: Book = JSON.parse(String(row['record']))
        return [Number(row['pop']), book]
      }),
    )
    return pops.flatMap((pop) => {
      const book = byRank.get(pop)
      return book ? [{ pop, book }] : []
    })
  }

  function near(word: string, edits: 1 | 2): Alternative[] {
    const rows = all(
      'SELECT DISTINCT t.term, t.books FROM term_deletes d JOIN terms t ON t.id = d.term_id ' +
        'WHERE d.rest IN (SELECT value FROM json_each(?)) LIMIT 5000',
      JSON.stringify(remainders(word, edits)),
    )
    return rows
      .map((row) => {
        const term = String(row['term'])
        return { term, edits: editDistance(word, term, edits), books: Number(row['books']) }
      })
      .filter((candidate) => candidate.edits <= edits)
      .toSorted((one, other) => one.edits - other.edits || other.books - one.books)
      .slice(0, MAX_ALTERNATIVES)
      .map(({ term, edits }) => ({ term, edits, open: false }))
  }

  function alternatives(word: string, open: boolean, most: number): Alternative[] {
    const asTyped: Alternative = { term: word, edits: 0, open }
    const edits = Math.min(forgiven(word), most)
    if (edits === 0 || !isCorrectable(word)) return [asTyped]
    // Two edits only where one finds nothing: it keeps far words away, and the table lightly used.
    const once = near(word, 1).filter(({ edits }) => edits > 0)
    const found = once.length > 0 || edits < 2 ? once : near(word, 2)
    return [asTyped, ...found.filter(({ edits }) => edits > 0)]
  }

  /** What each word of the query may stand for; none where the query is too long to be corrected. */
  function choicesFor({ words, prefix }: SearchQuery, most: 1 | 2): Alternative[][] {
    if (words.length > MAX_CORRECTED_WORDS) return []
    return words.map((word) => alternatives(word, word === prefix && word.length >= 3, most))
  }

  /** Books whose whole title is the query with one of its words corrected. */
  function titledOnceCorrected({ key, words }: SearchQuery, choices: Alternative[][]): number[] {
    const typed = key.split(' ')
    return choices.flatMap((choice, index) =>
      choice.flatMap(({ term, edits }) =>
        edits === 0
          ? []
          : titled(typed.map((word) => (word === words[index] ? term : word)).join(' '), 1),
      ),
    )
  }

  /** Books that the query finds once its typos are corrected, the nearest first. */
  function corrected(query: SearchQuery, most: 1 | 2): number[] {
    const choices = choicesFor(query, most)
    if (choices.every((choice) => choice.length === 1)) return []
    const found = new Set([
      ...titledOnceCorrected(query, choices),
      ...ranks(
        'SELECT rowid AS pop FROM books_fts WHERE books_fts MATCH ? ' +
          `ORDER BY rowid LIMIT ${MAX_CANDIDATES}`,
        `{title author} : (${choices.map(anyOf).join(' AND ')})`,
      ),
    ])
    const measured = booksAt([...found]).map(({ pop, book }) => {
      const { title, authors } = book.volumeInfo
      const titleWords = new Set(indexWords(title))
      const authorWords = new Set(indexWords(authors.join(' ')))
      const edits = sumOfEdits(new Set([...titleWords, ...authorWords]), choices)
      const whole = titleKeys(title).some(({ key }) => editDistance(query.key, key, edits) <= edits)
      return { pop, edits, whole, inTitle: sumOfEdits(titleWords, choices) === edits }
    })
    return measured
      .toSorted(
        (one, other) =>
          one.edits - other.edits ||
          Number(other.whole) - Number(one.whole) ||
          Number(other.inTitle) - Number(one.inTitle) ||
          one.pop - other.pop,
      )
      .map(({ pop }) => pop)
  }

  function* strongBands(query: SearchQuery): Generator<number[]> {
    const { key, bareKey, all, words, prefix, isbn13 } = query
    if (isbn13 !== undefined) {
      yield ranks('SELECT pop FROM book_isbns WHERE isbn13 = ? ORDER BY pop LIMIT 40', isbn13)
    }
    yield titled(key, 0)
    yield titled(key, 1, 1)
    if (bareKey !== key) yield titled(bareKey, 1)
    yield titled(joinedKey(query), 2, 2)
    yield titleFrom(`${key} `)
    yield titleFrom(key)
    if (bareKey !== key) yield titleFrom(bareKey)

    // `king it` means It, though `it` is otherwise no word to search for.
    if (all.length > words.length) {
      yield matching(`{title author} : (${all.map(quoted).join(' AND ')})`)
    }
    const whole = words.map(quoted)
    const begun = words.map((word) => (word.length >= 3 ? `${quoted(word)} *` : quoted(word)))
    const lastBegun = [...whole.slice(0, -1), prefix && `${quoted(prefix)} *`]
    for (const terms of [whole, ...(prefix === undefined ? [] : [lastBegun]), begun]) {
      const match = terms.join(' AND ')
      yield matching(`title : (${match})`)
      yield matching(`author : (${match})`)
      if (words.length > 1) yield matching(`{title author} : (${match})`)
    }
  }

  return function search(text, limit) {
    const query = parseQuery(text)
    if (query.key === '') return []
    const found = new Set<number>()
    const full = () => found.size >= limit
    const add = (pops: readonly number[], most = limit) => {
      for (const pop of pops.slice(0, most)) if (!full()) found.add(pop)
    }
    const results = () =>
      booksAt([...found]).map(({ book: { id, volumeInfo } }) => {
        const { title, authors, imageLinks } = volumeInfo
        return { id, volumeInfo: { title, authors, ...(imageLinks && { imageLinks }) } }
      })

    for (const band of strongBands(query)) {
      add(band)
      if (full()) return results()
    }
    const hits = found.size
    const words = query.words.map(quoted).join(' AND ')
    const interests = matching(`category : (${words})`)
    // A query that names an interest is no typo of a title.
    if (hits < FEW && interests.length === 0) {
      if (hits === 0) add(corrected(query, 2))
      else
        add(
          corrected(query, 1).filter((pop) => !found.has(pop)),
          MAX_CORRECTIONS_BESIDE_HITS,
        )
    }
    add(interests)
    if (!full()) add(matching(words))
    if (!full()) add(anywhere(words))
    // Nothing at all: then what all words but one find.
    if (found.size === 0 && query.words.length >= 3) {
      const choices = choicesFor(query, 2)
      if (choices.length > 0) add(matching(`{title author} : (${allButOne(choices.map(anyOf))})`))
      if (found.size === 0) add(anywhere(allButOne(query.words.map(quoted))))
    }
    return results()
  }
}

/** The fewest edits by which one of the alternatives stands among the words; infinite where none does. */
function leastEdits(words: ReadonlySet<string>, choice: readonly Alternative[]): number {
  const standing = choice.filter(({ term, open }) =>
    open ? words.values().some((word) => word.startsWith(term)) : words.has(term),
  )
  return Math.min(...standing.map(({ edits }) => edits))
}

const sumOfEdits = (words: ReadonlySet<string>, choices: readonly Alternative[][]): number =>
  choices.reduce((total, choice) => total + leastEdits(words, choice), 0)

/** The match of one of several words. */
function anyOf(choice: readonly Alternative[]): string {
  const terms = choice.map(({ term, open }) => (open ? `${quoted(term)} *` : quoted(term)))
  return `(${terms.join(' OR ')})`
}

/** The match of all terms but one, whichever. */
function allButOne(terms: readonly string[]): string {
  const combinations = terms.map((_, left) => terms.filter((_, index) => index !== left))
  return combinations.map((rest) => `(${rest.join(' AND ')})`).join(' OR ')
}
