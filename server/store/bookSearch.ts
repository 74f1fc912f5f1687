import type { Book, SearchResult } from '../../contract/books.ts'
import { authorKey } from '../catalogue/search/indexBook.ts'
import {
  allButOne,
  allWords,
  ANYWHERE,
  booksOf,
  BY,
  INTEREST_WORDS,
  MAX_NAMED,
  mayBeOpen,
  named,
  oneOf,
  partsOf,
  rareFirst,
  rarestOf,
  strongBands,
  titled,
  UNKNOWN,
  wholeBands,
  words,
  type Vocabulary,
} from './searchBands.ts'
import {
  LAST,
  ReadBook,
  type Band,
  type Match,
  type SearchIndex,
  type Steps,
  type Term,
} from './searchIndex.ts'
import {
  boundOf,
  countBits,
  countLetters,
  fewestEdits,
  isBehind,
  lettersApart,
  lettersOf,
  nearestOf,
  shortestOf,
  sumOfEdits,
  type Alternative,
  type Fit,
} from './searchRanking.ts'
import { parseQuery, type SearchQuery } from '../catalogue/search/query.ts'
import { editDistance, forgiven, isCorrectable } from '../catalogue/search/terms.ts'
import { isStopWord, titleKeys } from '../catalogue/search/text.ts'
import { readRecord } from './sql/books.ts'

// How a query is answered, the same on every engine: what is asked in which order, and what counts as
// better. An engine only says it in its own SQL.

// Fewer hits than this by title and author, and the query may be mistyped.
const FEW = 3
// Nobody types the whole title of one book with so many words and means another.
const SURE_WORDS = 3
const MAX_ALTERNATIVES = 12
const MAX_CORRECTED_WORDS = 8
const MAX_CANDIDATES = 60
const MAX_CORRECTED_TITLES = 200
const MAX_CORRECTIONS_BESIDE_HITS = 5
const MAX_COMMON = 500
// So many books are sooner read than the titles of a query's parts are listed.
const FEW_NAMED = 20
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

const mayBeFar = (word: string): boolean => isCorrectable(word) && word.length >= FAR_WORD

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
      .map((parts) => parts.filter((part) => part.split(' ').some((word) => !isStopWord(word))))
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
