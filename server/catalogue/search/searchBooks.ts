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
import { Corrections, SURE_WORDS } from './corrections.ts'
import { parseQuery, type SearchQuery } from './text.ts'
import { SearchTooSlow } from './searchTooSlow.ts'
import { categoryWords } from './text.ts'

// Fewer hits than this by title and author, and the query may be mistyped.
const FEW = 3
const MAX_CORRECTIONS_BESIDE_HITS = 5

/** The words of the interests, which every category of a book is one of. */
const INTEREST_WORDS: ReadonlySet<string> = new Set(categoryWords(CATEGORIES))

/**
 * At most `limit` books for a query over title, authors, interests and description, the best first; none
 * where nothing in the text can be searched. From `deadline` (`performance.now()`) on it looks up no
 * more and ends with what it has.
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
  const ranks = new Search(index, query, limit).run()
  return index.books(ranks).map(({ book: { id, volumeInfo } }) => {
    const { title, authors, imageLinks } = volumeInfo
    return { id, volumeInfo: { title, authors, ...(imageLinks && { imageLinks }) } }
  })
}

/** Looks up one band after another until there is enough (docs/decisions/0019). */
class Search {
  readonly #index: CatalogueIndex
  readonly #query: SearchQuery
  readonly #limit: number
  /** Ranks, in the order in which they were found. */
  readonly #found = new Set<number>()

  constructor(index: CatalogueIndex, query: SearchQuery, limit: number) {
    this.#index = index
    this.#query = query
    this.#limit = limit
  }

  run(): number[] {
    try {
      this.#find()
    } catch (error) {
      if (!(error instanceof SearchTooSlow) || this.#found.size === 0) throw error
    }
    return [...this.#found]
  }

  #isFull(): boolean {
    return this.#found.size >= this.#limit
  }

  #add(...bands: Band[]): void {
    for (const band of bands) {
      if (this.#isFull()) return
      for (const rank of band()) if (!this.#isFull()) this.#found.add(rank)
    }
  }

  #find(): void {
    const index = this.#index
    const query = this.#query
    const limit = this.#limit
    const found = this.#found
    const corrections = new Corrections(index, query)

    this.#add(...wholeBands(index, query, limit))
    if (found.size === 0) this.#add(() => titleBesideAuthor(index, query))
    this.#add(...strongBands(index, query, limit))
    const { withoutSeries } = query
    if (found.size === 0 && withoutSeries !== undefined) {
      this.#add(...wholeBands(index, withoutSeries, limit))
      this.#add(...strongBands(index, withoutSeries, limit))
    }
    if (this.#isFull()) return

    const match = matchAll(query.words.map(matchWord))
    const isOfInterest = query.words.map((word) => INTEREST_WORDS.has(word))
    const interests = isOfInterest.every(Boolean) ? index.matching('category', match, limit) : []
    // A query that names an interest is no typo of a title.
    if (interests.length > 0) this.#add(() => interests)
    else this.#addCorrected(corrections)
    // Without a word of an interest title and author have it all.
    if (isOfInterest.some(Boolean)) {
      this.#add(() => index.matching('title author category', match, limit))
    }
    this.#add(() => anywhere(index, query, limit, found))

    if (found.size === 0 && query.key.includes(' ')) {
      this.#add(...partBands(index, query, corrections, limit))
      if (found.size === 0) this.#add(() => anywhereButOne(index, query, limit))
      if (found.size < FEW) this.#add(...wordBands(index, query, corrections, limit))
    }
    if (found.size === 0) this.#add(...farBands(index, query, limit))
  }

  #addCorrected(corrections: Corrections): void {
    const found = this.#found
    if (found.size === 0) {
      this.#add(() => corrections.find(2, this.#limit))
      return
    }
    const { key, words } = this.#query
    if (found.size >= FEW) return
    if (words.length >= SURE_WORDS && this.#index.byTitle(key, [0, 0], 1).length > 0) return
    this.#add(() =>
      corrections
        .find(1, this.#limit)
        .filter((rank) => !found.has(rank))
        .slice(0, MAX_CORRECTIONS_BESIDE_HITS),
    )
  }
}
