import type { Book, SearchResult } from '../../contract/books.ts'
import { isCategory, type Category } from '../../contract/categories.ts'
import type { LoginAnswer, RegisterAnswer } from '../../contract/session.ts'
import { field, idOf, text, tidyBook } from './tidyBook.ts'

/**
 * The door: whatever a host answers becomes exact here, or is refused by an error with one plain
 * sentence. Fields that are missing or misshapen become absent, so that each screen's fallback shows.
 */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

function unique<T extends { id: string }>(books: readonly T[]): T[] {
  return [...new Map(books.map((book) => [book.id, book])).values()]
}

/** @throws UnreadableAnswer where the answer is no list */
export function tidyBooks(value: unknown): Book[] {
  if (!Array.isArray(value)) throw new UnreadableAnswer('The answer is not a list of books.')
  return unique(value.map(tidyBook).filter((book) => book !== undefined))
}

/** @throws UnreadableAnswer where the answer is no book */
export function tidyOneBook(value: unknown): Book {
  const book = tidyBook(value)
  if (book === undefined) throw new UnreadableAnswer('The answer is not a book.')
  return book
}

/** `data.data` (section 7): the list under `data`, or one `data` deeper; anything else is empty. */
export function tidySearchResults(value: unknown): SearchResult[] {
  const data = field(value, 'data')
  const list = Array.isArray(data) ? data : field(data, 'data')
  if (!Array.isArray(list)) return []
  return unique(list.map(tidyBook).filter((book) => book !== undefined)).map((book) => ({
    id: book.id,
    volumeInfo: {
      title: book.volumeInfo.title,
      authors: book.volumeInfo.authors,
      ...(book.volumeInfo.imageLinks ? { imageLinks: book.volumeInfo.imageLinks } : {}),
    },
  }))
}

/**
 * `{preferences: [...]}` or a bare list (decision 30). Names outside the 20 are left out.
 * @throws UnreadableAnswer where neither is there: 'User preferences not found or invalid.'
 */
export function tidyPreferences(value: unknown): Category[] {
  const list = Array.isArray(value) ? value : field(value, 'preferences')
  if (!Array.isArray(list)) throw new UnreadableAnswer('The answer holds no preferences.')
  return [...new Set(list.filter(isCategory))]
}

/** @throws UnreadableAnswer where token or id are missing */
export function tidyLogin(value: unknown): LoginAnswer {
  const token = text(field(value, 'token'))
  const id = idOf(value)
  if (token === undefined || id === undefined) {
    throw new UnreadableAnswer('The server did not answer as expected.')
  }
  return { token, id, name: text(field(value, 'name')) ?? '' }
}

/** As `tidyLogin`, with the server's message, which may be empty (decision 24). */
export function tidyRegistration(value: unknown): RegisterAnswer {
  return { ...tidyLogin(value), message: text(field(value, 'message')) ?? '' }
}

/** What the profile call says, as far as it says it (decision 34). */
export interface TidyProfile {
  profileImage: string | null
  id: string | null
  name: string | null
  /** Other hosts do not say: their readers have one. */
  hasPassword: boolean
}

/** Never fails: an empty profile shows the default picture. */
export function tidyProfile(value: unknown): TidyProfile {
  return {
    profileImage: text(field(value, 'profileImage')) ?? null,
    id: idOf(value) ?? null,
    name: text(field(value, 'name')) ?? null,
    hasPassword: field(value, 'hasPassword') !== false,
  }
}

/** The new picture's address, or null where the answer names none. */
export function tidyUpload(value: unknown): string | null {
  return text(field(value, 'profileImageUrl')) ?? null
}

/** @throws UnreadableAnswer where the answer is empty, or a page instead of the reader's data */
export function tidyExport(value: unknown): string {
  const file = text(value)
  if (file === undefined || file.trimStart().startsWith('<')) {
    throw new UnreadableAnswer('The server did not answer as expected.')
  }
  return file
}

/**
 * A reader of answers as RTK Query wants its schemas (Standard Schema): what `tidy` makes of the answer
 * is the result, what it throws is the issue.
 */
export function reading<T>(tidy: (value: unknown) => T) {
  return {
    '~standard': {
      version: 1,
      vendor: 'catchword',
      validate(value: unknown): { value: T } | { issues: { message: string }[] } {
        try {
          return { value: tidy(value) }
        } catch (error) {
          return { issues: [{ message: error instanceof Error ? error.message : String(error) }] }
        }
      },
    },
  } as const
}
