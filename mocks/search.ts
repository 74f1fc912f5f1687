import { Value } from 'typebox/value'
import { SearchResult, type Book } from '../contract/books.ts'
import { fold } from '../contract/fold.ts'
import { SEARCH_RESULTS_MAX } from '../contract/limits.ts'
import { checked } from './requests.ts'

/**
 * Books whose title, authors and categories hold all words of the query, the last one also as the beginning of a
 * word; an exact title first, then in the order given. Simpler than the server: no typos.
 */
export function searchBooksOf(books: readonly Book[], query: string): SearchResult[] {
  const sought = fold(query)
  const words = sought.split(' ')
  const last = words.pop() ?? ''
  if (last === '') return []
  const found = books.filter((book) => {
    const { title, authors, categories } = book.volumeInfo
    const text = [title, ...authors, ...categories].map(fold).join(' ').split(' ')
    return words.every((word) => text.includes(word)) && text.some((word) => word.startsWith(last))
  })
  const isSameTitle = ({ volumeInfo }: Book) => fold(volumeInfo.title) === sought
  return found
    .toSorted((one, other) => Number(isSameTitle(other)) - Number(isSameTitle(one)))
    .slice(0, SEARCH_RESULTS_MAX)
    .map((book) => checked(SearchResult, Value.Clean(SearchResult, structuredClone(book))))
}
