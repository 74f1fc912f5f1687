import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { booksApi } from '../api/booksApi.ts'
import { entryFromList } from '../api/favoriteEntry.ts'
import { backend, sentRequests } from '../test/backend.ts'
import { openReader, openStore, stored } from '../test/readerStore.ts'
import { selectSession } from './authSlice.ts'
import { followOtherTabs } from './followOtherTabs.ts'
import { favoriteWanted, selectEntries } from './localFavoritesSlice.ts'
import { makeStore, selectRestored, type AppStore } from './store.ts'
import { writeSession } from './storedSession.ts'

const emma = { id: 'emma', title: 'Emma' }
const dune = { id: 'dune', title: 'Dune' }
const bea = { token: 'b', user: { id: 'u-bea', name: 'Bea' } }

/** The keys change as another tab would change them, with an event each, in this tab. */
function inAnotherTab(change: () => void, area: Storage = localStorage): void {
  const before = new Map(Object.entries(stored(area)))
  change()
  const after = new Map(Object.entries(stored(area)))
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [oldValue, newValue] = [before.get(key) ?? null, after.get(key) ?? null]
    if (oldValue === newValue) continue
    window.dispatchEvent(
      new StorageEvent('storage', { key, oldValue, newValue, storageArea: area }),
    )
  }
}

/** The store follows the other tabs until the end of the test. */
function follow(store: AppStore): () => void {
  const stop = followOtherTabs(store)
  onTestFinished(stop)
  return stop
}

/** Longer than a tab waits before it follows. */
function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 120))
}

test('a sign-in elsewhere signs in here', async () => {
  const { store, persistor } = await openStore()
  await persistor.flush()
  follow(store)
  inAnotherTab(() => {
    writeSession(bea)
    localStorage.setItem('favorites', JSON.stringify([emma]))
  })
  await vi.waitFor(() => expect(selectSession(store.getState())).toEqual(bea))
  expect(selectEntries(store.getState())).toEqual([emma])
  expect(store.getState().localFavorites.ownerId).toBe('u-bea')
})

test('a logout elsewhere logs out here, and every cached answer is forgotten', async () => {
  const { store, persistor } = await openReader()
  await persistor.flush()
  follow(store)
  await store.dispatch(booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false }))
  inAnotherTab(() => {
    writeSession(null)
    localStorage.removeItem('favorites')
  })
  await vi.waitFor(() => expect(selectSession(store.getState())).toBeNull())
  expect(store.getState().auth.ended).toBe('elsewhere')
  expect(store.getState().booksApi?.queries).toEqual({})
  expect(store.getState().localFavorites).toMatchObject({ ownerId: null, entries: [] })
  await persistor.flush()
  expect(stored()).toEqual({})
})

test('a heart given elsewhere is in the list that stands here', async () => {
  const book = backend.addBook()
  const { store, reader, persistor } = await openReader()
  await persistor.flush()
  follow(store)
  await store.dispatch(booksApi.endpoints.getFavoriteBooks.initiate(reader.id))
  const shown = () =>
    booksApi.endpoints.getFavoriteBooks
      .select(reader.id)({
        booksApi: store.getState().booksApi ?? booksApi.reducer(undefined, { type: 'none' }),
      })
      .data?.map(({ id }) => id)
  expect(shown()).toEqual([])
  backend.account(reader.id).favorites.unshift(book.id)
  inAnotherTab(() => localStorage.setItem('favorites', JSON.stringify([entryFromList(book)])))
  await vi.waitFor(() => expect(shown()).toEqual([book.id]))
  // What changes nothing of the list asks for nothing.
  const asked = sentRequests('GET', /favoriteBooks/).length
  inAnotherTab(() =>
    localStorage.setItem('favorites', JSON.stringify([{ id: book.id, title: 'x' }])),
  )
  await aWhile()
  expect(sentRequests('GET', /favoriteBooks/)).toHaveLength(asked)
})

test('a page that comes back whole follows what it was not told of', async () => {
  const { store, persistor } = await openReader()
  await persistor.flush()
  follow(store)
  writeSession(null)
  localStorage.removeItem('favorites')
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(selectSession(store.getState())).not.toBeNull()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(selectSession(store.getState())).toBeNull()
  writeSession(bea)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(selectSession(store.getState())).toEqual(bea)
})

test('storage that was cleared altogether is a logout', async () => {
  const { store, persistor } = await openReader()
  await persistor.flush()
  follow(store)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }))
  await vi.waitFor(() => expect(selectSession(store.getState())).toBeNull())
})

test('another reader elsewhere is the reader here, with their hearts and without old answers', async () => {
  const { store, persistor } = await openReader()
  await persistor.flush()
  follow(store)
  await store.dispatch(booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false }))
  const states: unknown[] = []
  store.subscribe(() => states.push(selectSession(store.getState())?.user.id ?? null))
  inAnotherTab(() => {
    writeSession(bea)
    localStorage.setItem('favorites', JSON.stringify([emma]))
  })
  await vi.waitFor(() => expect(selectEntries(store.getState())).toEqual([emma]))
  expect(selectSession(store.getState())).toEqual(bea)
  expect(store.getState().booksApi?.queries).toEqual({})
  // The four keys are one change: nobody is signed out in between.
  expect(states).not.toContain(null)
})

test('hearts elsewhere are hearts here, and the answers stay', async () => {
  const { store, reader, persistor } = await openReader()
  await persistor.flush()
  follow(store)
  await store.dispatch(booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false }))
  const { auth, booksApi: answers } = store.getState()
  inAnotherTab(() => localStorage.setItem('favorites', JSON.stringify([emma, null])))
  await vi.waitFor(() => expect(selectEntries(store.getState())).toEqual([emma]))
  expect(store.getState().auth).toBe(auth)
  expect(store.getState().booksApi).toBe(answers)
  expect(selectSession(store.getState())?.token).toBe(reader.token)
})

test('a heart under way is kept in storage, too, when another tab’s list comes without it', async () => {
  const { store, persistor } = await openReader()
  await persistor.flush()
  follow(store)
  store.dispatch(favoriteWanted({ entry: dune, wanted: true, screen: 'detail' }))
  await persistor.flush()
  inAnotherTab(() => localStorage.setItem('favorites', JSON.stringify([emma])))
  await vi.waitFor(() => expect(selectEntries(store.getState())).toEqual([dune, emma]))
  expect(store.getState().localFavorites.elsewhere).toEqual([emma])
  await persistor.flush()
  expect(JSON.parse(localStorage.getItem('favorites') ?? '')).toEqual([dune, emma])
})

test('hearts change nothing for a visitor', async () => {
  const { store } = await openStore()
  follow(store)
  inAnotherTab(() => localStorage.setItem('favorites', JSON.stringify([emma])))
  await aWhile()
  expect(selectEntries(store.getState())).toEqual([])
})

describe('what does not concern this tab', () => {
  test.each([
    ['another key', { key: 'theme', storageArea: localStorage }],
    ['the wishes that wait', { key: 'unsentFavorites', storageArea: localStorage }],
    ['the storage of one tab', { key: 'token', storageArea: sessionStorage }],
    ['no storage', { key: 'token' }],
  ])('%s', async (_what, event) => {
    const { store, persistor } = await openReader()
    await persistor.flush()
    follow(store)
    const before = store.getState()
    // Only the event may be what is followed.
    writeSession(bea)
    window.dispatchEvent(new StorageEvent('storage', event))
    await aWhile()
    expect(store.getState()).toBe(before)
  })

  test('anything before this tab has restored its own session', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    writeSession(bea)
    const { store, persistor } = makeStore()
    onTestFinished(() => persistor.pause())
    follow(store)
    const before = store.getState()
    inAnotherTab(() => writeSession({ ...bea, token: 'c' }))
    // All within the task in which the store was made; what is stored comes after it.
    vi.advanceTimersByTime(120)
    expect(selectRestored(before)).toBe(false)
    expect(store.getState()).toBe(before)
  })

  test('anything after it has stopped following, also what was already announced', async () => {
    const { store, persistor } = await openReader()
    await persistor.flush()
    const stop = follow(store)
    const before = store.getState()
    inAnotherTab(() => writeSession(bea))
    stop()
    inAnotherTab(() => writeSession(null))
    await aWhile()
    expect(store.getState()).toBe(before)
  })
})
