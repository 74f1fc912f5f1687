import type { HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { createDb, type Db, type FakeSession } from './db.ts'
import { createHandlers } from './handlers.ts'
import { prepareScenario } from './scenarioState.ts'
import { scenarios, type ScenarioName } from './scenarios.ts'

const server = setupServer()
let db = createDb()

/**
 * The fake backend for tests in Node. `listen` before all tests, `reset` after each (a fresh
 * database, the usual handlers), `close` after all. A request that nothing answers fails and is
 * reported, a misspelt `/api` path too.
 */
export const fakeBackend = {
  /** What the backend keeps at the moment; `reset` replaces it. */
  get db(): Db {
    return db
  },
  listen(): void {
    fakeBackend.reset()
    server.listen({ onUnhandledFrame: 'error' })
  },
  reset(): void {
    db = createDb()
    server.resetHandlers(...createHandlers(db, { cookieJar: true, unknownPaths: 'unhandled' }))
  },
  close(): void {
    server.close()
  },
  /** Lays handlers over the usual ones, until the next `reset`. */
  use(...handlers: HttpHandler[]): void {
    server.use(...handlers)
  },
  /**
   * Plays a scenario until the next `reset`.
   * @returns the reader's session, or `undefined` where the scenario signs nobody in.
   */
  play(name: ScenarioName): FakeSession | undefined {
    const session = prepareScenario(db, scenarios[name])
    server.use(...scenarios[name].handlers(db))
    return session
  },
}
