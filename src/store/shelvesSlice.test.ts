import { expect, test, vi } from 'vitest'
import { booksApi } from '../api/booksApi.ts'
import { backend } from '../test/backend.ts'
import { openReader } from '../test/readerStore.ts'
import { loggedOut } from './authSlice.ts'
import { chooseLanguage } from './chooseLanguage.ts'
import { endSection } from './sections.ts'
import { FOR_YOU, selectShelves } from './shelvesSlice.ts'

test('the last twenty visits are remembered, until the session ends', async () => {
  const { store, reader } = await openReader()
  const books = [{ book: backend.addBook(), reason: 'Why' }]
  for (let visit = 1; visit <= 25; visit += 1) {
    store.dispatch(
      endSection(reader.id, { entry: `visit-${visit}`, name: 'Poetry', books, places: 12 }),
    )
  }
  const { shelves } = store.getState()
  expect(Object.keys(shelves)).toEqual(
    Array.from({ length: 20 }, (_, index) => `visit-${index + 6}`),
  )
  expect(selectShelves(store.getState(), 'visit-25')['Poetry']?.shown).toEqual(books)
  store.dispatch(loggedOut())
  expect(store.getState().shelves).toEqual({})
})

test('what was picked stays in its place in another language, with its reason in that language', async () => {
  const loved = backend.addBook({ volumeInfo: { authors: ['Jane Austen'] } })
  backend.addBook({ volumeInfo: { authors: ['Jane Austen'] } })
  const { store, reader } = await openReader({ favorites: [loved.id] })
  const request = booksApi.endpoints.getForYou.initiate(reader.id, { subscribe: false })
  const found = await store.dispatch(request).unwrap()
  const books = found.map(({ book }) => ({ book, reason: 'Weil es so ist' }))
  store.dispatch(endSection(reader.id, { entry: 'visit', name: FOR_YOU, books, places: 99 }))
  await store.dispatch(chooseLanguage('en'))
  await vi.waitFor(() =>
    expect(selectShelves(store.getState(), 'visit')[FOR_YOU]?.shown).toEqual(found),
  )
  expect(found).not.toEqual([])
})
