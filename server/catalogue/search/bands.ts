import { matchAll, matchAny, matchWord, type CatalogueIndex, type Match } from './catalogueIndex.ts'
import { farWord, mayBeFar, mayBePrefix, type Corrections } from './corrections.ts'
import {
  authorWordsOf,
  seriesWordsOf,
  titleKeysOf,
  titleWordsOf,
} from '../../../books/indexBook.ts'
import { popularityOf } from '../rank.ts'
import { isStopWord, joined, type SearchQuery } from '../../../books/words.ts'

// The bands of a search (docs/decisions/0019): each looks up some books, the most popular first.

/** Looks up ranks of books. */
export type Band = () => readonly number[]

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
const MAX_FAR_WORDS = 3
const FEW_BOOKS = 5
// So many books of series are looked at, and from this popularity on a title is known by its initials.
const MAX_OF_SERIES = 60
const MAX_INITIALS = 6
const POPULAR = 60

const asTyped: IsPrefix = () => false

/** What readers leave out or add when they call a series: `narnia`, `twilight saga`. */
const SERIES_KINDS: ReadonlySet<string> = new Set(
  'saga series trilogy chronicles chronicle cycle quartet quintet universe novels'.split(' '),
)

/** The ISBN, the whole title, the whole name of an author. */
export function wholeBands(index: CatalogueIndex, query: SearchQuery): Band[] {
  const { key, bareKey, isbn13 } = query
  return [
    () => (isbn13 === undefined ? [] : index.byIsbn(isbn13)),
    () => index.byTitle(key, [0, 1]),
    () => (bareKey === key ? [] : index.byTitle(bareKey, [0, 1])),
    () => index.byTitle(joined(key), [2, 2]),
    () => index.byAuthors([key]),
    // Of unknown titles any letters are the initials.
    () =>
      index
        .byTitle(joined(key), [3, 3])
        .filter((rank) => key.length > MAX_INITIALS || popularityOf(rank) >= POPULAR),
  ]
}

/** Books of which the query gives the whole title and words of the author beside it. */
export function titleBesideAuthor(index: CatalogueIndex, query: SearchQuery): number[] {
  const { all } = query
  const match = matchWords(index, all)
  if (all.length < 2 || match === undefined) return []
  const parts = partsOf(query).flat()
  const keys = new Set(parts)
  const few = index.matching(BOTH, match, FEW_READ)
  const ranks = few.length < FEW_READ ? few : index.byTitles(parts, MAX_TITLES)
  return index.books(ranks).flatMap(({ rank, book }) => {
    const isTitled = titleKeysOf(book).some(({ key, kind }) => kind < 2 && keys.has(key))
    const words = [...titleWordsOf(book), ...seriesWordsOf(book), ...authorWordsOf(book)]
    return isTitled && hasAll(words, all, asTyped) ? [rank] : []
  })
}

/**
 * The books of the best known series that is called so, or so and more, by their numbers; `isWhole` where it
 * is called just so.
 */
export function volumesOf(
  index: CatalogueIndex,
  { words }: SearchQuery,
): { isWhole: boolean; volumes: readonly number[] } {
  const name = withoutKind(words)
  const typed = `${name.join(' ')} `
  const called = index.seriesOf(matchWords(index, name), MAX_OF_SERIES).map((key) => ({
    key,
    name: `${withoutKind(key.split(' ').filter((word) => !isStopWord(word))).join(' ')} `,
  }))
  const whole = called.find(({ name }) => name === typed)
  const series = whole ?? called.find(({ name }) => name.startsWith(typed))
  return { isWhole: whole !== undefined, volumes: series ? index.bySeries(series.key) : [] }
}

/** Words without those that say what kind of series it is, where others are left. */
function withoutKind(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !SERIES_KINDS.has(word))
  return others.length > 0 ? others : words
}

/** Beginnings of titles; all words in title, series and authors as they are. */
export function strongBands(index: CatalogueIndex, query: SearchQuery): Band[] {
  // A word that nobody has is a typo before it is the beginning of another.
  const areIndexed = query.words.every((word) => index.booksWith(word) > 0)
  return [
    ...titleStarts(index, query, ' '),
    ...(areIndexed ? titleStarts(index, query, '') : []),
    () => index.matching(BOTH, matchStopWords(index, query)),
    () => withWords(index, query, asTyped),
  ]
}

/** The same where words are still being typed. */
export function prefixBands(index: CatalogueIndex, query: SearchQuery): Band[] {
  const { prefix } = query
  return [
    ...titleStarts(index, query, ''),
    () => withWords(index, query, (word) => word === prefix),
    () => withWords(index, query, mayBePrefix),
  ]
}

/** Titles that begin with the query and what is behind it, with or without its article. */
const titleStarts = (
  index: CatalogueIndex,
  { key, bareKey }: SearchQuery,
  behind: '' | ' ',
): Band[] =>
  [...new Set([key, bareKey])].map((start) => () => index.byTitleStart(`${start}${behind}`))

const matchWords = (index: CatalogueIndex, words: readonly string[], isPrefix = asTyped): Match =>
  matchAll(words.map((word) => index.match(word, isPrefix(word))))

/** Whether all these words, or words that begin so, are among those of a text. */
const hasAll = (text: readonly string[], words: readonly string[], isPrefix: IsPrefix): boolean =>
  words.every((word) =>
    isPrefix(word) ? text.some((other) => other.startsWith(word)) : text.includes(word),
  )

/** Books with all the words in the title, then in the series, in the authors, in all of them together. */
function withWords(index: CatalogueIndex, { words }: SearchQuery, isPrefix: IsPrefix): number[] {
  const match = matchWords(index, words, isPrefix)
  const both = index.matching(BOTH, match)
  if (both.length < 2) return both
  if (both.length < index.limit) {
    // All that there are: they are sooner read than looked up in each column.
    const books = index.books(both)
    const fitting = [titleWordsOf, seriesWordsOf, authorWordsOf].flatMap((wordsOf) =>
      books.filter(({ book }) => hasAll(wordsOf(book), words, isPrefix)).map(({ rank }) => rank),
    )
    return [...fitting, ...both]
  }
  const inTitle = index.matching('title', match)
  if (inTitle.length === index.limit) return inTitle
  return [
    ...inTitle,
    ...index.matching('series', match),
    ...index.matching('author', match),
    ...both,
  ]
}

/** The match of the words with stop words beside them: `king it` means It. None for several common words. */
function matchStopWords(index: CatalogueIndex, { all, words }: SearchQuery): Match {
  const stopWords = all.filter((word) => !words.includes(word))
  const [stopWord] = rarestFirst(index, stopWords)
  const [rarest] = rarestFirst(index, words)
  if (stopWord === undefined || rarest === undefined) return undefined
  if (index.booksWith(rarest) <= RARE) return matchWords(index, all)
  return words.length === 1 ? matchWords(index, [...words, stopWord]) : undefined
}

/** The words, the one in the fewest titles and authors first. */
const rarestFirst = (index: CatalogueIndex, words: readonly string[]): string[] =>
  words
    .map((word) => ({ word, books: index.booksWith(word) }))
    .toSorted((one, other) => one.books - other.books)
    .map(({ word }) => word)

/** Books with all words anywhere, in the description too; none where all of them are `found` already. */
export function anywhere(
  index: CatalogueIndex,
  { words }: SearchQuery,
  found: ReadonlySet<number>,
): readonly number[] {
  const rarest = rarestFirst(index, words).slice(0, 2)
  if (rarest.length < words.length) {
    // FTS5 walks the long list of a common word, in vain where the two rarest are in no other book.
    const some = index.matchingText(matchAll(rarest.map(matchWord)))
    if (some.length < index.limit && some.every((rank) => found.has(rank))) return []
  }
  return index.matchingText(matchAll(words.map(matchWord)))
}

const isLong = ([part = '']: readonly string[]): boolean => part.includes(' ')

/** Books that have a part of the query for their title, the longer first, all its words but one, or a rare one. */
export function partBands(
  index: CatalogueIndex,
  query: SearchQuery,
  corrections: Corrections,
): Band[] {
  const titles = partsOf(query)
    .map((parts) => parts.filter((part) => !part.split(' ').every(isStopWord)))
    .filter((parts) => parts.length > 0)
  const titled = (parts: string[]) => () => index.byTitles(parts)
  const withoutOne = (): readonly number[] => {
    const choices = corrections.choices()
    if (choices.length < 3) return []
    const match = matchAllButOne(choices.map((choice) => corrections.matchOf(choice)))
    return index.matching(BOTH, match)
  }
  return [
    ...titles.filter(isLong).map(titled),
    withoutOne,
    // A name that few books have tells more than a title of one word.
    () => {
      const [rarest = ''] = rarestFirst(
        index,
        query.words.filter((word) => index.booksWith(word) > 0),
      )
      return index.booksWith(rarest) <= FEW_BOOKS ? index.matching(BOTH, matchWord(rarest)) : []
    },
    ...titles.filter((parts) => !isLong(parts)).map(titled),
  ]
}

/** Books with all words but one anywhere, in the description too. */
export const anywhereButOne = (index: CatalogueIndex, { words }: SearchQuery) =>
  words.length < 3 ? [] : index.matchingText(matchAllButOne(words.map(matchWord)))

/** Books with one of the words: a word as typed before a corrected one, the rarest first. */
export function wordBands(
  index: CatalogueIndex,
  { words }: SearchQuery,
  corrections: Corrections,
): Band[] {
  const isFound = (word: string) => index.booksWith(word) > 0
  const typed = rarestFirst(index, words.filter(isFound)).map((word) => [word])
  const corrected = corrections
    .choices()
    .map((choice) => choice.map(({ word }) => word))
    .filter(([word = '']) => !isFound(word))
  return [...typed, ...corrected].map(
    (choice) => () => index.matching(BOTH, matchAny(choice.filter(isFound).map(matchWord))),
  )
}

/** Books with words that the words of the query may stand for though they are many edits away. */
export const farBands = (index: CatalogueIndex, { words }: SearchQuery): Band[] =>
  words
    .filter(mayBeFar)
    .slice(0, MAX_FAR_WORDS)
    .map((word) => () => {
      const meant = farWord(index, word)
      return meant === undefined ? [] : index.matching(BOTH, matchWord(meant))
    })

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
