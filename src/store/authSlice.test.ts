import { expect, test } from 'vitest'
import { getProfile, type Profile } from '../../contract/profile.ts'
import { register } from '../../contract/session.ts'
import { sessionRejected } from '../api/baseQuery.ts'
import { booksApi } from '../api/booksApi.ts'
import { backend } from '../test/backend.ts'
import { openReader, openStore } from '../test/readerStore.ts'
import {
  authSlice,
  selectUserName,
  sessionArrived,
  sessionChangedInOtherTab,
  visitorRedirected,
} from './authSlice.ts'

const { endpoints } = booksApi

test('how a session ended by itself is remembered until the guard has redirected', () => {
  const { reducer } = authSlice
  const visitor = reducer(undefined, { type: 'none' })
  const signedIn = reducer(visitor, sessionArrived({ token: 'a', user: { id: 'a', name: 'Ada' } }))
  const ended = { ...visitor, endedBy: 'server' } as const
  expect(reducer(signedIn, sessionRejected())).toEqual(ended)
  expect(reducer(signedIn, sessionChangedInOtherTab(null)).endedBy).toBe('otherTab')
  expect(reducer(ended, visitorRedirected())).toEqual(visitor)
})

test('a registration signs in, with the typed name where the response has none', async () => {
  const store = await openStore()
  backend.responds(register, { token: 't', id: 'u' }, 201)
  const body = { name: 'Grace', email: 'grace@example.org', password: 'x', confirmPassword: 'x' }
  await store.dispatch(endpoints.register.initiate(body))
  expect(store.getState().auth).toMatchObject({ token: 't', user: { id: 'u', name: 'Grace' } })
})

test.each<[string, Partial<Profile>, string]>([
  ['of the user', { id: 'u-ada', name: 'Ada Lovelace' }, 'Ada Lovelace'],
  ['of somebody else', { id: 'other', name: 'Mallory' }, 'Ada'],
  ['without a name', { id: 'u-ada' }, 'Ada'],
])('a profile %s', async (_what, profile, name) => {
  const { store } = await openReader({ id: 'u-ada', name: 'Ada' })
  backend.responds(getProfile, profile)
  await store.dispatch(endpoints.getProfile.initiate(undefined, { subscribe: false }))
  expect(selectUserName(store.getState())).toBe(name)
})
