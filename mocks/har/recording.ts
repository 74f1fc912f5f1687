import { http, HttpResponse, type JsonBodyType } from 'msw'
import type { Scenario } from '../scenario.ts'

/** One response of a recorded session. */
export interface RecordedResponse {
  /** Its request, as `requestKey` writes it. */
  request: string
  /** 0 where no response came. */
  status: number
  body?: JsonBodyType
}

/** A recorded session as `mocks/recorded/{name}.json` has it. */
export interface Recording {
  title: string
  /** The pages that were opened first and last. */
  path: string
  lastPath: string
  isSignedIn: boolean
  /** In the order in which they came. */
  responses: readonly RecordedResponse[]
}

/** The bearer token of a recorded session: 43 characters, no secret. */
export const RECORDED_TOKEN = 'recorded'.padEnd(43, '0')

/**
 * What tells requests apart: method, path and query, such as `GET /api/books/search?query=emma`. The app chooses
 * `startIndex` at random, so it is left out.
 */
export function requestKey(method: string, address: string): string {
  const { pathname, searchParams } = new URL(address)
  searchParams.delete('startIndex')
  const query = searchParams.toString()
  return `${method} ${pathname}${query && `?${query}`}`
}

function toResponse({ status, body }: RecordedResponse): Response {
  if (status === 0) return HttpResponse.error()
  if (body === undefined) return new HttpResponse(null, { status })
  return HttpResponse.json(body, { status })
}

/**
 * A recorded session as a scenario: the n-th request gets the n-th recorded response, the last one repeats, and
 * requests that were not recorded get the usual responses (decision page 0015).
 */
export function replay({ title, path, lastPath, isSignedIn, responses }: Recording): Scenario {
  const fails = responses.some(({ status }) => status === 0 || status >= 400)
  return {
    title,
    screen: 'Every page',
    path,
    session: isSignedIn ? 'signedIn' : 'signedOut',
    shows: [{ as: 'path', text: lastPath }],
    note: 'recorded in a browser: responses come in their order, the last one again and again',
    ...(fails && { failsRequests: true }),
    handlers: () =>
      [...Map.groupBy(responses, ({ request }) => request)].map(([key, recorded]) =>
        http.all(
          ({ request }) => requestKey(request.method, request.url) === key,
          function* () {
            for (const response of recorded) yield toResponse(response)
          },
        ),
      ),
    prepare(db, reader) {
      // A recorded login gives this token, which requests that were not recorded then carry.
      db.signIn(reader).token = RECORDED_TOKEN
    },
  }
}
