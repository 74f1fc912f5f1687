import { delay, http, HttpResponse, type HttpHandler, type JsonBodyType } from 'msw'
import type { Operation } from '../contract/operation.ts'
import { answering, atOrigin, METHODS } from './address.ts'
import type { FakeUser } from './builders.ts'
import type { Db } from './db.ts'
import { serverError } from './problem.ts'

/** How long an answer takes in the scenarios that are slow, in milliseconds. */
export const SLOW_MS = 4000

/** Gives handlers for a scenario, new ones for each replay. */
type Handlers = () => HttpHandler[]

/** Handlers that answer these operations with 500. */
export function failing(...operations: Operation[]): Handlers {
  return () => operations.map((operation) => answering(operation, serverError))
}

/** Long enough that two parts of a page that want the same answer wait for one call, in milliseconds. */
const SHARED_CALL_MS = 1000

/**
 * Handlers that answer the first call of this operation with 500, and all later ones as usual. The
 * failure comes late, so that no part of the page loads after it and asks again by itself.
 */
export function failingOnce(operation: Operation): Handlers {
  return () => {
    let failed = false
    return [
      answering(operation, async () => {
        if (failed) return undefined
        failed = true
        await delay(SHARED_CALL_MS)
        return serverError()
      }),
    ]
  }
}

/** Handlers that answer this operation with 500 where a parameter of the query has this value. */
export function failingWhere(operation: Operation, parameter: string, value: string): Handlers {
  return () => [
    http[METHODS[operation.method]](atOrigin(operation.url), ({ request }) =>
      new URL(request.url).searchParams.get(parameter) === value ? serverError() : undefined,
    ),
  ]
}

/** Handlers that let these operations answer as usual, but late. */
export function slow(...operations: Operation[]): Handlers {
  return () =>
    operations.map((operation) =>
      answering(operation, async () => {
        await delay(SLOW_MS)
        return undefined
      }),
    )
}

/** Handlers that answer these operations with 500, and late. */
export function failingLate(...operations: Operation[]): Handlers {
  return () =>
    operations.map((operation) =>
      answering(operation, async () => {
        await delay(SLOW_MS)
        return serverError()
      }),
    )
}

/** Handlers that answer this operation with this JSON, in whatever shape. */
export function saying(operation: Operation, body: JsonBodyType): Handlers {
  return () => [answering(operation, () => HttpResponse.json(body))]
}

/** Handlers that answer these operations with a page of HTML. */
export function html(status: number, ...operations: Operation[]): Handlers {
  return () =>
    operations.map((operation) =>
      answering(operation, () => HttpResponse.html('<h1>Not here</h1>', { status })),
    )
}

/** Handlers that answer every call of the API in one way; as usual where `reply` gives `undefined`. */
export function everyCall(
  reply: () => Response | undefined | Promise<Response | undefined>,
): Handlers {
  return () => [http.all(atOrigin('/api/*'), reply)]
}

/** Handlers that answer every request for a cover in one way. */
export function everyCover(reply: () => Response | Promise<Response>): Handlers {
  return () => [http.get(atOrigin('/covers/*'), reply)]
}

/** Gives the reader something to look at: two interests and three favorites. */
export function settle(db: Db, reader: FakeUser): void {
  reader.preferences = ['Mystery', 'Sci-Fi']
  reader.favorites = db.books.slice(0, 3).map(({ id }) => id)
}

/** Gives the reader two interests and no favorites, so that every heart is white. */
export function pickInterests(_db: Db, reader: FakeUser): void {
  reader.preferences = ['Mystery', 'Sci-Fi']
}

/** Gives the reader one interest, three favorites and their authors: what three hearts leave behind. */
export function loveThree(_db: Db, reader: FakeUser): void {
  reader.preferences = ['Mystery']
  reader.favorites = ['dracula', 'emma', '1984']
  reader.favoriteAuthors = ['Bram Stoker', 'Jane Austen', 'George Orwell']
}

/** Gives the reader two interests and three favorites: Dracula, Emma and 1984, in this order. */
export function keepThree(_db: Db, reader: FakeUser): void {
  reader.preferences = ['Mystery', 'Sci-Fi']
  reader.favorites = ['dracula', 'emma', '1984']
}
