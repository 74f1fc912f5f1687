import { configureStore, isAction, type Action, type Middleware } from '@reduxjs/toolkit'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { getProfile } from '../../contract/profile.ts'
import { backend } from '../test/backend.ts'
import { openReader } from '../test/readerStore.ts'
import { booksApi } from './booksApi.ts'
import { isCall } from './calls.ts'

/** The actions of a call of each kind that succeeds and one that fails, as a store takes them. */
async function actionsOfCalls(): Promise<Action[]> {
  const { store, reader } = await openReader()
  const actions: Action[] = []
  const record: Middleware = () => (next) => (action) => {
    if (isAction(action)) actions.push(action)
    return next(action)
  }
  const recorded = configureStore({
    reducer: { auth: () => store.getState().auth, [booksApi.reducerPath]: booksApi.reducer },
    middleware: (getDefault) =>
      getDefault({ serializableCheck: false }).concat(booksApi.middleware, record),
  })
  const { email, password } = reader
  await recorded.dispatch(booksApi.endpoints.login.initiate({ email, password }))
  await recorded.dispatch(booksApi.endpoints.login.initiate({ email, password: 'wrong' }))
  await recorded.dispatch(booksApi.endpoints.getFavoriteBooks.initiate(reader.id))
  backend.fails(getProfile)
  await recorded.dispatch(booksApi.endpoints.getProfile.initiate())
  return actions
}

describe('isCall', () => {
  test('tells the same actions as the matchers of the calls', async () => {
    const actions = await actionsOfCalls()
    const told = { pending: 0, fulfilled: 0, rejected: 0 }
    for (const name of ['login', 'getFavoriteBooks', 'getProfile', 'register'] as const) {
      const { matchPending, matchFulfilled, matchRejected } = booksApi.endpoints[name]
      for (const action of actions) {
        expect(isCall('pending', name)(action)).toBe(matchPending(action))
        expect(isCall('fulfilled', name)(action)).toBe(matchFulfilled(action))
        expect(isCall('rejected', name)(action)).toBe(matchRejected(action))
        told.pending += Number(isCall('pending', name)(action))
        told.fulfilled += Number(isCall('fulfilled', name)(action))
        told.rejected += Number(isCall('rejected', name)(action))
      }
    }
    expect(told).toEqual({ pending: 4, fulfilled: 2, rejected: 2 })
  })

  test('takes several names, and knows what each action carries', async () => {
    const actions = await actionsOfCalls()
    expect(actions.filter(isCall('fulfilled', 'login', 'getFavoriteBooks'))).toHaveLength(2)
    const [login] = actions.filter(isCall('fulfilled', 'login'))
    expectTypeOf(login?.payload.token).toEqualTypeOf<string | undefined>()
    expect(login?.payload.token).toHaveLength(43)
  })

  test('tells nothing of any other action', async () => {
    for (const action of [
      { type: 'session/loggedOut' },
      { type: 'booksApi/executeMutation/fulfilled' },
      { type: 'booksApi/executeMutation/fulfilled', meta: null },
      { type: 'booksApi/executeMutation/fulfilled', meta: { arg: 'login' } },
      { type: 'elsewhere/executeMutation/fulfilled', meta: { arg: { endpointName: 'login' } } },
      { type: 'booksApi/executeMutation/pending', meta: { arg: { endpointName: 'login' } } },
    ]) {
      expect(isCall('fulfilled', 'login')(action)).toBe(false)
    }
  })
})
