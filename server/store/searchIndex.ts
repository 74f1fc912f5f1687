import type { Book } from '../../contract/books.ts'
import { authorWordsOf, indexBook, titleWordsOf } from '../catalogue/search/indexBook.ts'
import { titleKeys } from '../catalogue/search/text.ts'

// What a search asks of an engine, which only says it in its own SQL.

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
/** Greater than every text that begins with the key before it. */
export const LAST = '\u{10FFFF}'

/** A statement, and what it answers. */
export interface Statement {
  sql: string
  parameters: readonly (string | number)[]
  /** Asked even where the search has used up its time: without it nothing can be answered. */
  needed?: boolean
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
