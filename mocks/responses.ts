/** What scenarios of all screens share: responses other than usual, and readers with something to look at. */
import { delay, http, HttpResponse, type HttpHandler, type JsonBodyType } from 'msw'
import type { Operation } from '../contract/operation.ts'
import { atOrigin, METHODS, respondTo } from './address.ts'
import type { FakeUser } from './builders.ts'
import type { Db } from './db.ts'
import { Problem, problemResponse, serverError } from './problem.ts'
import type { Scenario } from './scenario.ts'

/** How long a response takes in the scenarios that are slow, in milliseconds. */
export const SLOW_MS = 4000

/** Long enough that two parts of a page that need the same response wait for one request, in milliseconds. */
const SHARED_REQUEST_MS = 1000

/** The part of a scenario that says how requests are answered. */
type Responses = Pick<Scenario, 'handlers' | 'failsRequests'>

/** A response other than usual; where it is `undefined`, the usual handler responds. */
type Reply = Parameters<typeof respondTo>[1]

const FAILS = { failsRequests: true } as const

const each =
  (reply: Reply, fails: typeof FAILS | object = {}) =>
  (...operations: Operation[]): Responses => ({
    handlers: () => operations.map((operation) => respondTo(operation, reply)),
    ...fails,
  })

const late = (reply: () => Response | undefined) => async () => {
  await delay(SLOW_MS)
  return reply()
}

/** These operations take four seconds, then respond as usual. */
export const slow = each(late(() => undefined))

/** These operations respond with 500. */
export const failing = each(serverError, FAILS)

/** These operations respond with 500 after four seconds. */
export const failingLate = each(late(serverError), FAILS)

/**
 * This operation fails once, then responds as usual. The failure comes late, so that no part of the page
 * loads after it and requests again by itself.
 */
export function failingOnce(operation: Operation): Responses {
  const handlers = (): HttpHandler[] => {
    let hasFailed = false
    return [
      respondTo(operation, async () => {
        if (hasFailed) return undefined
        hasFailed = true
        await delay(SHARED_REQUEST_MS)
        return serverError()
      }),
    ]
  }
  return { handlers, ...FAILS }
}

/** This operation responds with 500 where a parameter of the query has this value. */
export function failingWhere(operation: Operation, parameter: string, value: string): Responses {
  const handlers = (): HttpHandler[] => [
    http[METHODS[operation.method]](atOrigin(operation.url), ({ request }) =>
      new URL(request.url).searchParams.get(parameter) === value ? serverError() : undefined,
    ),
  ]
  return { handlers, ...FAILS }
}

/** This operation is refused with an error of the server: status, code and sentence. */
export function refusing(
  operation: Operation,
  ...problem: ConstructorParameters<typeof Problem>
): Responses {
  return each(() => problemResponse(new Problem(...problem)), FAILS)(operation)
}

/** These operations respond with a page of HTML and an error status. */
export const html = (status: number, ...operations: Operation[]): Responses =>
  each(() => HttpResponse.html('<h1>Not here</h1>', { status }), FAILS)(...operations)

/** This operation responds with this JSON, in whatever shape. */
export const withJson = (operation: Operation, body: JsonBodyType): Responses =>
  responding(operation, () => HttpResponse.json(body))

/** This operation responds in one way. */
export const responding = (operation: Operation, reply: Reply): Responses => each(reply)(operation)

/** Every request of the API has one response. */
export const everyRequest = (reply: Reply): Responses => ({
  handlers: () => [http.all(atOrigin('/api/*'), reply)],
})

/** Every request for a cover has one response. */
export const everyCover = (reply: Reply): Responses => ({
  handlers: () => [http.get(atOrigin('/covers/*'), reply)],
})

/** For `prepare`: the reader's account has these values. */
export function readerWith(values: Partial<FakeUser>): (db: Db, reader: FakeUser) => void {
  return (_db, reader) => {
    Object.assign(reader, structuredClone(values))
  }
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
