import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { booksApi } from '../api/booksApi.ts'
import { browserStorage } from '../lib/browserStorage.ts'
import { toast } from '../lib/toast.tsx'
import { backend } from '../test/backend.ts'
import { openReader, openStore, persisted, stored } from '../test/readerStore.ts'
import { loggedOut, selectUserId, selectUserName } from './authSlice.ts'
import { selectFavoriteIds } from './favoritesSlice.ts'
import { setMark } from './setMark.ts'
import { readSession, writeSession } from './storage.ts'

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

  test.each(['false', 'TRUE', '1', '"true"'])('not with the flag %s', (flag) => {
    fill({ ...SIGNED_IN, isLoggedIn: flag })
    expect(readSession()).toBeNull()
  })

  test.each([
    ['a JSON object', '{"email":"a@b.c","id":"u-1","name":"Eve"}', 'u-1', 'Eve'],
    ['a JSON object with a number', '{"id":17,"name":"Eve"}', '17', 'Eve'],
    ['a JSON object without a name', '{"id":"u-1"}', 'u-1', 'Ada'],
    ['a JSON string', '"u-1"', 'u-1', 'Ada'],
    ['a bare string', '7f9c0a9e-5d0b-4b6e-9b65', '7f9c0a9e-5d0b-4b6e-9b65', 'Ada'],
    [
      'digits, longer than numbers are exact',
      '12345678901234567890',
      '12345678901234567890',
      'Ada',
    ],
    ['digits that begin with 0', '007', '007', 'Ada'],
    ['an id like a power of ten', '65e1234567890', '65e1234567890', 'Ada'],
  ])('with the user as %s', (_what, user, id, name) => {
    fill({ ...SIGNED_IN, user })
    expect(readSession()?.user).toEqual({ id, name })
  })

  test.each(
    '{"id":"u-1","na|"u-1|["u-1"|["u-1"]|null|true|{}|{"id":""}|{"id":["u"]}|""|  |[object Object]'.split(
      '|',
    ),
  )('not with the damaged user %s', (user) => {
    fill({ ...SIGNED_IN, user })
    expect(readSession()).toBeNull()
  })
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

  test('writes nothing else of the store, and nothing for a visitor', async () => {
    const { dispatch } = await openStore()
    await persisted()
    expect(stored()).toEqual({ theme: 'dark' })
    const { email, password, favorites } = backend.addUser({ favorites: [backend.addBook().id] })
    const { data } = await dispatch(booksApi.endpoints.login.initiate({ email, password }))
    await dispatch(booksApi.endpoints.getProfile.initiate())
    await dispatch(booksApi.endpoints.getFavoriteBooks.initiate(data?.id ?? ''))
    await persisted()
    expect(Object.keys(stored()).toSorted()).toEqual(
      ['favorites', 'isLoggedIn', 'theme', 'token', 'user', 'username'].toSorted(),
    )
    expect(localStorage.getItem('favorites')).toContain(favorites[0])
  })

  test('keeps favorites over a reload, and removes the five keys at a logout', async () => {
    const opened = await openReader()
    const book = backend.addBook()
    await opened.store.dispatch(setMark(book, 'favorite', 'detail'))
    await persisted()
    const reloaded = await openStore()
    expect([...selectFavoriteIds(reloaded.getState())]).toEqual([book.id])
    opened.store.dispatch(loggedOut())
    await persisted()
    expect(stored()).toEqual({ theme: 'dark' })
  })

  test.each(['[{"id":"emma"', '{"id":"emma"}', '"emma"', '5', 'null'])(
    'counts damaged favorites as absent, and keeps the session: %s',
    async (favorites) => {
      fill({ ...SIGNED_IN, favorites })
      const store = await openStore()
      expect(store.getState().localFavorites.entries).toEqual([])
      expect(selectUserId(store.getState())).toBe('u')
    },
  )

  test('drops damaged favorites one by one', async () => {
    const list = [null, emma, 5, [], {}, { title: 'No id' }, dune, { id: '' }, { id: 7 }]
    fill({ ...SIGNED_IN, favorites: JSON.stringify(list) })
    const store = await openStore()
    expect(store.getState().localFavorites.entries).toEqual([emma, dune, { id: '7', title: '' }])
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

test('the one form of a session is written, and no session leaves none of its keys', () => {
  localStorage.setItem('theme', 'dark')
  writeSession({ token: 't', user: { id: 'u-1', name: 'Ada "the first"' } })
  expect(stored()).toEqual({
    token: 't',
    user: '{"id":"u-1","name":"Ada \\"the first\\""}',
    username: 'Ada "the first"',
    isLoggedIn: 'true',
    theme: 'dark',
  })
  writeSession(null)
  expect(stored()).toEqual({ theme: 'dark' })
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
