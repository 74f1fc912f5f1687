import type { Book } from '../../contract/books.ts'
import { PREVIEW_CHARACTERS } from '../constants.ts'
import { cutText, htmlToText } from '../lib/text.ts'
import { messages } from '../messages.ts'

/** A book's title and authors in words. Without authors they are blank: each screen has its own words for that. */
export function bookWords({
  volumeInfo: { title, authors },
}: {
  volumeInfo: Pick<Book['volumeInfo'], 'title' | 'authors'>
}) {
  return { title: title || messages.untitled, authors: authors.join(', ') }
}

/** The beginning of a book's description as plain text; blank if it has none. */
export function bookPreview({ volumeInfo: { description = '' } }: Book): string {
  return cutText(htmlToText(description), PREVIEW_CHARACTERS)
}
