import type { HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { Db } from './db.ts'
import { createHandlers } from './handlers.ts'
import { combineScenarios } from './scenario.ts'
import { scenarioHandlers, startScenario, type ScenarioStart } from './startScenario.ts'
import { scenarios, type ScenarioName } from './scenarios.ts'
import { refuseUnknown } from './unhandled.ts'

const server = setupServer()
let db = new Db()

/**
 * The fake backend for tests in Node. `listen` before all tests, `reset` after each (a fresh database, the usual
 * handlers), `close` after all. An unknown request fails and is reported, a misspelt `/api` path too.
 */
export const fakeBackend = {
  /** What the backend stores at the moment; `reset` replaces it. */
  get db(): Db {
    return db
  },
  listen(): void {
    fakeBackend.reset()
    server.listen({ onUnhandledFrame: 'error' })
  },
  reset(): void {
    db = new Db()
    server.resetHandlers(...createHandlers(db, { isPage: true }), refuseUnknown())
  },
  close(): void {
    server.close()
  },
  /** Puts handlers before the usual ones, until the next `reset`. */
  use(...handlers: HttpHandler[]): void {
    server.use(...handlers)
  },
  /**
   * Plays a scenario, or several as one, until the next `reset`.
   * @returns the reader's session, and what the browser opens and stores
   */
  play(...names: [ScenarioName, ...ScenarioName[]]): ScenarioStart {
    const scenario = combineScenarios(names.map((name) => scenarios[name]))
    const start = startScenario(db, scenario)
    server.use(...scenarioHandlers(db, scenario))
    return start
  },
}
