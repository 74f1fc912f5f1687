import type { Book } from '../../contract/books.ts'
import { messages } from '../messages.ts'
import { inRow } from '../readerMessages.ts'

/** A book's title and authors in words. Without authors they are blank: each screen has its own words for that. */
export function bookWords({
  volumeInfo: { title, authors },
}: {
  volumeInfo: Pick<Book['volumeInfo'], 'title' | 'authors'>
}) {
  return { title: title || messages.untitled, authors: inRow(authors) }
}
