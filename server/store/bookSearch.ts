import type { Book, SearchResult } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import { authorKey, authorWordsOf, indexBook, titleWordsOf } from './bookIndex.ts'
import {
  categoryWords,
  editDistance,
  forgiven,
  isCorrectable,
  isTelling,
  joinedKey,
  parseQuery,
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
  /** In how many titles and authors it stands, where that is known: what to look at first. */
  books?: number
}

/**
 * What the words of a book must be. `start`: the alternatives are all the words of titles and authors
 * that begin so.
 */
export type Match = Term | { and: readonly Match[] } | { or: readonly Match[]; start?: string }

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
  /** Books by an author of one of these names. */
  | { by: 'authors'; keys: readonly string[] }
  /** Books of which a title key begins so. */
  | { by: 'beginning'; start: string; end: string }
  /** `last`: no rank behind this one is wanted. */
  | { by: 'words'; fields: readonly Field[]; match: Match; last?: number }
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
  /** Asked even where the search has used up its time: without it nothing can be answered. */
  needed?: boolean
}
/** How long a search may take. */
export interface SearchLimits {
  /**
   * In ms, all its statements together; where the engine can end one, it has a tenth of that
   * (../shared/security.md 2.1). As long as it takes unless given.
   */
  searchTimeout?: number | undefined
}

/** How long one statement may take in a search that may take so long, both in ms. */
export const statementTime = (searchTimeout: number): number => Math.ceil(searchTimeout / 10)

/** A search was too slow to find anything in its time; a later one may not be. */
export class SearchTooSlow extends Error {
  constructor() {
    super('The search took too long.')
    this.name = 'SearchTooSlow'
  }
}

/** The time of one search. What is not asked finds nothing, so that it ends with what it has. */
export class SearchTime {
  readonly #end: number
  #isOver = false

  constructor({ searchTimeout = Infinity }: SearchLimits) {
    this.#end = performance.now() + searchTimeout
  }

  /** No statement but what is needed for an answer is to be asked any more. */
  end(): void {
    this.#isOver = true
  }

  /** Whether to ask this one. */
  allows({ needed = false }: Statement): boolean {
    this.#isOver ||= performance.now() > this.#end
    return needed || !this.#isOver
  }

  /**
   * The results, as far as they are worth an answer.
   *
   * @throws SearchTooSlow where time was over before anything was found
   */
  check(results: SearchResult[]): SearchResult[] {
    if (this.#isOver && results.length === 0) throw new SearchTooSlow()
    return results
  }
}

/** A row of an answer. */
export type Row = Readonly<Record<string, unknown>>
/** Work that asks the database again and again; how it waits for the answers is the engine's. */
export type Steps<T> = Generator<Statement, T, readonly Row[]>

/** A book of the catalogue that a search has read. Its words are taken apart once, when they are asked for. */
export class ReadBook {
  readonly pop: number
  readonly book: Book
  #titleWords: ReadonlySet<string> | undefined
  #authorWords: ReadonlySet<string> | undefined

  constructor(pop: number, book: Book) {
    this.pop = pop
    this.book = book
  }

  get titleWords(): ReadonlySet<string> {
    return (this.#titleWords ??= new Set(titleWordsOf(this.book)))
  }

  /** Whether the title has one of these keys, of any kind but the third. */
  isTitled(keys: ReadonlySet<string>): boolean {
    return titleKeys(this.book.volumeInfo.title).some(({ key, kind }) => kind < 2 && keys.has(key))
  }

  get authorWords(): ReadonlySet<string> {
    return (this.#authorWords ??= new Set(authorWordsOf(this.book)))
  }

  /** The words of title, authors, interests and description. */
  get textWords(): readonly string[] {
    return indexBook(this.book).textWords
  }

  /** Whether the word stands in title or authors. */
  has(word: string): boolean {
    return this.titleWords.has(word) || this.authorWords.has(word)
  }
}

/** Gives the books at these ranks, in the order of the ranks. */
export type ReadBooks = (pops: readonly number[]) => Steps<ReadBook[]>

/** How many letters a word has at least and at most. */
export interface Lengths {
  least: number
  most: number
}

/** What an engine brings. */
export interface SearchIndex {
  /**
   * The ranks of the bands in their order, each once, at most `most` of a band. Where `found` is given,
   * these may be left out, and later bands once both together are as many as `most`.
   */
  ranks(
    bands: readonly Band[],
    most: number,
    read: ReadBooks,
    found?: ReadonlySet<number>,
  ): Steps<number[]>
  /**
   * `start`, `term` and `books` of the words that begin with each of these, in their order and at most
   * `most` of each: where the start is a word itself, that one comes first.
   */
  begun(starts: readonly string[], most: number): Steps<readonly Row[]>
  /**
   * `term` and `books` of the words that share a remainder with this one when so many letters are taken
   * out, the commonest first; a few that share none may be among them.
   */
  near(word: string, letters: 1 | 2, lengths: Lengths): Statement
  /** `term` and `books` of words from `start` on and before `end`, at most `NEAR_LIMIT` of them. */
  between(start: string, end: string, lengths: Lengths): Statement
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
  /** In how many books it stands, where it was found near. */
  books?: number
}

// Fewer hits than this by title and author, and the query may be mistyped.
const FEW = 3
// Nobody types the whole title of one book with so many words and means another.
const SURE_WORDS = 3
const MAX_ALTERNATIVES = 12
const MAX_CORRECTED_WORDS = 8
const MAX_CANDIDATES = 60
const MAX_CORRECTED_TITLES = 200
const MAX_CORRECTIONS_BESIDE_HITS = 5
const MAX_NAMED = 200
const MAX_COMMON = 500
// So many books are sooner read than the titles of a query's parts are listed.
const FEW_NAMED = 20
const MAX_SPLIT_WORDS = 12
// So many letters a word must have, and its first ones be right, to stand for a word far from it.
const FAR_WORD = 6
const FAR_START = 3
const FAR_EDITS = 4
const FAR_LETTERS = 3
const MAX_FAR_WORDS = 3
// Up to so many words are named one by one where a word is still being typed; of more it is left to the
// index, which for a long beginning reads all that every one of them stands in.
const MAX_BEGUN = 24
// Records are fetched so many at a time where the first ones may be enough.
const RECORDS_AT_ONCE = 60
const CORRECTED_AT_ONCE = 30
/** Greater than every text that begins with the key before it. */
export const LAST = '\u{10FFFF}'

/** The words of the interests, which every category of a book is one of. */
export const INTEREST_WORDS: ReadonlySet<string> = new Set(categoryWords(CATEGORIES))

const BY: readonly Field[] = ['title', 'author']
const ANYWHERE: readonly Field[] = ['title', 'author', 'category']

const titled = (key: string, last: number, first = 0): Band => ({ by: 'title', key, first, last })

const beginning = (start: string): Band => ({ by: 'beginning', start, end: start + LAST })

/** All these words in these fields. */
export const words = (fields: readonly Field[], match: Match): Extract<Band, { by: 'words' }> => ({
  by: 'words',
  fields,
  match,
})

const oneOf = (keys: readonly string[]): Band => ({ by: 'titles', keys })

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

/** What the index knows of a word of a query. */
interface Vocabulary {
  /** Titles or authors have it. */
  known: boolean
  /** How many of them. */
  books: number
  /** The words that begin so; `undefined` where there are too many to name. */
  begun: readonly Term[] | undefined
}

const UNKNOWN: Vocabulary = { known: false, books: 0, begun: [] }

/** What words are called here, by themselves. */
type Vocabularies = ReadonlyMap<string, Vocabulary>

/** In how many titles and authors a word stands. */
const booksOf = (word: string, vocabularies: Vocabularies): number =>
  (vocabularies.get(word) ?? UNKNOWN).books

/** In how many titles and authors the rarest of the words stands. */
const rarestOf = (words: readonly string[], vocabularies: Vocabularies): number =>
  Math.min(...words.map((word) => booksOf(word, vocabularies)))

/** The words, those that the fewest books have first. */
const rareFirst = (words: readonly string[], vocabularies: Vocabularies): string[] =>
  words.toSorted((one, other) => booksOf(one, vocabularies) - booksOf(other, vocabularies))

/** What a term finds in titles and authors, with each word by name; `undefined`: nothing. */
function named({ term, open = false }: Term, vocabularies: Vocabularies): Match | undefined {
  const { known, books, begun } = vocabularies.get(term) ?? UNKNOWN
  if (!open) return known ? { term, books } : undefined
  if (begun === undefined) return { term, open }
  const [first, ...others] = begun
  return first && others.length > 0 ? { or: [first, ...others], start: term } : first
}

/** All of the terms, each as it is known; `undefined` where one of them finds nothing. */
function allNamed(terms: readonly Term[], vocabularies: Vocabularies): Match | undefined {
  const matches = terms.map((term) => named(term, vocabularies))
  const and = matches.filter((match) => match !== undefined)
  return and.length < matches.length ? undefined : { and }
}

/** All of the words as they are typed; `undefined` where nothing has one of them. */
const allWords = (words: readonly string[], vocabularies: Vocabularies): Match | undefined =>
  allNamed(
    words.map((term) => ({ term })),
    vocabularies,
  )

const isSame = (one: Match, other: Match): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether a word is long enough to be asked for as the beginning of others, wherever it stands. */
const mayBeOpen = (word: string): boolean => word.length >= 3

/**
 * The words together with stop words beside them: `king it` means It, though `it` is otherwise no word
 * to search for. `undefined` where there are none, or where several words, all of them common, say more
 * than what is worth a walk through the longest lists.
 */
function withStopWords({ all, words }: SearchQuery, vocabularies: Vocabularies): Match | undefined {
  const stopWords = all.filter((word) => !words.includes(word))
  if (stopWords.length === 0) return undefined
  if (rarestOf(words, vocabularies) <= MAX_NAMED) return allWords(all, vocabularies)
  const [rarest = ''] = rareFirst(stopWords, vocabularies)
  return words.length === 1 ? allWords([...words, rarest], vocabularies) : undefined
}

/** What is asked next: beginnings of titles, words of title and authors. */
function strongBands(query: SearchQuery, vocabularies: Vocabularies): Band[] {
  const { key, bareKey, prefix } = query
  const terms = (isOpen: (word: string, index: number) => boolean): Term[] =>
    query.words.map((term, index) => (isOpen(term, index) ? { term, open: true } : { term }))
  const last = query.words.length - 1
  const levels = [
    terms(() => false),
    ...(prefix === undefined ? [] : [terms((_, index) => index === last)]),
    terms(mayBeOpen),
  ]
  // Where no longer words are known, one level says the same as another.
  const matches = levels
    .flatMap((level) => allNamed(level, vocabularies) ?? [])
    .filter((match, index, all) => all.findIndex((other) => isSame(match, other)) === index)
  const whole = withStopWords(query, vocabularies)
  return [
    beginning(`${key} `),
    beginning(key),
    ...(bareKey === key ? [] : [beginning(bareKey)]),
    ...(whole ? [words(BY, whole)] : []),
    ...matches.flatMap((match) => [
      words(['title'], match),
      words(['author'], match),
      ...(query.words.length > 1 ? [words(BY, match)] : []),
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

/** The match of all but one, whichever; `undefined` stands for what finds nothing. */
function allButOne(matches: readonly (Match | undefined)[]): Match | undefined {
  const or = matches.flatMap((_, left) => {
    const rest = matches.filter((_, index) => index !== left)
    const and = rest.filter((match) => match !== undefined)
    return and.length < rest.length ? [] : [{ and }]
  })
  return or.length === 0 ? undefined : { or }
}

/** The least number of edits by which a book can have a word for each choice, not all as typed. */
function fewestEdits(choices: readonly Alternative[][], vocabularies: Vocabularies): number {
  const least = choices.map((choice) =>
    Math.min(...choice.flatMap(({ edits }) => (edits > 0 ? edits : []))),
  )
  const needed = choices.map((choice, index) =>
    choice.some(({ edits, ...term }) => edits === 0 && named(term, vocabularies))
      ? 0
      : (least[index] ?? 0),
  )
  return Math.max(
    Math.min(...least),
    needed.reduce((sum, edits) => sum + edits, 0),
  )
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

/** How many letters and digits a text has: when folded it has as many, or more. */
const countLetters = (text: string): number => text.replaceAll(/[^\p{L}\p{N}]+|ʼ/gu, '').length

/** No key of a title has fewer letters than this has. */
const shortestOf = (title: string): string =>
  (title.split(/[:;(]| [-–—] /u, 1)[0] ?? '').replace(/^\P{L}*(?:the|an|a)(?!\p{L})/iu, '')

/** How well a book fits a query that was corrected. */
interface Fit {
  pop: number
  edits: number
  /** The query is its whole title, or the whole name of an author, but for the edits. */
  whole: boolean
  /** Its title alone has all the words. */
  inTitle: boolean
}

/** The rank of the last of `enough` books than which none can fit better; infinite where there are fewer. */
function boundOf(fits: readonly Fit[], fewest: number, enough: number): number {
  const best = fits.filter(({ edits, whole, inTitle }) => edits === fewest && whole && inTitle)
  return best.toSorted((one, other) => one.pop - other.pop)[enough - 1]?.pop ?? Infinity
}

/** Whether `enough` books fit better than any of this rank or a later one that is not whole. */
function isBehind(pop: number, fits: readonly Fit[], fewest: number, enough: number): boolean {
  const better = fits.filter(
    (fit) => fit.edits === fewest && fit.inTitle && (fit.whole || fit.pop < pop),
  )
  return better.length >= enough
}

/** Which letters a word has, as bits; several letters may share one. */
function lettersOf(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

function countBits(bits: number): number {
  let rest = bits
  let count = 0
  while (rest !== 0) {
    rest &= rest - 1
    count += 1
  }
  return count
}

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
  readonly #vocabularies = new Map<string, Vocabulary>()
  readonly #books = new Map<number, ReadBook>()
  /** The words near a word, by it and how many edits they are away at most. */
  readonly #nearWords = new Map<string, Alternative[]>()
  /** The choices that were looked up, by how many edits they allow. */
  readonly #known = new Map<1 | 2, Alternative[][]>()

  constructor(index: SearchIndex, query: SearchQuery) {
    this.#index = index
    this.#query = query
  }

  /** The books at these ranks, in the order of the ranks. */
  *#booksAt(pops: readonly number[]): Steps<ReadBook[]> {
    const missing = pops.filter((pop) => !this.#books.has(pop))
    const rows = missing.length === 0 ? [] : yield this.#index.records(missing)
    for (const row of rows) {
      const pop = Number(row['pop'])
      this.#books.set(pop, new ReadBook(pop, readRecord(String(row['record']))))
    }
    return pops.flatMap((pop) => this.#books.get(pop) ?? [])
  }

  #ranks(bands: readonly Band[], most: number, found?: ReadonlySet<number>): Steps<number[]> {
    return this.#index.ranks(bands, most, (pops) => this.#booksAt(pops), found)
  }

  /** Looks up what is known of the words of a query, and of those that begin as one still typed does. */
  *#lookUp({ words, all, prefix }: SearchQuery): Steps<void> {
    const unknown = [...new Set([...words, ...all])].filter((word) => !this.#vocabularies.has(word))
    const starts = unknown.filter(
      (word) => word === prefix || (mayBeOpen(word) && words.includes(word)),
    )
    const others = unknown.filter((word) => !starts.includes(word))
    const counted = others.length === 0 ? [] : yield this.#index.counts(others)
    for (const word of others) this.#vocabularies.set(word, { ...UNKNOWN, begun: undefined })
    for (const row of counted) {
      const books = Number(row['books'])
      this.#vocabularies.set(String(row['term']), { known: true, books, begun: undefined })
    }
    if (starts.length === 0) return
    const terms = new Map(
      starts.map((start): [string, { term: string; books: number }[]] => [start, []]),
    )
    for (const row of yield* this.#index.begun(starts, MAX_BEGUN + 1)) {
      const term = { term: String(row['term']), books: Number(row['books']) }
      terms.get(String(row['start']))?.push(term)
    }
    for (const [start, begun] of terms) {
      const itself = begun.find(({ term }) => term === start)
      this.#vocabularies.set(start, {
        known: itself !== undefined,
        books: itself?.books ?? 0,
        begun: begun.length > MAX_BEGUN ? undefined : begun,
      })
    }
  }

  /** A word of the query as it stands, wherever it may be. */
  #asTyped(term: string): Term {
    return { term, books: booksOf(term, this.#vocabularies) }
  }

  /** What finds one of the alternatives in titles or authors; `undefined`: nothing does. */
  #oneOf(choice: readonly Alternative[]): Match | undefined {
    const or = choice.flatMap(({ term, edits, open, books }): Match[] => {
      // Words that were found near are in the index.
      if (edits > 0) return [{ term, ...(books !== undefined && { books }) }]
      const asTyped = named({ term, open }, this.#vocabularies)
      return asTyped ? [asTyped] : []
    })
    return or.length === 0 ? undefined : { or }
  }

  *#near(word: string, edits: 1 | 2): Steps<Alternative[]> {
    const key = `${edits} ${word}`
    const known = this.#nearWords.get(key)
    if (known) return known
    const lengths = { least: word.length - edits, most: word.length + edits }
    const rows = yield this.#index.near(word, edits, lengths)
    const near = nearestOf(word, rows, edits)
      .slice(0, MAX_ALTERNATIVES)
      .map(({ term, edits, books }) => ({ term, edits, open: false, books }))
    this.#nearWords.set(key, near)
    return near
  }

  *#alternatives(word: string, open: boolean, most: number): Steps<Alternative[]> {
    const asTyped: Alternative = { term: word, edits: 0, open }
    const edits = Math.min(forgiven(word), most)
    if (edits === 0 || !isCorrectable(word)) return [asTyped]
    // Two edits only of a word that nobody has, and where one finds nothing: it keeps far words away, and
    // the table lightly used.
    const once = (yield* this.#near(word, 1)).filter(({ edits }) => edits > 0)
    const isDone = once.length > 0 || edits < 2 || this.#vocabularies.get(word)?.known === true
    const found = isDone ? once : yield* this.#near(word, 2)
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
      choices.push(yield* this.#alternatives(word, word === prefix && mayBeOpen(word), most))
    }
    this.#known.set(most, choices)
    return choices
  }

  /** The whole titles that the query may be with one of its words corrected. */
  #onceCorrected(choices: readonly (readonly Alternative[])[]): { key: string; edits: number }[] {
    const { key, words } = this.#query
    const typed = key.split(' ')
    return choices.flatMap((choice, index) =>
      choice
        .filter(({ edits }) => edits > 0)
        .map(({ term, edits }) => ({
          key: typed.map((word) => (word === words[index] ? term : word)).join(' '),
          edits,
        })),
    )
  }

  /**
   * Books of which the query is the whole title but for the one word of it that nobody has; none where
   * it has so few words that another may be meant.
   */
  *#wholeButForOne(): Steps<number[]> {
    const { words } = this.#query
    const [unknown, ...others] = words.filter((word) => !this.#vocabularies.get(word)?.known)
    if (words.length < SURE_WORDS || unknown === undefined || others.length > 0) return []
    const choices: Alternative[][] = words.map((word) => [{ term: word, edits: 0, open: false }])
    choices[words.indexOf(unknown)] = yield* this.#alternatives(unknown, false, 2)
    const keys = this.#onceCorrected(choices).map(({ key }) => key)
    return keys.length === 0 ? [] : yield* this.#ranks([oneOf(keys)], MAX_CORRECTED_TITLES)
  }

  /**
   * As `#corrected`, of a query of one word: all that it may stand for are as many edits away, so that
   * the index alone tells which books fit best.
   */
  *#correctedWord(
    choice: readonly Alternative[],
    found: ReadonlySet<number>,
    enough: number,
  ): Steps<number[]> {
    const keys = this.#onceCorrected([choice]).map(({ key }) => key)
    const match = this.#oneOf(choice.filter(({ edits }) => edits > 0))
    if (!match) return []
    const ranks = yield* this.#ranks(
      [oneOf(keys), { by: 'authors', keys }, words(['title'], match), words(BY, match)],
      found.size + enough,
      found,
    )
    return ranks.filter((pop) => !found.has(pop))
  }

  /** How well a book fits what the query may have meant; no book can with fewer than `fewest` edits. */
  #measure(read: ReadBook, choices: readonly Alternative[][], fewest: number): Fit {
    const { pop, book, titleWords } = read
    const { title, authors } = book.volumeInfo
    const editsInTitle = sumOfEdits(titleWords, choices)
    const edits =
      editsInTitle === fewest
        ? fewest
        : sumOfEdits(new Set([...titleWords, ...read.authorWords]), choices)
    const typed = this.#query.key
    const isNear = (key: string) => editDistance(typed, key, edits) <= edits
    // Folding costs more than all else here, and most titles and names are too long to be meant.
    const whole =
      authors.some((name) => this.#mayBe(name, edits) && isNear(authorKey(name))) ||
      (this.#mayBe(shortestOf(title), edits) && titleKeys(title).some(({ key }) => isNear(key)))
    return { pop, edits, whole, inTitle: editsInTitle === edits }
  }

  /** Whether a text has so few letters that the query may be all of it, but for the edits. */
  #mayBe(text: string, edits: number): boolean {
    return countLetters(text) <= this.#query.key.length + edits
  }

  /** Whether the query, with the fewest edits there can be, may be the whole title or a whole name. */
  #mayBeWhole({ volumeInfo: { title, authors } }: Book, fewest: number): boolean {
    return (
      this.#mayBe(shortestOf(title), fewest) || authors.some((name) => this.#mayBe(name, fewest))
    )
  }

  /**
   * Books that the query finds once its typos are corrected, the nearest first, without those that
   * were found as typed: all of these must be in `found`. The first `enough` are sure to be the best.
   */
  *#corrected(most: 1 | 2, found: ReadonlySet<number>, enough: number): Steps<number[]> {
    const sure = most === 2 ? yield* this.#wholeButForOne() : []
    if (sure.length > 0) return sure
    const choices = yield* this.#choices(most)
    if (choices.every((choice) => choice.length === 1)) return []
    const [only, ...more] = choices
    if (only && more.length === 0) return yield* this.#correctedWord(only, found, enough)
    const fewest = fewestEdits(choices, this.#vocabularies)
    const corrections = this.#onceCorrected(choices)
    const keys = corrections.map(({ key }) => key)
    const titles = yield* this.#ranks([oneOf(keys)], MAX_CORRECTED_TITLES)
    const matches = choices.map((choice) => this.#oneOf(choice))
    const and = matches.filter((match) => match !== undefined)
    const others =
      and.length < matches.length ? [] : yield* this.#ranks([words(BY, { and })], MAX_CANDIDATES)
    const candidates = [...new Set([...titles, ...others])]
      .filter((pop) => !found.has(pop))
      .toSorted((one, other) => one - other)
    // Their titles say how well these fit, and nothing fits better.
    const best = corrections.every(
      ({ key, edits }) => edits === fewest && editDistance(this.#query.key, key, fewest) <= fewest,
    )
      ? new Set(titles)
      : new Set<number>()
    const fits = candidates
      .filter((pop) => best.has(pop))
      .map((pop): Fit => ({ pop, edits: fewest, whole: true, inTitle: true }))
    const rest = candidates.filter((pop) => !best.has(pop))
    const authors: readonly number[] =
      rest.length > CORRECTED_AT_ONCE
        ? yield* this.#ranks([{ by: 'authors', keys }], MAX_NAMED)
        : []
    const named = new Set([...titles, ...authors])
    for (let start = 0; start < rest.length; start += CORRECTED_AT_ONCE) {
      const some = rest.slice(start, start + CORRECTED_AT_ONCE)
      // Behind enough that nothing can be better than, nothing need be looked at, and behind enough that
      // only what has the query for its title or author can be, only such.
      const bound = boundOf(fits, fewest, enough)
      const before = some.filter(
        (pop) => pop < bound && (named.has(pop) || !isBehind(pop, fits, fewest, enough)),
      )
      if (before.length === 0) continue
      const books = yield* this.#booksAt(before)
      const whole = books.filter(({ book }) => this.#mayBeWhole(book, fewest))
      for (const one of whole) fits.push(this.#measure(one, choices, fewest))
      const others = books.filter((one) => !whole.includes(one))
      for (const other of others) {
        if (isBehind(other.pop, fits, fewest, enough)) break
        fits.push(this.#measure(other, choices, fewest))
      }
    }
    return fits
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
    const { all } = this.#query
    const wanted = allWords(all, this.#vocabularies)
    if (all.length < 2 || !wanted) return []
    const parts = partsOf(this.#query).flat()
    const isRare = rarestOf(all, this.#vocabularies) <= MAX_NAMED
    const two = rareFirst(all, this.#vocabularies).slice(0, 2)
    const rarest = isRare ? wanted : allWords(two, this.#vocabularies)
    if (!rarest) return []
    const most = isRare ? MAX_NAMED : FEW_NAMED
    const both = yield* this.#ranks([words(BY, rarest)], most)
    if (both.length < FEW_NAMED) {
      const keys = new Set(parts)
      const books = yield* this.#booksAt(both)
      return books
        .filter((book) => all.every((word) => book.has(word)) && book.isTitled(keys))
        .map(({ pop }) => pop)
    }
    const titles = yield* this.#ranks([oneOf(parts)], MAX_NAMED)
    if (isRare) {
      const found = new Set(both)
      return titles.filter((pop) => found.has(pop))
    }
    // Where all words are common nothing is looked for behind the last of the titles, and all but two of
    // the words only in what is left.
    const last = titles.at(-1)
    if (last === undefined) return []
    const some = new Set(yield* this.#ranks([{ ...words(BY, rarest), last }], MAX_COMMON))
    const named = titles.filter((pop) => some.has(pop))
    if (all.length === 2) return named
    const books = yield* this.#booksAt(named.slice(0, RECORDS_AT_ONCE))
    return books.filter((book) => all.every((word) => book.has(word))).map(({ pop }) => pop)
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
    const most = allButOne(choices.map((choice) => this.#oneOf(choice)))
    const some = choices.length < 3 || !most ? [] : [words(BY, most)]
    const bands = [...long.map(oneOf), ...some, ...single.map(oneOf)]
    const ranks = yield* this.#ranks(bands, limit, found)
    if (ranks.length > 0 || sought.length < 3) return ranks
    const text = allButOne(sought.map((word) => this.#asTyped(word)))
    return text ? yield* this.#ranks([{ by: 'text', match: text }], limit, found) : []
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
    return yield* this.#ranks(bands, limit, found)
  }

  /** Books with the nearest of the words that begin as one of the query does. */
  *#farOff(limit: number): Steps<number[]> {
    const bands: Band[] = []
    for (const word of this.#query.words.filter(mayBeFar).slice(0, MAX_FAR_WORDS)) {
      const edits = Math.min(FAR_EDITS, Math.floor(word.length / 2))
      const start = word.slice(0, FAR_START)
      const lengths = { least: word.length - edits, most: word.length + edits }
      const rows = yield this.#index.between(start, start + LAST, lengths)
      const letters = lettersOf(word)
      // Those who are far off often have the letters, in another order. Most have not, which is soon told.
      const similar = rows.filter(
        (row) => countBits(letters ^ lettersOf(String(row['term']))) <= FAR_LETTERS,
      )
      const [nearest] = nearestOf(word, similar, edits)
        .map(({ term }) => ({ term, apart: lettersApart(word, term) }))
        .filter(({ apart }) => apart <= FAR_LETTERS)
        .toSorted((one, other) => one.apart - other.apart)
      if (nearest) bands.push(words(BY, { term: nearest.term }))
    }
    return yield* this.#ranks(bands, limit, new Set())
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
    const ranks = (...bands: Band[]) => this.#ranks(bands, limit, found)

    add(yield* ranks(...wholeBands(query)))
    if (full()) return yield* this.#results(found)
    yield* this.#lookUp(query)
    if (found.size === 0) add(yield* this.#named())
    if (!full()) add(yield* ranks(...strongBands(query, this.#vocabularies)))
    if (full()) return yield* this.#results(found)
    if (found.size === 0 && query.withoutSeries !== undefined) {
      const shorter = query.withoutSeries
      yield* this.#lookUp(shorter)
      add(yield* ranks(...wholeBands(shorter), ...strongBands(shorter, this.#vocabularies)))
    }

    const sought: Match = { and: query.words.map((word) => this.#asTyped(word)) }
    const isOfInterests = query.words.map((word) => INTEREST_WORDS.has(word))
    const interests = isOfInterests.every(Boolean) ? yield* ranks(words(['category'], sought)) : []
    // A query that names an interest is no typo of a title.
    if (found.size === 0 && interests.length === 0) {
      add(yield* this.#corrected(2, found, limit))
    } else if (
      found.size < FEW &&
      interests.length === 0 &&
      !(query.words.length >= SURE_WORDS && (yield* ranks(titled(query.key, 0))).length > 0)
    ) {
      const most = MAX_CORRECTIONS_BESIDE_HITS
      add((yield* this.#corrected(1, found, most)).slice(0, most))
    }
    add(interests)
    if (!full()) {
      // Without a word of an interest it is what title and author were asked for.
      const anywhere = isOfInterests.some(Boolean) ? [words(ANYWHERE, sought)] : []
      add(yield* ranks(...anywhere, { by: 'text', match: sought }))
    }
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
 * find nothing, parts of the query (decision page 0019). Inside a band by worth. `undefined` where nothing
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
