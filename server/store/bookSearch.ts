import type { Book, SearchResult } from '../../contract/books.ts'
import { authorKey } from './bookIndex.ts'
import {
  editDistance,
  forgiven,
  indexWords,
  isCorrectable,
  isTelling,
  joinedKey,
  parseQuery,
  remainders,
  titleKeys,
  type SearchQuery,
} from './searchText.ts'
import { readRecord } from './sql/books.ts'

// How a query is answered, the same on every engine: what is asked in which order, and what counts as
// better. An engine only says it in its own SQL.

/** A word to look for; `open`: also whatever begins with it. */
export interface Term {
  term: string
  open?: boolean
}

/** What the words of a book must be. */
export type Match = Term | { and: readonly Match[] } | { or: readonly Match[] }

/** Where a word is looked for. */
export type Field = 'title' | 'author' | 'category'

/** One question about the catalogue; its answer is ranks, the best first. */
export type Band =
  | { by: 'isbn'; isbn13: string }
  /** Books of this title key, of the kinds from `first` to `last`, the lower kind first. */
  | { by: 'title'; key: string; first: number; last: number }
  /** Books by an author of this name. */
  | { by: 'author'; key: string }
  /** Books of one of these title keys, of any kind but the third. */
  | { by: 'titles'; keys: readonly string[] }
  /** Books of which a title key begins so. */
  | { by: 'beginning'; start: string; end: string }
  | { by: 'words'; fields: readonly Field[]; match: Match }
  /** Words of the description too, by their stems. */
  | { by: 'text'; match: Match }

/** How many title keys a beginning looks at. */
export const BEGINNING_LIMIT = 200
/** How many words a mistyped one is compared with. */
export const NEAR_LIMIT = 5000

/** A statement, and what it answers. */
export interface Statement {
  sql: string
  parameters: readonly (string | number)[]
}
/** A row of an answer. */
export type Row = Readonly<Record<string, unknown>>
/** Work that asks the database again and again; how it waits for the answers is the engine's. */
export type Steps<T> = Generator<Statement, T, readonly Row[]>

/** What an engine brings. */
export interface SearchIndex {
  /**
   * The ranks of the bands in their order, each once, at most `most` of a band. Where `found` is given,
   * later bands may be left out once both together are as many as `most`.
   */
  ranks(bands: readonly Band[], most: number, found?: ReadonlySet<number>): Steps<number[]>
  /** `term` and `books` of the words that share one of these remainders, the commonest first. */
  near(rests: readonly string[]): Statement
  /** `term` and `books` of words from `start` on and before `end`, at most `NEAR_LIMIT` of them. */
  between(start: string, end: string): Statement
  /** `term` and `books` of these words, as far as they are known. */
  counts(terms: readonly string[]): Statement
  /** `pop` and `record` of the books at these ranks, in any order. */
  records(pops: readonly number[]): Statement
}

/** A word that a query word may stand for, at that many edits. */
interface Alternative {
  term: string
  edits: number
  open: boolean
}

// Fewer hits than this by title and author, and the query may be mistyped.
const FEW = 3
const MAX_ALTERNATIVES = 12
const MAX_CORRECTED_WORDS = 8
const MAX_CANDIDATES = 60
const MAX_CORRECTED_TITLES = 200
const MAX_CORRECTIONS_BESIDE_HITS = 5
const MAX_NAMED = 200
const MAX_SPLIT_WORDS = 12
// So many letters a word must have, and its first ones be right, to stand for a word far from it.
const FAR_WORD = 6
const FAR_START = 3
const FAR_EDITS = 4
const FAR_LETTERS = 3
const MAX_FAR_WORDS = 3
/** Greater than every text that begins with the key before it. */
export const LAST = '\u{10FFFF}'

const BY: readonly Field[] = ['title', 'author']
const ANYWHERE: readonly Field[] = ['title', 'author', 'category']

const titled = (key: string, last: number, first = 0): Band => ({ by: 'title', key, first, last })

const beginning = (start: string): Band => ({ by: 'beginning', start, end: start + LAST })

const words = (fields: readonly Field[], match: Match): Band => ({ by: 'words', fields, match })

const oneOf = (keys: readonly string[]): Band => ({ by: 'titles', keys })

const all = (terms: readonly string[]): Match => ({ and: terms.map((term) => ({ term })) })

/** What is asked first: the number, the whole title, the whole name of an author. */
function wholeBands(query: SearchQuery): Band[] {
  const { key, bareKey, isbn13 } = query
  return [
    ...(isbn13 === undefined ? [] : [{ by: 'isbn' as const, isbn13 }]),
    titled(key, 0),
    titled(key, 1, 1),
    ...(bareKey === key ? [] : [titled(bareKey, 1)]),
    titled(joinedKey(query), 2, 2),
    { by: 'author', key },
  ]
}

/** What is asked next: beginnings of titles, words of title and authors. */
function strongBands(query: SearchQuery): Band[] {
  const { key, bareKey, prefix } = query
  const whole: Term[] = query.words.map((term) => ({ term }))
  const begun: Term[] = query.words.map((term) => ({ term, open: term.length >= 3 }))
  const lastBegun: Term[][] =
    prefix === undefined ? [] : [[...whole.slice(0, -1), { term: prefix, open: true }]]
  return [
    beginning(`${key} `),
    beginning(key),
    ...(bareKey === key ? [] : [beginning(bareKey)]),
    // `king it` means It, though `it` is otherwise no word to search for.
    ...(query.all.length > query.words.length ? [words(BY, all(query.all))] : []),
    ...[whole, ...lastBegun, begun].flatMap((terms) => [
      words(['title'], { and: terms }),
      words(['author'], { and: terms }),
      ...(terms.length > 1 ? [words(BY, { and: terms })] : []),
    ]),
  ]
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

/** The runs of words of a query that are shorter than it, by their length, the longest first. */
function partsOf(query: SearchQuery): string[][] {
  const typed = query.key.split(' ').slice(0, MAX_SPLIT_WORDS)
  const lengths = typed.map((_, index) => typed.length - index)
  return lengths.map((length) =>
    typed
      .slice(0, typed.length - length + 1)
      .map((_, start) => typed.slice(start, start + length).join(' '))
      .filter((part) => part !== query.key),
  )
}

/** The match of all but one, whichever. */
function allButOne(matches: readonly Match[]): Match {
  return { or: matches.map((_, left) => ({ and: matches.filter((_, index) => index !== left) })) }
}

/** The order of code units: the same on every engine and machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** The words of the rows within that many edits, the nearest first. */
function nearestOf(word: string, rows: readonly Row[], most: number) {
  return rows
    .map((row) => {
      const term = String(row['term'])
      return { term, edits: editDistance(word, term, most), books: Number(row['books']) }
    })
    .filter(({ edits }) => edits <= most)
    .toSorted(
      (one, other) =>
        one.edits - other.edits || other.books - one.books || compare(one.term, other.term),
    )
}

const mayBeFar = (word: string): boolean => isCorrectable(word) && word.length >= FAR_WORD

/** How many letters of two words have no partner in the other, wherever they stand. */
function lettersApart(one: string, other: string): number {
  let rest = other
  let apart = 0
  for (const letter of one) {
    if (rest.includes(letter)) rest = rest.replace(letter, '')
    else apart += 1
  }
  return apart + rest.length
}

/** Searches one index; see `searchBooks`. */
class Search {
  readonly #index: SearchIndex
  readonly #query: SearchQuery
  /** The choices that were looked up, by how many edits they allow. */
  readonly #known = new Map<1 | 2, Alternative[][]>()

  constructor(index: SearchIndex, query: SearchQuery) {
    this.#index = index
    this.#query = query
  }

  /** The books at these ranks, in the order of the ranks. */
  *#booksAt(pops: readonly number[]): Steps<{ pop: number; book: Book }[]> {
    if (pops.length === 0) return []
    const rows = yield this.#index.records(pops)
    const byRank = new Map(
      rows.map((row) => [Number(row['pop']), readRecord(String(row['record']))]),
    )
    return pops.flatMap((pop) => {
      const book = byRank.get(pop)
      return book ? [{ pop, book }] : []
    })
  }

  *#near(word: string, edits: 1 | 2): Steps<Alternative[]> {
    const rows = yield this.#index.near(remainders(word, edits))
    return nearestOf(word, rows, edits)
      .slice(0, MAX_ALTERNATIVES)
      .map(({ term, edits }) => ({ term, edits, open: false }))
  }

  *#alternatives(word: string, open: boolean, most: number): Steps<Alternative[]> {
    const asTyped: Alternative = { term: word, edits: 0, open }
    const edits = Math.min(forgiven(word), most)
    if (edits === 0 || !isCorrectable(word)) return [asTyped]
    // Two edits only where one finds nothing: it keeps far words away, and the table lightly used.
    const once = (yield* this.#near(word, 1)).filter(({ edits }) => edits > 0)
    const found = once.length > 0 || edits < 2 ? once : yield* this.#near(word, 2)
    return [asTyped, ...found.filter(({ edits }) => edits > 0)]
  }

  /** What each word of the query may stand for; none where the query is too long to be corrected. */
  *#choices(most: 1 | 2): Steps<Alternative[][]> {
    const { words, prefix } = this.#query
    if (words.length > MAX_CORRECTED_WORDS) return []
    const known = this.#known.get(most)
    if (known) return known
    const choices: Alternative[][] = []
    for (const word of words) {
      choices.push(yield* this.#alternatives(word, word === prefix && word.length >= 3, most))
    }
    this.#known.set(most, choices)
    return choices
  }

  /** The whole titles that the query may be with one of its words corrected. */
  #onceCorrected(choices: readonly Alternative[][]): string[] {
    const { key, words } = this.#query
    const typed = key.split(' ')
    return choices.flatMap((choice, index) =>
      choice.flatMap(({ term, edits }) =>
        edits === 0 ? [] : [typed.map((word) => (word === words[index] ? term : word)).join(' ')],
      ),
    )
  }

  /** Books that the query finds once its typos are corrected, the nearest first. */
  *#corrected(most: 1 | 2): Steps<number[]> {
    const choices = yield* this.#choices(most)
    if (choices.every((choice) => choice.length === 1)) return []
    const titles = oneOf(this.#onceCorrected(choices))
    const candidates = words(BY, { and: choices.map((choice) => ({ or: choice })) })
    const found = new Set([
      ...(yield* this.#index.ranks([titles], MAX_CORRECTED_TITLES)),
      ...(yield* this.#index.ranks([candidates], MAX_CANDIDATES)),
    ])
    const measured = (yield* this.#booksAt([...found])).map(({ pop, book }) => {
      const { title, authors } = book.volumeInfo
      const titleWords = new Set(indexWords(title))
      const authorWords = new Set(indexWords(authors.join(' ')))
      const edits = sumOfEdits(new Set([...titleWords, ...authorWords]), choices)
      const whole = [...titleKeys(title).map(({ key }) => key), ...authors.map(authorKey)].some(
        (key) => editDistance(this.#query.key, key, edits) <= edits,
      )
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

  /** Books of which the query gives the whole title and the author beside it. */
  *#named(): Steps<number[]> {
    if (this.#query.all.length < 2) return []
    const titles = yield* this.#index.ranks([oneOf(partsOf(this.#query).flat())], MAX_NAMED)
    if (titles.length === 0) return []
    const wanted = words(BY, all(this.#query.all))
    const both = new Set(yield* this.#index.ranks([wanted], MAX_NAMED))
    return titles.filter((pop) => both.has(pop))
  }

  /** Books that have a part of a query whole, the more telling part first. */
  *#partly(found: ReadonlySet<number>, limit: number): Steps<number[]> {
    const { words: sought } = this.#query
    const titles = partsOf(this.#query)
      .map((parts) => parts.filter((part) => part.split(' ').some(isTelling)))
      .filter((parts) => parts.length > 0)
    const long = titles.filter(([part = '']) => part.includes(' '))
    const single = titles.slice(long.length)
    const choices = yield* this.#choices(2)
    const some =
      choices.length < 3 ? [] : [words(BY, allButOne(choices.map((choice) => ({ or: choice }))))]
    const bands = [...long.map(oneOf), ...some, ...single.map(oneOf)]
    const ranks = yield* this.#index.ranks(bands, limit, found)
    if (ranks.length > 0 || sought.length < 3) return ranks
    const text = allButOne(sought.map((term) => ({ term })))
    return yield* this.#index.ranks([{ by: 'text', match: text }], limit, found)
  }

  /** Books that have one of the words, the rarest word first. */
  *#singly(found: ReadonlySet<number>, limit: number): Steps<number[]> {
    const corrected = yield* this.#choices(2)
    const choices =
      corrected.length > 0
        ? corrected.map((choice) => choice.map(({ term }) => term))
        : this.#query.words.map((word) => [word])
    const rows = yield this.#index.counts([...new Set(choices.flat())])
    const books = new Map(rows.map((row) => [String(row['term']), Number(row['books'])]))
    const sum = (choice: readonly string[]) =>
      choice.reduce((total, term) => total + (books.get(term) ?? 0), 0)
    const known = choices.map((choice) => choice.filter((term) => books.has(term)))
    // A known word stands for itself, and says more than what may be meant by an unknown one.
    const typed = known.filter(
      ([first]) => first !== undefined && this.#query.words.includes(first),
    )
    const bands = [
      ...typed.map(([first = '']) => [first]).toSorted((one, other) => sum(one) - sum(other)),
      ...known.filter((choice) => choice.length > 0 && !typed.includes(choice)),
    ].map((choice) => words(BY, { or: choice.map((term) => ({ term })) }))
    return yield* this.#index.ranks(bands, limit, found)
  }

  /** Books with the nearest of the words that begin as one of the query does. */
  *#farOff(limit: number): Steps<number[]> {
    const bands: Band[] = []
    for (const word of this.#query.words.filter(mayBeFar).slice(0, MAX_FAR_WORDS)) {
      const edits = Math.min(FAR_EDITS, Math.floor(word.length / 2))
      const start = word.slice(0, FAR_START)
      const rows = yield this.#index.between(start, start + LAST)
      // Those who are far off often have the letters, in another order.
      const [nearest] = nearestOf(word, rows, edits)
        .map(({ term }) => ({ term, apart: lettersApart(word, term) }))
        .filter(({ apart }) => apart <= FAR_LETTERS)
        .toSorted((one, other) => one.apart - other.apart)
      if (nearest) bands.push(words(BY, { term: nearest.term }))
    }
    return yield* this.#index.ranks(bands, limit, new Set())
  }

  *#results(found: ReadonlySet<number>): Steps<SearchResult[]> {
    return (yield* this.#booksAt([...found])).map(({ book: { id, volumeInfo } }) => {
      const { title, authors, imageLinks } = volumeInfo
      return { id, volumeInfo: { title, authors, ...(imageLinks && { imageLinks }) } }
    })
  }

  *run(limit: number): Steps<SearchResult[]> {
    const query = this.#query
    const found = new Set<number>()
    const full = () => found.size >= limit
    const add = (pops: readonly number[]) => {
      for (const pop of pops) if (!full()) found.add(pop)
    }
    const ranks = (...bands: Band[]) => this.#index.ranks(bands, limit, found)

    add(yield* ranks(...wholeBands(query)))
    if (found.size === 0) add(yield* this.#named())
    if (!full()) add(yield* ranks(...strongBands(query)))
    if (full()) return yield* this.#results(found)
    if (found.size === 0 && query.withoutSeries !== undefined) {
      add(yield* ranks(...wholeBands(query.withoutSeries), ...strongBands(query.withoutSeries)))
    }

    const sought = all(query.words)
    const interests = yield* ranks(words(['category'], sought))
    // A query that names an interest is no typo of a title.
    if (found.size === 0 && interests.length === 0) {
      add(yield* this.#corrected(2))
    } else if (found.size < FEW && interests.length === 0) {
      const more = (yield* this.#corrected(1)).filter((pop) => !found.has(pop))
      add(more.slice(0, MAX_CORRECTIONS_BESIDE_HITS))
    }
    add(interests)
    if (!full()) add(yield* ranks(words(ANYWHERE, sought), { by: 'text', match: sought }))
    // Nothing at all: then what parts of the query find.
    if (found.size === 0 && query.key.includes(' ')) {
      add(yield* this.#partly(found, limit))
      if (found.size < FEW) add(yield* this.#singly(found, limit))
    }
    if (found.size === 0) add(yield* this.#farOff(limit))
    return yield* this.#results(found)
  }
}

/**
 * The steps of a search over title, authors, interests and description, at most `limit` results. Bands
 * in this order: ISBN, exact title, title without article or subtitle, the whole name of an author, a
 * whole title beside its author, beginning of the title, all words in title, in authors, in both, the
 * same with words still being typed, interests, corrected typos, all words anywhere; where all these
 * find nothing, parts of the query (decision 0019). Inside a band by worth. `undefined` where nothing
 * in the text can be searched.
 */
export function searchBooks(
  index: SearchIndex,
  text: string,
  limit: number,
): Steps<SearchResult[]> | undefined {
  const query = parseQuery(text)
  return query.key === '' ? undefined : new Search(index, query).run(limit)
}
