/** The words in which scenarios are written: who is there, steps, responses other than usual, accounts. */
import { HttpResponse, type JsonBodyType } from 'msw'
import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import type { Operation } from '../contract/operation.ts'
import type { FakeUser } from './builders.ts'
import { Problem, problemResponse } from './problem.ts'
import {
  EXPECTATION_KINDS,
  type Expectation,
  type Scenario,
  type ScenarioResponse,
  type Screen,
  type Step,
} from './scenario.ts'
import type { Upload } from './uploads.ts'

/** Expectations by kind, such as `{ alert: 'Failed to save author.', button: ['Close', 'Undo'] }`. */
type Expectations = Readonly<Partial<Record<Expectation['as'], string | readonly string[]>>>

/** A scenario but for what `asReader` and `asVisitor` fill in. */
interface Rest extends Omit<Scenario, 'title' | 'screen' | 'session' | 'shows' | 'then' | 'lacks'> {
  shows?: Expectations
  then?: Expectations
  lacks?: Expectations
}

const listOf = (expectations: Expectations): Expectation[] =>
  EXPECTATION_KINDS.flatMap((as) => [expectations[as] ?? []].flat().map((text) => ({ as, text })))

/**
 * The two ways to write a scenario of a screen: with a reader, or with a visitor.
 * @param usual what they have unless they say otherwise. Without a `path` they show on every page, and combined with
 * others they keep theirs.
 */
export function scenariosOf(
  screen: Screen,
  usual: Pick<Scenario, 'path' | 'steps' | 'note' | 'prepare'> = {},
) {
  const maker =
    (session: 'signedIn' | 'signedOut') =>
    (title: string, { shows = {}, then = {}, lacks = {}, ...rest }: Rest): Scenario => ({
      title,
      screen,
      session,
      ...usual,
      ...rest,
      shows: listOf(shows),
      then: listOf(then),
      lacks: listOf(lacks),
    })
  return { asReader: maker('signedIn'), asVisitor: maker('signedOut') }
}

/** Types into the field of this label. */
export const fill = (field: string, text: string): Step => ({ do: 'fill', field, text })
export const press = (button: string): Step => ({ do: 'press', button })
export const follow = (link: string): Step => ({ do: 'follow', link })
/** Chooses an item of the menu that is open. */
export const choose = (item: string): Step => ({ do: 'choose', item })
/** Types into the navbar's search box and presses Enter. */
export const search = (text: string): Step => ({ do: 'search', text })
/** Chooses a file for a file input. */
export const upload = (field: string, file: Upload): Step => ({ do: 'upload', field, file })

/** The name of the button that is a white heart, and of one that is red. */
export const WHITE_HEART = 'Add to favorites'
export const RED_HEART = 'Remove from favorites'

/** This operation responds as usual, such as after a failure. */
export const working = (to: Operation): ScenarioResponse => ({ to })

/** The same response, but it takes this time in milliseconds. */
export const after = (time: number, one: ScenarioResponse): ScenarioResponse => ({ ...one, time })

/** The same response, but only where the path or the query has these values. */
export const only = (values: Record<string, string>, one: ScenarioResponse) => ({
  ...one,
  only: values,
})

/** This operation responds as usual, but late: after four seconds or this time in milliseconds. */
export const slow = (to: Operation, time = 4000): ScenarioResponse => ({ to, time })

/** This operation responds in a way of its own. */
export const responding = (to: Operation, reply: ScenarioResponse['reply']) => ({ to, reply })

/** This operation responds with this JSON, in whatever shape. */
export const withJson = (to: Operation, body: JsonBodyType): ScenarioResponse =>
  responding(to, () => HttpResponse.json(body))

/** This operation is refused with an error of the server: status, code and sentence. */
export const refusing = (
  to: Operation,
  ...error: ConstructorParameters<typeof Problem>
): ScenarioResponse => ({ to, reply: () => problemResponse(new Problem(...error)), fails: true })

/** This operation fails: by default the server has an error, with 503 it has too much to do. */
export const failing = (to: Operation, status: 500 | 503 = 500): ScenarioResponse =>
  refusing(to, status, status === 500 ? 'internal' : 'busy', ERROR_TEXTS.internal)

/** A proxy in front of the server responds to this operation, with an error page of its own. */
export const proxyFailing = (to: Operation, status: 404 | 413 | 502 | 504): ScenarioResponse => ({
  to,
  reply: () => HttpResponse.html('<h1>Not here</h1>', { status }),
  fails: true,
})

/** All requests below a path have one response, which may be a failure. */
export const every = (
  path: '/api' | '/covers',
  reply: ScenarioResponse['reply'],
): ScenarioResponse => ({ to: { method: 'ALL', url: `${path}/*` }, reply, fails: true })

/** For `prepare`: the reader's account has these values. */
export const readerWith =
  (values: Partial<FakeUser>): NonNullable<Scenario['prepare']> =>
  (_db, reader) => {
    Object.assign(reader, structuredClone(values))
  }

/** Two interests and no favorites, so that every heart is white. */
export const withInterests = readerWith({ preferences: ['Mystery', 'Sci-Fi'] })

/** Two interests and three favorites, in this order. */
export const withFavorites = readerWith({
  preferences: ['Mystery', 'Sci-Fi'],
  favorites: ['dracula', 'emma', '1984'],
})

/** One interest, three favorites and their authors: what three hearts leave behind. */
export const withFavoriteAuthors = readerWith({
  preferences: ['Mystery'],
  favorites: ['dracula', 'emma', '1984'],
  favoriteAuthors: ['Bram Stoker', 'Jane Austen', 'George Orwell'],
})
