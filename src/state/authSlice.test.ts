import { describe, expect, test } from 'vitest'
import { sessionRejected } from '../api/sessionRejected.ts'
import { booksApi } from '../api/booksApi.ts'
import { getProfile, type Profile } from '../../contract/profile.ts'
import { register } from '../../contract/session.ts'
import { backend } from '../test/backend.ts'
import { openReader, openStore } from '../test/readerStore.ts'
import {
  authSlice,
  loggedOut,
  selectEnded,
  selectSession,
  selectTurnedAwayFrom,
  selectUserId,
  selectUserName,
  sessionArrived,
  sessionChangedElsewhere,
  storedSession,
  turnedAway,
  type AuthState,
} from './authSlice.ts'

const { reducer } = authSlice
type Event = Parameters<typeof reducer>[1]

const visitor = reducer(undefined, { type: 'nothing' })
const ada = { token: 'a', user: { id: 'u-ada', name: 'Ada' } }
const eve = { token: 'e', user: { id: 'u-eve', name: '' } }

/** What the events make of a state. */
function after(state: AuthState, ...events: Event[]): AuthState {
  return events.reduce(reducer, state)
}

const signedIn = after(visitor, sessionChangedElsewhere(ada))

describe('events', () => {
  test('it begins with a visitor', () => {
    expect(visitor).toEqual({
      token: null,
      user: null,
      isLoggedIn: false,
      setAside: null,
      ended: null,
      turnedAwayFrom: null,
    })
    expect(storedSession(visitor)).toBeNull()
  })

  test('sessionArrived signs in, with an empty name until the profile tells it', () => {
    expect(after(visitor, sessionArrived(eve))).toEqual({
      ...visitor,
      ...eve,
      isLoggedIn: true,
      setAside: null,
    })
  })

  test('sessionArrived sets the earlier session aside, but not the very same one', () => {
    expect(after(signedIn, sessionArrived(eve))).toMatchObject({ ...eve, setAside: ada })
    expect(after(signedIn, sessionArrived(ada))).toMatchObject({ ...ada, setAside: null })
  })

  test('a 401 gives the earlier session back, and is no news', () => {
    const state = after(signedIn, sessionArrived(eve), sessionRejected({ token: 'e' }))
    expect(storedSession(state)).toEqual(ada)
    expect(state.setAside).toBeNull()
    expect(state.ended).toBeNull()
    expect(after(state, sessionRejected({ token: 'a' }))).toEqual({ ...visitor, ended: 'rejected' })
  })

  test('sessionRejected ends the session of that token', () => {
    expect(after(signedIn, sessionRejected({ token: 'a' }))).toEqual({
      ...visitor,
      ended: 'rejected',
    })
  })

  test('a late 401 of an older token changes nothing', () => {
    expect(after(signedIn, sessionRejected({ token: 'of yesterday' }))).toBe(signedIn)
    expect(after(visitor, sessionRejected({ token: 'a' }))).toBe(visitor)
    const arrived = after(signedIn, sessionArrived(eve))
    expect(after(arrived, sessionRejected({ token: 'a' }))).toBe(arrived)
  })

  test('loggedOut forgets everything', () => {
    const state = after(signedIn, sessionArrived(eve), turnedAway('/favorites'), loggedOut())
    expect(state).toEqual(visitor)
  })

  test('sessionChangedElsewhere follows a sign-in, a change of reader and a logout', () => {
    expect(storedSession(signedIn)).toEqual(ada)
    expect(signedIn.ended).toBeNull()
    const changed = after(signedIn, sessionArrived(eve), sessionChangedElsewhere(ada))
    expect(changed).toMatchObject({ ...ada, setAside: null })
    expect(after(signedIn, sessionChangedElsewhere(null))).toEqual({
      ...visitor,
      ended: 'elsewhere',
    })
  })

  test('turnedAway remembers the page and ends the news; a sign-in forgets it', () => {
    const away = after(signedIn, sessionRejected({ token: 'a' }), turnedAway('/favorites'))
    expect(away).toMatchObject({ turnedAwayFrom: '/favorites', ended: null })
    const back = after(away, sessionChangedElsewhere(ada))
    expect(back).toMatchObject({ token: 'a', turnedAwayFrom: null })
  })

  test('a session needs token, user and flag', () => {
    expect(storedSession({ ...signedIn, token: null })).toBeNull()
    expect(storedSession({ ...signedIn, user: null })).toBeNull()
    expect(storedSession({ ...signedIn, isLoggedIn: false })).toBeNull()
  })
})

describe('selectors', () => {
  test('of a reader, a visitor and a half state', async () => {
    const { store } = await openStore()
    expect(selectSession(store.getState())).toBeNull()
    expect(selectUserId(store.getState())).toBeNull()
    expect(selectUserName(store.getState())).toBe('')
    store.dispatch(sessionArrived(ada))
    expect(selectSession(store.getState())).toEqual(ada)
    expect(selectUserId(store.getState())).toBe('u-ada')
    expect(selectUserName(store.getState())).toBe('Ada')
    store.dispatch(turnedAway('/profile'))
    expect(selectTurnedAwayFrom(store.getState())).toBe('/profile')
    store.dispatch(sessionChangedElsewhere(null))
    expect(selectEnded(store.getState())).toBe('elsewhere')
    expect(selectUserId(store.getState())).toBeNull()
  })
})

describe('answers of the server', () => {
  test('login signs in with token, id and name', async () => {
    const { store } = await openStore()
    const { email, password, id } = backend.addUser({ name: 'Ada' })
    const { data } = await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    expect(data?.token).toHaveLength(43)
    expect(selectSession(store.getState())).toEqual({
      token: data?.token,
      user: { id, name: 'Ada' },
    })
  })

  test('a refused login changes nothing', async () => {
    const { store } = await openStore()
    const { email } = backend.addUser()
    const before = store.getState().auth
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password: 'wrong' }))
    expect(store.getState().auth).toBe(before)
  })

  const grace = {
    name: 'Grace',
    email: 'grace@example.org',
    password: 'correct horse',
    confirmPassword: 'correct horse',
  }

  test('register signs in', async () => {
    const { store } = await openStore()
    const { data } = await store.dispatch(booksApi.endpoints.register.initiate(grace))
    expect(selectSession(store.getState())).toEqual({
      token: data?.token,
      user: { id: data?.id, name: 'Grace' },
    })
  })

  test('register takes the typed name where the answer has none', async () => {
    const { store } = await openStore()
    backend.answers(register, { token: 't', id: 'u' }, 201)
    await store.dispatch(booksApi.endpoints.register.initiate(grace))
    expect(selectSession(store.getState())).toEqual({
      token: 't',
      user: { id: 'u', name: 'Grace' },
    })
  })

  test('the profile fills an empty name, and confirms a session that arrived', async () => {
    const { store, reader } = await openReader({ name: 'Ada' })
    const { token } = reader
    store.dispatch(sessionChangedElsewhere(eve))
    store.dispatch(sessionArrived({ token, user: { id: reader.id, name: '' } }))
    expect(store.getState().auth.setAside).toEqual(eve)
    await store.dispatch(
      booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false, forceRefetch: true }),
    )
    expect(selectUserName(store.getState())).toBe('Ada')
    expect(store.getState().auth.setAside).toBeNull()
  })

  test.each<[string, Partial<Profile>]>([
    ['of somebody else', { id: 'other', name: 'Mallory' }],
    ['without an id', { name: 'Mallory' }],
    ['without a name', { id: 'u-ada' }],
    ['that is empty', {}],
  ])('a profile %s leaves the name alone', async (_what, profile) => {
    const { store } = await openStore()
    store.dispatch(sessionArrived(ada))
    backend.answers(getProfile, profile)
    const { isSuccess } = await store.dispatch(
      booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false }),
    )
    expect(isSuccess).toBe(true)
    expect(selectSession(store.getState())).toEqual(ada)
  })

  test('a 401 of a session that arrived gives the earlier one back', async () => {
    const { store, reader } = await openReader({ name: 'Ada' })
    store.dispatch(sessionArrived(eve))
    const { error } = await store.dispatch(
      booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false }),
    )
    expect(error).toMatchObject({ status: 401 })
    expect(selectSession(store.getState())).toEqual({
      token: reader.token,
      user: { id: reader.id, name: 'Ada' },
    })
  })
})
