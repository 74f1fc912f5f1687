import type { Book, SearchResult } from '../contract/books.ts'
import { fold } from '../contract/fold.ts'

/**
 * Books whose title, authors and categories hold all words of the query, the last one also as the beginning of a
 * word; an exact title first, then in the order given. Simpler than the server: no typos.
 */
export function searchBooksOf(
  books: readonly Book[],
  query: string,
  limit: number,
): SearchResult[] {
  const sought = fold(query)
  const words = sought.split(' ')
  const last = words.pop() ?? ''
  if (last === '') return []
  const found = books.filter((book) => {
    const { title, authors, categories } = book.volumeInfo
    const text = [title, ...authors, ...categories].map(fold).join(' ').split(' ')
    return words.every((word) => text.includes(word)) && text.some((word) => word.startsWith(last))
  })
  const exact = found.filter((book) => fold(book.volumeInfo.title) === sought)
  const others = found.filter((book) => !exact.includes(book))
  return [...exact, ...others].slice(0, limit).map(({ id, volumeInfo }) => ({
    id,
    volumeInfo: {
      title: volumeInfo.title,
      authors: volumeInfo.authors,
      ...(volumeInfo.imageLinks && { imageLinks: volumeInfo.imageLinks }),
    },
  }))
}
