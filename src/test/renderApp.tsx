import { cleanup, render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { StrictMode, useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach } from 'vitest'
import type { FakeUser } from '../../mocks/builders.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { App } from '../App.tsx'
import { startSession } from '../store/session.ts'
import { writeSession } from '../store/storage.ts'
import { makeStore, rehydrate, type AppStore } from '../store/store.ts'

/** A reader as the fake backend and this browser know them. */
export interface TestReader extends FakeUser {
  token: string
}

/** Signs a reader in: an account and a session on the fake backend, and what the browser stores. */
export function signIn(overrides: Partial<FakeUser> = {}): TestReader {
  const user = fakeBackend.db.addUser(overrides)
  const { token } = fakeBackend.db.signIn(user)
  writeSession({ token, user: { id: user.id, name: user.name } })
  return { ...user, token }
}

let stops: (() => void)[] = []

/** The product once the store is filled, as main.tsx starts it. */
function Page({ store }: { store: AppStore }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const fill = async (): Promise<void> => {
      const { stop } = await rehydrate(store)
      stops.push(stop, startSession(store))
      setReady(true)
    }
    void fill()
  }, [store])
  return (
    isReady && (
      <StrictMode>
        <BrowserRouter useTransitions={false}>
          <App store={store} />
        </BrowserRouter>
      </StrictMode>
    )
  )
}

let entries = 0

/**
 * The whole product at a URL, against the fake backend.
 * @param isFirst opened by its address, as the first page of its tab (decision 10)
 */
export function renderApp(url: string, isFirst = false): { user: UserEvent; store: AppStore } {
  // A history entry of its own: what an earlier page remembers by its key is not shown here.
  entries += 1
  window.history.replaceState(isFirst ? null : { key: `entry-${entries}` }, '', url)
  const store = makeStore()
  render(<Page store={store} />)
  return { user: userEvent.setup({ delay: null }), store }
}

/** Ends the page as a closed tab does: nothing is rendered and nothing is stored any more. */
export function closePage(): void {
  cleanup()
  for (const stop of stops) stop()
  stops = []
}

afterEach(closePage)
