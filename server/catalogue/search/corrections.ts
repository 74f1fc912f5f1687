import type { Book } from '../../../contract/books.ts'
import {
  matchAll,
  matchAny,
  matchWord,
  type CatalogueIndex,
  type Match,
  type Term,
} from './catalogueIndex.ts'
import { authorKey, authorWordsOf, titleWordsOf } from './indexBook.ts'
import type { SearchQuery } from './text.ts'
import { editDistance, forgiven, isCorrectable } from './terms.ts'
import { titleKeys } from './text.ts'

// Typo correction: which words a mistyped one may stand for, and which books fit a corrected query.

const MAX_ALTERNATIVES = 12
const MAX_CORRECTED_WORDS = 8
const MAX_CANDIDATES = 60
// Nobody types the whole title of one book with so many words and means another.
export const SURE_WORDS = 3

// A word may stand for one far from it where it is long, its first letters are right, and it has nearly
// the same letters in another order (`alliagent`).
const FAR_WORD = 6
const FAR_START = 3
const FAR_EDITS = 4
const FAR_LETTERS = 3

/** A word that a word of the query may stand for, so many edits away. */
interface Alternative {
  word: string
  edits: number
  /** Also whatever begins with it. */
  isPrefix: boolean
}

/** How well a book fits a corrected query. */
interface Fit {
  rank: number
  edits: number
  /** The query is its whole title, or the whole name of an author, but for the edits. */
  isWhole: boolean
  /** Its title alone has all the words. */
  isInTitle: boolean
}

/** Whether a word is long enough to be looked for as a prefix, wherever it is in the query. */
export const mayBePrefix = (word: string): boolean => word.length >= 3

/** The order of code units: the same on every machine. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** The terms within so many edits, the nearest first, the commoner of those as near. */
const nearest = (word: string, terms: readonly Term[], most: number) =>
  terms
    .map(({ term, books }) => ({ term, books, edits: editDistance(word, term, most) }))
    .filter(({ edits }) => edits <= most)
    .toSorted(
      (one, other) =>
        one.edits - other.edits || other.books - one.books || compare(one.term, other.term),
    )

/** How many letters of two words have no partner in the other, wherever they are. */
function lettersApart(one: string, other: string): number {
  let rest = other
  let apart = 0
  for (const letter of one) {
    if (rest.includes(letter)) rest = rest.replace(letter, '')
    else apart += 1
  }
  return apart + rest.length
}

/** Whether a word is long enough to stand for one far from it. */
export const mayBeFar = (word: string): boolean => isCorrectable(word) && word.length >= FAR_WORD

/** The word that a mistyped one may stand for though it is many edits away, if there is one. */
export function farWord(index: CatalogueIndex, word: string): string | undefined {
  const edits = Math.min(FAR_EDITS, Math.floor(word.length / 2))
  const lengths = [word.length - edits, word.length + edits] as const
  const terms = index
    .wordsFrom(word.slice(0, FAR_START), undefined, lengths)
    .filter(({ term }) => lettersApart(word, term) <= FAR_LETTERS)
  return nearest(word, terms, edits).toSorted(
    (one, other) => lettersApart(word, one.term) - lettersApart(word, other.term),
  )[0]?.term
}

/** The corrections of one query. */
export class Corrections {
  readonly #index: CatalogueIndex
  readonly #query: SearchQuery
  readonly #choices = new Map<1 | 2, Alternative[][]>()

  constructor(index: CatalogueIndex, query: SearchQuery) {
    this.#index = index
    this.#query = query
  }

  /** What each word may stand for, itself first; none where the query is too long to be corrected. */
  choices(most: 1 | 2): Alternative[][] {
    const { words, prefix } = this.#query
    if (words.length > MAX_CORRECTED_WORDS) return []
    const known = this.#choices.get(most)
    const choices =
      known ??
      words.map((word) => this.#alternatives(word, word === prefix && mayBePrefix(word), most))
    this.#choices.set(most, choices)
    return choices
  }

  #alternatives(word: string, isPrefix: boolean, most: 1 | 2): Alternative[] {
    const asTyped = { word, edits: 0, isPrefix }
    const edits = Math.min(forgiven(word), most)
    if (edits === 0) return [asTyped]
    const once = this.#near(word, 1)
    // Two edits only of a word that nobody has, and where one finds nothing: it keeps far words away.
    const isTwice = once.length === 0 && edits === 2 && this.#index.booksWith(word) === 0
    return [asTyped, ...(isTwice ? this.#near(word, 2) : once)]
  }

  #near(word: string, edits: 1 | 2): Alternative[] {
    return nearest(word, this.#index.wordsNear(word, edits), edits)
      .slice(0, MAX_ALTERNATIVES)
      .map(({ term, edits }) => ({ word: term, edits, isPrefix: false }))
      .filter(({ edits }) => edits > 0)
  }

  /** The match of one of the alternatives. */
  matchOf(choice: readonly Alternative[]): Match {
    return matchAny(
      choice.map(({ word, edits, isPrefix }) =>
        edits > 0 ? matchWord(word) : this.#index.match(word, isPrefix),
      ),
    )
  }

  /** The queries that one corrected word makes, by how many edits they are away. */
  #corrected(choices: readonly (readonly Alternative[])[]): { edits: number; keys: string[] }[] {
    const { key, words } = this.#query
    const typed = key.split(' ')
    return [1, 2]
      .map((edits) => ({
        edits,
        keys: choices.flatMap((choice, at) =>
          choice
            .filter((alternative) => alternative.edits === edits)
            .map(({ word }) =>
              typed.map((other) => (other === words[at] ? word : other)).join(' '),
            ),
        ),
      }))
      .filter(({ keys }) => keys.length > 0)
  }

  /** Books of which the query is the whole title but for the one word of it that is in no title or author. */
  #wholeButForOne(most: number): number[] {
    const { words } = this.#query
    const [unknown, ...others] = words.filter((word) => this.#index.booksWith(word) === 0)
    if (words.length < SURE_WORDS || unknown === undefined || others.length > 0) return []
    const choices = words.map((word) =>
      word === unknown ? this.#alternatives(word, false, 2) : [],
    )
    return this.#corrected(choices).flatMap(({ keys }) => this.#index.byTitles(keys, most))
  }

  /** Books that the query finds with its typos corrected, at most `edits` a word, the best fit first. */
  find(edits: 1 | 2, most: number): number[] {
    const sure = edits === 2 ? this.#wholeButForOne(most) : []
    if (sure.length > 0) return sure
    const choices = this.choices(edits)
    if (choices.every((choice) => choice.length === 1)) return []
    const [only, ...more] = choices
    return only && more.length === 0 ? this.#findWord(only, most) : this.#findWords(choices, most)
  }

  /** All that one word may stand for is as many edits away, so that the index tells the order. */
  #findWord(choice: readonly Alternative[], most: number): number[] {
    const keys = this.#corrected([choice]).flatMap(({ keys }) => keys)
    const match = this.matchOf(choice.filter(({ edits }) => edits > 0))
    const ranks = new Set([
      ...this.#index.byTitles(keys, most),
      ...this.#index.byAuthors(keys, most),
      ...this.#index.matching('title', match, most),
      ...this.#index.matching('title author', match, most),
    ])
    return [...ranks]
  }

  #findWords(choices: readonly Alternative[][], most: number): number[] {
    const fits = new Map<number, Fit>()
    // Whole titles need not be measured.
    for (const { edits, keys } of this.#corrected(choices)) {
      for (const rank of this.#index.byTitles(keys, most)) {
        if (!fits.has(rank)) fits.set(rank, { rank, edits, isWhole: true, isInTitle: true })
      }
    }
    const match = matchAll(choices.map((choice) => this.matchOf(choice)))
    const others = this.#index
      .matching('title author', match, MAX_CANDIDATES)
      .filter((rank) => !fits.has(rank))
    for (const { rank, book } of this.#index.books(others)) {
      fits.set(rank, this.#measure(rank, book, choices))
    }
    return [...fits.values()]
      .toSorted(
        (one, other) =>
          one.edits - other.edits ||
          Number(other.isWhole) - Number(one.isWhole) ||
          Number(other.isInTitle) - Number(one.isInTitle) ||
          one.rank - other.rank,
      )
      .map(({ rank }) => rank)
  }

  #measure(rank: number, book: Book, choices: readonly Alternative[][]): Fit {
    const { title, authors } = book.volumeInfo
    const titleWords = titleWordsOf(book)
    const edits = sumOfEdits(new Set([...titleWords, ...authorWordsOf(book)]), choices)
    const isNear = (key: string) => editDistance(this.#query.key, key, edits) <= edits
    return {
      rank,
      edits,
      isWhole:
        authors.some((name) => isNear(authorKey(name))) ||
        titleKeys(title).some(({ key }) => isNear(key)),
      isInTitle: sumOfEdits(new Set(titleWords), choices) === edits,
    }
  }
}

/** The fewest edits by which the words have an alternative of each choice; infinite where they lack one. */
function sumOfEdits(words: ReadonlySet<string>, choices: readonly Alternative[][]): number {
  const least = choices.map((choice) =>
    Math.min(
      ...choice
        .filter(({ word, isPrefix }) =>
          isPrefix ? words.values().some((other) => other.startsWith(word)) : words.has(word),
        )
        .map(({ edits }) => edits),
    ),
  )
  return least.reduce((sum, edits) => sum + edits, 0)
}
