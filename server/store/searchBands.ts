import { CATEGORIES } from '../../contract/categories.ts'
import { LAST, type Band, type Field, type Match, type Term } from './searchIndex.ts'
import type { SearchQuery } from '../catalogue/search/query.ts'
import { categoryWords, joined } from '../catalogue/search/text.ts'

// Which bands a query asks, and in which order.

/** So many titles or names are listed at most; a word that stands in no more of them is rare. */
export const MAX_NAMED = 200
const MAX_SPLIT_WORDS = 12

/** The words of the interests, which every category of a book is one of. */
export const INTEREST_WORDS: ReadonlySet<string> = new Set(categoryWords(CATEGORIES))

/** Where the words of a query are looked for first. */
export const BY: readonly Field[] = ['title', 'author']
/** Where words of interests are looked for too. */
export const ANYWHERE: readonly Field[] = ['title', 'author', 'category']

/** The books with this title key, of the kinds from `first` to `last`. */
export const titled = (key: string, last: number, first = 0): Band => ({
  by: 'title',
  key,
  first,
  last,
})

const beginning = (start: string): Band => ({ by: 'beginning', start, end: start + LAST })

/** All these words in these fields. */
export const words = (fields: readonly Field[], match: Match): Extract<Band, { by: 'words' }> => ({
  by: 'words',
  fields,
  match,
})

/** The books with one of these title keys. */
export const oneOf = (keys: readonly string[]): Band => ({ by: 'titles', keys })

/** What is asked first: the number, the whole title, the whole name of an author. */
export function wholeBands(query: SearchQuery): Band[] {
  const { key, bareKey, isbn13 } = query
  return [
    ...(isbn13 === undefined ? [] : [{ by: 'isbn' as const, isbn13 }]),
    titled(key, 0),
    titled(key, 1, 1),
    ...(bareKey === key ? [] : [titled(bareKey, 1)]),
    titled(joined(query.key), 2, 2),
    { by: 'author', key },
  ]
}

/** What the index knows of a word of a query. */
export interface Vocabulary {
  /** Titles or authors have it. */
  known: boolean
  /** How many of them. */
  books: number
  /** The words that begin so; `undefined` where there are too many to name. */
  begun: readonly Term[] | undefined
}

/** What is known of a word that stands nowhere. */
export const UNKNOWN: Vocabulary = { known: false, books: 0, begun: [] }

/** What words are called here, by themselves. */
export type Vocabularies = ReadonlyMap<string, Vocabulary>

/** In how many titles and authors a word stands. */
export const booksOf = (word: string, vocabularies: Vocabularies): number =>
  (vocabularies.get(word) ?? UNKNOWN).books

/** In how many titles and authors the rarest of the words stands. */
export const rarestOf = (words: readonly string[], vocabularies: Vocabularies): number =>
  Math.min(...words.map((word) => booksOf(word, vocabularies)))

/** The words, those that the fewest books have first. */
export const rareFirst = (words: readonly string[], vocabularies: Vocabularies): string[] =>
  words.toSorted((one, other) => booksOf(one, vocabularies) - booksOf(other, vocabularies))

/** What a term finds in titles and authors, with each word by name; `undefined`: nothing. */
export function named({ term, open = false }: Term, vocabularies: Vocabularies): Match | undefined {
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
export const allWords = (words: readonly string[], vocabularies: Vocabularies): Match | undefined =>
  allNamed(
    words.map((term) => ({ term })),
    vocabularies,
  )

const isSame = (one: Match, other: Match): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether a word is long enough to be asked for as the beginning of others, wherever it stands. */
export const mayBeOpen = (word: string): boolean => word.length >= 3

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
export function strongBands(query: SearchQuery, vocabularies: Vocabularies): Band[] {
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

/** The runs of words of a query that are shorter than it, by their length, the longest first. */
export function partsOf(query: SearchQuery): string[][] {
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
export function allButOne(matches: readonly (Match | undefined)[]): Match | undefined {
  const or = matches.flatMap((_, left) => {
    const rest = matches.filter((_, index) => index !== left)
    const and = rest.filter((match) => match !== undefined)
    return and.length < rest.length ? [] : [{ and }]
  })
  return or.length === 0 ? undefined : { or }
}
