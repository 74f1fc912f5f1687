import { http, HttpResponse, type HttpHandler } from 'msw'
import { atOrigin } from './address.ts'
import type { FakeUser } from './builders.ts'
import type { Db, FakeSession } from './db.ts'
import { READER } from './reader.ts'
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

/** The address at the end of a sign-in with Google (docs/product.md 4.2). */
export function arrivalPath(session: FakeSession, user: FakeUser, isNewUser: boolean): string {
  const query = new URLSearchParams({
    token: session.token,
    userId: user.id,
    isNewUser: String(isNewUser),
  })
  return `/?${query.toString()}`
}

function arrive(db: Db, reader: FakeUser, arrival: NonNullable<Scenario['arrival']>): string {
  if (arrival !== 'forged') {
    return arrivalPath(db.signIn(reader, 'url'), reader, arrival === 'newcomer')
  }
  const { browserCookie } = db
  const mallory = db.addUser({ id: 'mallory', name: 'Mallory', email: 'mallory@example.org' })
  const forged = db.signIn(mallory, 'url')
  // The link was passed on, the cookie was not.
  db.browserCookie = browserCookie
  return arrivalPath(forged, mallory, false)
}

/** What the app stores of a session (docs/product.md 3.2). */
function storedSession({ token }: FakeSession): Record<string, string> {
  const user = JSON.stringify({ id: READER.id, name: READER.name })
  return { token, user, username: READER.name, isLoggedIn: 'true' }
}

/**
 * Fills a fresh database: the reader with an account, signed in where the scenario says so, then the scenario's own
 * preparation.
 */
export function startScenario(db: Db, scenario: Scenario): ScenarioStart {
  const reader = db.addUser(READER)
  const session = scenario.session === 'signedIn' ? db.signIn(reader) : undefined
  scenario.prepare?.(db, reader)
  const path = scenario.arrival ? arrive(db, reader, scenario.arrival) : (scenario.path ?? '/')
  const storage = { ...(session && storedSession(session)), ...scenario.storage }
  return { session, path, storage }
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

/** Writes what a scenario starts with into a browser's empty storage. */
export function writeStorage(area: Storage, storage: ScenarioStart['storage']): void {
  for (const [key, text] of Object.entries(storage)) if (text !== null) area.setItem(key, text)
}
