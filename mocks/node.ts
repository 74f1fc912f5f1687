import type { HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { createDb, type Db } from './db.ts'
import { createHandlers } from './handlers.ts'
import { combineScenarios } from './scenario.ts'
import { scenarioHandlers, startScenario, type ScenarioStart } from './startScenario.ts'
import { scenarios, type ScenarioName } from './scenarios.ts'
import { refuseUnknown, reportUnknown } from './unhandled.ts'

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
    server.resetHandlers(
      ...createHandlers(db, { cookieJar: true, unknownPaths: 'unhandled' }),
      refuseUnknown(reportUnknown),
    )
  },
  close(): void {
    server.close()
  },
  /** Lays handlers over the usual ones, until the next `reset`. */
  use(...handlers: HttpHandler[]): void {
    server.use(...handlers)
  },
  /**
   * Plays a scenario, or several laid over each other, until the next `reset`.
   * @returns the reader's session, and what the browser is to open and to hold.
   */
  play(...names: [ScenarioName, ...ScenarioName[]]): ScenarioStart {
    const scenario = combineScenarios(names.map((name) => scenarios[name]))
    const start = startScenario(db, scenario)
    server.use(...scenarioHandlers(db, scenario))
    return start
  },
}
