import type { Book, SearchResult } from '../../contract/books.ts'

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
