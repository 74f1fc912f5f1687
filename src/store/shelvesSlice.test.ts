import { expect, test } from 'vitest'
import { backend } from '../test/backend.ts'
import { openReader } from '../test/readerStore.ts'
import { loggedOut } from './authSlice.ts'
import { endSection } from './sections.ts'
import { selectShelves } from './shelvesSlice.ts'

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
