import { describe, expect, test, vi } from 'vitest'
import { logout } from '../../contract/session.ts'
import { booksApi } from '../api/booksApi.ts'
import { entryFromList } from '../api/favoriteEntry.ts'
import { backend, sentRequests } from '../test/backend.ts'
import { openReader, openStore, stored } from '../test/readerStore.ts'
import { selectUserId } from './authSlice.ts'
import { selectEntries } from './localFavoritesSlice.ts'
import { forgetAnswers } from './forgetAnswers.ts'
import { logOut } from './logOut.ts'
import { resumeLogOut } from './resumeLogOut.ts'
import { setFavorite } from './setFavorite.ts'

const nowhere = () => undefined

/** Whether the server still takes this token. */
async function serverTakes(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(new URL('/api/profile', window.location.href), { headers })
  return answer.ok
}

/** The logouts that the server heard of, by the credential that came with them. */
function logouts(): (string | null)[] {
  return sentRequests('POST', '/api/user/logout').map(({ authorization }) => authorization)
}

describe('logOut', () => {
  test('goes to the landing page first, then forgets, then tells the server', async () => {
    const { store, reader, persistor } = await openReader()
    const entry = entryFromList(backend.addBook())
    await store.dispatch(setFavorite(entry, true, 'recommendations'))
    await store.dispatch(booksApi.endpoints.getProfile.initiate())
    await persistor.flush()

    const { promise: arrived, resolve: arrive } = Promise.withResolvers<undefined>()
    const navigate = vi.fn<(to: string) => Promise<void>>(async () => {
      await arrived
    })
    const open = backend.holds(logout)
    const done = store.dispatch(logOut(navigate))
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(selectUserId(store.getState())).toBe(reader.id)
    expect(logouts()).toEqual([])

    arrive(undefined)
    await vi.waitFor(() => expect(logouts()).toEqual([`Bearer ${reader.token}`]))
    expect(store.getState().auth).toMatchObject({ token: null, user: null, ended: null })
    expect(selectEntries(store.getState())).toEqual([])
    expect(store.getState().booksApi?.queries).toEqual({})
    // Should the page be closed now, the next one tells the server.
    expect(localStorage.getItem('logoutPending')).toBe('true')
    open()
    await done
    await persistor.flush()
    expect(stored()).toEqual({})
    expect(await serverTakes(reader.token)).toBe(false)
  })

  test('the answers that are still under way are not kept either', async () => {
    const { store, reader } = await openReader()
    const profile = store.dispatch(booksApi.endpoints.getProfile.initiate())
    await store.dispatch(logOut(nowhere))
    await profile
    expect(JSON.stringify(store.getState())).not.toContain(reader.name)
  })

  test('works without a server', async () => {
    const { store, persistor, reader } = await openReader()
    backend.unreachable(logout)
    await store.dispatch(logOut(nowhere))
    await persistor.flush()
    expect(selectUserId(store.getState())).toBeNull()
    expect(stored()).toEqual({ logoutPending: 'true' })
    expect(await serverTakes(reader.token)).toBe(true)
  })
})

async function logOutOffline() {
  const opened = await openReader()
  backend.unreachable(logout)
  await opened.store.dispatch(logOut(nowhere))
  await opened.persistor.flush()
  return opened
}

describe('a logout that the server has not heard of', () => {
  test('is sent at the next start, by the cookie that is left, and once only', async () => {
    const { reader } = await logOutOffline()
    // For the server, which draws nothing of the reader's until it has heard of it.
    expect(document.cookie).toMatch(/\bleft=1\b/)
    backend.recovers()
    const { store } = await openStore()
    await store.dispatch(resumeLogOut())
    expect(logouts().at(-1)).toBeNull()
    expect(localStorage.getItem('logoutPending')).toBeNull()
    expect(await serverTakes(reader.token)).toBe(false)
    const sent = logouts().length
    await store.dispatch(resumeLogOut())
    expect(logouts()).toHaveLength(sent)
  })

  test('waits on while the server is away', async () => {
    await logOutOffline()
    const { store } = await openStore()
    await store.dispatch(resumeLogOut())
    expect(logouts()).toHaveLength(2)
    expect(localStorage.getItem('logoutPending')).toBe('true')
  })

  test('is void once somebody has signed in', async () => {
    const { store } = await logOutOffline()
    const { email, password } = backend.addUser()
    const { data } = await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    await store.dispatch(resumeLogOut())
    expect(localStorage.getItem('logoutPending')).toBeNull()
    expect(logouts()).toHaveLength(1)
    expect(await serverTakes(data?.token ?? '')).toBe(true)
  })

  test.each([
    [500, 'true'],
    [503, 'true'],
    [403, null],
    [404, null],
  ])('after a %i the flag is %s', async (status, flag) => {
    const { store } = await openReader()
    backend.refuses(logout, status, 'No.')
    await store.dispatch(logOut(nowhere))
    expect(localStorage.getItem('logoutPending')).toBe(flag)
  })
})

test('without such a logout nothing is sent at the start', async () => {
  const { store } = await openStore()
  await store.dispatch(resumeLogOut())
  expect(sentRequests()).toEqual([])
})

test('forgetAnswers forgets the answers and the shelves that were drawn', async () => {
  const { store, reader } = await openReader()
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.15)
  const poetry = () =>
    store.dispatch(
      booksApi.endpoints.getRecommendedBooks.initiate('Poetry', { forceRefetch: true }),
    )
  store.dispatch(forgetAnswers())
  await poetry()
  store.dispatch(forgetAnswers())
  expect(store.getState().booksApi?.queries).toEqual({})
  random.mockReturnValue(0.85)
  await poetry()
  random.mockRestore()
  const indexes = sentRequests('GET', /recommendedBooks/).map(
    ({ path }) => /startIndex=(\d+)/.exec(path)?.[1],
  )
  expect(indexes).toEqual(['2', '9'])
  expect(selectUserId(store.getState())).toBe(reader.id)
})
