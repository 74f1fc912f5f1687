import createCache from '@emotion/cache'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { StrictMode, useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import type { FakeUser } from '../../mocks/builders.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { App } from '../App.tsx'
import { startSession } from '../store/session.ts'
import { writeSession } from '../store/storage.ts'
import { makeStore, rehydrate, type AppStore } from '../store/store.ts'
import { afterEveryTest } from './everyTest.ts'

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

/** Styles outside of the document: jsdom would match every rule at each search by role. */
const styles = createCache({ key: 'css', container: document.createElement('div') })

/** The app once the store is filled, as main.tsx starts it. */
function Page({ store }: { store: AppStore }) {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const restore = async (): Promise<void> => {
      const { stop } = await rehydrate(store)
      stops.push(stop, startSession(store))
      setReady(true)
    }
    void restore()
  }, [store])
  return (
    isReady && (
      <StrictMode>
        <BrowserRouter useTransitions={false}>
          <App store={store} styles={styles} />
        </BrowserRouter>
      </StrictMode>
    )
  )
}

let entries = 0

/**
 * The whole app at a URL, against the fake backend.
 * @param isFirst opened by its address, as the first page of its tab
 */
export function renderApp(url: string, isFirst = false): { user: UserEvent; store: AppStore } {
  // A history entry of its own: what an earlier page remembers by its key is not shown here.
  entries += 1
  window.history.replaceState(isFirst ? null : { key: `entry-${entries}` }, '', url)
  return reloadApp()
}

/** The whole app at the present address and history entry. */
export function reloadApp(): { user: UserEvent; store: AppStore } {
  const store = makeStore()
  render(<Page store={store} />)
  return { user: userEvent.setup({ delay: null }), store }
}

/** Fills fields by their labels, each in one go as a password manager does: the app renders at every key. */
export async function fill(user: UserEvent, fields: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(fields)) {
    await user.click(await screen.findByLabelText(label))
    await user.paste(text)
  }
}

/** Ends the page as a closed tab does: nothing is rendered and nothing is stored any more. */
export function closePage(): void {
  cleanup()
  for (const stop of stops) stop()
  stops = []
}

afterEveryTest(closePage)
