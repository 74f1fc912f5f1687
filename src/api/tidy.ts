import type { Book, SearchResult, VolumeInfo } from '../../contract/books.ts'
import { isCategory, type Category } from '../../contract/categories.ts'
import type { LoginAnswer, RegisterAnswer } from '../../contract/session.ts'
import { isRecord } from '../lib/record.ts'

/**
 * The door: whatever a host answers becomes exact here, or is refused by an error with one plain
 * sentence. Fields that are missing or misshapen become absent, so that each screen's fallback shows.
 */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => text(item) !== undefined).map(String) : []
}

/** Ids come as texts; some hosts count. */
function idOf(value: unknown): string | undefined {
  const id = field(value, 'id') ?? field(value, '_id')
  return typeof id === 'number' ? String(id) : text(id)
}

function imageLinks(value: unknown): VolumeInfo['imageLinks'] {
  const thumbnail = text(field(value, 'thumbnail'))
  return thumbnail === undefined ? undefined : { thumbnail }
}

/** The fields that stand in `volumeInfo`, or beside the id in a local favorite entry (section 3). */
function volumeInfo(value: unknown): VolumeInfo {
  const links = imageLinks(field(value, 'imageLinks'))
  const description = text(field(value, 'description'))
  const publishedDate = text(field(value, 'publishedDate'))
  return {
    title: text(field(value, 'title')) ?? '',
    authors: texts(field(value, 'authors')),
    categories: texts(field(value, 'categories')),
    ...(description === undefined ? {} : { description }),
    ...(publishedDate === undefined ? {} : { publishedDate }),
    ...(links === undefined ? {} : { imageLinks: links }),
  }
}

/** A book out of a full record or of either local-entry shape; `undefined` where it has no id. */
export function tidyBook(value: unknown): Book | undefined {
  const id = idOf(value)
  if (id === undefined) return undefined
  const info = field(value, 'volumeInfo')
  const access = field(value, 'accessInfo')
  const acsTokenLink = text(field(field(access, 'pdf'), 'acsTokenLink'))
  const webReaderLink = text(field(access, 'webReaderLink'))
  const buyLink = text(field(field(value, 'saleInfo'), 'buyLink'))
  return {
    id,
    volumeInfo: volumeInfo(isRecord(info) ? info : value),
    accessInfo: {
      pdf: {
        isAvailable: field(field(access, 'pdf'), 'isAvailable') === true,
        ...(acsTokenLink === undefined ? {} : { acsTokenLink }),
      },
      ...(webReaderLink === undefined ? {} : { webReaderLink }),
    },
    saleInfo: buyLink === undefined ? {} : { buyLink },
  }
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
