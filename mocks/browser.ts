import { http, HttpResponse } from 'msw'
import { setupWorker, type SetupWorker } from 'msw/browser'
import { createDb, type Db, type FakeSession, type Seed } from './db.ts'
import { createHandlers } from './handlers.ts'
import { prepareScenario, READER } from './scenarioState.ts'
import { isScenarioName, scenarios, type ScenarioName } from './scenarios.ts'

/** What a tester reaches in the browser's console as `msw`. */
interface Console {
  worker: SetupWorker
  db: Db
  scenarios: typeof scenarios
  http: typeof http
  HttpResponse: typeof HttpResponse
}

declare global {
  interface Window {
    msw?: Console
  }
}

const KEPT = 'catchword-mocks'

/** What survives a reload of the tab; books and pictures do not. */
interface Kept extends Pick<Seed, 'users' | 'sessions' | 'browserCookie'> {
  scenario: ScenarioName
}

function say(message: string): void {
  // The console is where a tester is told what is being played.
  // oxlint-disable-next-line no-console
  console.info(`[mocks] ${message}`)
}

/** The scenario the address asks for; the happy path, and a word about it, where there is none such. */
function askedScenario(): ScenarioName | undefined {
  const asked = new URLSearchParams(location.search).get('scenario')
  if (asked === null || isScenarioName(asked)) return asked ?? undefined
  say(`No scenario is called "${asked}". There are: ${Object.keys(scenarios).join(', ')}.`)
  return 'happyPath'
}

function readKept(): Kept | undefined {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null')
    return kept !== null && isScenarioName(kept.scenario) ? kept : undefined
  } catch {
    return undefined
  }
}

function keep(db: Db, scenario: ScenarioName): void {
  const users = db.users.map((user) => ({ ...user, picture: null }))
  const { sessions, browserCookie } = db
  const kept: Kept = { scenario, users, sessions, browserCookie }
  sessionStorage.setItem(KEPT, JSON.stringify(kept))
}

/** Writes the app's storage as a signed-in or a signed-out reader would have it (decision 16). */
function storeSession(session: FakeSession | undefined): void {
  for (const key of ['token', 'user', 'username', 'isLoggedIn', 'favorites']) {
    localStorage.removeItem(key)
  }
  if (session === undefined) return
  localStorage.setItem('token', session.token)
  localStorage.setItem('user', JSON.stringify({ id: READER.id, name: READER.name }))
  localStorage.setItem('username', READER.name)
  localStorage.setItem('isLoggedIn', 'true')
}

/**
 * Starts the fake backend in the page, before the app starts. `?scenario=name` plays a scenario from
 * the beginning; without it the tab goes on with what it played, or begins the happy path.
 */
export async function startMocks(): Promise<void> {
  const asked = askedScenario()
  const kept = asked === undefined ? readKept() : undefined
  const name = asked ?? kept?.scenario ?? 'happyPath'
  const scenario = scenarios[name]
  const db = createDb(kept)
  if (kept === undefined) storeSession(prepareScenario(db, scenario))
  keep(db, name)
  const usual = createHandlers(db, { cookieJar: true, latency: 150 })
  const worker = setupWorker(...scenario.handlers(db), ...usual)
  worker.events.on('response:mocked', () => keep(db, name))
  window.msw = { worker, db, scenarios, http, HttpResponse }
  await worker.start({ onUnhandledFrame: 'bypass', quiet: true })
  say(`${name}: ${scenario.title}. The reader sees ${scenario.sees}.`)
}
