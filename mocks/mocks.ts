import { delay, http, HttpResponse, type HttpHandler } from 'msw'
import { atOrigin } from './address.ts'
import { createDb, type Db } from './db.ts'
import { createHandlers } from './handlers.ts'
import { READER } from './reader.ts'
import { combineScenarios, type Scenario } from './scenario.ts'
import { isScenarioName, SCENARIO_NAMES, scenarios, type ScenarioName } from './scenarios.ts'
import { arrivalPath, scenarioHandlers, startScenario, writeStorage } from './startScenario.ts'
import { isServed, refuseUnknown } from './unhandled.ts'

/** How long a response takes where nobody says otherwise, in milliseconds. */
export const USUAL_LATENCY = 150

/** What the mocks store in the tab's storage begins so; a scenario that begins leaves it there. */
export const STORAGE_PREFIX = 'catchword-mocks'

const STORAGE_KEY = `${STORAGE_PREFIX}-played`

/** Pages for readers only (docs/product.md 2.1). */
const READERS_PAGES = new Set(['/categories', '/recommendations', '/favorites', '/profile'])

const GOOGLE = '/api/auth/google'

/** What the panel shows. */
export interface MocksState {
  /** What is played; where several disagree, the later one decides. */
  readonly names: readonly ScenarioName[]
  /** How long every response takes, in milliseconds. */
  readonly latency: number
  /** Names in the address that no scenario has. */
  readonly unknown: readonly string[]
  /** Requests that no handler knows, such as `GET /api/typo`. */
  readonly unhandled: readonly string[]
  /** Another number each time that something begins. */
  readonly run: number
}

/** What survives a reload of the tab. */
interface Stored extends Pick<Db, 'users' | 'sessions' | 'browserCookie'> {
  names: ScenarioName[]
  latency: number
}

/** What the fake backend needs of its page. */
export interface Page {
  /** Replaces the handlers. */
  setHandlers(handlers: readonly HttpHandler[]): void
  /** Ends the product, so that it writes nothing more. */
  stop(): void
  /** Starts it again at the present address. */
  start(): void
}

function readStored(): Stored | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY)
  if (text === null) return undefined
  const stored: Stored = JSON.parse(text)
  // While somebody works on the scenarios, a tab may remember a name that is gone.
  return stored.names.every(isScenarioName) ? stored : undefined
}

function clearStorages(): void {
  localStorage.clear()
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(STORAGE_PREFIX)) sessionStorage.removeItem(key)
  }
}

function setOnline(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** Goes to another page under a history key of its own, so that it is not taken for the tab's first. */
function goTo(path: string): void {
  window.history.replaceState({ key: crypto.randomUUID() }, '', path)
}

/** The address without what is meant for the mocks: from here on the tab remembers it. */
function cleanAddress(): void {
  const url = new URL(location.href)
  for (const name of ['scenario', 'latency', 'panel']) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
}

/** A scenario with a reader who has something to see, for a page that needs one. */
function withReader(scenario: Scenario): Scenario {
  return {
    ...scenario,
    session: 'signedIn',
    prepare(db, reader) {
      reader.preferences = ['Mystery', 'Poetry']
      reader.favorites = db.books.slice(0, 3).map(({ id }) => id)
      scenario.prepare?.(db, reader)
    },
  }
}

/**
 * The fake backend of one page: what is played, and every way to change it. `?scenario=a,b` in the address begins
 * scenarios, `latency=ms` makes every response slow. Without a scenario the tab goes on with what it played, or
 * begins the happy path.
 */
export class Mocks {
  readonly #page: Page
  readonly #listeners = new Set<() => void>()
  #db = createDb()
  #scenario: Scenario = scenarios.happyPath
  /** The latency that the tester chose. */
  #chosenLatency: number
  #state: MocksState

  constructor(page: Page) {
    this.#page = page
    const query = new URLSearchParams(location.search)
    const stored = readStored()
    const requested = query.get('scenario')?.split(',').filter(Boolean)
    const unknown = requested?.filter((name) => !isScenarioName(name)) ?? []
    const names = (requested ?? stored?.names ?? []).filter(isScenarioName)
    const latency = Number.parseInt(query.get('latency') ?? '', 10)
    const isGiven = latency >= 0
    this.#chosenLatency = isGiven ? latency : (stored?.latency ?? USUAL_LATENCY)
    this.#state = { names, unknown, latency, unhandled: [], run: 0 }
    this.#choose(unknown.length > 0 ? [] : names, unknown)
    if (isGiven) this.#set({ latency })
    if (requested === undefined && stored !== undefined) this.#resume(stored)
    else this.#begin()
    cleanAddress()
    // A sign-in with Google that did not go through the worker.
    if (location.pathname === GOOGLE) goTo(this.#googlePath())
    this.#respond()
    if (unknown.length > 0) {
      const quoted = unknown.map((name) => `"${name}"`).join(', ')
      // oxlint-disable-next-line no-console -- where a tester looks
      console.warn(
        `[mocks] No scenario is called ${quoted}. There are: ${SCENARIO_NAMES.join(', ')}.`,
      )
    }
  }

  get state(): MocksState {
    return this.#state
  }

  get db(): Db {
    return this.#db
  }

  /** What is played, several scenarios as one. */
  get scenario(): Scenario {
    return this.#scenario
  }

  /** Calls back on every change of `state`; returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Plays these scenarios from their beginning, without a reload; without names the happy path. */
  play(names: readonly ScenarioName[]): void {
    this.#page.stop()
    this.#db = createDb()
    this.#choose(names)
    goTo('/')
    window.scrollTo(0, 0)
    this.#begin()
    this.#respond()
    this.#page.start()
  }

  /** How long every response takes from now on, in milliseconds. */
  setLatency(latency: number): void {
    this.#chosenLatency = latency
    this.#set({ latency })
    this.store()
  }

  /** An address that begins what is played, at the present page. */
  link(): string {
    const { names, latency } = this.#state
    const { origin, pathname } = location
    return `${origin}${pathname}?scenario=${names.join(',')}&latency=${latency}`
  }

  /** Stores what the database holds for the next reload of this tab. */
  store(): void {
    const { users, sessions, browserCookie } = this.#db
    const names = [...this.#state.names]
    const stored: Stored = { names, latency: this.#chosenLatency, users, sessions, browserCookie }
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
  }

  #set(change: Partial<MocksState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** The happy path changes nothing, and its page would hide that of others: it plays alone. */
  #choose(requested: readonly ScenarioName[], unknown: readonly string[] = []): void {
    const others = [...new Set(requested)].filter((name) => name !== 'happyPath')
    const names: ScenarioName[] = others.length > 0 ? others : ['happyPath']
    this.#scenario = combineScenarios(names.map((name) => scenarios[name]))
    const latency = this.#chosenLatency
    this.#set({ names, latency, unknown, unhandled: [], run: this.#state.run + 1 })
    // oxlint-disable-next-line no-console -- where a tester looks
    console.info(`[mocks] ${names.join(', ')}: ${this.#scenario.title}.`)
  }

  /** Everything as the scenario begins, at its page or at the one that the address names. */
  #begin(): void {
    const scenario = this.#scenario
    const needsReader = scenario.session === undefined && READERS_PAGES.has(location.pathname)
    const { storage, path } = startScenario(this.#db, needsReader ? withReader(scenario) : scenario)
    clearStorages()
    writeStorage(localStorage, storage)
    if (location.pathname === '/' && path !== '/') goTo(path)
  }

  /** Goes on after a reload: the scenario's books and pictures, and everybody as they were. */
  #resume({ users, sessions, browserCookie }: Stored): void {
    startScenario(this.#db, this.#scenario)
    Object.assign(this.#db, { users, sessions, browserCookie })
  }

  /** Where Google's button leads to: back to us, with a session or with word that there is none. */
  #googlePath(): string {
    const reader = this.#db.user(READER.id)
    const { google } = this.#scenario
    if (google === undefined || reader === undefined)
      return '/login?authError=google_not_configured'
    return arrivalPath(this.#db.signIn(reader, 'url'), reader, google === 'newcomer')
  }

  #respond(): void {
    setOnline(this.#scenario.network !== 'offline')
    this.#page.setHandlers([
      http.all('*', async ({ request }) => {
        if (isServed(request)) await delay(this.#state.latency)
      }),
      ...scenarioHandlers(this.#db, this.#scenario),
      http.get(atOrigin(GOOGLE), () => {
        const headers = { Location: this.#googlePath() }
        // The next page reads what is stored before it requests anything.
        this.store()
        return new HttpResponse(null, { status: 303, headers })
      }),
      ...createHandlers(this.#db, { isPage: true }),
      refuseUnknown((request) => {
        this.#set({ unhandled: [...new Set([...this.#state.unhandled, request])] })
      }),
    ])
    this.store()
  }
}
