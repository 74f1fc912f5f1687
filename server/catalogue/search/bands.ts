import { matchAll, matchAny, matchWord, type BookReader, type Match } from '../bookReader.ts'
import { farWord, mayBeFar, mayBePrefix, type Corrections } from './corrections.ts'
import {
  authorWordsOf,
  seriesWordsOf,
  titleKeysOf,
  titleWordsOf,
} from '../../../books/indexBook.ts'
import { popularityOf } from '../catalogueFile.ts'
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
export function wholeBands(reader: BookReader, query: SearchQuery): Band[] {
  const { key, bareKey, isbn13 } = query
  return [
    () => (isbn13 === undefined ? [] : reader.ranksByIsbns([isbn13])),
    () => reader.ranksByTitle(key, [0, 1]),
    () => (bareKey === key ? [] : reader.ranksByTitle(bareKey, [0, 1])),
    () => reader.ranksByTitle(joined(key), [2, 2]),
    () => reader.ranksByAuthors([key]),
    // Of unknown titles any letters are the initials.
    () =>
      reader
        .ranksByTitle(joined(key), [3, 3])
        .filter((rank) => key.length > MAX_INITIALS || popularityOf(rank) >= POPULAR),
  ]
}

/** Books of which the query gives the whole title and words of the author beside it. */
export function titleBesideAuthor(reader: BookReader, query: SearchQuery): number[] {
  const { all } = query
  const match = matchWords(reader, all)
  if (all.length < 2 || match === undefined) return []
  const parts = partsOf(query).flat()
  const keys = new Set(parts)
  const few = reader.matching(BOTH, match, FEW_READ)
  const ranks = few.length < FEW_READ ? few : reader.ranksByTitles(parts, MAX_TITLES)
  return reader.books(ranks).flatMap(({ rank, book }) => {
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
  reader: BookReader,
  { words }: SearchQuery,
): { isWhole: boolean; volumes: readonly number[] } {
  const name = withoutKind(words)
  const typed = `${name.join(' ')} `
  const called = reader.seriesOf(matchWords(reader, name), MAX_OF_SERIES).map((key) => ({
    key,
    name: `${withoutKind(key.split(' ').filter((word) => !isStopWord(word))).join(' ')} `,
  }))
  const whole = called.find(({ name }) => name === typed)
  const series = whole ?? called.find(({ name }) => name.startsWith(typed))
  return { isWhole: whole !== undefined, volumes: series ? reader.ranksBySeries(series.key) : [] }
}

/** Words without those that say what kind of series it is, where others are left. */
function withoutKind(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !SERIES_KINDS.has(word))
  return others.length > 0 ? others : words
}

/** Beginnings of titles; all words in title, series and authors as they are. */
export function strongBands(reader: BookReader, query: SearchQuery): Band[] {
  // A word that nobody has is a typo before it is the beginning of another.
  const areIndexed = query.words.every((word) => reader.booksWith(word) > 0)
  return [
    ...titleStarts(reader, query, ' '),
    ...(areIndexed ? titleStarts(reader, query, '') : []),
    () => reader.matching(BOTH, matchStopWords(reader, query)),
    () => withWords(reader, query, asTyped),
  ]
}

/** The same where words are still being typed. */
export function prefixBands(reader: BookReader, query: SearchQuery): Band[] {
  const { prefix } = query
  return [
    ...titleStarts(reader, query, ''),
    () => withWords(reader, query, (word) => word === prefix),
    () => withWords(reader, query, mayBePrefix),
  ]
}

/** Titles that begin with the query and what is behind it, with or without its article. */
const titleStarts = (reader: BookReader, { key, bareKey }: SearchQuery, behind: '' | ' '): Band[] =>
  [...new Set([key, bareKey])].map((start) => () => reader.ranksByTitleStart(`${start}${behind}`))

const matchWords = (reader: BookReader, words: readonly string[], isPrefix = asTyped): Match =>
  matchAll(words.map((word) => reader.match(word, isPrefix(word))))

/** Whether all these words, or words that begin so, are among those of a text. */
const hasAll = (text: readonly string[], words: readonly string[], isPrefix: IsPrefix): boolean =>
  words.every((word) =>
    isPrefix(word) ? text.some((other) => other.startsWith(word)) : text.includes(word),
  )

/** Books with all the words in the title, then in the series, in the authors, in all of them together. */
function withWords(reader: BookReader, { words }: SearchQuery, isPrefix: IsPrefix): number[] {
  const match = matchWords(reader, words, isPrefix)
  const both = reader.matching(BOTH, match)
  if (both.length < 2) return both
  if (both.length < reader.limit) {
    // All that there are: they are sooner read than looked up in each column.
    const books = reader.books(both)
    const fitting = [titleWordsOf, seriesWordsOf, authorWordsOf].flatMap((wordsOf) =>
      books.filter(({ book }) => hasAll(wordsOf(book), words, isPrefix)).map(({ rank }) => rank),
    )
    return [...fitting, ...both]
  }
  const inTitle = reader.matching('title', match)
  if (inTitle.length === reader.limit) return inTitle
  return [
    ...inTitle,
    ...reader.matching('series', match),
    ...reader.matching('author', match),
    ...both,
  ]
}

/** The match of the words with stop words beside them: `king it` means It. None for several common words. */
function matchStopWords(reader: BookReader, { all, words }: SearchQuery): Match {
  const stopWords = all.filter((word) => !words.includes(word))
  const [stopWord] = rarestFirst(reader, stopWords)
  const [rarest] = rarestFirst(reader, words)
  if (stopWord === undefined || rarest === undefined) return undefined
  if (reader.booksWith(rarest) <= RARE) return matchWords(reader, all)
  return words.length === 1 ? matchWords(reader, [...words, stopWord]) : undefined
}

/** The words, the one in the fewest titles and authors first. */
const rarestFirst = (reader: BookReader, words: readonly string[]): string[] =>
  words
    .map((word) => ({ word, books: reader.booksWith(word) }))
    .toSorted((one, other) => one.books - other.books)
    .map(({ word }) => word)

/** Books with all words anywhere, in the description too; none where all of them are `found` already. */
export function anywhere(
  reader: BookReader,
  { words }: SearchQuery,
  found: ReadonlySet<number>,
): readonly number[] {
  const rarest = rarestFirst(reader, words).slice(0, 2)
  if (rarest.length < words.length) {
    // FTS5 walks the long list of a common word, in vain where the two rarest are in no other book.
    const some = reader.matchingText(matchAll(rarest.map(matchWord)))
    if (some.length < reader.limit && some.every((rank) => found.has(rank))) return []
  }
  return reader.matchingText(matchAll(words.map(matchWord)))
}

const isLong = ([part = '']: readonly string[]): boolean => part.includes(' ')

/** Books that have a part of the query for their title, the longer first, all its words but one, or a rare one. */
export function partBands(
  reader: BookReader,
  query: SearchQuery,
  corrections: Corrections,
): Band[] {
  const titles = partsOf(query)
    .map((parts) => parts.filter((part) => !part.split(' ').every(isStopWord)))
    .filter((parts) => parts.length > 0)
  const titled = (parts: string[]) => () => reader.ranksByTitles(parts)
  const withoutOne = (): readonly number[] => {
    const choices = corrections.choices()
    if (choices.length < 3) return []
    const match = matchAllButOne(choices.map((choice) => corrections.matchOf(choice)))
    return reader.matching(BOTH, match)
  }
  return [
    ...titles.filter(isLong).map(titled),
    withoutOne,
    // A name that few books have tells more than a title of one word.
    () => {
      const [rarest = ''] = rarestFirst(
        reader,
        query.words.filter((word) => reader.booksWith(word) > 0),
      )
      return reader.booksWith(rarest) <= FEW_BOOKS ? reader.matching(BOTH, matchWord(rarest)) : []
    },
    ...titles.filter((parts) => !isLong(parts)).map(titled),
  ]
}

/** Books with all words but one anywhere, in the description too. */
export const anywhereButOne = (reader: BookReader, { words }: SearchQuery) =>
  words.length < 3 ? [] : reader.matchingText(matchAllButOne(words.map(matchWord)))

/** Books with one of the words: a word as typed before a corrected one, the rarest first. */
export function wordBands(
  reader: BookReader,
  { words }: SearchQuery,
  corrections: Corrections,
): Band[] {
  const isFound = (word: string) => reader.booksWith(word) > 0
  const typed = rarestFirst(reader, words.filter(isFound)).map((word) => [word])
  const corrected = corrections
    .choices()
    .map((choice) => choice.map(({ word }) => word))
    .filter(([word = '']) => !isFound(word))
  return [...typed, ...corrected].map(
    (choice) => () => reader.matching(BOTH, matchAny(choice.filter(isFound).map(matchWord))),
  )
}

/** Books with words that the words of the query may stand for though they are many edits away. */
export const farBands = (reader: BookReader, { words }: SearchQuery): Band[] =>
  words
    .filter(mayBeFar)
    .slice(0, MAX_FAR_WORDS)
    .map((word) => () => {
      const meant = farWord(reader, word)
      return meant === undefined ? [] : reader.matching(BOTH, matchWord(meant))
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
