import { randomBytes } from 'node:crypto'
import type { Book } from '../contract/books.ts'
import { CATEGORIES } from '../contract/categories.ts'
import { MARKS } from '../contract/markNames.ts'
import { newUser } from '../server/accounts/newUser.ts'
import { createPictureName } from '../server/accounts/photos.ts'
import { rewriteCatalogue } from '../server/catalogue/rewriteCatalogue.ts'
import { openStore, type Store } from '../server/store/store.ts'

/** As many readers the writer process (favoritesWriter.ts) writes for. */
export const READERS_AT_ONCE = 8

const PICTURE_BYTES = 4000
// Every write is one durable commit: what many readers would only repeat, the first have.
const FAVORING = 20

/** A book that a reader may add. */
export const favoriteBook = (id: string): Book => ({
  id,
  volumeInfo: { title: `The ${id}`, authors: ['Ursula K. Le Guin'], categories: ['Fantasy'] },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

const BOOKS = Array.from({ length: 10 }, (_, at) => favoriteBook(`book-${at}`))

function makeCatalogue(folder: string): Promise<unknown> {
  const books = BOOKS.map((book) => ({ book, popularity: 50, source: 'test' }))
  return rewriteCatalogue(folder, async (writer) => writer.add('test', books))
}

/** What the first readers have. */
async function addMore(store: Store, id: string, at: number): Promise<void> {
  const subject = `10854${at}`
  await store.identities.add({ provider: 'google', subject, userId: id, createdAt: at })
  const tokenHash = Buffer.from(`token of ${at}`)
  await store.passwordResets.add({ tokenHash, userId: id, expiresAt: 2 ** 45 + at })
  await store.preferences.replace(id, CATEGORIES.slice(at % 10, (at % 10) + 3))
  for (const book of BOOKS.slice(0, 1 + (at % 10))) {
    await store.favorites.add(id, { book, picture: 'https://covers.example/1.jpg' }, 5, 1000)
  }
  const marked = { book: favoriteBook(`marked-${at}`) }
  const lists = { [MARKS[at % 3] ?? 'read']: [marked.book.id] }
  const find = () => marked
  await store.libraries.add(id, { program: 'Goodreads', lists, find, now: 5000, authorsMax: 9 })
}

async function addReader(store: Store, name: string, at: number) {
  const id = `reader-${at}`
  await store.users.add({
    ...newUser(
      {
        name,
        email: `Reader-${at}@example.com`,
        emailKey: `reader-${at}@example.com`,
        passwordHash: '$argon2id$not-a-hash',
      },
      1_700_000_000_000 + at,
    ),
    id,
    language: at % 2 === 0 ? 'ar' : null,
  })
  await store.pictures.set(id, createPictureName(), randomBytes(PICTURE_BYTES))
  for (const begun of ['password', 'url'] as const) {
    await store.sessions.add(
      {
        id: `${id}-${begun}`,
        userId: id,
        tokenHash: randomBytes(32),
        cookieHash: randomBytes(32),
        begun,
        bound: begun === 'url',
        browser: 'Firefox',
        system: 'Linux',
        createdAt: at,
        lastSeenAt: at,
        expiresAt: 2 ** 45 + at,
      },
      20,
    )
  }
  if (at < FAVORING) await addMore(store, id, at)
  await store.authors.add(id, name, 5, 1000)
  await store.authors.add(id, 'Ursula K. Le Guin', 5, 1000)
}

/**
 * Fills an installation on SQLite with a small catalogue and a reader for each name, each with a picture,
 * sessions and favorite authors, the first also interests, favorites and a mark that they imported. Resolves with the readers' ids.
 */
export async function addReaders(dataDir: string, names: readonly string[]): Promise<string[]> {
  const store = await openStore({ dataDir, databaseUrl: undefined })
  try {
    await makeCatalogue(dataDir)
    for (const [at, name] of names.entries()) await addReader(store, name, at)
    return names.map((_, at) => `reader-${at}`)
  } finally {
    await store.close()
  }
}
