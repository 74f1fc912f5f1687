import { delay, http, HttpResponse, passthrough, type HttpHandler } from 'msw'
import { Type } from 'typebox'
import { directionOf, LANGUAGE_COOKIE, LANGUAGES, type Language } from '../contract/languages.ts'
import { atOrigin } from './address.ts'
import { Db, FakeSession } from './db.ts'
import { createHandlers } from './handlers.ts'
import { parseJson } from './parseJson.ts'
import { FakeUser, READER } from './builders.ts'
import { combineScenarios, type Scenario } from './scenario.ts'
import { isScenarioName, SCENARIO_NAMES, scenarios, type ScenarioName } from './scenarios.ts'
import { arrivalPath, scenarioHandlers, startScenario } from './startScenario.ts'
import { isFile, isServed, refuseUnknown } from './unhandled.ts'

/** How long a response takes where nobody says otherwise, in milliseconds. */
export const USUAL_LATENCY = 150

/** What the mocks store in the tab's storage begins so; a scenario that begins leaves it there. */
export const STORAGE_PREFIX = 'catchword-mocks'

const STORAGE_KEY = `${STORAGE_PREFIX}-played`

/** Pages for readers only (docs/product.md 2.1). */
const READERS_PAGES = new Set([
  '/categories',
  '/recommendations',
  '/favorites',
  '/want-to-read',
  '/import',
  '/profile',
])

const GOOGLE = '/api/auth/google'

/** What the panel shows. `run` is another number each time that something begins. */
export interface MocksState {
  /** What is played; where several disagree, the later one decides. */
  readonly names: readonly ScenarioName[]
  /** How long every response takes, in milliseconds. */
  readonly latency: number
  /** Names in the address that no scenario has. */
  readonly unknown: readonly string[]
  /** Requests that no handler knows, such as `GET /api/typo`. */
  readonly unhandled: readonly string[]
  readonly run: number
}

/** What survives a reload of the tab: what is played, and a part of the database. */
const Stored = Type.Object({
  names: Type.Array(Type.Enum([...SCENARIO_NAMES])),
  latency: Type.Number(),
  users: Type.Array(FakeUser),
  sessions: Type.Array(FakeSession),
  browserCookie: Type.Union([Type.String(), Type.Null()]),
})

/** What the fake backend needs of its page. */
export interface Page {
  /** Replaces the handlers. */
  setHandlers(handlers: readonly HttpHandler[]): void
  /** Ends the product, so that it writes nothing more. */
  stop(): void
  /** Starts it again at the present address. */
  start(): void
}

function setOnline(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** Puts the page into a language before the product starts: without one into English, whatever the browser prefers. */
function speak(language: Language | undefined): void {
  document.cookie = `${LANGUAGE_COOKIE}=${language ?? ''}; path=/; max-age=${language ? 31_536_000 : 0}`
  const lang = language ?? 'en'
  Object.assign(document.documentElement, { lang, dir: directionOf(lang) })
}

/** What was chosen in this browser. */
const chosenLanguage = (): Language | undefined =>
  LANGUAGES.find((tag) => document.cookie.split('; ').includes(`${LANGUAGE_COOKIE}=${tag}`))

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
      reader.marks.wantToRead = db.books.slice(3, 6).map(({ id }) => id)
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
  /** Another one each time that something begins. */
  db = new Db()
  /** What is played, several scenarios as one. */
  scenario: Scenario = scenarios.happyPath
  state: MocksState
  readonly #page: Page
  readonly #listeners = new Set<() => void>()

  constructor(page: Page) {
    this.#page = page
    const query = new URLSearchParams(location.search)
    // While somebody works on the scenarios, a tab may have stored a name that is gone.
    const stored = parseJson(Stored, sessionStorage.getItem(STORAGE_KEY))
    const requested = query.get('scenario')?.split(',').filter(Boolean)
    const unknown = requested?.filter((name) => !isScenarioName(name)) ?? []
    const names = (requested ?? stored?.names ?? []).filter(isScenarioName)
    const inAddress = Number.parseInt(query.get('latency') ?? '', 10)
    const latency = inAddress >= 0 ? inAddress : (stored?.latency ?? USUAL_LATENCY)
    this.state = { names, unknown, latency, unhandled: [], run: 0 }
    this.#choose(unknown.length > 0 ? [] : names, unknown)
    if (requested !== undefined || stored === undefined) this.#begin()
    else {
      // After a reload: the scenario's books and pictures, and everybody as they were.
      startScenario(this.db, this.scenario)
      speak(chosenLanguage())
      const { users, sessions, browserCookie } = stored
      Object.assign(this.db, { users, sessions, browserCookie })
    }
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

  /** Calls back on every change of `state`; returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Plays these scenarios from their beginning, without a reload; without names the happy path. */
  play(names: readonly ScenarioName[]): void {
    this.#page.stop()
    this.db = new Db()
    this.#choose(names)
    goTo('/')
    window.scrollTo(0, 0)
    this.#begin()
    this.#respond()
    this.#page.start()
  }

  /** How long every response takes from now on, in milliseconds. */
  setLatency(latency: number): void {
    this.#set({ latency })
    this.store()
  }

  /** An address that begins what is played, at the present page. */
  link(): string {
    const { names, latency } = this.state
    const { origin, pathname } = location
    return `${origin}${pathname}?scenario=${names.join(',')}&latency=${latency}`
  }

  /** Stores what the database holds for the next reload of this tab. */
  store(): void {
    const { users, sessions, browserCookie } = this.db
    const { names, latency } = this.state
    const stored = { names, latency, users, sessions, browserCookie }
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored))
  }

  #set(change: Partial<MocksState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** The happy path changes nothing, and its page would hide that of others: it plays alone. */
  #choose(requested: readonly ScenarioName[], unknown: readonly string[] = []): void {
    const others = [...new Set(requested)].filter((name) => name !== 'happyPath')
    const names: ScenarioName[] = others.length > 0 ? others : ['happyPath']
    this.scenario = combineScenarios(names.map((name) => scenarios[name]))
    this.#set({ names, unknown, unhandled: [], run: this.state.run + 1 })
    // oxlint-disable-next-line no-console -- where a tester looks
    console.info(`[mocks] ${names.join(', ')}: ${this.scenario.title}.`)
  }

  /** Everything as the scenario begins, at its page or at the one that the address names. */
  #begin(): void {
    const scenario = this.scenario
    const needsReader = scenario.session === undefined && READERS_PAGES.has(location.pathname)
    const { storage, path } = startScenario(this.db, needsReader ? withReader(scenario) : scenario)
    speak(scenario.language)
    localStorage.clear()
    for (const [key, text] of Object.entries(storage)) {
      if (text !== null) localStorage.setItem(key, text)
    }
    for (const key of Object.keys(sessionStorage)) {
      if (!key.startsWith(STORAGE_PREFIX)) sessionStorage.removeItem(key)
    }
    if (location.pathname === '/' && path !== '/') goTo(path)
  }

  /** Where Google's button leads to: back to us, with a session or with word that there is none. */
  #googlePath(): string {
    const reader = this.db.user(READER.id)
    const { google } = this.scenario
    if (!google || !reader) return '/login?authError=google_not_configured'
    return arrivalPath(this.db, reader, google === 'newcomer')
  }

  #respond(): void {
    const { network, provider } = this.scenario
    setOnline(network !== 'offline')
    const { dataset } = document.documentElement
    if (provider === undefined) delete dataset['provider']
    else dataset['provider'] = provider
    this.#page.setHandlers([
      http.all('*', async ({ request }) => {
        // Before any handler that it looks meant for, as `covers/renderCover.ts` does in development.
        if (isFile(request)) return passthrough()
        if (isServed(request)) await delay(this.state.latency)
        return undefined
      }),
      ...scenarioHandlers(this.db, this.scenario),
      http.get(atOrigin(GOOGLE), () => {
        const headers = { Location: this.#googlePath() }
        // The next page reads what is stored before it requests anything.
        this.store()
        return new HttpResponse(null, { status: 303, headers })
      }),
      ...createHandlers(this.db, { isPage: true }),
      refuseUnknown((request) => {
        this.#set({ unhandled: [...new Set([...this.state.unhandled, request])] })
      }),
    ])
    this.store()
  }
}
