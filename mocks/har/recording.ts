import { HttpResponse, type JsonBodyType } from 'msw'
import { METHODS } from '../address.ts'
import type { Scenario, ScenarioResponse } from '../scenario.ts'

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
  /** The page that was opened first. */
  path: string
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

const isMethod = (text: string): text is keyof typeof METHODS => Object.hasOwn(METHODS, text)

function toResponse({ request, status, body }: RecordedResponse): ScenarioResponse[] {
  const [method = '', address = ''] = request.split(' ')
  if (!isMethod(method)) return []
  const [url = '', query] = address.split('?')
  const reply = () => {
    if (status === 0) return HttpResponse.error()
    if (body === undefined) return new HttpResponse(null, { status })
    return HttpResponse.json(body, { status })
  }
  return [
    {
      to: { method, url },
      only: Object.fromEntries(new URLSearchParams(query)),
      reply,
      ...((status === 0 || status >= 400) && { fails: true }),
    },
  ]
}

/**
 * A recorded session as a scenario: the n-th request gets the n-th recorded response, the last one repeats, and
 * requests that were not recorded get the usual responses (decision page 0015).
 */
export function replay({ title, path, isSignedIn, responses }: Recording): Scenario {
  return {
    title,
    screen: 'Every page',
    path,
    session: isSignedIn ? 'signedIn' : 'signedOut',
    shows: [{ as: 'path', text: path }],
    note: 'recorded in a browser: responses come in their order, the last one again and again',
    responses: responses.flatMap(toResponse),
    prepare(db, reader) {
      // A recorded login gives this token, which requests that were not recorded then carry.
      db.signIn(reader).token = RECORDED_TOKEN
    },
  }
}
