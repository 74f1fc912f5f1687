import { describe, expect, test, vi } from 'vitest'
import { logout } from '../../contract/session.ts'
import { booksApi } from '../api/booksApi.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { cacheNames, provideCaches } from '../test/cacheStorage.ts'
import { addReader, openReader, openStore, persisted, stored } from '../test/readerStore.ts'
import { loggedOut, selectUserId, sessionArrived } from './authSlice.ts'
import { selectFavoriteIds } from './favoritesSlice.ts'
import { logOut } from './session.ts'
import { writeSession } from './storage.ts'
import type { AppStore } from './store.ts'

const { endpoints } = booksApi
const BEA = { token: 'b', user: { id: 'u-bea', name: 'Bea' } }

/** Whether the server still accepts this token. */
async function isAccepted(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(new URL('/api/profile', window.location.href), { headers })).ok
}

/** The credentials of the logouts that were sent. */
const logouts = () =>
  sentRequests('POST', '/api/user/logout').map(({ authorization }) => authorization)

/** A reader whose favorite, profile and start index this browser has stored and cached. */
async function openBusyReader() {
  provideCaches('books', 'favorites', 'covers', 'workbox-precache')
  const book = backend.addBook()
  const opened = await openReader({ favorites: [book.id] })
  await opened.store.dispatch(endpoints.getFavoriteBooks.initiate(opened.reader.id))
  await opened.store.dispatch(endpoints.getRecommendedBooks.initiate('Poetry'))
  await opened.store.dispatch(endpoints.getProfile.initiate())
  await persisted()
  expect(localStorage.getItem('favorites')).toContain(book.id)
  expect(Object.keys(sessionStorage)).toHaveLength(1)
  return opened
}

/** Nothing of the reader before is left: not in the store, not in storage, not in the caches. */
async function expectForgotten(store: AppStore): Promise<void> {
  expect(selectFavoriteIds(store.getState()).size).toBe(0)
  expect(store.getState().booksApi.queries).toEqual({})
  expect(stored(sessionStorage)).toEqual({})
  await vi.waitFor(() => expect(cacheNames()).toEqual(['workbox-precache']))
}

describe('logout', () => {
  test('forgets everything and ends the session on the server', async () => {
    const { store, reader } = await openBusyReader()
    const release = backend.holds(logout)
    const done = store.dispatch(logOut())
    expect(selectUserId(store.getState())).toBeNull()
    // Should the page be closed now, the next start ends the session.
    expect(localStorage.getItem('logoutPending')).toBe('true')
    release()
    await done
    await persisted()
    expect(logouts()).toEqual([`Bearer ${reader.token}`])
    expect(await isAccepted(reader.token)).toBe(false)
    expect(stored()).toEqual({})
    expect(JSON.stringify(store.getState())).not.toContain(reader.name)
    expect(cacheNames()).toEqual(['workbox-precache'])
  })

  test('deletes what the service worker stores a moment later, too', async () => {
    const { store } = await openBusyReader()
    vi.useFakeTimers()
    store.dispatch(loggedOut())
    await vi.waitFor(() => expect(cacheNames()).toEqual(['workbox-precache']))
    provideCaches('covers', 'workbox-precache')
    await vi.advanceTimersByTimeAsync(6000)
    expect(cacheNames()).toEqual(['workbox-precache'])
  })

  test('that the server did not confirm is sent at the next start, by the cookie', async () => {
    const { store, reader } = await openReader()
    backend.unreachable(logout)
    await store.dispatch(logOut())
    await persisted()
    expect(stored()).toEqual({ logoutPending: 'true' })
    await openStore()
    await vi.waitFor(() => expect(logouts()).toHaveLength(2))
    await quiet()
    expect(localStorage.getItem('logoutPending')).toBe('true')
    backend.recovers()
    await openStore()
    await vi.waitFor(() => expect(localStorage.getItem('logoutPending')).toBeNull())
    expect(logouts()).toEqual([`Bearer ${reader.token}`, null, null])
    expect(await isAccepted(reader.token)).toBe(false)
    await openStore()
    await quiet()
    expect(logouts()).toHaveLength(3)
  })

  test('that is pending is void once somebody has signed in', async () => {
    const { store } = await openReader()
    backend.refuses(logout, 500, 'No.')
    await store.dispatch(logOut())
    expect(localStorage.getItem('logoutPending')).toBe('true')
    backend.recovers()
    const { email, password } = backend.addUser()
    const { data } = await store.dispatch(endpoints.login.initiate({ email, password }))
    await persisted()
    await openStore()
    await quiet()
    expect(localStorage.getItem('logoutPending')).toBeNull()
    expect(logouts()).toHaveLength(1)
    expect(await isAccepted(data?.token ?? '')).toBe(true)
  })

  test('that the server refuses is not sent again: there is no such session', async () => {
    const { store } = await openReader()
    backend.refuses(logout, 403, 'No.')
    await store.dispatch(logOut())
    expect(localStorage.getItem('logoutPending')).toBeNull()
  })
})

/** The keys change as another tab would change them, with an event each. */
function inOtherTab(change: () => void): void {
  const before = stored()
  change()
  for (const key of new Set([...Object.keys(before), ...Object.keys(stored())])) {
    if (before[key] !== stored()[key]) window.dispatchEvent(new StorageEvent('storage', { key }))
  }
}

describe('another tab', () => {
  test('logs out: so does this one, and forgets everything', async () => {
    const { store } = await openBusyReader()
    inOtherTab(() => writeSession(null))
    await vi.waitFor(() => expect(selectUserId(store.getState())).toBeNull())
    expect(store.getState().auth.endedBy).toBe('otherTab')
    await expectForgotten(store)
  })

  test('signs in as another user: nobody is signed out in between', async () => {
    const { store } = await openBusyReader()
    const ids = new Set<string | null>()
    store.subscribe(() => ids.add(selectUserId(store.getState())))
    inOtherTab(() => writeSession(BEA))
    await vi.waitFor(() => expect(selectUserId(store.getState())).toBe('u-bea'))
    expect([...ids]).toEqual(['u-bea'])
    await expectForgotten(store)
  })

  test('is followed by a page restored from the back/forward cache', async () => {
    const { store, reader } = await openReader()
    await persisted()
    writeSession(BEA)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    expect(selectUserId(store.getState())).toBe(reader.id)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(selectUserId(store.getState())).toBe('u-bea')
  })
})

const lists = () => sentRequests('GET', /favoriteBooks$/).length

/** The window gets the focus as often, and is idle after each. */
async function focus(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    await quiet()
  }
}

describe('the focus', () => {
  test('requests the list once a minute, and so brings what another device changed', async () => {
    const { store, reader } = await openBusyReader()
    await focus(10)
    expect(lists()).toBe(1)
    const added = backend.addBook()
    backend.account(reader.id).favorites.unshift(added.id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    await focus(10)
    expect(lists()).toBe(2)
    expect(selectFavoriteIds(store.getState())).toContain(added.id)
  })

  test('requests it at once where another tab has changed the favorites', async () => {
    await openBusyReader()
    inOtherTab(() => localStorage.setItem('favorites', '[]'))
    await focus(10)
    expect(lists()).toBe(2)
  })

  test('requests nothing for a visitor', async () => {
    await openStore()
    await focus(1)
    expect(lists()).toBe(0)
  })
})

test('a sign-in through a link forgets everything of the user before', async () => {
  const { store } = await openBusyReader()
  const { token, id, name } = addReader()
  store.dispatch(sessionArrived({ token, user: { id, name } }))
  expect(selectUserId(store.getState())).toBe(id)
  await expectForgotten(store)
})
