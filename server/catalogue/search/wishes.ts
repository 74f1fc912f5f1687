import { WISH_AUDIENCES } from '../../../contract/audiences.ts'
import { fold } from '../../../contract/fold.ts'
import { evidenceFor, type Evidence, type Meaning } from '../../../books/meanings.ts'
import { audienceOf, COUNTS, isOpenTo, type Wish } from '../../../books/wishes.ts'
import { indexWord, isInterestWord, isStopWord } from '../../../books/words.ts'
import type { BookFacts } from '../bookFacts.ts'
import type { CatalogueFile } from '../catalogueFile.ts'
import { popularityOf } from '../ranks.ts'
import { matchAll, matchWord } from '../lookUps/words.ts'

// Which books a wish is for: those with most of what is wanted, what is rare weighing more, then the best known.

/** So many rows are looked up for all that is wanted, at most so many for one thing that a book has, or for its text. */
const ROWS_MOST = 4000
const ROWS_OF_ONE = 800
const TEXTS_MOST = 300
/** So many of the best known are candidates where nothing but the audience is wished. */
const BEST_KNOWN = 400
/** So many of the best candidates are read. */
const READ_MOST = 160
/** A thing of so many books weighs 1, a rarer one more. */
const COMMON = 2000
const RARITY = 0.35
/** How much the best-known book is better than an unknown one. */
const POPULARITY = 0.4
const POPULARITY_MOST = 120
/** Who does not say so rarely means books for children. */
const OF_CHILDREN = 0.6
const FOR_CHILDREN: readonly string[] = WISH_AUDIENCES.slice(0, 2)
const OF_AUTHOR = 2
/** With fewer books than this that have all that is wanted a wish is not answered. */
const LEAST = 3
/** Fewer books that have all are followed by what lacks one thing, up to so many. */
const FILLED = 10

/** A book, how many of the things that are wanted it has, and how good it is. */
interface Scored {
  had: number
  score: number
}
const bestFirst = (one: Scored, other: Scored): number => other.score - one.score

/** Whether enough books have a word in their texts for it to be a topic. */
export const isWordOfTexts = (catalogue: CatalogueFile, word: string): boolean =>
  catalogue.matchingText(matchWord(indexWord(word)), LEAST).length === LEAST

/** The author who is called so, or the best-known one with this surname. */
export function authorCalled(catalogue: CatalogueFile, words: string): string | undefined {
  const typed = words.split(' ').filter((word) => !isStopWord(word))
  const match = typed.length === 0 ? undefined : matchAll(typed.map(matchWord))
  const [{ book } = {}] = catalogue.books(catalogue.matching('author', match, 1))
  return book?.volumeInfo.authors.find((name) => {
    const key = fold(name)
    return key === words || key.endsWith(` ${words}`)
  })
}

/** The ranks of the best-known books that have all of it. */
function having(catalogue: CatalogueFile, { all }: Evidence, most: number): readonly number[] {
  const [first = [], ...others] = all.map(({ what, name }) => catalogue.ranksBy(what, name, most))
  const sets = others.map((ranks) => new Set(ranks))
  return first.filter((rank) => sets.every((ranks) => ranks.has(rank)))
}

/** The ranks of books that have the word of a meaning in their texts; several words need not belong together there. */
function inTexts(catalogue: CatalogueFile, { words, isKind }: Meaning): ReadonlySet<number> {
  const [word, ...others] = words.split(' ').filter((one) => one !== '' && !isStopWord(one))
  // Each text has the words of its interests.
  if (isKind || word === undefined || others.length > 0 || isInterestWord(word)) return new Set()
  return new Set(catalogue.matchingText(matchWord(indexWord(word)), TEXTS_MOST))
}

/** The ranks of the books that a wish is for, the best first; `isWhole` where enough have all that is wanted. */
export function ofWish(
  catalogue: CatalogueFile,
  wish: Wish,
  limit: number,
): { ranks: number[]; isWhole: boolean } {
  const { wants, audiences } = wish
  const known = wants.filter(({ evidence }) => evidence.length > 0)
  const texts = wants.map((meaning) => inTexts(catalogue, meaning))
  const traits = wants.flatMap(({ evidence }) => evidence).length
  const rowsOfOne = Math.min(ROWS_OF_ONE, Math.ceil(ROWS_MOST / Math.max(traits, 1)))
  const found = wants.map((meaning, at) => {
    const weights = new Map(Array.from(texts[at] ?? [], (rank) => [rank, COUNTS]))
    for (const one of meaning.evidence) {
      for (const rank of having(catalogue, one, rowsOfOne)) {
        weights.set(rank, Math.max(weights.get(rank) ?? 0, one.weight))
      }
    }
    return weights
  })
  const rarities = found.map(({ size }) => 1 + RARITY * Math.log(COMMON / Math.max(size, 1)))
  const sum = rarities.reduce((one, other) => one + other, 0)
  /** By how much of each thing a book has: those it lacks count twice. */
  function scoreOf(rank: number, shares: readonly number[]): Scored {
    const had = shares.filter((share) => share >= COUNTS).length
    const coverage = wants.length === 0 ? 1 : (had / wants.length) ** 2
    const evidence = shares.reduce((all, share, at) => all + share * (rarities[at] ?? 0), 0)
    const known = POPULARITY * (popularityOf(rank) / POPULARITY_MOST)
    return { had, score: (sum === 0 ? 1 : evidence / sum) * coverage + known }
  }

  const ofAudience = audiences.flatMap((name) => catalogue.ranksBy('subject', name, ROWS_MOST))
  const isForAll = audiences.length === 0
  const best =
    wants.length === 0 && isForAll ? catalogue.best(BEST_KNOWN).map(({ rank }) => rank) : []
  const ranks = new Set([
    ...found.flatMap((weights) => [...weights.keys()]),
    ...ofAudience.slice(0, BEST_KNOWN),
    ...best,
  ])
  const isOfAudience = new Set(ofAudience)
  const read = [...ranks]
    .filter((rank) => isForAll || isOfAudience.has(rank))
    .map((rank) => ({
      rank,
      ...scoreOf(
        rank,
        found.map((weights) => weights.get(rank) ?? 0),
      ),
    }))
    .toSorted(bestFirst)
    .slice(0, READ_MOST)

  const named = wants.flatMap(({ evidence }) => evidence.flatMap(({ all }) => all))
  const isForAdults = isForAll && !named.some(({ name }) => FOR_CHILDREN.includes(name))
  const books = catalogue.factsByRanks(read.map(({ rank }) => rank))
  const scored = books
    .filter((book) => isOpenTo(book, wish))
    .map((book) => {
      const shares = wants.map((meaning, at) =>
        evidenceFor(book, meaning, texts[at]?.has(book.rank)),
      )
      const { had, score } = scoreOf(book.rank, shares)
      const suits = isForAdults && FOR_CHILDREN.includes(audienceOf(book)) ? OF_CHILDREN : 1
      return { book, had, score: score * suits }
    })
    .toSorted(bestFirst)
  const whole = scored.filter(({ had }) => had === wants.length)
  // Few that have several things are an answer, too.
  const isWhole = whole.length >= (known.length > 1 ? 1 : LEAST)
  // Behind a few that have all stands what lacks one of several things; or what is there at all.
  const near = scored.filter(({ had }) =>
    isWhole
      ? whole.length < FILLED && wants.length > 1 && had === wants.length - 1
      : had > 0 && had < wants.length,
  )
  const ordered = [...whole, ...near.toSorted((one, other) => other.had - one.had)]
  const most = isWhole ? Math.max(whole.length, FILLED) : limit
  return {
    ranks: ofDifferent(ordered.map(({ book }) => book)).slice(0, Math.min(most, limit)),
    isWhole,
  }
}

/** The ranks of the books, each work once, two of an author. */
function ofDifferent(books: readonly BookFacts[]): number[] {
  const authors = new Map<string, number>()
  const works = new Set<string>()
  return books.flatMap(({ rank, work, author }) => {
    const count = authors.get(author) ?? 0
    if (works.has(work) || (author !== '' && count >= OF_AUTHOR)) return []
    authors.set(author, count + 1)
    works.add(work)
    return [rank]
  })
}
