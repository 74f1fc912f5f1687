import type { Book } from '../../contract/books.ts'
import { PREVIEW_CHARACTERS } from '../constants.ts'
import { cutText, htmlToText } from '../lib/text.ts'

/** The beginning of a book's description as plain text: what is seen of it ends at a word. Blank if it has none. */
export function bookPreview({ volumeInfo: { description = '' } }: Book) {
  const text = htmlToText(description)
  const cut = cutText(text, PREVIEW_CHARACTERS)
  if (cut === text) return { seen: text, rest: '' }
  const [, seen = cut.slice(0, -3)] = /^(.*[\p{L}\p{N}])[^\p{L}\p{N}]*\s\S*$/su.exec(cut) ?? []
  return { seen, rest: cut.slice(seen.length) }
}

/** Words that may be longer than a narrow card's title. */
const LONG_WORD = /[\p{L}\p{M}]{12,}/gu
/** Before a consonant, or such as are one sound, and a vowel. */
const SYLLABLE =
  /(?<=\p{L}{3})(?<![cgpst](?=h)|[bcdfgkpt](?=[lr])|s(?=t)|c(?=k))(?=(?:[cgpst]h|str?|[bcdfgkpt][lr]|[^\Waeiouy])[aeiouyäöüáéíóú]\p{L}{2})/giu

/** The text with soft hyphens in long words, where a browser does not know how its language divides them. */
export const softHyphens = (text: string): string =>
  text.replace(LONG_WORD, (word) => word.replace(SYLLABLE, '\u00AD'))
