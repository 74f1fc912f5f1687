import { expect, test } from 'vitest'
import { sessionRejected } from '../api/baseQuery.ts'
import { booksApi } from '../api/booksApi.ts'
import { backend } from '../test/backend.ts'
import { openStore } from '../test/readerStore.ts'
import { loggedOut, sessionArrived, sessionChangedInOtherTab } from './authSlice.ts'
import { searchRequested, searchSlice, searchEnded } from './searchSlice.ts'

test("a visitor's words wait through the login, until the search ends", async () => {
  const store = await openStore()
  const { email, password } = backend.addUser()
  store.dispatch(searchRequested('dune'))
  await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
  expect(store.getState().search).toEqual({ pending: 'dune' })
  store.dispatch(searchEnded())
  expect(store.getState().search).toEqual({ pending: null })
})

test.each([
  loggedOut(),
  sessionRejected(),
  sessionArrived({ token: 'a', user: { id: 'u', name: 'Ada' } }),
  sessionChangedInOtherTab(null),
])('$type forgets the pending words', (action) => {
  expect(searchSlice.reducer({ pending: 'dune' }, action)).toEqual({ pending: null })
})
