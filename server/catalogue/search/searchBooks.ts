import type { SearchResult } from '../../../contract/books.ts'
import { CATEGORIES } from '../../../contract/categories.ts'
import {
  anywhere,
  anywhereButOne,
  farBands,
  partBands,
  strongBands,
  titleBesideAuthor,
  wholeBands,
  wordBands,
  type Band,
} from './bands.ts'
import { matchAll, matchWord, type CatalogueIndex } from './catalogueIndex.ts'
import { createCorrections, SURE_WORDS, type Corrections } from './corrections.ts'
import { resultOf } from './indexBook.ts'
import { SearchTooSlow } from './searchTooSlow.ts'
import { categoryWords, parseQuery, type SearchQuery } from './text.ts'

// Fewer hits than this by title and author, and the query may be mistyped.
const FEW = 3
const MAX_CORRECTIONS_BESIDE_HITS = 5

/** The words of the interests, which every category of a book is one of. */
const INTEREST_WORDS: ReadonlySet<string> = new Set(categoryWords(CATEGORIES))

/**
 * At most `limit` books for a query over title, authors, interests and description, the best first. From
 * `deadline` (`performance.now()`) on it looks up no more and ends with what it has.
 *
 * @throws SearchTooSlow where it has nothing by then
 */
export function searchBooks(
  index: CatalogueIndex,
  text: string,
  limit: number,
  deadline = Infinity,
): SearchResult[] {
  const query = parseQuery(text)
  if (query.key === '') return []
  index.setDeadline(deadline)
  const found = new Set<number>()
  try {
    find(index, query, limit, found)
  } catch (error) {
    if (!(error instanceof SearchTooSlow) || found.size === 0) throw error
  }
  return index.books([...found]).map(({ book }) => resultOf(book))
}

/** Looks up one band after another until enough ranks are `found` (docs/decisions/0019). */
function find(index: CatalogueIndex, query: SearchQuery, limit: number, found: Set<number>): void {
  const corrections = createCorrections(index, query)
  const isFull = (): boolean => found.size >= limit
  const add = (...bands: Band[]): void => {
    for (const band of bands) {
      if (isFull()) return
      for (const rank of band()) if (!isFull()) found.add(rank)
    }
  }

  add(...wholeBands(index, query, limit))
  if (found.size === 0) add(() => titleBesideAuthor(index, query))
  add(...strongBands(index, query, limit))
  const { key, words, withoutSeries } = query
  if (found.size === 0 && withoutSeries !== undefined) {
    add(...wholeBands(index, withoutSeries, limit), ...strongBands(index, withoutSeries, limit))
  }
  if (isFull()) return

  const match = matchAll(words.map(matchWord))
  const isOfInterest = words.map((word) => INTEREST_WORDS.has(word))
  const interests = isOfInterest.every(Boolean) ? index.matching('category', match, limit) : []
  // A query that names an interest is no typo of a title.
  add(() => (interests.length > 0 ? interests : corrected(index, query, corrections, limit, found)))
  // Without a word of an interest title and author have it all.
  if (isOfInterest.some(Boolean)) add(() => index.matching('title author category', match, limit))
  add(() => anywhere(index, query, limit, found))

  if (found.size === 0 && key.includes(' ')) {
    add(...partBands(index, query, corrections, limit))
    if (found.size === 0) add(() => anywhereButOne(index, query, limit))
    if (found.size < FEW) add(...wordBands(index, query, corrections, limit))
  }
  if (found.size === 0) add(...farBands(index, query, limit))
}

/** What the query finds with its typos corrected: all where nothing is found, a few beside few hits. */
function corrected(
  index: CatalogueIndex,
  { key, words }: SearchQuery,
  corrections: Corrections,
  limit: number,
  found: ReadonlySet<number>,
): number[] {
  if (found.size === 0) return corrections.find(2, limit)
  const isSure = () => words.length >= SURE_WORDS && index.byTitle(key, [0, 0], 1).length > 0
  if (found.size >= FEW || isSure()) return []
  const others = corrections.find(1, limit).filter((rank) => !found.has(rank))
  return others.slice(0, MAX_CORRECTIONS_BESIDE_HITS)
}
