import { randomBytes } from 'node:crypto'
import { createPhotoFolder } from '../accounts/photos.ts'
import { openStore } from '../store/openStore.ts'

// A process that does what a server does while readers are busy: adds favorites one after another, says
// each that is on disk to whoever forked it, and now and then replaces a reader's picture.

/** What whoever forked this process is told: the reader and the book of a favorite that is on disk. */
export type FavoriteMessage = `${string} ${string}`

const [dataDir = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: undefined })
const photos = createPhotoFolder(dataDir)
const pages = await Promise.all(
  (['Fiction', 'Mystery', 'Poetry', 'Travel', 'Business', 'Romance', 'Horror'] as const).map(
    (category) => store.books.byCategory(category, 0, 60),
  ),
)
const books = [...new Set(pages.flat().map(({ id }) => id))]

const end = new AbortController()
process.once('SIGTERM', () => end.abort())
process.once('disconnect', () => end.abort())

for (let at = 0; !end.signal.aborted; at++) {
  const reader = `reader-${at % 8}`
  const book = books[Math.floor(at / 8) % books.length] ?? ''
  await store.favorites.add(reader, book, at, 100_000)
  const message: FavoriteMessage = `${reader} ${book}`
  process.send?.(message)
  if (at % 5 === 0) {
    const user = await store.users.byId(reader)
    const picture = await photos.save(randomBytes(2000))
    await store.users.setPicture(reader, picture)
    if (user?.picture) await photos.remove(user.picture)
  }
  // Messages go out between two turns of the loop.
  await new Promise((resolve) => setImmediate(resolve))
}
await store.close()
if (process.connected) process.disconnect()
