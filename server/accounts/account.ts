import { randomBytes } from 'node:crypto'
import type { AccountExport } from '../../contract/account.ts'
import type { StoredAccount, User } from '../store/store.ts'
import { pictureUrl } from './photos.ts'

/** A user to add; one who signs in with Google has no password hash. */
export function newUser(
  user: Pick<User, 'name' | 'email' | 'emailKey' | 'passwordHash'>,
  createdAt: number,
): User {
  return { ...user, id: randomBytes(12).toString('base64url'), createdAt, disabledAt: null }
}

const iso = (time: number): string => new Date(time).toISOString()

/** Everything stored about a reader in the shape of the contract: about 2 MB at most. */
export function exportOf(
  { user, preferences, picture, ...stored }: StoredAccount,
  now: number,
): AccountExport {
  const { id, name, email, createdAt, passwordHash } = user
  return {
    exportedAt: iso(now),
    account: { id, name, email, createdAt: iso(createdAt), hasPassword: passwordHash !== '' },
    identities: stored.identities.map(({ provider, subject, createdAt: linkedAt }) => ({
      provider,
      subject,
      linkedAt: iso(linkedAt),
    })),
    preferences,
    favoriteBooks: stored.favorites.map((book) => ({ ...book, addedAt: iso(book.addedAt) })),
    favoriteAuthors: stored.authors.map((author) => ({ ...author, addedAt: iso(author.addedAt) })),
    sessions: stored.sessions.map((session) => ({
      begun: session.begunBy,
      createdAt: iso(session.createdAt),
      lastSeenAt: iso(session.lastSeenAt),
      expiresAt: iso(session.expiresAt),
    })),
    devices: stored.devices.map(({ usedAt }) => ({ lastSeenAt: iso(usedAt) })),
    picture: picture
      ? {
          link: pictureUrl(picture.name),
          type: 'image/webp',
          data: Buffer.from(picture.bytes).toString('base64'),
        }
      : null,
  }
}
