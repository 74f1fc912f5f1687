import { describe, expect, test } from 'vitest'
import { getProfile, type Profile } from '../../contract/profile.ts'
import { register } from '../../contract/session.ts'
import { sessionRejected } from '../api/baseQuery.ts'
import { booksApi } from '../api/booksApi.ts'
import { backend } from '../test/backend.ts'
import { openReader, openStore } from '../test/readerStore.ts'
import {
  authSlice,
  loggedOut,
  selectUserId,
  selectUserName,
  sessionArrived,
  sessionChangedInOtherTab,
  visitorRedirected,
} from './authSlice.ts'

const { reducer } = authSlice
const { endpoints } = booksApi

const visitor = reducer(undefined, { type: 'none' })
const ada = { token: 'a', user: { id: 'u-ada', name: 'Ada' } }
const signedIn = reducer(visitor, sessionArrived(ada))

describe('events', () => {
  test('a sign-in through a link or in another tab signs in', () => {
    const expected = { ...visitor, ...ada, isLoggedIn: true }
    expect(reducer(visitor, sessionArrived(ada))).toEqual(expected)
    expect(reducer(visitor, sessionChangedInOtherTab(ada))).toEqual(expected)
  })

  test('a logout leaves a visitor', () => {
    expect(reducer(signedIn, loggedOut())).toEqual(visitor)
  })

  test('a session that ends by itself is remembered until the guard has redirected', () => {
    const ended = { ...visitor, endedBy: 'server' } as const
    expect(reducer(signedIn, sessionRejected())).toEqual(ended)
    expect(reducer(signedIn, sessionChangedInOtherTab(null)).endedBy).toBe('otherTab')
    expect(reducer(ended, visitorRedirected())).toEqual(visitor)
  })
})

describe('responses', () => {
  test('a login signs in with token, id and name; a rejected one changes nothing', async () => {
    const store = await openStore()
    const { email, password, id } = backend.addUser({ name: 'Ada' })
    await store.dispatch(endpoints.login.initiate({ email, password: 'wrong' }))
    expect(selectUserId(store.getState())).toBeNull()
    const { data } = await store.dispatch(endpoints.login.initiate({ email, password }))
    expect(store.getState().auth).toMatchObject({ token: data?.token, user: { id, name: 'Ada' } })
    expect(selectUserId(store.getState())).toBe(id)
    expect(selectUserName(store.getState())).toBe('Ada')
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
    ['without an id', { name: 'Mallory' }, 'Ada'],
    ['without a name', { id: 'u-ada' }, 'Ada'],
  ])('a profile %s', async (_what, profile, name) => {
    const { store } = await openReader({ id: 'u-ada', name: 'Ada' })
    backend.responds(getProfile, profile)
    await store.dispatch(endpoints.getProfile.initiate(undefined, { subscribe: false }))
    expect(selectUserName(store.getState())).toBe(name)
  })
})
