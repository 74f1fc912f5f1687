import { FAVORITES_MAX, MARKS_MAX } from './limits.ts'

// The fields of uploads, and their limits. Apart from the operations, so that pages need not load the schemas.

/** The form field that carries a profile picture, and the largest one taken, in bytes. */
export const PROFILE_IMAGE_FIELD = 'profileImage'
export const PROFILE_IMAGE_MAX_BYTES = 5 * 1024 * 1024

/** The form field that carries a library's file, and the largest one taken: in bytes, columns and rows. */
export const LIBRARY_FIELD = 'library'
export const LIBRARY_MAX_BYTES = 5 * 1024 * 1024
export const LIBRARY_MAX_COLUMNS = 512
export const LIBRARY_MAX_ROWS = 20_000

/** What a book of a library can become: a favorite, or one with a mark (marks.ts). */
export const LIBRARY_LISTS = ['favorites', 'wantToRead', 'read', 'notForMe'] as const
export type LibraryList = (typeof LIBRARY_LISTS)[number]

/** One of each list. */
export function perList<T>(of: (list: LibraryList) => T): Record<LibraryList, T> {
  const [favorites, wantToRead, read, notForMe] = LIBRARY_LISTS
  return {
    favorites: of(favorites),
    wantToRead: of(wantToRead),
    read: of(read),
    notForMe: of(notForMe),
  }
}

/** How many books each list can have. */
export const LIBRARY_LIST_MAX: Readonly<Record<LibraryList, number>> = perList((list) =>
  list === 'favorites' ? FAVORITES_MAX : MARKS_MAX,
)
