import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as CallsModule from '../api/calls.ts'
import { backend, sentRequests } from '../test/backend.ts'

describe('a store that is made before the calls are there', () => {
  let calls: typeof CallsModule
  let made: Awaited<ReturnType<typeof makeEarlyStore>>

  /** All modules anew, as a page that has just been opened has them. */
  async function makeEarlyStore() {
    vi.resetModules()
    calls = await import('../api/calls.ts')
    const { makeStore, untilRestored } = await import('./store.ts')
    const opened = makeStore()
    await untilRestored(opened.store)
    return opened
  }

  beforeEach(async () => {
    made = await makeEarlyStore()
  })
  afterEach(async () => {
    await made.persistor.flush()
    made.persistor.pause()
  })

  test('has no part for their answers, and asks for nothing', () => {
    expect(calls.loadedCalls()).toBeUndefined()
    expect(made.store.getState()).not.toHaveProperty('booksApi')
    expect(sentRequests()).toEqual([])
  })

  test('has it as soon as they come, and everybody is told', async () => {
    const seen: boolean[] = []
    made.store.subscribe(() => seen.push('booksApi' in made.store.getState()))
    const { booksApi } = await calls.loadCalls()
    expect(calls.loadedCalls()?.booksApi).toBe(booksApi)
    expect(seen).toContain(true)
    expect(made.store.getState().booksApi?.queries).toEqual({})
  })

  test('keeps what it knew, and makes calls from then on', async () => {
    const { email, password, id } = backend.addUser({ name: 'Ada' })
    const before = made.store.getState()
    const { booksApi } = await calls.loadCalls()
    expect(made.store.getState().auth).toBe(before.auth)
    expect(made.store.getState().localFavorites).toBe(before.localFavorites)
    await made.store.dispatch(booksApi.endpoints.login.initiate({ email, password })).unwrap()
    expect(made.store.getState().auth.user).toEqual({ id, name: 'Ada' })
    // The middleware is there, too: an answer that nobody looks at is kept for later.
    await made.store.dispatch(
      booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false }),
    )
    await made.store.dispatch(
      booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false }),
    )
    expect(sentRequests('GET', '/api/profile')).toHaveLength(1)
  })

  test('is told once, and not after it has stopped listening', async () => {
    const told = vi.fn<() => void>()
    const stopped = vi.fn<() => void>()
    calls.whenCallsLoaded(told)
    calls.whenCallsLoaded(stopped)()
    await calls.loadCalls()
    await calls.loadCalls()
    expect(told).toHaveBeenCalledOnce()
    expect(stopped).not.toHaveBeenCalled()
    const late = vi.fn<() => void>()
    calls.whenCallsLoaded(late)
    expect(late).toHaveBeenCalledOnce()
  })

  test('is followed by stores that have it from the beginning', async () => {
    const { booksApi } = await calls.loadCalls()
    const { makeStore } = await import('./store.ts')
    const later = makeStore()
    expect(later.store.getState()).toHaveProperty(booksApi.reducerPath)
    later.persistor.pause()
  })
})
