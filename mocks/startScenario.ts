import { http, HttpResponse, type HttpHandler } from 'msw'
import { atOrigin } from './address.ts'
import { type FakeUser, READER } from './builders.ts'
import type { Db, FakeSession } from './db.ts'
import type { Scenario } from './scenario.ts'

/** What a browser has before it opens the page of a scenario. */
export interface ScenarioStart {
  /** The session of the reader, or `undefined` where nobody is signed in. */
  session: FakeSession | undefined
  /** Path and query to open. */
  path: string
  /** What the local storage holds, which is empty before; `null` for a key that it does not have. */
  storage: Readonly<Record<string, string | null>>
}

/** Signs a user in; gives the address at the end of a sign-in with Google (docs/product.md 4.2). */
export function arrivalPath(db: Db, { id }: FakeUser, isNewUser: boolean): string {
  const { token } = db.signIn({ id }, 'url')
  const query = new URLSearchParams({ token, userId: id, isNewUser: String(isNewUser) })
  return `/?${query.toString()}`
}

/** The same by a link that was passed on from another browser, without its cookie. */
function forgedPath(db: Db): string {
  const { browserCookie } = db
  const mallory = db.addUser({ id: 'mallory', name: 'Mallory', email: 'mallory@example.org' })
  const path = arrivalPath(db, mallory, false)
  db.browserCookie = browserCookie
  return path
}

/**
 * Fills a fresh database: the reader with an account, signed in where the scenario says so, then the scenario's own
 * preparation.
 */
export function startScenario(db: Db, scenario: Scenario): ScenarioStart {
  const { id, name } = READER
  const reader = db.addUser(READER)
  const session = scenario.session === 'signedIn' ? db.signIn(reader) : undefined
  scenario.prepare?.(db, reader)
  const { arrival, path: ownPath = '/' } = scenario
  const linkPath =
    arrival === 'forged'
      ? forgedPath(db)
      : arrival && arrivalPath(db, reader, arrival === 'newcomer')
  // What the app stores of a session (docs/product.md 3.2).
  const user = { user: JSON.stringify({ id, name }), username: name, isLoggedIn: 'true' }
  const stored = session && { token: session.token, ...user }
  return { session, path: linkPath ?? ownPath, storage: { ...stored, ...scenario.storage } }
}

/** The handlers that a scenario has before the usual ones, those of a lost network included. */
export function scenarioHandlers(db: Db, scenario: Scenario): HttpHandler[] {
  const handlers = scenario.handlers?.(db) ?? []
  if (scenario.network !== 'offline') return handlers
  const unreachable = ['/api/*', '/covers/*', '/media/*'].map((path) =>
    http.all(atOrigin(path), () => HttpResponse.error()),
  )
  return [...unreachable, ...handlers]
}
