/** The words in which scenarios are written: who is there, steps, responses other than usual, accounts. */
import { delay, http, HttpResponse, type JsonBodyType } from 'msw'
import type { Operation } from '../contract/operation.ts'
import { atOrigin, respondTo } from './address.ts'
import type { FakeUser } from './builders.ts'
import { Problem, problemResponse, serverError } from './problem.ts'
import {
  EXPECTATION_KINDS,
  type Expectation,
  type Scenario,
  type Screen,
  type Step,
} from './scenario.ts'
import type { Upload } from './uploads.ts'

/** Expectations by kind, such as `{ alert: 'Failed to save author.', button: ['Close', 'Undo'] }`. */
type Expectations = Readonly<Partial<Record<Expectation['as'], string | readonly string[]>>>

/** A scenario but for what `asReader` and `asVisitor` fill in. */
interface Rest extends Omit<Scenario, 'title' | 'screen' | 'session' | 'shows' | 'lacks'> {
  shows: Expectations
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
    (title: string, { shows, lacks = {}, ...rest }: Rest): Scenario => ({
      title,
      screen,
      session,
      ...usual,
      ...rest,
      shows: listOf(shows),
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

/** The part of a scenario that changes responses. */
type Responses = Pick<Scenario, 'handlers' | 'failsRequests'>

/** A response other than usual; where it is `undefined`, the usual handler responds. */
type Reply = Parameters<typeof respondTo>[1]

/** This operation responds in one way. */
export const responding = (operation: Operation, reply: Reply): Responses => ({
  handlers: () => [respondTo(operation, reply)],
})

/** This operation responds with this JSON, in whatever shape. */
export const withJson = (operation: Operation, body: JsonBodyType) =>
  responding(operation, () => HttpResponse.json(body))

/** This operation takes four seconds, then responds as usual. */
export const slow = (operation: Operation) =>
  responding(operation, async () => {
    await delay(4000)
    return undefined
  })

/** This operation responds with 500. */
export const failing = (operation: Operation): Responses => ({
  ...responding(operation, serverError),
  failsRequests: true,
})

/** A proxy in front of the server responds to this operation, with an error page of its own. */
export const proxyFailing = (operation: Operation, status: 413 | 502 | 504): Responses => ({
  ...responding(operation, () => HttpResponse.html('<h1>Not here</h1>', { status })),
  failsRequests: true,
})

/** This operation is refused with an error of the server: status, code and sentence. */
export const refusing = (
  operation: Operation,
  ...problem: ConstructorParameters<typeof Problem>
): Responses => ({
  ...responding(operation, () => problemResponse(new Problem(...problem))),
  failsRequests: true,
})

/** All requests below a path, such as `/covers`, have one response. */
export const every = (path: '/api' | '/covers', reply: Reply): Responses => ({
  handlers: () => [http.all(atOrigin(`${path}/*`), reply)],
})

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
