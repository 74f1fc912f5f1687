import type { Language } from '../contract/languages.ts'
import type { Operation } from '../contract/operation.ts'
import type { FakeUser } from './builders.ts'
import type { Db } from './db.ts'
import { UPLOADS, type Upload } from './uploads.ts'

/** The parts of the product by which the panel and the contact sheet group the scenarios. */
export const SCREENS = [
  'Landing',
  'Sign-in',
  'Interests',
  'Recommendations',
  'Book detail',
  'Favorites',
  'Want to read',
  'Import',
  'Search',
  'Navbar and profile',
  'Every page',
] as const

/** One of `SCREENS`. */
export type Screen = (typeof SCREENS)[number]

/**
 * One thing a tester does on the page. Elements are named as a reader knows them: by their label or
 * accessible name, to the letter; of several with one name the first is meant.
 */
export type Step =
  | { do: 'fill'; field: string; text: string }
  | { do: 'press'; button: string }
  | { do: 'follow'; link: string }
  /** Chooses an item of the menu that is open. */
  | { do: 'choose'; item: string }
  /** Types into the navbar's search box and presses Enter. */
  | { do: 'search'; text: string }
  /** Chooses a file for a file input. */
  | { do: 'upload'; field: string; file: Upload }

/** How an expectation is described to a tester: an ARIA role, plain text, a whole URL path, or a console line. */
const EXPECTATION_WORDS = {
  alert: 'the message',
  status: 'the status',
  heading: 'the heading',
  button: 'the button',
  link: 'the link',
  img: 'the picture',
  option: 'the result',
  text: 'the text',
  path: 'the page',
  log: 'in the console',
} as const

/**
 * Something that is on the page: `text` is the whole text of an alert or status (without its buttons) or of a
 * paragraph in it, the accessible name of a heading, button, link, image or option, the exact text of an element,
 * the path of the address, or the beginning of a line in the console.
 */
export interface Expectation {
  as: keyof typeof EXPECTATION_WORDS
  text: string
}

const isKind = (text: string): text is Expectation['as'] => Object.hasOwn(EXPECTATION_WORDS, text)

/** What an expectation can be, in the order in which those of a scenario are listed. */
export const EXPECTATION_KINDS = Object.keys(EXPECTATION_WORDS).filter(isKind)

/**
 * A response other than usual. Several to the same requests come in their order: the first request gets the first, the
 * next one the second, and the last one comes again and again. Responses to different requests stand side by side.
 */
export interface ScenarioResponse {
  /** Whose response it is: an operation of the contract, or all requests below a path, such as `/api/*`. */
  to: { method: Operation['method'] | 'ALL'; url: string }
  /** Only for requests whose path or query has these values, such as `{ preference: 'Mystery' }`. */
  only?: Readonly<Record<string, string>>
  /** How long it takes beside the latency, in milliseconds. */
  time?: number
  /** Makes the response; without it, or where it gives `undefined`, it is the usual one. */
  reply?: (db: Db) => Response | undefined | Promise<Response | undefined>
  /** It is a failure, which the browser reports in its console. */
  fails?: true
}

/** A state of the server and the browser that a tester can replay and a test can use. */
export interface Scenario {
  title: string
  screen: Screen
  /** What is on the page before the tester does anything, all at once or one after the other. */
  shows: readonly Expectation[]
  /** What the tester does; nothing where it shows by itself. */
  steps?: readonly Step[]
  /** What is on the page after the last step: looked for only then. */
  then?: readonly Expectation[]
  /** What is not on the page in the end. */
  lacks?: readonly Expectation[]
  /** What expectations cannot say, in words. */
  note?: string
  /** The page on which it shows; `/` by default. */
  path?: string
  /** Whether a reader is signed in from the start; by default a visitor is there. */
  session?: 'signedIn' | 'signedOut'
  /** Opened by a sign-in link (docs/product.md 4.2) with the token of another browser. */
  arrival?: 'forged'
  /** Whom the Google button signs in; by default it is not set up. */
  google?: 'newcomer' | 'returning'
  /** Who that is instead, as a server writes it into its pages. */
  provider?: string
  /** Texts of the browser's local storage beside those of the session; `null` removes a key. */
  storage?: Readonly<Record<string, string | null>>
  /** The language that was chosen in the browser; English by default, whatever a tester's browser prefers. */
  language?: Language
  /** The browser has no network: only `responses` are there, and `navigator.onLine` is false. */
  network?: 'offline'
  responses?: readonly ScenarioResponse[]
  /** Changes the database; runs after the reader was signed in. */
  prepare?: (db: Db, reader: FakeUser) => void
  /** Some request fails without any of `responses`, such as one without a session, and the browser reports that in its console. */
  failsRequests?: true
}

/** What a scenario shows, before and after its steps. */
export const allShown = ({ shows, then = [] }: Scenario): Expectation[] => [...shows, ...then]

/** What tells the requests of a response from others. */
export const requestsOf = ({ to: { method, url }, only }: ScenarioResponse): string =>
  [method, url, JSON.stringify(only)].join(' ')

/** Whether a later scenario's response is for all requests of an earlier one's. */
function replaces(later: ScenarioResponse, earlier: ScenarioResponse): boolean {
  const { method, url } = later.to
  if (method === 'ALL') return earlier.to.url.startsWith(url.replace('*', ''))
  return [earlier, { to: earlier.to }].some((one) => requestsOf(one) === requestsOf(later))
}

/** Several scenarios as one: where two disagree, the later one decides. */
export function combineScenarios(scenarios: readonly Scenario[]): Scenario {
  const combined: Scenario = Object.assign({}, ...scenarios)
  if (scenarios.length === 1) return combined
  return {
    ...combined,
    title: scenarios.map(({ title }) => title).join(' + '),
    steps: scenarios.flatMap(({ steps }) => steps ?? []),
    shows: scenarios.flatMap(({ shows }) => shows),
    then: scenarios.flatMap(({ then }) => then ?? []),
    lacks: [],
    storage: Object.assign({}, ...scenarios.map(({ storage }) => storage)),
    responses: scenarios.reduce<readonly ScenarioResponse[]>(
      (earlier, { responses = [] }) => [
        ...responses,
        ...earlier.filter((one) => !responses.some((later) => replaces(later, one))),
      ],
      [],
    ),
    prepare: (db, reader) => {
      for (const { prepare } of scenarios) prepare?.(db, reader)
    },
  }
}

/** A step in words, such as `press "Confirm"`. */
export function describeStep(step: Step): string {
  switch (step.do) {
    case 'fill':
      return `fill ${step.field} with "${step.text}"`
    case 'press':
      return `press "${step.button}"`
    case 'follow':
      return `follow the link "${step.link}"`
    case 'choose':
      return `choose "${step.item}"`
    case 'search':
      return `search for "${step.text}"`
    case 'upload':
      return `choose ${UPLOADS[step.file].name}`
  }
}

/** An expectation in words, such as `the message "Failed to save author."`. */
export function describeExpectation({ as, text }: Expectation): string {
  return `${EXPECTATION_WORDS[as]} ${as === 'path' ? text : `"${text}"`}`
}
