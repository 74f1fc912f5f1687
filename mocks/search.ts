import { Value } from 'typebox/value'
import { SearchResult, type Book, type SearchResponse } from '../contract/books.ts'
import { indexWords, parseQuery } from '../books/words.ts'
import { APPROXIMATE_RESULTS_MAX, SEARCH_RESULTS_MAX } from '../contract/limits.ts'
import { checked } from './requests.ts'

/**
 * Books whose title, authors, categories and subjects hold all words of the query, an exact title first, then in the order
 * given. Where there are none, what is near: the last word begins one of theirs, or they lack one of several words.
 * Simpler than the server: no typos.
 */
export function searchBooksOf(books: readonly Book[], query: string): SearchResponse {
  const { key, all: words } = parseQuery(query)
  if (key === '') return { data: [] }
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
  const isSameTitle = ({ book }: { book: Book }) => parseQuery(book.volumeInfo.title).key === key
  const data = (isApproximate ? similar : found)
    .toSorted((one, other) => Number(isSameTitle(other)) - Number(isSameTitle(one)))
    .slice(0, isApproximate ? APPROXIMATE_RESULTS_MAX : SEARCH_RESULTS_MAX)
    .map(({ book }) => checked(SearchResult, Value.Clean(SearchResult, structuredClone(book))))
  return isApproximate && data.length > 0 ? { data, isApproximate } : { data }
}
