import type { AccountExport } from '../../contract/account.ts'
import type { StoredAccount } from '../store/store.ts'
import { pictureUrl, type PhotoFolder } from './photos.ts'

const iso = (time: number): string => new Date(time).toISOString()

/** A stored picture with its bytes; a file that cannot be read has none. */
async function readPicture(
  name: string | null,
  photos: PhotoFolder,
): Promise<AccountExport['picture']> {
  if (name === null) return null
  const bytes = await photos.read(name).catch(() => undefined)
  return { link: pictureUrl(name), type: 'image/webp', data: bytes?.toString('base64') ?? '' }
}

/** Everything stored about a reader in the shape of the contract: about 2 MB at most. */
export async function exportOf(
  { user, preferences, ...stored }: StoredAccount,
  photos: PhotoFolder,
  now: number,
): Promise<AccountExport> {
  const { id, name, email, createdAt, passwordHash, picture } = user
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
    picture: await readPicture(picture, photos),
  }
}
