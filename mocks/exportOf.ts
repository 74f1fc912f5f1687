import type { AccountExport } from '../contract/account.ts'
import type { FakeUser } from './builders.ts'
import type { Db } from './db.ts'

/** The fake keeps no times: everything happened at this moment. */
const ONCE = '2026-01-01T12:00:00.000Z'

/** Thirty days after `ONCE`, as sessions end. */
const THEN = '2026-01-31T12:00:00.000Z'

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Everything that the fake backend holds about a reader. */
export function exportOf(db: Db, user: FakeUser): AccountExport {
  const { id, name, email, password } = user
  const picture = user.picture === null ? undefined : db.pictures.get(user.picture)
  return {
    exportedAt: ONCE,
    account: { id, name, email, createdAt: ONCE, hasPassword: password !== '' },
    identities:
      password === '' ? [{ provider: 'google', subject: `google-${id}`, linkedAt: ONCE }] : [],
    preferences: user.preferences,
    favoriteBooks: user.favorites.flatMap((bookId) => {
      const book = db.book(bookId)
      if (book === undefined) return []
      const { title, authors } = book.volumeInfo
      return [{ id: bookId, title, authors, addedAt: ONCE }]
    }),
    favoriteAuthors: user.favoriteAuthors.map((author) => ({ name: author, addedAt: ONCE })),
    sessions: db.sessions
      .filter(({ userId }) => userId === id)
      .map(({ born }) => ({ begun: born, createdAt: ONCE, lastSeenAt: ONCE, expiresAt: THEN })),
    devices: [],
    picture:
      user.picture === null
        ? null
        : {
            link: `/media/${user.picture}`,
            type: picture?.type ?? 'image/webp',
            data: picture ? base64(picture.bytes) : '',
          },
  }
}
