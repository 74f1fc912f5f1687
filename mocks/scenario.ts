import type { HttpHandler } from 'msw'
import type { FakeUser } from './builders.ts'
import type { Db } from './db.ts'
import { UPLOADS } from './uploads.ts'

/** The parts of the product by which the panel and the contact sheet group the scenarios. */
export const SCREENS = [
  'Landing',
  'Sign-in',
  'Interests',
  'Recommendations',
  'Book detail',
  'Favorites',
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
  | { do: 'upload'; field: string; file: keyof typeof UPLOADS }
  | { do: 'scroll'; by: number }

/** How an expectation is given to the reader: an ARIA role, plain text, a whole URL path, or a console line. */
type ExpectationKind =
  'alert' | 'status' | 'heading' | 'button' | 'link' | 'img' | 'option' | 'text' | 'path' | 'log'

/**
 * Something that is on the page: `text` is the whole text of an alert or status (without its buttons), or of
 * a paragraph in it,
 * the accessible name of a heading, button, link, image or option, the exact text of an element, the path
 * of the address, or the beginning of a line that the console has.
 */
export interface Expectation {
  as: ExpectationKind
  text: string
}

/** A state of the server and the browser that a tester can replay and a test can use. */
export interface Scenario {
  title: string
  screen: Screen
  /** What the tester does once the page stands; nothing where it shows by itself. */
  steps?: readonly Step[]
  /** What is then on the page, all at once or one after the other. */
  shows: readonly Expectation[]
  /** What is then not on the page. */
  lacks?: readonly Expectation[]
  /** What `shows` cannot say, in words. */
  note?: string
  /** The page on which it shows; `/` where nothing is said. */
  path?: string
  /** Whether a reader is signed in from the start; nobody is where no scenario says so. */
  session?: 'signedIn' | 'signedOut'
  /**
   * The page is opened as by the redirect at the end of a sign-in elsewhere, with `token`, `userId` and
   * `isNewUser` in the address (docs/product.md 4.2). `forged`: with a token that another browser was given.
   */
  arrival?: 'newcomer' | 'returning' | 'forged'
  /** What the Google button leads to; the server's 'not set up' where nothing is said (decision 20). */
  google?: 'newcomer' | 'returning'
  /** Texts of the browser's local storage, laid over those of the session; `null` takes a key away. */
  storage?: Readonly<Record<string, string | null>>
  /** The browser has no network: no request is answered, and `navigator.onLine` says so. */
  network?: 'offline'
  /** How long every response takes, in milliseconds. */
  latency?: number
  /** What answers otherwise than usual; laid over the usual handlers. */
  handlers?: (db: Db) => HttpHandler[]
  /** What the database holds from the start; runs after the reader was signed in. */
  prepare?: (db: Db, reader: FakeUser) => void
  /** Some request of it is refused or fails, and the browser says so in its console. */
  failsRequests?: true
}

/** Several scenarios laid over each other: where two disagree, the later one decides. */
export function combineScenarios(scenarios: readonly Scenario[]): Scenario {
  const [first] = scenarios
  if (first === undefined) throw new Error('There is no scenario to combine.')
  if (scenarios.length === 1) return first
  const combined: Scenario = Object.assign({}, ...scenarios)
  const notes = scenarios.flatMap(({ note }) => note ?? [])
  return {
    ...combined,
    title: scenarios.map(({ title }) => title).join(' + '),
    ...(notes.length > 0 && { note: notes.join('; ') }),
    steps: scenarios.flatMap(({ steps }) => steps ?? []),
    shows: scenarios.flatMap(({ shows }) => shows),
    lacks: [],
    storage: Object.assign({}, ...scenarios.map(({ storage }) => storage)),
    // A later scenario's handlers are asked first.
    handlers: (db) => scenarios.toReversed().flatMap(({ handlers }) => handlers?.(db) ?? []),
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
    case 'scroll':
      return `scroll down by ${step.by} px`
  }
}

const EXPECTATION_WORDS: Readonly<Record<ExpectationKind, string>> = {
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
}

/** An expectation in words, such as `the message "Failed to save author."`. */
export function describeExpectation({ as, text }: Expectation): string {
  return `${EXPECTATION_WORDS[as]} ${as === 'path' ? text : `"${text}"`}`
}
