import { delay, http, HttpResponse, type HttpHandler } from 'msw'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { CATEGORIES } from '../contract/categories.ts'
import { atOrigin } from './address.ts'
import { createDb, type Db } from './db.ts'
import { createHandlers } from './handlers.ts'
import { READER } from './reader.ts'
import {
  applyChange,
  changeOf,
  readChange,
  type ReaderChange,
  type ReaderLists,
} from './readerChange.ts'
import { combineScenarios, type Scenario } from './scenario.ts'
import { isScenarioName, SCENARIO_NAMES, scenarios, type ScenarioName } from './scenarios.ts'
import { arrivalPath, scenarioHandlers, startScenario, writeStorage } from './startScenario.ts'
import { isServed, refuseUnknown, reportUnknown } from './unhandled.ts'

/** How long an answer takes where nobody says otherwise, in milliseconds. */
export const USUAL_LATENCY = 150

/** The longest that an answer may be made to take, in milliseconds. */
export const LATENCY_MAX = 60_000

/** What the tab's storage keeps of ours begins so; a new beginning leaves it alone. */
export const KEPT_PREFIX = 'catchword-mocks'

/** The address of the Google button, and where a server without Google's settings sends it (decision 20). */
const GOOGLE = '/api/auth/google'
const GOOGLE_NOT_SET_UP = '/login?authError=google_not_configured'

const KEPT = `${KEPT_PREFIX}-played`

/** How many unanswered calls are remembered: a page that asks in a circle must not fill the panel. */
const UNHANDLED_MAX = 50

/** What the panel shows. */
export interface MocksState {
  /** What is played, in the order in which it was laid over each other. */
  readonly names: readonly ScenarioName[]
  /** How long every answer takes, in milliseconds. */
  readonly latency: number
  /** Names that were asked for and that no scenario has. */
  readonly unknown: readonly string[]
  /** Calls that nothing answers, such as `GET /api/typo`, the newest last, fifty at most. */
  readonly unhandled: readonly string[]
  /** Another number at every beginning: opening the page, choosing, resetting. */
  readonly run: number
}

const Latency = Type.Integer({ minimum: 0, maximum: LATENCY_MAX })

/** What survives a reload of the tab; books and pictures come from the scenario anew. */
const Kept = Type.Object({
  names: Type.Array(Type.String(), { minItems: 1 }),
  latency: Latency,
  chosenLatency: Type.Optional(Latency),
  users: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      password: Type.String(),
      preferences: Type.Array(Type.Enum([...CATEGORIES])),
      favorites: Type.Array(Type.String()),
      favoriteAuthors: Type.Array(Type.String()),
      picture: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  sessions: Type.Array(
    Type.Object({
      token: Type.String(),
      cookie: Type.String(),
      userId: Type.String(),
      born: Type.Enum(['password', 'url']),
    }),
  ),
  browserCookie: Type.Union([Type.String(), Type.Null()]),
})
type Kept = Static<typeof Kept>

/** What the fake backend needs of the page that it stands in. */
export interface Page {
  /** Replaces the handlers that answer. */
  setHandlers(handlers: readonly HttpHandler[]): void
  /** Ends the product, so that it writes nothing more. */
  stop(): void
  /** Starts it anew at the address that the browser has by now. */
  start(): void
}

function complain(message: string): void {
  // The console is where a tester is told what does not go as asked.
  // oxlint-disable-next-line no-console
  console.warn(`[mocks] ${message}`)
}

/** Says what is being played. */
function say(message: string): void {
  // The console is where a tester is told what is being played.
  // oxlint-disable-next-line no-console
  console.info(`[mocks] ${message}`)
}

/** What the tab has kept; `undefined` where there is nothing, or nothing that could be used. */
function readKept(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null')
    return Value.Check(Kept, kept) && kept.names.every(isScenarioName) ? kept : undefined
  } catch {
    return undefined
  }
}

/** A latency as a text gives it; `undefined` where it is no whole number from 0 to `LATENCY_MAX`. */
function parseLatency(text: string | null): number | undefined {
  if (text === null) return undefined
  const latency = text.trim() === '' ? Number.NaN : Number(text)
  if (Value.Check(Latency, latency)) return latency
  complain(`latency=${text} is no whole number of milliseconds from 0 to ${LATENCY_MAX}.`)
  return undefined
}

/** The names of an address, `a,b`, also where it says `scenario=` twice; `undefined` where it has none. */
function askedFor(query: URLSearchParams): string[] | undefined {
  const names = query.getAll('scenario').flatMap((text) => text.split(','))
  return query.has('scenario') ? names.map((name) => name.trim()).filter(Boolean) : undefined
}

/** What the address changes of the reader; a link that was cut on its way is told. */
function changeIn(query: URLSearchParams): ReaderChange {
  const text = query.get('reader')
  const change = readChange(text)
  if (text !== null && Object.keys(change).length === 0) {
    complain('reader= changes nothing: it is not what "Copy link" writes, or not all of it.')
  }
  return change
}

/**
 * The names to play: each once, and the happy path only by itself, since it changes nothing for others
 * and its own page would hide theirs.
 */
function tidied(names: readonly ScenarioName[]): readonly ScenarioName[] {
  const others = [...new Set(names)].filter((name) => name !== 'happyPath')
  return others.length > 0 ? others : ['happyPath']
}

function setOnline(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** Empties what an earlier beginning left behind in the browser. */
function clearStorages(): void {
  localStorage.clear()
  for (const key of Object.keys(sessionStorage)) {
    if (!key.startsWith(KEPT_PREFIX)) sessionStorage.removeItem(key)
  }
}

/** Lets every call that the server would answer wait; another handler then answers it. */
function answerLate(latency: () => number): HttpHandler {
  return http.all('*', async ({ request }) => {
    if (latency() > 0 && isServed(request)) await delay(latency())
  })
}

/**
 * The fake backend of one page: what is played, and every way to change it. The address says what to
 * begin with: `?scenario=a,b` (from the beginning), `latency=ms`, `reader={…}` (a `ReaderChange`),
 * `stay` (open the address as it is, not the scenario's own page). Without a scenario the tab goes on
 * with what it played, or begins the happy path.
 */
export class Mocks {
  readonly #page: Page
  #listeners: (() => void)[] = []
  #state: MocksState
  #scenario: Scenario
  #db: Db
  /** The latency that the tester asked for; a scenario's own goes before it. */
  #chosenLatency: number | undefined
  /** The reader's lists and sessions at the start; a link carries what differs from them. */
  #startedWith: ReaderLists & { sessions: number } = {
    preferences: [],
    favorites: [],
    favoriteAuthors: [],
    sessions: 0,
  }
  #storageFailed = false

  constructor(page: Page) {
    this.#page = page
    const query = new URLSearchParams(location.search)
    const asked = askedFor(query)
    const kept = readKept()
    const unknown = asked?.filter((name) => !isScenarioName(name)) ?? []
    const wanted = unknown.length > 0 ? [] : (asked ?? kept?.names ?? [])
    const names = tidied(wanted.filter(isScenarioName))
    this.#scenario = combineScenarios(names.map((name) => scenarios[name]))
    const given = parseLatency(query.get('latency'))
    this.#chosenLatency = given ?? kept?.chosenLatency
    const latency = asked === undefined ? kept?.latency : undefined
    this.#state = {
      names,
      latency: given ?? latency ?? this.#usualLatency(),
      unknown,
      unhandled: [],
      run: 1,
    }
    if (unknown.length > 0) {
      const quoted = unknown.map((name) => `"${name}"`).join(', ')
      complain(`No scenario is called ${quoted}. There are: ${SCENARIO_NAMES.join(', ')}.`)
    }
    this.#db = createDb()
    if (asked === undefined && kept !== undefined) this.#goOn(kept)
    else this.#begin(query)
    this.#answer()
    // Going back never changes what is played: an address that still names something else is put right,
    // before the product (which listens later) reads it.
    window.addEventListener('popstate', () => {
      if (new URLSearchParams(location.search).has('scenario')) {
        window.history.replaceState(window.history.state, '', location.pathname + this.#query())
      }
    })
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
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter((known) => known !== listener)
    }
  }

  /** Plays other scenarios from their beginning, without a reload; without names the happy path. */
  play(names: readonly ScenarioName[]): void {
    this.#page.stop()
    const played = tidied(names)
    this.#scenario = combineScenarios(played.map((name) => scenarios[name]))
    this.#beginAnew({ names: played, latency: this.#usualLatency() })
  }

  /** Begins what is played once more: a fresh database, a fresh storage, the scenario's page. */
  reset(): void {
    this.#page.stop()
    this.#beginAnew({})
  }

  /** How long every answer takes from now on, in milliseconds, 0 to `LATENCY_MAX`. */
  setLatency(latency: number): void {
    this.#chosenLatency = latency
    this.#set({ latency })
    this.keep()
  }

  /**
   * An address that leads to what is seen now: scenarios, latency, page, and what the reader has
   * changed of interests, favorites, authors and being signed in.
   */
  link(): string {
    const { names, latency } = this.#state
    const url = new URL(location.href)
    url.search = ''
    url.searchParams.set('scenario', names.join(','))
    url.searchParams.set('latency', String(latency))
    const reader = this.#db.user(READER.id)
    const signedIn = this.#signedInOtherwise()
    const change = {
      ...(signedIn === undefined ? {} : { signedIn }),
      ...(reader && changeOf(this.#startedWith, reader)),
    }
    if (Object.keys(change).length > 0) url.searchParams.set('reader', JSON.stringify(change))
    const path = this.#scenario.arrival === undefined ? (this.#scenario.path ?? '/') : undefined
    if (url.pathname === '/' && path !== '/') url.searchParams.set('stay', '')
    return url.href
  }

  /** Keeps for the next reload of this tab what the database holds by now. */
  keep(): void {
    const { users, sessions, browserCookie } = this.#db
    const { names, latency } = this.#state
    const kept: Kept = {
      names: [...names],
      latency,
      ...(this.#chosenLatency === undefined ? {} : { chosenLatency: this.#chosenLatency }),
      users,
      sessions,
      browserCookie,
    }
    this.#store(() => sessionStorage.setItem(KEPT, JSON.stringify(kept)))
  }

  #usualLatency(): number {
    return this.#scenario.latency ?? this.#chosenLatency ?? USUAL_LATENCY
  }

  #set(change: Partial<MocksState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** A storage may be full or forbidden: the page then plays on, and a reload begins anew. */
  #store(write: () => void): void {
    try {
      write()
    } catch (error) {
      if (!this.#storageFailed) complain(`The browser's storage takes nothing: ${String(error)}`)
      this.#storageFailed = true
    }
  }

  #query(): string {
    return `?${new URLSearchParams({ scenario: this.#state.names.join(',') }).toString()}`
  }

  #sessionsOfReader(): number {
    return this.#db.sessions.filter(({ userId }) => userId === READER.id).length
  }

  /** Whether the reader came in or went out by hand; `undefined` where it is as the scenario has it. */
  #signedInOtherwise(): boolean | undefined {
    const token = localStorage.getItem('token')
    const isIn = this.#db.sessions.some((known) => {
      return known.userId === READER.id && known.token === token
    })
    const beganIn = this.#scenario.session === 'signedIn'
    if (isIn) return beganIn ? undefined : true
    // A session that the scenario itself ends has not been ended by hand.
    const loggedOut = this.#startedWith.sessions > 0 && this.#sessionsOfReader() === 0
    return beganIn && loggedOut ? false : undefined
  }

  /** Goes on after a reload: the scenario's books and pictures, and everybody as they were. */
  #goOn(kept: Kept): void {
    startScenario(this.#db, this.#scenario)
    this.#rememberStart()
    this.#db.users = kept.users.map((user) => {
      const hasPicture = user.picture !== null && this.#db.pictures.has(user.picture)
      return hasPicture ? user : { ...user, picture: null }
    })
    this.#db.sessions = kept.sessions
    this.#db.browserCookie = kept.browserCookie
    this.#returnFromGoogle()
  }

  #rememberStart(): void {
    const reader = this.#db.user(READER.id)
    const { preferences = [], favorites = [], favoriteAuthors = [] } = reader ?? {}
    const sessions = this.#sessionsOfReader()
    this.#startedWith = structuredClone({ preferences, favorites, favoriteAuthors, sessions })
  }

  /** From here on nothing of what was played before is left; the product has ended. */
  #beginAnew(change: Partial<MocksState>): void {
    this.#db = createDb()
    this.#set({ ...change, unknown: [], unhandled: [], run: this.#state.run + 1 })
    // In the place of the page that was open: going back leads to earlier pages, not to earlier scenarios.
    this.#open(`/${this.#query()}`)
    window.scrollTo(0, 0)
    this.#begin(new URLSearchParams(location.search))
    this.#answer()
    this.#page.start()
  }

  /** Goes to an address under a key of this run: what the product remembers by another key is not shown. */
  #open(address: string | URL): void {
    window.history.replaceState({ key: `run-${this.#state.run}` }, '', address)
  }

  #begin(query: URLSearchParams): void {
    const change = changeIn(query)
    const scenario: Scenario = { ...this.#scenario }
    if (change.signedIn !== undefined) {
      scenario.session = change.signedIn ? 'signedIn' : 'signedOut'
      delete scenario.arrival
    }
    const start = startScenario(this.#db, scenario)
    this.#rememberStart()
    const reader = this.#db.user(READER.id)
    if (reader) applyChange(reader, change)
    this.#store(() => {
      clearStorages()
      writeStorage(localStorage, start.storage)
    })
    // A page given with the scenario is opened as it is; the plain address leads to the scenario's own.
    if (location.pathname === '/' && !query.has('stay') && start.path !== '/') {
      const url = new URL(start.path, location.origin)
      for (const [name, value] of query) url.searchParams.append(name, value)
      this.#open(url)
    }
    this.#returnFromGoogle()
    say(`${this.#state.names.join(', ')}: ${this.#scenario.title}.`)
  }

  /** Where Google's button leads to: back to us, with a session or with word that there is none. */
  #googlePath(): string {
    const reader = this.#db.user(READER.id)
    const { google } = this.#scenario
    if (google === undefined || reader === undefined) return GOOGLE_NOT_SET_UP
    return arrivalPath(this.#db.signIn(reader, 'url'), reader, google === 'newcomer')
  }

  /** A page opened here was not let through the worker, which else answers with a redirect. */
  #returnFromGoogle(): void {
    if (location.pathname !== GOOGLE) return
    this.#open(this.#googlePath())
  }

  /** The next page reads what is kept before it asks anything, so it is kept before the redirect. */
  #redirectFromGoogle(): HttpHandler {
    return http.get(atOrigin(GOOGLE), () => {
      const path = this.#googlePath()
      this.keep()
      return new HttpResponse(null, { status: 303, headers: { Location: path } })
    })
  }

  #answer(): void {
    setOnline(this.#scenario.network !== 'offline')
    this.#page.setHandlers([
      answerLate(() => this.#state.latency),
      ...scenarioHandlers(this.#db, this.#scenario),
      this.#redirectFromGoogle(),
      ...createHandlers(this.#db, { cookieJar: true, unknownPaths: 'unhandled' }),
      refuseUnknown((call) => {
        reportUnknown(call)
        const unhandled = [...this.#state.unhandled, call].slice(-UNHANDLED_MAX)
        this.#set({ unhandled })
      }),
    ])
    this.keep()
  }
}
