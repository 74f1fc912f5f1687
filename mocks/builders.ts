import { Type, type Static } from 'typebox'
import type { Book } from '../contract/books.ts'
import { CATEGORIES } from '../contract/categories.ts'
import { LibraryChange, Program } from '../contract/library.ts'
import { Marks } from '../contract/marks.ts'
import { Profile } from '../contract/profile.ts'
import { LIBRARY_LISTS } from '../contract/uploads.ts'

/** What a test may leave out of a record, at any depth; lists are given whole. */
export type Overrides<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Overrides<T[K]> }
    : T

/** A reader of the fake backend, with everything that belongs to the account. */
export const FakeUser = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** In the clear: nothing here leaves the page or the test. Empty for who signs in elsewhere only. */
  password: Type.String(),
  preferences: Type.Array(Type.Enum([...CATEGORIES])),
  /** Ids of books, newest first. */
  favorites: Type.Array(Type.String()),
  /** Ids of books by mark, newest first; none is a favorite or has two marks. */
  marks: Marks,
  /** The ids of the books to read as they were when one was moved or ended last; ended ones keep their places. */
  wishOrder: Type.Array(Type.String()),
  /** Where a book was that has left a list, by its id: how many books followed it there. */
  ended: Type.Record(
    Type.String(),
    Type.Object({ list: Type.Enum([...LIBRARY_LISTS]), followers: Type.Number() }),
  ),
  /** Names, newest first. */
  favoriteAuthors: Type.Array(Type.String()),
  /** The last import: what is left of what it added. */
  lastImport: Type.Union([
    Type.Null(),
    Type.Object({ program: Program, ...LibraryChange.properties }),
  ]),
  /** The language that the reader chose, or null. */
  language: Profile.properties.language,
  /** File name under `/media/`, or null. */
  picture: Type.Union([Type.String(), Type.Null()]),
})
export type FakeUser = Static<typeof FakeUser>

/** The reader of the scenarios. The password serves for logging in by hand. */
export const READER = {
  id: 'reader-1',
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse',
} as const satisfies Partial<FakeUser>

/** Makes every record of a page or a test file another one. */
let serial = 0

/** A whole book; `overrides` replace single fields, and `imageLinks: undefined` leaves the cover out. */
export function buildBook(overrides: Overrides<Book> = {}): Book {
  serial += 1
  const id = overrides.id ?? `book-${serial}`
  const { imageLinks, series, ...volumeInfo } = { imageLinks: {}, ...overrides.volumeInfo }
  return {
    id,
    ...(overrides.workId !== undefined && { workId: overrides.workId }),
    volumeInfo: {
      title: `The Book of ${serial}`,
      authors: [`Author ${serial}`],
      description: `What happens in the book of ${serial}.`,
      categories: ['Fiction'],
      publishedDate: '1984-06-08',
      ...volumeInfo,
      ...(series && { series: { name: 'A Series', ...series } }),
      ...(imageLinks && { imageLinks: { thumbnail: `/covers/${id}`, ...imageLinks } }),
    },
    accessInfo: {
      ...overrides.accessInfo,
      pdf: { isAvailable: false, ...overrides.accessInfo?.pdf },
    },
    saleInfo: { ...overrides.saleInfo },
  }
}

/** A reader with an account and nothing saved yet. The password is `correct horse`. */
export function buildUser(overrides: Partial<FakeUser> = {}): FakeUser {
  serial += 1
  return {
    id: `user-${serial}`,
    name: `Reader ${serial}`,
    email: `reader${serial}@example.org`,
    password: 'correct horse',
    preferences: [],
    favorites: [],
    marks: { wantToRead: [], read: [], notForMe: [] },
    wishOrder: [],
    ended: {},
    favoriteAuthors: [],
    lastImport: null,
    language: null,
    picture: null,
    ...overrides,
  }
}
