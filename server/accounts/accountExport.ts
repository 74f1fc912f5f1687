import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountExport } from '../../contract/account.ts'
import type { StoredAccount } from '../store/store.ts'
import type { PhotoFolder } from './photos.ts'

const iso = (time: number): string => new Date(time).toISOString()

/** A stored picture with its bytes; a file that cannot be read has none. */
async function readPicture(
  name: string | null,
  photos: PhotoFolder,
): Promise<AccountExport['picture']> {
  if (name === null) return null
  // The name comes from the database, which a host may have filled from elsewhere.
  const bytes = photos.isName(name)
    ? await readFile(join(photos.folder, name)).catch(() => undefined)
    : undefined
  return { link: `/media/${name}`, type: 'image/webp', data: bytes?.toString('base64') ?? '' }
}

/** Everything stored about a reader in the shape of the contract: about 2 MB at most. */
export async function exportOf(
  held: StoredAccount,
  photos: PhotoFolder,
  now: number,
): Promise<AccountExport> {
  const { user } = held
  return {
    exportedAt: iso(now),
    account: {
      id: user.id,
      name: user.name,
      email: user.email,
      createdAt: iso(user.createdAt),
      hasPassword: user.passwordHash !== '',
    },
    identities: held.identities.map(({ provider, subject, createdAt }) => ({
      provider,
      subject,
      linkedAt: iso(createdAt),
    })),
    preferences: held.preferences,
    favoriteBooks: held.favorites.map(({ book, addedAt }) => ({
      id: book.id,
      title: book.volumeInfo.title,
      authors: book.volumeInfo.authors,
      addedAt: iso(addedAt),
    })),
    favoriteAuthors: held.authors.map(({ name, addedAt }) => ({ name, addedAt: iso(addedAt) })),
    sessions: held.sessions.map(({ born, createdAt, lastSeenAt, expiresAt }) => ({
      begun: born,
      createdAt: iso(createdAt),
      lastSeenAt: iso(lastSeenAt),
      expiresAt: iso(expiresAt),
    })),
    devices: held.devices.map(({ usedAt }) => ({ lastSeenAt: iso(usedAt) })),
    picture: await readPicture(user.picture, photos),
  }
}
