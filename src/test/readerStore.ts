import type { Persistor } from 'redux-persist'
import { fakeBackend } from '../../mocks/node.ts'
import { startSession } from '../store/session.ts'
import { writeSession } from '../store/storage.ts'
import { makeStore, rehydrate, type AppStore } from '../store/store.ts'
import { afterEveryTest } from './everyTest.ts'

let stops: (() => void)[] = []
let persistors: Persistor[] = []

/** A store filled from this browser's storage: what a reload of the page makes. */
export async function openStore(): Promise<AppStore> {
  const store = makeStore()
  const { persistor, stop } = await rehydrate(store)
  persistors.push(persistor)
  stops.push(stop, startSession(store))
  return store
}

/** An account with a session on the fake backend and in this browser's storage. */
export function addReader(account: Parameters<typeof fakeBackend.db.addUser>[0] = {}) {
  const user = fakeBackend.db.addUser(account)
  const { token } = fakeBackend.db.signIn(user)
  writeSession({ token, user: { id: user.id, name: user.name } })
  return { ...user, token }
}

/** A reader and the store in which they are signed in. */
export async function openReader(account: Parameters<typeof addReader>[0] = {}) {
  const reader = addReader(account)
  return { reader, store: await openStore() }
}

/** Resolves once redux-persist has written what changed. */
export async function persisted(): Promise<void> {
  for (const persistor of persistors) await persistor.flush()
}

/** Everything that a storage of this browser holds, by key. */
export function stored(area: Storage = localStorage): Record<string, string> {
  return Object.fromEntries(Object.entries(area))
}

/** The browser loses its session cookie; the session itself goes on. */
export function loseCookie(): void {
  fakeBackend.db.browserCookie = null
}

afterEveryTest(() => {
  for (const stop of stops) stop()
  stops = []
  persistors = []
})
