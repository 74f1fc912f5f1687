import { originWords } from '../../books/origins.ts'
import type { Values } from '../../contract/say.ts'

/** Why a book is recommended, in English, with places for what it is about. */
export const REASONS = {
  loved: 'Because you loved {title}',
  wanted: 'Because you want to read {title}',
  next: 'Next in {series}',
  byReaders: 'Readers of this book also loved it',
  byAuthor: 'Also by {author}',
  about: 'Also about {subject}',
  more: 'More {interest}',
} as const

/** Such a text with what fills its places. */
export interface Reason {
  text: string
  values?: Values
}

/** The same literature: `Also from Japan`; a whole sentence for each, as languages say such names in their own ways. */
export const originReason = (origin: string): string => `Also ${originWords(origin)}`
