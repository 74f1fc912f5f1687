import type { FakeUser } from './builders.ts'
import type { Db, FakeSession } from './db.ts'
import type { Scenario } from './scenarios.ts'

/** The reader of the scenarios. The password serves for logging in by hand. */
export const READER = {
  id: 'reader-1',
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse',
} as const satisfies Partial<FakeUser>

/**
 * Fills a fresh database as a scenario wants it: the reader with an account, signed in where the
 * scenario says so, then the scenario's own preparation.
 * @returns the session of the reader, or `undefined` where nobody is signed in.
 */
export function prepareScenario(db: Db, scenario: Scenario): FakeSession | undefined {
  const reader = db.addUser(READER)
  const session = scenario.session === 'signedIn' ? db.signIn(reader) : undefined
  scenario.prepare?.(db)
  return session
}
