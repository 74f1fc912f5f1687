import type { Book, Recommendation } from './books.ts'

/** Characters of a description in lists, markup and ellipsis included; the book's own page has all of it. */
export const LISTED_DESCRIPTION_MAX = 400

// Enough for that many characters of text, whatever the markup, so that a long description delays no list.
const LOOKED_AT = 10 * LISTED_DESCRIPTION_MAX

/**
 * A description for lists: a longer one becomes text without tags, cut after a word, with an ellipsis in place of a full stop. What
 * the text escapes (`&lt;`) stays escaped.
 */
export function shortDescription(html: string): string {
  if (html.length <= LISTED_DESCRIPTION_MAX) return html
  const text = html
    .slice(0, LOOKED_AT)
    .replaceAll(/<\/?(?:p|br|ul|ol|li)\b[^<>]*>/gi, ' ')
    // The last one may be cut.
    .replaceAll(/<[^<>]*(?:>|$)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length <= LISTED_DESCRIPTION_MAX && html.length <= LOOKED_AT) return text
  const start = text.slice(0, LISTED_DESCRIPTION_MAX - 1)
  const end = text.charAt(start.length) === ' ' ? start.length : start.lastIndexOf(' ')
  // Scripts without spaces have no words to cut after; neither an escape nor a character is halved.
  const hasWords = end > LISTED_DESCRIPTION_MAX / 2
  const words = hasWords ? start.slice(0, end) : start.replace(/&[^;\s]*$|[\uD800-\uDBFF]$/, '')
  // No four dots.
  return `${words.replace(/[\s.,:–—]+$/, '')}…`
}

/** A book as it is in lists. */
export function listedBook(book: Book): Book {
  const { volumeInfo } = book
  const { description = '' } = volumeInfo
  if (description.length <= LISTED_DESCRIPTION_MAX) return book
  return { ...book, volumeInfo: { ...volumeInfo, description: shortDescription(description) } }
}

/** A recommended book as it is in lists. */
export const listedRecommendation = ({ book, reason }: Recommendation): Recommendation => ({
  book: listedBook(book),
  reason,
})
