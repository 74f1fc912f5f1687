import { expect, test, vi } from 'vitest'
import { logOut } from '../state/logOut.ts'
import { backend } from '../test/backend.ts'
import { provideCacheStorage } from '../test/cacheStorage.ts'
import { openReader } from '../test/readerStore.ts'
import { keepDetail, keepList } from './keptBooks.ts'
import { COVERS_CACHE } from './shared.ts'

test('a logout takes away what was kept, also before the part that keeps it has come', async () => {
  provideCacheStorage()
  const { store, reader } = await openReader()
  const book = backend.addBook()
  await keepList(reader.id, [book])
  await keepDetail(reader.id, book)
  await (await caches.open(COVERS_CACHE)).put('/covers/emma', new Response('drawn'))
  await (await caches.open('workbox-precache')).put('/shell', new Response('frame'))
  await store.dispatch(logOut(() => undefined))
  await vi.waitFor(async () => expect(await caches.keys()).toEqual(['workbox-precache']))
})
