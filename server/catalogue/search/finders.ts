import { withoutArticle } from '../../../contract/articles.ts'
import { fold } from '../../../contract/fold.ts'
import type { CatalogueFile } from '../catalogueFile.ts'
import { createCorrections, type Corrections } from './corrections.ts'
import {
  authorWordsOf,
  seriesWordsOf,
  titleKeysOf,
  titleWordsOf,
} from '../../../books/indexBook.ts'
import { isMorePopular, popularityOf } from '../ranks.ts'
import { matchAll, matchAny, matchWord, type Match } from '../lookUps/words.ts'
import { ofTopic } from './topics.ts'
import { titlesBegun } from '../../../books/firstLines.ts'
import { isFiller } from '../../../books/meanings.ts'
import { editDistance } from '../../../books/editDistance.ts'
import { isInterestWord, isStopWord, joined, type SearchQuery } from '../../../books/words.ts'

// What the steps of a search look up: pure functions of the query and the catalogue, the most popular books first.

/** A search under way. */
export interface Search {
  catalogue: CatalogueFile
  query: SearchQuery
  /** The ranks of the books that it has, the best first. */
  found: ReadonlySet<number>
  /** Whether a title, an author or a series is called so. */
  isCalledSo: boolean
  /** Made where something is corrected first. */
  corrections: () => Corrections
  /** The ranks of the books of a topic that is called so. */
  topicOf: (words: string) => readonly number[]
}

/** Begins a search. */
export function createSearch(catalogue: CatalogueFile, query: SearchQuery): Search {
  let made: Corrections | undefined
  const topics = new Map<string, readonly number[]>()
  return {
    catalogue,
    query,
    found: new Set(),
    isCalledSo: false,
    corrections: () => (made ??= createCorrections(catalogue, query)),
    topicOf(words) {
      const ranks = topics.get(words) ?? ofTopic(catalogue, words)
      topics.set(words, ranks)
      return ranks
    },
  }
}

/** Whether a word of a query may be the prefix of a longer one. */
type IsPrefix = (word: string) => boolean

/** Where all words of a query are looked for. */
const BOTH = 'title series author'

// A word in no more titles and authors than this is rare.
const RARE = 200
// So few books are sooner read than the titles of a query's parts are looked up.
const FEW_READ = 50
const MAX_TITLES = 60
// Of longer queries only the first words are taken for titles.
const MAX_SPLIT_WORDS = 12
// So many titles are compared with a query word by word.
const MAX_WRONG = 200
const FEW_BOOKS = 5
// So many books of series are looked at, and from this popularity on a title is known by its initials.
const MAX_OF_SERIES = 60
const MAX_INITIALS = 6
const MAX_DOUBLED = 2
const POPULAR = 60

const asTyped: IsPrefix = () => false

/** What readers leave out or add when they call a series: `narnia`, `twilight saga`. */
const SERIES_KINDS: ReadonlySet<string> = new Set(
  'saga series trilogy chronicles chronicle cycle quartet quintet universe novels'.split(' '),
)

/** Books of which the query gives the whole title and words of the author beside it. */
export function titleBesideAuthor({ catalogue, query }: Search): number[] {
  const { all } = query
  const match = matchWords(catalogue, all)
  if (all.length < 2 || match === undefined) return []
  const parts = partsOf(query).flat()
  const keys = new Set(parts)
  const few = catalogue.matching(BOTH, match, FEW_READ)
  const ranks = few.length < FEW_READ ? few : catalogue.ranksByTitles(parts, MAX_TITLES)
  return catalogue.books(ranks).flatMap(({ rank, book }) => {
    const isTitled = titleKeysOf(book).some(({ key, kind }) => kind < 2 && keys.has(key))
    const words = [...titleWordsOf(book), ...seriesWordsOf(book), ...authorWordsOf(book)]
    return isTitled && hasAll(words, all, asTyped) ? [rank] : []
  })
}

/** The books of the best known series that is called so, or so and more, by number; `isWhole`: it is called just so. */
export function volumesCalledSo(
  catalogue: CatalogueFile,
  { words }: SearchQuery,
): { isWhole: boolean; volumes: readonly number[] } {
  const name = withoutKind(words)
  const typed = `${name.join(' ')} `
  const called = catalogue.seriesWith(matchWords(catalogue, name), MAX_OF_SERIES).map((key) => ({
    key,
    name: `${withoutKind(key.split(' ').filter((word) => !isStopWord(word))).join(' ')} `,
  }))
  const whole = called.find(({ name }) => name === typed)
  const series = whole ?? called.find(({ name }) => name.startsWith(typed))
  return {
    isWhole: whole !== undefined,
    volumes: series ? catalogue.ranksBySeries(series.key) : [],
  }
}

/**
 * The books of a series that is called so: before what is found that is far less known where that is its whole name, and
 * behind a title that begins so and is better known. None where there is no such series.
 */
export function seriesCalledSo({ catalogue, query, found }: Search): number[] {
  const { isWhole, volumes } = volumesCalledSo(catalogue, query)
  const [best] = volumes.toSorted((one, other) => one - other)
  if (best === undefined) return []
  const ahead = [...found].filter((rank) => !isWhole || !isMorePopular(best, [rank]))
  const begun = catalogue.ranksByTitleStart(`${query.key} `).filter((rank) => rank < best)
  return [...ahead, ...begun, ...volumes]
}

/** Words without those that say what kind of series it is, where others are left. */
function withoutKind(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !SERIES_KINDS.has(word))
  return others.length > 0 ? others : words
}

const matchWords = (
  catalogue: CatalogueFile,
  words: readonly string[],
  isPrefix = asTyped,
): Match => matchAll(words.map((word) => catalogue.match(word, isPrefix(word))))

/** Whether all these words, or words that begin so, are among those of a text. */
const hasAll = (text: readonly string[], words: readonly string[], isPrefix: IsPrefix): boolean =>
  words.every((word) =>
    isPrefix(word) ? text.some((other) => other.startsWith(word)) : text.includes(word),
  )

/**
 * Books with all the words in the title, then in the series, in the authors, in all of them together. The number of a
 * volume comes first, and so does an author who is far better known than the titles.
 */
export function withWords({ catalogue, query: { words } }: Search, isPrefix = asTyped): number[] {
  const match = matchWords(catalogue, words, isPrefix)
  const both = catalogue.matching(BOTH, match)
  if (both.length < 2) return both
  // All that there are: they are sooner read than looked up in each column.
  const books = both.length < catalogue.limit ? catalogue.books(both) : undefined
  const inColumn = (column: 'title' | 'series' | 'author', wordsOf: typeof titleWordsOf) =>
    books?.filter(({ book }) => hasAll(wordsOf(book), words, isPrefix)).map(({ rank }) => rank) ??
    catalogue.matching(column, match)
  const titles = inColumn('title', titleWordsOf)
  if (titles.length >= catalogue.limit) return titles
  const series = inColumn('series', seriesWordsOf)
  const authors = inColumn('author', authorWordsOf)
  const [best] = authors
  const isBetterKnown = best !== undefined && isMorePopular(best, titles)
  const isVolume = /^\d+$/.test(words.at(-1) ?? '')
  return [
    ...(isVolume ? series : []),
    ...(isBetterKnown ? authors : []),
    ...titles,
    ...series,
    ...authors,
    ...both,
  ]
}

/** The match of the words with stop words beside them: `king it` means It. None for several common words. */
function matchStopWords(catalogue: CatalogueFile, { all, words }: SearchQuery): Match {
  const stopWords = all.filter((word) => !words.includes(word))
  const [stopWord] = rarestFirst(catalogue, stopWords)
  const [rarest] = rarestFirst(catalogue, words)
  if (stopWord === undefined || rarest === undefined) return undefined
  if (catalogue.booksWith(rarest) <= RARE) return matchWords(catalogue, all)
  return words.length === 1 ? matchWords(catalogue, [...words, stopWord]) : undefined
}

/** The words, the one in the fewest titles and authors first. */
const rarestFirst = (catalogue: CatalogueFile, words: readonly string[]): string[] =>
  words
    .map((word) => ({ word, books: catalogue.booksWith(word) }))
    .toSorted((one, other) => one.books - other.books)
    .map(({ word }) => word)

/** Books with all words anywhere, in the description too; none where all of them are `found` already. */
export function anywhere({ catalogue, query: { words }, found }: Search): readonly number[] {
  const rarest = rarestFirst(catalogue, words).slice(0, 2)
  if (rarest.length < words.length) {
    // FTS5 walks the long list of a common word, in vain where the two rarest are in no other book.
    const some = catalogue.matchingText(matchAll(rarest.map(matchWord)))
    if (some.length < catalogue.limit && some.every((rank) => found.has(rank))) return []
  }
  return catalogue.matchingText(matchAll(words.map(matchWord)))
}

/** The runs of words of a query that are shorter than it, by their length, the longest first. */
function partsOf({ key }: SearchQuery): string[][] {
  const typed = key.split(' ').slice(0, MAX_SPLIT_WORDS)
  return typed.map((_, less) =>
    typed
      .slice(0, less + 1)
      .map((_, start) => typed.slice(start, start + typed.length - less).join(' '))
      .filter((part) => part !== key),
  )
}

/** The match of all of the parts but one, whichever. */
const matchAllButOne = (parts: readonly Match[]): Match =>
  matchAny(parts.map((_, left) => matchAll(parts.filter((_, at) => at !== left))))

/**
 * Books whose whole title, with its small words, differs from the query in one word: `a tale of three cities`; those first
 * where that is nearly the same, and with the article as it is typed.
 */
export function withWrongWord({ catalogue, query: { key, bareKey, words } }: Search): number[] {
  const typed = bareKey.split(' ')
  if (key.split(' ').length < 3 || words.length < 2) return []
  const match = matchAllButOne(words.map(matchWord))
  const found = catalogue.books(catalogue.matching('title', match, MAX_WRONG))
  const meant = found.flatMap(({ rank, book: { volumeInfo } }) => {
    const [main = ''] = volumeInfo.title.split(/[:;(]/, 1)
    const title = withoutArticle(fold(main)).split(' ')
    const [wrong, ...more] = typed.flatMap((word, at) => (word === title[at] ? [] : [at]))
    if (title.length !== typed.length || wrong === undefined || more.length > 0) return []
    const [one = '', other = ''] = [typed[wrong], title[wrong]]
    const most = Math.floor(one.length / 2)
    const isSimilar = editDistance(one, other, most) <= most
    const isWhole = fold(main).split(' ').length === key.split(' ').length
    return [{ rank, fit: Number(isWhole) + Number(isSimilar) }]
  })
  return meant.toSorted((one, other) => other.fit - one.fit).map(({ rank }) => rank)
}

/** Whether by itself a word leads nobody to a book, such as `something`. */
const saysNothing = (word: string): boolean => isStopWord(word) || isFiller(word)

/** The words of a query that lead to books; all where none does. */
function tellingOf({ words }: SearchQuery): readonly string[] {
  const telling = words.filter((word) => !saysNothing(word))
  return telling.length > 0 ? telling : words
}

/** Books that have some words of the query for their title, the more words first. */
export function* titledByParts({ catalogue, query }: Search) {
  for (const parts of partsOf(query)) {
    const titles = parts.filter((part) => part.includes(' ') && !part.split(' ').every(saysNothing))
    yield* catalogue.ranksByTitles(titles)
  }
}

/** Books with all words but one in title, series and authors. */
export function withoutOne({ catalogue, corrections }: Search): readonly number[] {
  const { choices, matchOf } = corrections()
  if (choices().length < 3) return []
  return catalogue.matching(BOTH, matchAllButOne(choices().map((one) => matchOf(one))))
}

/** Books with the rarest word, where few have it: such a name tells more than a title of one word. */
export function withRareWord({ catalogue, query }: Search): readonly number[] {
  const found = tellingOf(query).filter((word) => catalogue.booksWith(word) > 0)
  const [rarest = ''] = rarestFirst(catalogue, found)
  return catalogue.booksWith(rarest) <= FEW_BOOKS ? catalogue.matching(BOTH, matchWord(rarest)) : []
}

/** Books with one of the words: a word as typed before a corrected one, the rarest first. */
export function* withOneWord({ catalogue, query, corrections }: Search) {
  const isFound = (word: string) => catalogue.booksWith(word) > 0
  const typed = rarestFirst(catalogue, tellingOf(query).filter(isFound)).map((word) => [word])
  const corrected = corrections()
    .choices()
    .map((choice) => choice.map(({ word }) => word))
    .filter(([word = '']) => !isFound(word))
  for (const choice of [...typed, ...corrected]) {
    yield* catalogue.matching(BOTH, matchAny(choice.filter(isFound).map(matchWord)))
  }
}

/** Books of which the query is the initials, a doubled letter also as one: `hhgttg`, of the Hitch-Hiker's Guide. */
export function byInitials({ catalogue, query: { key } }: Search): readonly number[] {
  const typed = joined(key)
  const doubled = [...typed.matchAll(/(.)\1/g)].slice(0, MAX_DOUBLED)
  const single = doubled.map(({ index }) => typed.slice(0, index) + typed.slice(index + 1))
  // Of unknown titles any letters are the initials.
  return [typed, ...single]
    .flatMap((letters) => catalogue.ranksByTitle(letters, [3, 3]))
    .filter((rank) => key.length > MAX_INITIALS || popularityOf(rank) >= POPULAR)
}

/** Books with a title that begins with the query and what is behind it, with or without its article. */
export function* startingSo({ catalogue, query: { key, bareKey } }: Search, behind: '' | ' ') {
  for (const start of new Set([key, bareKey]))
    yield* catalogue.ranksByTitleStart(`${start}${behind}`)
}

/** Books with the title that is left without the words of interests. */
export const titledBeside = ({ catalogue, query: { words } }: Search): readonly number[] =>
  catalogue.ranksByTitle(words.filter((word) => !isInterestWord(word)).join(' '))

/** Books whose famous first line it is. */
export const begunSo = ({ catalogue, query: { key } }: Search): readonly number[] =>
  catalogue.ranksByTitles(titlesBegun(key).map(fold))

export const byIsbn = ({ catalogue, query: { isbn13 } }: Search): readonly number[] =>
  isbn13 === undefined ? [] : catalogue.ranksByIsbns([isbn13])
export const bareTitled = ({ catalogue, query: { key, bareKey } }: Search): readonly number[] =>
  bareKey === key ? [] : catalogue.ranksByTitle(bareKey)
export const withStopWords = ({ catalogue, query }: Search): readonly number[] =>
  catalogue.matching(BOTH, matchStopWords(catalogue, query))
/** Books with all these words in title, series, authors and interests. No number of a volume is the first word. */
export const withAllWords = (
  catalogue: CatalogueFile,
  words: readonly string[],
  most = catalogue.limit,
) =>
  catalogue.matching(
    /^\d/.test(words[0] ?? '') ? 'title author category' : 'title series author category',
    matchAll(words.map(matchWord)),
    most,
  )

/** Whether no more than half of the words are nowhere, nor one edit away from any. */
export function isMostlyFound({ catalogue, query: { words }, corrections }: Search): boolean {
  const choices = corrections().choices()
  const isFound = (word: string, at: number): boolean =>
    catalogue.booksWith(word) > 0 ||
    choices[at]?.some(({ edits }) => edits === 1) === true ||
    catalogue.matchingText(matchWord(word), 1).length > 0
  return words.filter(isFound).length * 2 >= words.length
}
