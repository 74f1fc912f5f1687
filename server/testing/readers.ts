import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CATEGORIES } from '../../contract/categories.ts'
import { createPhotoFolder } from '../accounts/photos.ts'
import { loadBundledBooks } from '../catalogue/bundled.ts'
import { openStore, type StoreLocation } from '../store/openStore.ts'

const PICTURE_BYTES = 4000
// Every write is one durable commit: what many readers would only repeat, the first have.
const FAVORING = 20

/**
 * Fills an installation with the bundled books and a reader for each name, each with a picture,
 * sessions and favorite authors, the first also interests and favorites. Answers the readers' ids.
 */
export async function addReaders(
  location: StoreLocation,
  names: readonly string[],
): Promise<string[]> {
  const store = await openStore(location)
  try {
    await loadBundledBooks(store)
    const photos = createPhotoFolder(location.dataDir)
    await mkdir(photos.folder, { recursive: true })
    const books = await store.books.byCategory('Fantasy', 0, 10)
    for (const [at, name] of names.entries()) {
      const id = `reader-${at}`
      const picture = `${'abcdefghijklmnopqrstuvwxyz'.at(at % 26)}${String(at)
        .replaceAll(/[0189]/g, 'q')
        .padStart(25, 'a')}.webp`
      await writeFile(join(photos.folder, picture), randomBytes(PICTURE_BYTES))
      await store.users.add({
        id,
        name,
        email: `Reader-${at}@example.com`,
        emailKey: `reader-${at}@example.com`,
        passwordHash: '$argon2id$not-a-hash',
        picture,
        createdAt: 1_700_000_000_000 + at,
      })
      for (const born of ['password', 'url'] as const) {
        await store.sessions.add(
          {
            id: `${id}-${born}`,
            userId: id,
            tokenHash: randomBytes(32),
            cookieHash: randomBytes(32),
            born,
            bound: born === 'url',
            createdAt: at,
            lastSeenAt: at,
            expiresAt: 2 ** 45 + at,
          },
          20,
        )
      }
      if (at < FAVORING) {
        const subject = `10854${at}`
        await store.identities.add({ provider: 'google', subject, userId: id, createdAt: at })
        await store.googleSignIns.add({
          cookieHash: Buffer.from(`cookie of ${at}`),
          salt: Buffer.from(`salt of ${at}`),
          sessionCookieHash: at % 2 === 0 ? null : Buffer.from(`session of ${at}`),
          expiresAt: 2 ** 45 + at,
        })
      }
      if (at < FAVORING)
        await store.preferences.replace(id, CATEGORIES.slice(at % 10, (at % 10) + 3))
      for (const book of at < FAVORING ? books.slice(0, 1 + (at % 10)) : []) {
        await store.favorites.add(id, book.id, 5, 1000)
      }
      await store.authors.add(id, name, 5, 1000)
      await store.authors.add(id, 'Ursula K. Le Guin', 5, 1000)
    }
    return names.map((_, at) => `reader-${at}`)
  } finally {
    await store.close()
  }
}
