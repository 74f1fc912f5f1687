import { delay, http, HttpResponse, type HttpHandler } from 'msw'
import { atOrigin, METHODS } from './address.ts'
import { type FakeUser, READER } from './builders.ts'
import type { Db, FakeSession } from './db.ts'
import { requestsOf, type Scenario, type ScenarioResponse } from './scenario.ts'

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
  const reader = db.addUser({ ...READER, language: scenario.language ?? null })
  const session = scenario.session === 'signedIn' ? db.signIn(reader) : undefined
  scenario.prepare?.(db, reader)
  const path = scenario.arrival === 'forged' ? forgedPath(db) : (scenario.path ?? '/')
  // What the app stores of a session (docs/product.md 3.2).
  const user = { user: JSON.stringify({ id, name }), username: name, isLoggedIn: 'true' }
  const stored = session && { token: session.token, ...user }
  return { session, path, storage: { ...stored, ...scenario.storage } }
}

/** The handler of responses to the same requests, in their order. */
function handlerOf(db: Db, first: ScenarioResponse, others: ScenarioResponse[]): HttpHandler {
  const { to, only = {} } = first
  let next = first
  return http[to.method === 'ALL' ? 'all' : METHODS[to.method]](
    atOrigin(to.url),
    async ({ request, params }) => {
      const values = { ...Object.fromEntries(new URL(request.url).searchParams), ...params }
      if (Object.entries(only).some(([name, value]) => values[name] !== value)) return undefined
      const { time, reply } = next
      next = others.shift() ?? next
      if (time !== undefined) await delay(time)
      return reply?.(db)
    },
  )
}

/** Higher where a response is for fewer requests: such a one is not hidden by one for more of them. */
const exactness = ({ to, only }: ScenarioResponse): number =>
  only ? 2 : Number(to.method !== 'ALL')

const UNREACHABLE = ['/api/*', '/covers/*', '/media/*'].map((url): ScenarioResponse => {
  return { to: { method: 'ALL', url }, reply: () => HttpResponse.error() }
})

/** The handlers that a scenario has before the usual ones, those of a lost network included. */
export function scenarioHandlers(db: Db, { network, responses = [] }: Scenario): HttpHandler[] {
  const exactFirst = responses.toSorted((one, other) => exactness(other) - exactness(one))
  // Responses of a scenario without network are what the device has kept.
  const all = network === 'offline' ? [...exactFirst, ...UNREACHABLE] : exactFirst
  const queues = [...Map.groupBy(all, requestsOf).values()]
  return queues.flatMap(([first, ...others]) => (first ? handlerOf(db, first, others) : []))
}
