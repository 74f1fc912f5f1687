import { Value } from 'typebox/value'
import { SearchResult, type Book, type SearchResponse } from '../contract/books.ts'
import { fits, isEmpty, likeWishesOf, understoodOf, wishOf, type Wish } from '../books/wishes.ts'
import { indexWords, parseQuery } from '../books/words.ts'
import { APPROXIMATE_RESULTS_MAX, SEARCH_RESULTS_MAX } from '../contract/limits.ts'
import { similarBooks } from './recommendations.ts'
import { checked } from './requests.ts'

const NOTHING_KNOWN = { isInTexts: () => false, authorOf: () => undefined }

const isTitled = (title: string, key: string): boolean => parseQuery(title).key === key

const resultsOf = (books: readonly Book[], most: number) =>
  books
    .slice(0, most)
    .map((book) => checked(SearchResult, Value.Clean(SearchResult, structuredClone(book))))

/** The books that a wish is for, or any of them. */
function fitting(wish: Wish, among: readonly Book[], like?: string): SearchResponse {
  const found = among.filter(({ volumeInfo: { categories, subjects = [], origins = [] } }) =>
    fits({ interests: categories, subjects, origins }, wish),
  )
  const data = resultsOf(found, SEARCH_RESULTS_MAX)
  if (data.length > 0) return { data, understood: understoodOf(wish, like) }
  return { data: resultsOf(among, APPROXIMATE_RESULTS_MAX), isApproximate: true }
}

/** What a query is worded to wish for, where no book is called so: `books like emma`, `short books for adults`. */
function answerWish(books: readonly Book[], query: string): SearchResponse | undefined {
  const { key } = parseQuery(query)
  if (books.some(({ volumeInfo }) => isTitled(volumeInfo.title, key))) return undefined
  for (const { name, rest } of likeWishesOf(query)) {
    const wish = wishOf(`books ${rest}`, NOTHING_KNOWN)
    const liked = books.find(({ volumeInfo }) => isTitled(volumeInfo.title, name))
    if (wish && liked) {
      const others = similarBooks(books, liked).map(({ book }) => book)
      return fitting(wish, others, liked.volumeInfo.title)
    }
  }
  const wish = wishOf(query, NOTHING_KNOWN)
  return wish?.isAsked && !isEmpty(wish) ? fitting(wish, books) : undefined
}

/**
 * Books whose title, authors, categories and subjects hold all words of the query, an exact title first, then in the order
 * given. Where there are none, what is near: the last word begins one of theirs, or they lack one of several words.
 * Simpler than the server: no typos, and a wish has no order.
 */
export function searchBooksOf(books: readonly Book[], query: string): SearchResponse {
  const { key, all: words } = parseQuery(query)
  if (key === '') return { data: [] }
  const answered = answerWish(books, query)
  if (answered) return answered
  const last = words.at(-1) ?? ''
  const matched = books.map((book) => {
    const { title, authors, categories, subjects = [] } = book.volumeInfo
    const text = new Set([title, ...authors, ...categories, ...subjects].flatMap(indexWords))
    const missing = words.filter((word) => !text.has(word))
    return { book, missing, isBegun: text.values().some((word) => word.startsWith(last)) }
  })
  const found = matched.filter(({ missing }) => missing.length === 0)
  const isApproximate = found.length === 0
  const similar = matched.filter(
    ({ missing: [one, more], isBegun }) =>
      more === undefined && (words.length > 1 || (one === last && isBegun)),
  )
  const isSameTitle = ({ book }: { book: Book }) => isTitled(book.volumeInfo.title, key)
  const ordered = (isApproximate ? similar : found).toSorted(
    (one, other) => Number(isSameTitle(other)) - Number(isSameTitle(one)),
  )
  const data = resultsOf(
    ordered.map(({ book }) => book),
    isApproximate ? APPROXIMATE_RESULTS_MAX : SEARCH_RESULTS_MAX,
  )
  return isApproximate && data.length > 0 ? { data, isApproximate } : { data }
}
