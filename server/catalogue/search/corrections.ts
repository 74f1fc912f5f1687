import type { Book } from '../../../contract/books.ts'
import type { CatalogueFile } from '../catalogueFile.ts'
import {
  authorWordsOf,
  seriesWordsOf,
  titleKeysOf,
  titleWordsOf,
} from '../../../books/indexBook.ts'
import { isMorePopular } from '../ranks.ts'
import { matchAll, matchAny, matchWord, type Match, type Term } from '../lookUps/words.ts'
import { soundOf } from './sound.ts'
import { editDistance } from '../../../books/editDistance.ts'
import { forgiven } from './typos.ts'
import { authorKey, type SearchQuery } from '../../../books/words.ts'

// Typo correction: which words a mistyped one may stand for, and which books fit a corrected query.

const MAX_ALTERNATIVES = 12
const MAX_SOUNDING = 4
const MAX_CORRECTED_WORDS = 8
const MAX_CANDIDATES = 60
// Nobody types the whole title of one book with so many words and means another.
const SURE_WORDS = 3

/** A word that a word of the query may stand for, so many edits away. */
interface Alternative {
  word: string
  edits: number
  /** Also whatever begins with it. */
  isPrefix: boolean
}

/** How well a book fits a corrected query: as its whole title or author, or with all words in its title. */
type Fit = Record<'rank' | 'edits', number> & Record<'isWhole' | 'isInTitle', boolean>

/** Whether a word is long enough to be looked for as a prefix, wherever it is in the query. */
export const mayBePrefix = (word: string): boolean => word.length >= 3

/** The order of code units: the same on every machine. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** The terms within so many edits, the nearest first, the commoner of those as near. */
const nearest = (word: string, terms: readonly Term[], most: number) =>
  terms
    .map((term) => ({ ...term, edits: editDistance(word, term.term, most) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((a, b) => a.edits - b.edits || b.books - a.books || compare(a.term, b.term))

/** The ranks found, behind those of `others` that are far better known; all others where nothing is found. */
const withMorePopular = (found: readonly number[], others: readonly number[]): number[] => [
  ...others.filter((rank) => isMorePopular(rank, found)),
  ...found,
]

/** What the words of one query may stand for, and what it finds so. */
export function createCorrections(catalogue: CatalogueFile, { key, words, prefix }: SearchQuery) {
  let cached: Alternative[][] | undefined

  /** What each word may stand for, itself first; none where the query is too long to be corrected. */
  const choices = (): Alternative[][] =>
    (cached ??=
      words.length > MAX_CORRECTED_WORDS
        ? []
        : words.map((word) => alternativesOf(word, word === prefix && mayBePrefix(word))))

  function alternativesOf(word: string, isPrefix: boolean): Alternative[] {
    const asTyped = { word, edits: 0, isPrefix }
    const edits = forgiven(word)
    if (edits === 0) return [asTyped]
    const once = closeTo(word, 1)
    // More only of a word that nobody has: it keeps far words away.
    if (catalogue.booksWith(word) > 0) return [asTyped, ...once]
    const further = [...(edits === 2 ? closeTo(word, 2) : []), ...sounding(word)]
    return [asTyped, ...once, ...further.filter(({ edits }) => edits > 1)]
  }

  /** Words that sound the same; as far away as those of two edits. */
  function sounding(word: string): Alternative[] {
    const sound = soundOf(word)
    if (sound === null) return []
    return nearest(word, catalogue.wordsSounding(sound), Math.ceil(word.length / 2))
      .slice(0, MAX_SOUNDING)
      .map(({ term, edits }) => ({ word: term, edits: Math.min(edits, 2), isPrefix: false }))
  }

  function closeTo(word: string, edits: 1 | 2): Alternative[] {
    return nearest(word, catalogue.closeWords(word, edits), edits)
      .slice(0, MAX_ALTERNATIVES)
      .map(({ term, edits }) => ({ word: term, edits, isPrefix: false }))
      .filter(({ edits }) => edits > 0)
  }

  /** The match of one of the alternatives. */
  function matchOf(choice: readonly Alternative[]): Match {
    return matchAny(
      choice.map(({ word, edits, isPrefix }) =>
        edits > 0 ? matchWord(word) : catalogue.match(word, isPrefix),
      ),
    )
  }

  /** The query with one of its words corrected, by so many edits. */
  function corrected(choices: readonly (readonly Alternative[])[], edits: number): string[] {
    const typed = key.split(' ')
    const withWord = (at: number, word: string): string =>
      typed.map((other) => (other === words[at] ? word : other)).join(' ')
    return choices.flatMap((choice, at) =>
      choice.flatMap((other) => (other.edits === edits ? [withWord(at, other.word)] : [])),
    )
  }

  /** Books that the query is the whole title or author of with one word corrected by one edit, sounds alike first. */
  function whole(most = catalogue.limit): number[] {
    const alike = choices().map((choice) => {
      const [typed = ''] = choice.map(({ word }) => soundOf(word))
      return choice.filter(({ word }) => soundOf(word) === typed)
    })
    const ranks = [alike, choices()].flatMap((some) => {
      const keys = corrected(some, 1)
      return [...catalogue.ranksByTitles(keys, most), ...catalogue.ranksByAuthors(keys, most)]
    })
    return ranks.slice(0, most)
  }

  /** Books of which the query is the whole title but for the one word of it that is in no title or author. */
  function wholeButForOne(): number[] {
    const unknown = words.filter((word) => catalogue.booksWith(word) === 0)
    if (words.length < SURE_WORDS || unknown.length !== 1) return []
    const others = choices().map((choice, at) => (words[at] === unknown[0] ? choice : []))
    return [1, 2].flatMap((edits) => catalogue.ranksByTitles(corrected(others, edits)))
  }

  /** Books that the query finds with its typos corrected, the best fit first. */
  function find(): number[] {
    const sure = wholeButForOne()
    if (sure.length > 0) return sure
    if (choices().every((choice) => choice.length === 1)) return []
    const [only, ...more] = choices()
    if (!only || more.length > 0) return findWords()
    const once = findWord(only, 1)
    return whole(1).length > 0 ? once : withMorePopular(once, findWord(only, 2))
  }

  /** All that are as many edits away, so that ranks tell the order. */
  function findWord(choice: readonly Alternative[], edits: number): number[] {
    const keys = corrected([choice], edits)
    const match = matchOf(choice.filter((other) => other.edits === edits))
    return [
      ...catalogue.ranksByTitles(keys),
      ...catalogue.ranksByAuthors(keys),
      ...catalogue.matching('title', match),
      ...catalogue.matching('title series author', match),
    ]
  }

  function findWords(): number[] {
    const fits = new Map<number, Fit>()
    // Whole titles need not be measured.
    for (const edits of [1, 2]) {
      for (const rank of catalogue.ranksByTitles(corrected(choices(), edits))) {
        if (!fits.has(rank)) fits.set(rank, { rank, edits, isWhole: true, isInTitle: true })
      }
    }
    const match = matchAll(choices().map((choice) => matchOf(choice)))
    const ranks = catalogue.matching('title series author', match, MAX_CANDIDATES)
    for (const { rank, book } of catalogue.books(ranks.filter((rank) => !fits.has(rank)))) {
      fits.set(rank, measure(rank, book))
    }
    return [...fits.values()]
      .toSorted(
        (a, b) =>
          a.edits - b.edits ||
          Number(b.isWhole) - Number(a.isWhole) ||
          Number(b.isInTitle) - Number(a.isInTitle) ||
          a.rank - b.rank,
      )
      .map(({ rank }) => rank)
  }

  function measure(rank: number, book: Book): Fit {
    const titleWords = [...titleWordsOf(book), ...seriesWordsOf(book)]
    const edits = sumOfEdits(new Set([...titleWords, ...authorWordsOf(book)]), choices())
    const isClose = (other: string) => editDistance(key, other, edits) <= edits
    const names = book.volumeInfo.authors.map(authorKey)
    const keys = [...names, ...titleKeysOf(book).map(({ key }) => key)]
    const isInTitle = sumOfEdits(new Set(titleWords), choices()) === edits
    return { rank, edits, isWhole: keys.some(isClose), isInTitle }
  }

  return { choices, matchOf, whole, find }
}

export type Corrections = ReturnType<typeof createCorrections>

/** The fewest edits by which the words have an alternative of each choice; infinite where they lack one. */
function sumOfEdits(words: ReadonlySet<string>, choices: readonly Alternative[][]): number {
  const has = ({ word, isPrefix }: Alternative): boolean =>
    isPrefix ? words.values().some((other) => other.startsWith(word)) : words.has(word)
  const leastOf = (choice: readonly Alternative[]): number =>
    Math.min(...choice.filter(has).map(({ edits }) => edits))
  return choices.reduce((sum, choice) => sum + leastOf(choice), 0)
}
