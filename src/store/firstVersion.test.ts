import { expect, test } from 'vitest'
import { addFavoriteBook } from '../../contract/favorites.ts'
import { backend, sentRequests } from '../test/backend.ts'
import { cacheNames, provideCaches } from '../test/cacheStorage.ts'
import { openReader, openStore, stored } from '../test/readerStore.ts'
import { selectFavoriteIds } from './favoritesSlice.ts'
import { adoptFirstVersion } from './firstVersion.ts'

const KEY = 'unsentFavorites'
const writes = () => sentRequests(undefined, /favoriteBook(\/|$)/).map(({ method }) => method)

test("a reader's unsent favorites are sent, another's are kept", async () => {
  const [added, removed] = [backend.addBook(), backend.addBook()]
  const { store, reader } = await openReader({ favorites: [removed.id] })
  const others = { 'u-bea': [{ entry: { id: 'emma', title: 'Emma' }, wanted: true }] }
  const own = [
    { entry: { id: added.id, title: 'Kim' }, wanted: true, author: 'Rudyard Kipling' },
    { entry: { id: removed.id, volumeInfo: removed.volumeInfo }, wanted: false },
    // Damaged ones are left out.
    null,
    { entry: { id: 'emma' } },
    { entry: {}, wanted: true },
  ]
  localStorage.setItem(KEY, JSON.stringify({ ...others, [reader.id]: own }))
  await store.dispatch(adoptFirstVersion())
  expect(writes()).toEqual(['POST', 'DELETE'])
  expect(backend.account(reader.id).favorites).toEqual([added.id])
  expect(backend.account(reader.id).favoriteAuthors).toEqual(['Rudyard Kipling'])
  expect([...selectFavoriteIds(store.getState())]).toEqual([added.id])
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual(others)
  await store.dispatch(adoptFirstVersion())
  expect(writes()).toHaveLength(2)
})

test('one that the server did not take waits for the next start', async () => {
  const book = backend.addBook()
  const { store, reader } = await openReader()
  const own = { [reader.id]: [{ entry: { id: book.id, title: 'Kim' }, wanted: true }] }
  localStorage.setItem(KEY, JSON.stringify(own))
  backend.fails(addFavoriteBook)
  await store.dispatch(adoptFirstVersion())
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual(own)
  backend.recovers()
  await store.dispatch(adoptFirstVersion())
  expect(backend.account(reader.id).favorites).toEqual([book.id])
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('what else it left is removed: set-aside texts and the old caches of a reader', async () => {
  provideCaches('reader:u-ada', 'reader:books', 'books', 'workbox-precache')
  const { store, reader } = await openReader()
  localStorage.setItem('favorites.bad', '[')
  localStorage.setItem('unsentFavorites.bad', '{')
  localStorage.setItem(KEY, JSON.stringify({ [reader.id]: [] }))
  await store.dispatch(adoptFirstVersion())
  expect(Object.keys(stored()).filter((key) => /bad$|^unsent/.test(key))).toEqual([])
  expect(cacheNames()).toEqual(['books', 'workbox-precache'])
})

test.each(['[]', 'null', '5', '{"u":'])('damaged unsent favorites are none: %s', async (text) => {
  const { store } = await openReader()
  localStorage.setItem(KEY, text)
  await store.dispatch(adoptFirstVersion())
  expect(sentRequests()).toEqual([])
})

test('a visitor sends nothing and removes nothing of a reader', async () => {
  const store = await openStore()
  const text = JSON.stringify({ u: [{ entry: { id: 'emma' }, wanted: true }] })
  localStorage.setItem(KEY, text)
  await store.dispatch(adoptFirstVersion())
  expect(sentRequests()).toEqual([])
  expect(localStorage.getItem(KEY)).toBe(text)
})
