import type { Book, SearchResponse, SearchResult } from '../../../contract/books.ts'
import { workIdOf } from '../../../contract/workId.ts'
import { APPROXIMATE_RESULTS_MAX } from '../../../contract/limits.ts'
import { isIsbnShaped } from '../../../books/isbn.ts'
import type { CatalogueFile } from '../catalogueFile.ts'
import { matchAll, matchWord } from '../lookUps/words.ts'
import {
  isEmpty,
  likeWishesOf,
  understoodOf,
  wishOf,
  withoutTexts,
  type KnownWords,
  type Wish,
} from '../../../books/wishes.ts'
import { indexWords, parseQuery, type SearchQuery } from '../../../books/words.ts'
import { findLiked, type Liked } from './liked.ts'
import { createSearch } from './finders.ts'
import { find, findAll, NAMES } from './steps.ts'
import { authorCalled, isWordOfTexts, ofWish } from './wishes.ts'

// With fewer books than this a wish is asked for with fewer of its words.
const ENOUGH = 5

// Of so many more books found other editions may fall away.
const EDITIONS = 10

/** A book as a list of search results has it. */
export function resultOf({ id, volumeInfo }: Book): SearchResult {
  const { title, language, authors, imageLinks } = volumeInfo
  return {
    id,
    volumeInfo: {
      title,
      ...(language && { language }),
      authors,
      ...(imageLinks && { imageLinks }),
    },
  }
}

/** What a search found; `like`: what comes next to this book is asked for, which the recommender finds. */
export interface Found extends SearchResponse {
  like?: Liked & { wish: Wish }
}

/** At most `limit` books for a query over title, authors, interests and description, the best first. */
export function searchBooks(catalogue: CatalogueFile, text: string, limit: number): Found {
  const query = parseQuery(text)
  const isWrongIsbn = query.isbn13 === undefined && isIsbnShaped(text)
  if (query.key === '' || isWrongIsbn) return { data: [] }
  catalogue.limit = limit + EDITIONS
  const words: KnownWords = {
    isInTexts: (word) => isWordOfTexts(catalogue, word),
    authorOf: (name) => authorCalled(catalogue, name),
  }
  const wish = wishOf(text, words)
  const answered = answerWish(catalogue, query, { text, wish, words, limit })
  if (answered) return answered
  // What is not wanted is never searched for.
  const isRefusing = wish?.isAsked === true && wish.wants.length * wish.without.length > 0
  const asked = isRefusing ? parseQuery(wish.wants.map((one) => one.words).join(' ')) : query
  const found = find(catalogue, asked)
  const { ranks } = found
  const isApproximate = isRefusing || found.isApproximate
  const isNothing = ranks.length === 0 && query.key === query.bareKey
  const isWish = wish && !wish.isAsked && (isNothing || (isApproximate && wish.isLikely))
  if (isWish && catalogue.ranksByTitleStart(query.key, 1).length === 0) {
    const wished = byWish(catalogue, wish, limit)
    if (wished && (wished.understood || !isNothing)) return wished
  }
  const books = editionsOnce(
    catalogue.books(ranks).map(({ book }) => book),
    query,
  )
  const data = books
    .slice(0, isApproximate ? Math.min(APPROXIMATE_RESULTS_MAX, limit) : limit)
    .map(resultOf)
  return isApproximate && data.length > 0 ? { data, isApproximate } : { data }
}

/** What a query is answered with that is worded as a wish, where no title, author or series is called so. */
function answerWish(
  catalogue: CatalogueFile,
  query: SearchQuery,
  {
    text,
    wish,
    words,
    limit,
  }: { text: string; wish: Wish | undefined; words: KnownWords; limit: number },
): Found | undefined {
  const likes = likeWishesOf(text)
  if ((likes.length === 0 && wish?.isAsked !== true) || isNamed(catalogue, query)) return undefined
  for (const { name, rest, isBare } of likes) {
    const others = wishOf(`books ${rest}`, { ...words, isInTexts: () => false })
    const liked = others && findLiked(catalogue, name, isBare)
    if (liked) {
      return {
        data: [],
        understood: understoodOf(others, liked.name),
        like: { ...liked, wish: others },
      }
    }
  }
  return wish?.isAsked ? byWish(catalogue, wish, limit) : undefined
}

/** Whether a title, an author or a series is called so, or a title begins so or has all of the words. */
function isNamed(catalogue: CatalogueFile, query: SearchQuery): boolean {
  const search = createSearch(catalogue, query)
  return (
    findAll(NAMES, search).next().done !== true ||
    catalogue.ranksBySeries(query.key).length > 0 ||
    catalogue.ranksByTitleStart(query.key, 1).length > 0 ||
    catalogue.matching('title', matchAll(query.all.map(matchWord)), 1).length > 0
  )
}

/** The books that a wish is for, or what is near where too few are; none where it says nothing. */
function byWish(catalogue: CatalogueFile, wish: Wish, limit: number): Found | undefined {
  if (isEmpty(wish)) return undefined
  const { ranks, isWhole } = ofWish(catalogue, wish, limit)
  const less = ranks.length < ENOUGH || !isWhole ? withoutTexts(wish) : undefined
  if (less) return byWish(catalogue, less, limit)
  if (ranks.length === 0) return undefined
  const data = catalogue.books(ranks).map(({ book }) => resultOf(book))
  if (isWhole) return { data, understood: understoodOf(wish) }
  return { data: data.slice(0, APPROXIMATE_RESULTS_MAX), isApproximate: true }
}

/** Of each work the edition whose title has most words of the query, in the place of the first. */
function editionsOnce(books: readonly Book[], { words }: SearchQuery): Book[] {
  const works = new Map<string, { book: Book; has: number }>()
  for (const book of books) {
    const workId = workIdOf(book)
    const title = new Set(indexWords(book.volumeInfo.title))
    const has = words.filter((word) => title.has(word)).length
    const other = works.get(workId)
    if (other === undefined || has > other.has) works.set(workId, { book, has })
  }
  return [...works.values()].map(({ book }) => book)
}
