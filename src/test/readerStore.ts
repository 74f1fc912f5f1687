import { afterEach, vi } from 'vitest'
import { fakeBackend } from '../../mocks/node.ts'
import { makeStore, selectRestored } from '../state/store.ts'
import { writeSession, type StoredSession } from '../state/storedSession.ts'

type Opened = ReturnType<typeof makeStore>

let opened: Opened[] = []

/** A store on this browser's storage, restored: what a reload of the page makes. */
export async function openStore(arrival: StoredSession | null = null): Promise<Opened> {
  const made = makeStore(arrival)
  opened.push(made)
  await vi.waitFor(
    () => {
      if (!selectRestored(made.store.getState())) throw new Error('The store is not restored.')
    },
    { interval: 1 },
  )
  return made
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
  return { reader, ...(await openStore()) }
}

/** Everything that a storage of this browser holds, by key. */
export function stored(area: Storage = localStorage): Record<string, string> {
  return Object.fromEntries(Object.entries(area))
}

/** The browser loses its session cookie; the session itself goes on. */
export function loseCookie(): void {
  fakeBackend.db.browserCookie = null
}

afterEach(async () => {
  for (const { persistor } of opened) {
    // What is still to be written belongs to this test; nothing may be written in the next.
    await persistor.flush()
    persistor.pause()
  }
  opened = []
})
