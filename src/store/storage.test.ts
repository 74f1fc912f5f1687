import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { booksApi } from '../api/booksApi.ts'
import { browserStorage } from '../lib/browserStorage.ts'
import { toast } from '../lib/toast.tsx'
import { backend } from '../test/backend.ts'
import { openStore, persisted, stored } from '../test/readerStore.ts'
import { loggedOut, selectUserId, selectUserName } from './authSlice.ts'
import { selectFavoriteIds } from './favoritesSlice.ts'
import { setMark } from './setMark.ts'
import { readSession } from './storage.ts'

vi.mock(import('../lib/toast.tsx'), { spy: true })

const NOT_LASTING =
  "This browser's storage is full or turned off: a login lasts only until the page is closed or reloaded."

const emma = { id: 'emma', title: 'Emma', imageLinks: { thumbnail: '/covers/emma' } }
const dune = {
  id: 'dune',
  volumeInfo: { title: 'Dune', authors: ['Frank Herbert'], categories: ['Sci-Fi'] },
}
const SIGNED_IN = {
  token: 't',
  user: '{"id":"u","name":"Ada"}',
  username: 'Ada',
  isLoggedIn: 'true',
} as const

/** Fills the browser's storage. */
function fill(values: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
}

describe('a session is read', () => {
  test.each(['token', 'user', 'isLoggedIn'])('only with %s (docs/product.md 4.1)', (key) => {
    fill(SIGNED_IN)
    expect(readSession()).toEqual({ token: 't', user: { id: 'u', name: 'Ada' } })
    localStorage.removeItem(key)
    expect(readSession()).toBeNull()
    localStorage.setItem(key, '')
    expect(readSession()).toBeNull()
  })

  test.each([
    ['a JSON object', '{"email":"a@b.c","id":"u-1","name":"Eve"}', 'u-1', 'Eve'],
    ['a JSON object with a number, without a name', '{"id":17}', '17', 'Ada'],
    ['a JSON string', '"u-1"', 'u-1', 'Ada'],
    ['a bare string', '7f9c0a9e-5d0b-4b6e-9b65', '7f9c0a9e-5d0b-4b6e-9b65', 'Ada'],
    ['digits, longer than numbers are', '12345678901234567890', '12345678901234567890', 'Ada'],
    ['an id like a power of ten', '65e1234567890', '65e1234567890', 'Ada'],
  ])('with the user as %s', (_what, user, id, name) => {
    fill({ ...SIGNED_IN, user })
    expect(readSession()?.user).toEqual({ id, name })
  })

  test.each(['{"id":"u-1","na', '["u-1"]', 'null', '{"id":["u"]}', '""', '[object Object]'])(
    'not with the damaged user %s',
    (user) => {
      fill({ ...SIGNED_IN, user })
      expect(readSession()).toBeNull()
    },
  )
})

describe('redux-persist', () => {
  beforeEach(() => localStorage.setItem('theme', 'dark'))

  test('fills the store from the five plain keys, and writes the user in one form', async () => {
    fill({ ...SIGNED_IN, user: '"u"', favorites: JSON.stringify([emma, dune, emma]) })
    const store = await openStore()
    expect(selectUserId(store.getState())).toBe('u')
    expect(selectUserName(store.getState())).toBe('Ada')
    expect(store.getState().localFavorites.entries).toEqual([emma, dune])
    await persisted()
    expect(stored()).toEqual({
      ...SIGNED_IN,
      favorites: JSON.stringify([emma, dune]),
      theme: 'dark',
    })
  })

  test('writes the five keys of a reader alone, keeps them over a reload, and removes them at a logout', async () => {
    const { dispatch } = await openStore()
    await persisted()
    expect(stored()).toEqual({ theme: 'dark' })
    const { email, password } = backend.addUser()
    await dispatch(booksApi.endpoints.login.initiate({ email, password }))
    await dispatch(booksApi.endpoints.getProfile.initiate())
    const book = backend.addBook()
    await dispatch(setMark(book, 'favorite', 'detail'))
    await persisted()
    const keys = ['favorites', 'isLoggedIn', 'theme', 'token', 'user', 'username']
    expect(Object.keys(stored()).toSorted()).toEqual(keys)
    const reloaded = await openStore()
    expect([...selectFavoriteIds(reloaded.getState())]).toEqual([book.id])
    dispatch(loggedOut())
    await persisted()
    expect(stored()).toEqual({ theme: 'dark' })
  })

  test('counts damaged favorites as absent, one by one or all, and keeps the session', async () => {
    const list = [null, emma, 5, [], {}, { title: 'No id' }, dune, { id: '' }, { id: 7 }]
    fill({ ...SIGNED_IN, favorites: JSON.stringify(list) })
    const store = await openStore()
    expect(store.getState().localFavorites.entries).toEqual([emma, dune, { id: '7', title: '' }])
    localStorage.setItem('favorites', '[{"id":"emma"')
    const other = await openStore()
    expect(other.getState().localFavorites.entries).toEqual([])
    expect(selectUserId(other.getState())).toBe('u')
  })

  test('a damaged user is a visitor, and harms no other key', async () => {
    const damaged = { ...SIGNED_IN, user: '{"id":"u","na', favorites: JSON.stringify([emma]) }
    fill(damaged)
    const store = await openStore()
    await persisted()
    expect(selectUserId(store.getState())).toBeNull()
    expect(stored()).toEqual({ ...damaged, theme: 'dark' })
  })
})

test.each([
  ['denies its storage', ['getItem', 'setItem', 'removeItem'] as const],
  ['has no room left', ['setItem'] as const],
])('in a browser that %s the session lasts as long as the page', async (_what, methods) => {
  for (const method of methods) {
    const spy = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Not here.', 'SecurityError')
    })
    onTestFinished(() => {
      spy.mockRestore()
      for (const key of [...Object.keys(SIGNED_IN), 'favorites']) browserStorage.remove(key)
    })
  }
  vi.mocked(toast).mockImplementation(() => undefined)
  const { dispatch } = await openStore()
  const { email, password, id } = backend.addUser({ name: 'Ada' })
  await dispatch(booksApi.endpoints.login.initiate({ email, password }))
  expect(vi.mocked(toast).mock.lastCall?.[0]).toMatchObject({ message: NOT_LASTING, persist: true })
  const book = backend.addBook()
  expect(await dispatch(setMark(book, 'favorite', 'recommendations'))).toBe('saved')
  await persisted()
  const again = await openStore()
  expect(selectUserId(again.getState())).toBe(id)
  expect([...selectFavoriteIds(again.getState())]).toEqual([book.id])
  again.dispatch(loggedOut())
  await persisted()
  const last = await openStore()
  expect(selectUserId(last.getState())).toBeNull()
  expect(selectFavoriteIds(last.getState()).size).toBe(0)
})
