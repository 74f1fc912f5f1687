import { favoriteAuthorsOf } from '../books/sameAuthor.ts'
import type { AccountExport } from '../contract/account.ts'
import type { FakeUser } from './builders.ts'
import type { Db } from './db.ts'

// The fake backend stores no times: everything happened at this moment, and sessions end thirty days later.
export const ONCE = '2026-01-01T12:00:00.000Z'
const LATER = '2026-01-31T12:00:00.000Z'

/** The own order of the books to read, with ended ones: what came after a move is before what was moved. */
export function wholeOrder({ marks: { wantToRead }, wishOrder }: FakeUser): string[] {
  const ordered = new Set(wishOrder)
  return [...wantToRead.filter((id) => !ordered.has(id)), ...wishOrder]
}

/** The books to read in the reader's own order. */
export function wishesInOrder(user: FakeUser): string[] {
  const wishes = new Set(user.marks.wantToRead)
  return wholeOrder(user).filter((id) => wishes.has(id))
}

/** Everything that the fake backend stores about a reader. */
export function exportOf(db: Db, user: FakeUser): AccountExport {
  const { id, name, email, language, preferences, lastImport } = user
  const hasPassword = user.password !== ''
  const picture = db.pictures.get(user.picture ?? '')
  const kept = (ids: readonly string[]) =>
    db.booksOf(ids).map(({ id, volumeInfo: { title, authors, industryIdentifiers = [] } }) => {
      const isbn = industryIdentifiers.find(({ type }) => type === 'ISBN_13')?.identifier ?? ''
      return { id, title, authors, isbn, addedAt: ONCE }
    })
  return {
    exportedAt: ONCE,
    account: { id, name, email, createdAt: ONCE, hasPassword, language },
    identities: hasPassword
      ? []
      : [{ provider: 'google', subject: `google-${id}`, linkedAt: ONCE }],
    preferences,
    favoriteBooks: kept(user.favorites),
    wantToRead: kept(wishesInOrder(user)),
    read: kept(user.marks.read),
    notForMe: kept(user.marks.notForMe),
    favoriteAuthors: favoriteAuthorsOf(user.favoriteAuthors.map((author) => [author, ONCE])),
    import: lastImport && { program: lastImport.program, addedAt: ONCE },
    sessions: db.sessions
      .filter(({ userId }) => userId === id)
      .map(({ begun, browser, system }) => {
        return { begun, browser, system, createdAt: ONCE, lastSeenAt: ONCE, expiresAt: LATER }
      }),
    devices: [],
    picture: picture
      ? {
          link: `/media/${user.picture}`,
          type: picture.type,
          data: btoa(Array.from(picture.bytes, (byte) => String.fromCharCode(byte)).join('')),
        }
      : null,
  }
}
