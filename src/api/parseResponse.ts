// Whatever a host sends becomes exact here, or is rejected with one plain sentence. Missing or misshapen
// fields become absent, so that each screen's fallback shows.
import { WISH_AUDIENCES } from '../../contract/audiences.ts'
import type { Book, Recommendation, SearchResponse, Understood } from '../../contract/books.ts'
import { isCategory, type Category } from '../../contract/categories.ts'
import type {
  LastImport,
  LibraryBook,
  LibraryChange,
  LibraryNote,
  LibraryPreview,
} from '../../contract/library.ts'
import type { Marks, MarksAnswer } from '../../contract/marks.ts'
import { LIBRARY_LISTS, perList, type LibraryList } from '../../contract/uploads.ts'
import type { LoginResponse, ReaderSession, RegisterResponse } from '../../contract/session.ts'
import type { Settings } from '../../contract/settings.ts'
import { field, isText, textField } from '../lib/record.ts'
import { messages } from '../messages.ts'
import { idOf, parseBook } from './parseBook.ts'

const LIBRARY_NOTES: readonly LibraryNote[] = ['guessed', 'mended', 'noHeader', 'isbnsAlone']

/** @throws Error with this message where the value is no list */
function listOf(value: unknown, message: string): unknown[] {
  if (!Array.isArray(value)) throw new Error(message)
  return value
}

function unique<T extends { id: string }>(books: readonly T[]): T[] {
  return [...new Map(books.map((book) => [book.id, book])).values()]
}

/** @throws Error where the response is no list */
export function parseBooks(value: unknown): Book[] {
  const list = listOf(value, 'The response is not a list of books.')
  return unique(list.map(parseBook).filter((book) => book !== undefined))
}

/**
 * Books with their reasons; entries without a book are left out, a reason that is missing is empty.
 * @throws Error where the response is no list
 */
export function parseRecommendations(value: unknown): Recommendation[] {
  const entries = listOf(value, 'The response is not a list of books.').flatMap((item) => {
    const book = parseBook(field(item, 'book'))
    return book ? [{ id: book.id, book, reason: textField(item, 'reason') ?? '' }] : []
  })
  return unique(entries).map(({ book, reason }) => ({ book, reason }))
}

/** @throws Error where the response is no book */
export function parseOneBook(value: unknown): Book {
  const book = parseBook(value)
  if (book === undefined) throw new Error('The response is not a book.')
  return book
}

/** @throws Error where one of its lists is missing: its books would count as unmarked */
export function parseMarks(value: unknown): MarksAnswer {
  const idsOf = (mark: keyof Marks) => [
    ...new Set(listOf(field(value, mark), messages.request.unexpected).filter(isText)),
  ]
  const works = Object.entries<unknown>(Object(field(value, 'works')))
  return {
    wantToRead: idsOf('wantToRead'),
    read: idsOf('read'),
    notForMe: idsOf('notForMe'),
    works: Object.fromEntries(works.flatMap(([id, work]) => (isText(work) ? [[id, work]] : []))),
  }
}

/** @throws Error where the response has no list of ids */
export const parseBookIds = (value: unknown): string[] =>
  listOf(field(value, 'bookIds'), messages.request.unexpected).filter(isText)

/** `data.data` (docs/product.md 7.1): the list under `data`, or one `data` deeper; anything else is empty. */
export function parseSearchResults(value: unknown): SearchResponse {
  const under = field(value, 'data')
  const list = Array.isArray(under) ? under : field(under, 'data')
  const books = Array.isArray(list) ? parseBooks(list) : []
  const data = books.map(({ id, volumeInfo: { title, language, authors, imageLinks } }) => ({
    id,
    volumeInfo: { title, language, authors, imageLinks },
  }))
  const understood = parseUnderstood(field(value, 'understood'))
  const isApproximate = field(value, 'isApproximate') === true
  return { data, isApproximate, ...(understood && { understood }) }
}

/** What a search was taken for; none where the response does not say it. */
function parseUnderstood(value: unknown): Understood | undefined {
  const texts = (name: string): string[] => {
    const list = field(value, name)
    return Array.isArray(list) ? list.filter(isText) : []
  }
  if (field(value, 'topics') === undefined) return undefined
  const like = textField(value, 'like')
  const audience = WISH_AUDIENCES.find((name) => name === field(value, 'audience'))
  return {
    ...(like !== undefined && { like }),
    kinds: texts('kinds'),
    topics: texts('topics'),
    ...(audience && { audience }),
    without: texts('without'),
    unknown: texts('unknown'),
  }
}

/**
 * `{preferences: [...]}`, or a bare list as some hosts send it. Names outside the 20 are left out.
 * @throws Error where neither is there: 'User preferences not found or invalid.'
 */
export function parsePreferences(value: unknown): Category[] {
  const list = Array.isArray(value) ? value : field(value, 'preferences')
  return [...new Set(listOf(list, 'The response has no preferences.').filter(isCategory))]
}

/** @throws Error where token or id are missing */
export function parseLogin(value: unknown): LoginResponse {
  const token = textField(value, 'token')
  const id = idOf(value)
  if (token === undefined || id === undefined) throw new Error(messages.request.unexpected)
  return { token, id, name: textField(value, 'name') ?? '' }
}

/** As `parseLogin`, with the server's message, which may be empty: then the page has its own. */
export function parseRegistration(value: unknown): RegisterResponse {
  return { ...parseLogin(value), message: textField(value, 'message') ?? '' }
}

/** The profile, as far as the host sends it. Never fails: an empty one shows the default picture. */
export function parseProfile(value: unknown) {
  return {
    profileImage: textField(value, 'profileImage') ?? null,
    id: idOf(value) ?? null,
    name: textField(value, 'name') ?? null,
    email: textField(value, 'email') ?? null,
    hasPassword: field(value, 'hasPassword') !== false,
    language: textField(value, 'language') ?? null,
  }
}

/** Entries without an id are left out. @throws Error where the response is no list */
export function parseSessions(value: unknown): ReaderSession[] {
  return listOf(value, messages.request.unexpected).flatMap((item) => {
    const id = idOf(item)
    if (id === undefined) return []
    return [
      {
        id,
        browser: textField(item, 'browser') ?? null,
        system: textField(item, 'system') ?? null,
        createdAt: textField(item, 'createdAt') ?? '',
        lastSeenAt: textField(item, 'lastSeenAt') ?? '',
        isCurrent: field(item, 'isCurrent') === true,
      },
    ]
  })
}

/** The new picture's address, or null where the response names none. */
export function parseUpload(value: unknown): string | null {
  return textField(value, 'profileImageUrl') ?? null
}

/** @throws Error where the response is empty, or a page instead of the reader's data */
export function parseExport(value: unknown): string {
  if (!isText(value) || value.trimStart().startsWith('<'))
    throw new Error(messages.request.unexpected)
  return value
}

function numberField(value: unknown, name: string): number {
  const number = field(value, name)
  return typeof number === 'number' ? number : 0
}

const listField = (value: unknown, name: string): LibraryList | null =>
  LIBRARY_LISTS.find((list) => list === field(value, name)) ?? null

function parseLibraryBook(value: unknown): LibraryBook[] {
  const id = idOf(value)
  if (id === undefined) return []
  const rating = numberField(value, 'rating')
  return [
    {
      id,
      title: textField(value, 'title') ?? '',
      author: textField(value, 'author') ?? '',
      rating: rating > 0 ? rating : null,
      mark: listField(value, 'mark'),
      known: listField(value, 'known'),
    },
  ]
}

/** @throws Error where its lists are missing */
export function parseLibraryPreview(value: unknown): LibraryPreview {
  const notes = field(value, 'notes')
  return {
    program: textField(value, 'program') ?? null,
    rows: numberField(value, 'rows'),
    repeated: numberField(value, 'repeated'),
    unreadable: numberField(value, 'unreadable'),
    unreadRatings: numberField(value, 'unreadRatings'),
    otherMedia: numberField(value, 'otherMedia'),
    notes: LIBRARY_NOTES.filter((note) => Array.isArray(notes) && notes.includes(note)),
    room: perList((list) => numberField(field(value, 'room'), list)),
    found: listOf(field(value, 'found'), messages.request.unexpected).flatMap(parseLibraryBook),
    missing: listOf(field(value, 'missing'), messages.request.unexpected).map((book) => ({
      title: textField(book, 'title') ?? '',
      author: textField(book, 'author') ?? '',
      isbn: textField(book, 'isbn') ?? '',
    })),
  }
}

/** @throws Error where its lists are missing */
export function parseLibraryChange(value: unknown): LibraryChange {
  const texts = (name: string) =>
    listOf(field(value, name), messages.request.unexpected).filter(isText)
  return { ...perList(texts), authors: texts('authors') }
}

/** The last import, or null where there is none. */
export function parseLastImport(value: unknown): LastImport | null {
  const last = field(value, 'import')
  const addedAt = textField(last, 'addedAt')
  if (addedAt === undefined) return null
  const program = textField(last, 'program') ?? null
  return { program, addedAt, ...perList((list) => numberField(last, list)) }
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
