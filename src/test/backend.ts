import { act, cleanup, configure, waitFor } from '@testing-library/react'
import { http, HttpResponse, type HttpHandler, type JsonBodyType } from 'msw'
import { vi } from 'vitest'
import type { Book } from '../../contract/books.ts'
import type { Operation } from '../../contract/operation.ts'
import { atOrigin, METHODS } from '../../mocks/address.ts'
import { buildBook, type FakeUser, type Overrides } from '../../mocks/builders.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { Problem, problemResponse, serverError } from '../../mocks/problem.ts'
import { afterEveryTest, beforeEveryTest } from './everyTest.ts'

// The first page of a worker also loads its parts; a busy machine takes longer than a second for that.
configure({ asyncUtilTimeout: 20_000 })

let gates: (() => void)[] = []

/**
 * A handler that answers one operation of the contract otherwise than usual; where `reply` gives
 * `undefined`, the usual handler answers.
 */
function respondTo(
  operation: Operation,
  reply: () => Response | undefined | Promise<Response | undefined>,
): HttpHandler {
  return http[METHODS[operation.method]](atOrigin(operation.url), reply)
}

/** What the browser says of its network, until the end of the test. */
function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

/** The fake backend in the words of a screen's test; every change lasts until the end of the test. */
export const backend = {
  /** Adds a book, made up where `overrides` say nothing, in front of all others. */
  addBook(overrides: Overrides<Book> = {}): Book {
    const book = buildBook(overrides)
    fakeBackend.db.books.unshift(book)
    return book
  },
  /** Takes all books away. */
  clearBooks(): void {
    fakeBackend.db.books = []
  },
  /** The account as the server has it now. */
  account(id: string): FakeUser {
    const user = fakeBackend.db.user(id)
    if (user === undefined) throw new Error(`The fake backend has no user ${id}.`)
    return user
  },
  addUser(overrides: Partial<FakeUser> = {}): FakeUser {
    return fakeBackend.db.addUser(overrides)
  },
  /** A session of this reader, as a login answers it. */
  session(user: FakeUser): { token: string; id: string; name: string } {
    return { token: fakeBackend.db.signIn(user).token, id: user.id, name: user.name }
  },
  /** Every session ends, as when the server forgets them. */
  endSessions(): void {
    fakeBackend.db.sessions = []
    fakeBackend.db.browserCookie = null
  },
  /** This operation answers 500 with `SERVER_SENTENCE`. */
  fails(operation: Operation): void {
    fakeBackend.use(respondTo(operation, serverError))
  },
  /** This operation answers a problem of the server's making. */
  refuses(operation: Operation, status: number, sentence: string): void {
    fakeBackend.use(
      respondTo(operation, () =>
        problemResponse(new Problem(status, 'invalid_request', sentence, [])),
      ),
    )
  },
  /** This operation answers with this JSON. */
  responds(operation: Operation, body: JsonBodyType, status = 200): void {
    fakeBackend.use(respondTo(operation, () => HttpResponse.json(body, { status })))
  },
  /** This operation answers with a page of HTML. */
  respondsHtml(operation: Operation, status: number): void {
    fakeBackend.use(respondTo(operation, () => HttpResponse.html('<h1>Not here</h1>', { status })))
  },
  /** This operation is not reached: the network fails. */
  unreachable(operation: Operation): void {
    fakeBackend.use(respondTo(operation, () => HttpResponse.error()))
  },
  /** This path answers with these, one after the other, and with the last one from then on. */
  respondsInOrder(path: string, ...responses: (() => Response | Promise<Response>)[]): void {
    let calls = 0
    fakeBackend.use(
      http.all(atOrigin(path), () => {
        calls += 1
        return (responses[calls - 1] ?? responses.at(-1))?.()
      }),
    )
  },
  /** This operation answers only once the returned function was called, then as usual. */
  holds(operation: Operation): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const open = () => resolve(undefined)
    gates.push(open)
    fakeBackend.use(respondTo(operation, () => promise))
    return open
  },
  /** Requests to this path answer 500, others as usual; for one of many of a kind. */
  failsWhere(path: string, parameter: string, value: string): void {
    fakeBackend.use(
      http.get(atOrigin(path), ({ request }) =>
        new URL(request.url).searchParams.get(parameter) === value ? serverError() : undefined,
      ),
    )
  },
  /** The browser has no network, and says so: nothing answers. */
  goesOffline(): void {
    fakeBackend.use(http.all('*', () => HttpResponse.error()))
    setOnline(false)
  },
  /** The line is back. */
  comesOnline(): void {
    backend.recovers()
    setOnline(true)
  },
  /** Everything answers as usual again; the database stays. */
  recovers(): void {
    const { db } = fakeBackend
    fakeBackend.reset()
    Object.assign(fakeBackend.db, db)
  },
} as const

/** A request that the page sent. */
export interface SentRequest {
  method: string
  /** Path and query. */
  path: string
  authorization: string | null
  /** The page's address when it was sent. */
  page: string
  /** The body's text; empty where there is none. */
  text: () => Promise<string>
}

let sent: SentRequest[] = []
let pending = 0

/** The requests this test's page has sent so far, in order; with arguments, those that match. */
export function sentRequests(method?: string, path?: string | RegExp): SentRequest[] {
  return sent.filter(
    (request) =>
      (method === undefined || request.method === method) &&
      (path === undefined ||
        (typeof path === 'string' ? request.path === path : path.test(request.path))),
  )
}

// As they are before a test sets its own clock.
const { requestAnimationFrame: nextFrame, setTimeout: later } = globalThis

/** Resolves once the page waits for no response, what it asks for when it has drawn a press among it. */
export async function quiet(): Promise<void> {
  await new Promise((resolve) => {
    nextFrame(() => later(resolve))
  })
  await waitFor(() => {
    if (pending > 0) throw new Error(`${pending} requests are still under way.`)
  })
}

/** What was asked to scroll into view, as `#id`, with how. */
export function scrolledIntoView(): { id: string; behavior: ScrollBehavior | undefined }[] {
  const { mock } = scrollIntoView
  return mock.calls.map(([options], index) => {
    const element = mock.contexts[index]
    return {
      id: element instanceof Element ? element.id : '',
      behavior: typeof options === 'object' ? options.behavior : undefined,
    }
  })
}

let scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')

beforeEveryTest(() => {
  sent = []
  scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  scrollIntoView.mockClear()
  vi.mocked(window.scrollTo).mockClear()
  vi.mocked(window.scrollBy).mockClear()
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init)
    // A form with a file is a stream of its own; the database shows what came of it.
    const isForm = request.headers.get('content-type')?.startsWith('multipart/') ?? false
    const copy = isForm ? new Response() : request.clone()
    const { pathname, search } = new URL(request.url)
    sent.push({
      method: request.method,
      path: pathname + search,
      authorization: request.headers.get('authorization'),
      page: window.location.href,
      text: () => copy.text(),
    })
    pending += 1
    try {
      return await send(request)
    } finally {
      pending -= 1
    }
  })
})

afterEveryTest(async () => {
  vi.useRealTimers()
  cleanup()
  if (!navigator.onLine) vi.spyOn(navigator, 'onLine', 'get').mockRestore()
  for (const open of gates) open()
  gates = []
  // What is under way ends with this test: a late response must not meet the next one's session.
  try {
    if (sent.length > 0) {
      await quiet()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    // Else the next test would have it call itself.
    vi.mocked(globalThis.fetch).mockRestore()
  }
})
