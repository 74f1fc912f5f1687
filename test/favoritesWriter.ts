import { randomBytes } from 'node:crypto'
import { createPictureName } from '../server/accounts/photos.ts'
import { openStore } from '../server/store/store.ts'
import { favoriteBook, READERS_AT_ONCE } from './readers.ts'

// A process that does what a server does while readers are busy: adds favorites one after another, tells
// its parent of each that is on disk, and now and then replaces a reader's picture.

/** What the parent is told: the reader and the book of a favorite that is on disk. */
export type FavoriteMessage = `${string} ${string}`

const [dataDir = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: undefined })

const end = new AbortController()
process.once('SIGTERM', () => end.abort())
process.once('disconnect', () => end.abort())

for (let at = 0; !end.signal.aborted; at++) {
  const reader = `reader-${at % READERS_AT_ONCE}`
  const book = favoriteBook(`written-${Math.floor(at / READERS_AT_ONCE)}`)
  await store.favorites.add(reader, { book }, at, 100_000)
  const message: FavoriteMessage = `${reader} ${book.id}`
  process.send?.(message)
  if (at % 5 === 0) await store.pictures.set(reader, createPictureName(), randomBytes(2000))
  // Messages go out between two ticks.
  await new Promise((resolve) => setImmediate(resolve))
}
await store.close()
if (process.connected) process.disconnect()
