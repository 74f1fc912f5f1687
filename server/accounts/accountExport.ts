import type { AccountExport } from '../../contract/account.ts'
import type { StoredAccount } from '../store/store.ts'
import { pictureUrl } from './photos.ts'

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
      begun: session.born,
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
