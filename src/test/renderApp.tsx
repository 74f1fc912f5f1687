import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import type { Persistor } from 'redux-persist'
import type { FakeUser } from '../../mocks/builders.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { App } from '../app/App.tsx'
import { takeSocialArrival } from '../app/socialArrival.ts'
import type { OpenDevTools } from '../state/devTools.ts'
import { makeStore, type AppStore } from '../state/store.ts'
import { writeSession } from '../state/storedSession.ts'

/** A reader as the fake backend and this browser know them. */
export interface TestReader extends FakeUser {
  token: string
}

/** Signs a reader in: an account and a session on the fake backend, and what the browser keeps. */
export function signIn(overrides: Partial<FakeUser> = {}): TestReader {
  const user = fakeBackend.db.addUser(overrides)
  const { token } = fakeBackend.db.signIn(user)
  writeSession({ token, user: { id: user.id, name: user.name } })
  return { ...user, token }
}

/**
 * The whole product at a URL, as product.tsx starts it, against the fake backend.
 * @param openDevTools for a test of what Redux DevTools shows
 */
export function renderApp(
  url: string,
  openDevTools?: OpenDevTools,
): { user: UserEvent; store: AppStore; persistor: Persistor } {
  window.history.replaceState(null, '', url)
  const { store, persistor } = makeStore(takeSocialArrival(), openDevTools)
  render(
    <StrictMode>
      <BrowserRouter useTransitions={false}>
        <App store={store} />
      </BrowserRouter>
    </StrictMode>,
  )
  return { user: userEvent.setup(), store, persistor }
}
