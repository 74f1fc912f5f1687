// Whatever a host sends becomes exact here, or is rejected with one plain sentence. Missing or misshapen
// fields become absent, so that each screen's fallback shows.
import type { Book, Recommendation, SearchResult } from '../../contract/books.ts'
import { isCategory, type Category } from '../../contract/categories.ts'
import type { LibraryBook, LibraryChange, LibraryPreview } from '../../contract/library.ts'
import type { Settings } from '../../contract/password.ts'
import type { LoginResponse, RegisterResponse } from '../../contract/session.ts'
import { field, idOf, parseBook, text } from './parseBook.ts'

/** A response without the expected shape. Its message is one plain sentence. */
class InvalidResponse extends Error {
  override readonly name = 'InvalidResponse'
}

function unique<T extends { id: string }>(books: readonly T[]): T[] {
  return [...new Map(books.map((book) => [book.id, book])).values()]
}

/** @throws InvalidResponse where the response is no list */
export function parseBooks(value: unknown): Book[] {
  if (!Array.isArray(value)) throw new InvalidResponse('The response is not a list of books.')
  return unique(value.map(parseBook).filter((book) => book !== undefined))
}

/**
 * Books with their reasons; entries without a book are left out, a reason that is missing is empty.
 * @throws InvalidResponse where the response is no list
 */
export function parseRecommendations(value: unknown): Recommendation[] {
  if (!Array.isArray(value)) throw new InvalidResponse('The response is not a list of books.')
  const entries = value.flatMap((item) => {
    const book = parseBook(field(item, 'book'))
    return book ? [{ id: book.id, book, reason: text(field(item, 'reason')) ?? '' }] : []
  })
  return unique(entries).map(({ book, reason }) => ({ book, reason }))
}

/** @throws InvalidResponse where the response is no book */
export function parseOneBook(value: unknown): Book {
  const book = parseBook(value)
  if (book === undefined) throw new InvalidResponse('The response is not a book.')
  return book
}

/** `data.data` (docs/product.md 7.1): the list under `data`, or one `data` deeper; anything else is empty. */
export function parseSearchResults(value: unknown): SearchResult[] {
  const data = field(value, 'data')
  const list = Array.isArray(data) ? data : field(data, 'data')
  if (!Array.isArray(list)) return []
  return unique(list.map(parseBook).filter((book) => book !== undefined)).map((book) => ({
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
 * @throws InvalidResponse where neither is there: 'User preferences not found or invalid.'
 */
export function parsePreferences(value: unknown): Category[] {
  const list = Array.isArray(value) ? value : field(value, 'preferences')
  if (!Array.isArray(list)) throw new InvalidResponse('The response has no preferences.')
  return [...new Set(list.filter(isCategory))]
}

/** @throws InvalidResponse where token or id are missing */
export function parseLogin(value: unknown): LoginResponse {
  const token = text(field(value, 'token'))
  const id = idOf(value)
  if (token === undefined || id === undefined) {
    throw new InvalidResponse('The server did not answer as expected.')
  }
  return { token, id, name: text(field(value, 'name')) ?? '' }
}

/** As `parseLogin`, with the server's message, which may be empty (decision 24). */
export function parseRegistration(value: unknown): RegisterResponse {
  return { ...parseLogin(value), message: text(field(value, 'message')) ?? '' }
}

/** The profile, as far as the host sends it (decision 34). */
export interface Profile {
  profileImage: string | null
  id: string | null
  name: string | null
  /** True where the host does not say. */
  hasPassword: boolean
}

/** Never fails: an empty profile shows the default picture. */
export function parseProfile(value: unknown): Profile {
  return {
    profileImage: text(field(value, 'profileImage')) ?? null,
    id: idOf(value) ?? null,
    name: text(field(value, 'name')) ?? null,
    hasPassword: field(value, 'hasPassword') !== false,
  }
}

/** The new picture's address, or null where the response names none. */
export function parseUpload(value: unknown): string | null {
  return text(field(value, 'profileImageUrl')) ?? null
}

/** @throws InvalidResponse where the response is empty, or a page instead of the reader's data */
export function parseExport(value: unknown): string {
  const file = text(value)
  if (file === undefined || file.trimStart().startsWith('<')) {
    throw new InvalidResponse('The server did not answer as expected.')
  }
  return file
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

function parseLibraryBook(value: unknown): LibraryBook[] {
  const id = idOf(value)
  const rating = number(field(value, 'rating'))
  if (id === undefined) return []
  return [
    {
      id,
      title: text(field(value, 'title')) ?? '',
      author: text(field(value, 'author')) ?? '',
      rating: rating > 0 ? rating : null,
      isLoved: field(value, 'isLoved') === true,
      isRead: field(value, 'isRead') === true,
      isFavorite: field(value, 'isFavorite') === true,
    },
  ]
}

/** @throws InvalidResponse where its lists are missing */
export function parseLibraryPreview(value: unknown): LibraryPreview {
  const found = field(value, 'found')
  const missing = field(value, 'missing')
  if (!Array.isArray(found) || !Array.isArray(missing)) {
    throw new InvalidResponse('The server did not answer as expected.')
  }
  return {
    program: text(field(value, 'program')) ?? null,
    rows: number(field(value, 'rows')),
    repeated: number(field(value, 'repeated')),
    unreadable: number(field(value, 'unreadable')),
    room: number(field(value, 'room')),
    found: found.flatMap(parseLibraryBook),
    missing: missing.map((book) => ({
      title: text(field(book, 'title')) ?? '',
      author: text(field(book, 'author')) ?? '',
      isbn: text(field(book, 'isbn')) ?? '',
    })),
  }
}

const texts = (list: unknown): string[] | undefined =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined

/** @throws InvalidResponse where its lists are missing: without them nothing can be undone */
export function parseLibraryChange(value: unknown): LibraryChange {
  const bookIds = texts(field(value, 'bookIds'))
  const authors = texts(field(value, 'authors'))
  if (!bookIds || !authors) throw new InvalidResponse('The server did not answer as expected.')
  return { bookIds, authors }
}

/** Never fails: a host that does not say what it offers offers nothing more. */
export function parseSettings(value: unknown): Settings {
  return { passwordReset: field(value, 'passwordReset') === true }
}

/** A parser as RTK Query's `responseSchema` wants it (Standard Schema): what it throws is the issue. */
export function schemaOf<T>(parse: (value: unknown) => T) {
  return {
    '~standard': {
      version: 1,
      vendor: 'catchword',
      validate(value: unknown): { value: T } | { issues: { message: string }[] } {
        try {
          return { value: parse(value) }
        } catch (error) {
          return { issues: [{ message: error instanceof Error ? error.message : String(error) }] }
        }
      },
    },
  } as const
}
