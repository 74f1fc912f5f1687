import { delay, http, HttpResponse, type HttpHandler } from 'msw'
import { Value } from 'typebox/value'
import { Book } from '../../contract/books.ts'
import { logout } from '../../contract/session.ts'
import { atOrigin } from '../address.ts'
import type { Db } from '../db.ts'
import type { Scenario, Sight } from '../scenario.ts'
import { isRecord } from './json.ts'
import { operationOf } from './operationOf.ts'
import { readerOfToken } from './readers.ts'
import {
  isSameCall,
  keyOf,
  readRecording,
  type Recording,
  type RecordedAnswer,
  type RecordedCall,
} from './recording.ts'

/** What a page shows of itself, whatever its calls bring. */
const PAGE_SIGHTS: Readonly<Record<string, Sight>> = {
  '/': { as: 'button', text: 'Explore Now' },
  '/login': { as: 'heading', text: 'Login' },
  '/register': { as: 'heading', text: 'Register' },
  '/categories': { as: 'heading', text: 'Discover Your Interests' },
  '/recommendations': { as: 'heading', text: 'Recommendations' },
  '/favorites': { as: 'heading', text: 'Your Favorite Books' },
  '/profile': { as: 'button', text: 'Explore Now' },
}

const PROTECTED = new Set(['/categories', '/recommendations', '/favorites', '/profile'])

function isRefused({ calls }: Recording): boolean {
  const owned = calls.filter(({ method, path }) =>
    operationOf(method, path)?.operation.access.startsWith('bearer'),
  )
  return owned.some(({ answers }) => answers[0]?.status === 401)
}

/** What is on the page as soon as the recording's first page stands. */
function firstSight(recording: Recording): Sight {
  const { path, session, arrival } = recording
  if (arrival)
    return { as: 'path', text: arrival === 'newcomer' ? '/categories' : '/recommendations' }
  if (session === 'signedOut' && PROTECTED.has(path)) {
    return { as: 'alert', text: 'User not found. Please log in.' }
  }
  if (session === 'signedIn' && isRefused(recording)) {
    return { as: 'alert', text: 'User not authenticated. Please log in.' }
  }
  if (session === 'signedIn' && (path === '/login' || path === '/register')) {
    return { as: 'path', text: '/recommendations' }
  }
  if (path.startsWith('/book/')) return { as: 'button', text: 'Back' }
  return PAGE_SIGHTS[path] ?? { as: 'heading', text: 'You have found the last world' }
}

/** What the reader of the recording did, as far as calls say it, and what happens beside it. */
function describe({ calls }: Recording): string {
  const changes = calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => operationOf(method, path)?.operation.schema.summary.toLowerCase())
    .filter((summary) => summary !== undefined)
  const done = changes.length > 0 ? `What was done: ${[...new Set(changes)].join(', ')}. ` : ''
  return (
    'Recorded in a browser: each call is answered as it was then, one answer after the other, the last ' +
    `one again and again. ${done}What the recording does not have is answered as usual, and changes ` +
    'nothing of what was recorded.'
  )
}

function withBooks(value: unknown, books: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => withBooks(item, books))
  if (!isRecord(value)) return value
  const id = value['$book']
  return typeof id === 'string' ? books.get(id) : value
}

/** Words of another kind than the recorded ones, which were not kept. */
const STAND_INS = {
  html: ['<h1>Recorded without its words</h1>', 'text/html'],
  text: ['Recorded without its words', 'text/plain'],
  brokenJson: ['{ "recorded": ', 'application/json'],
} as const

function respond({ status, as }: RecordedAnswer, body: unknown): Response {
  if (status === 0) return HttpResponse.error()
  if (as !== undefined) {
    const [text, type] = STAND_INS[as]
    return new HttpResponse(text, { status, headers: { 'Content-Type': type } })
  }
  if (body === undefined) return new HttpResponse(null, { status })
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  return HttpResponse.json(body, { status, headers: { 'Content-Type': type } })
}

/** Begins on the fake backend the session that a recorded sign-in gave, for the calls not recorded. */
function takeOverSession(db: Db, token: string, readerId: string, name: unknown): void {
  const known = db.sessions.find((session) => session.token === token)
  if (known) {
    db.browserCookie = known.cookie
    return
  }
  const named = typeof name === 'string' ? { name } : {}
  const user = db.user(readerId) ?? db.addUser({ id: readerId, ...named })
  db.signIn(user).token = token
}

function replayHandler(recording: Recording, db: Db): HttpHandler {
  const books = new Map(recording.books.map((book) => [book.id, book]))
  const asked = new Map<RecordedCall, number>()
  return http.all(atOrigin('/api/*'), async ({ request }) => {
    const url = new URL(request.url)
    const sent = request.method === 'GET' ? '' : await request.clone().text()
    const key = keyOf(request.method, url, sent)
    const call = recording.calls.find((recorded) => isSameCall(recorded, key))
    if (!call) return undefined
    const turn = asked.get(call) ?? 0
    asked.set(call, turn + 1)
    const answer = call.answers[Math.min(turn, call.answers.length - 1)]
    if (!answer) return undefined
    if (answer.ms !== undefined) await delay(answer.ms)
    const body = withBooks(answer.body, books)
    const token = isRecord(body) ? body['token'] : undefined
    const readerId = readerOfToken(token)
    if (isRecord(body) && typeof token === 'string' && readerId !== undefined) {
      takeOverSession(db, token, readerId, body['name'])
    }
    if (url.pathname === logout.url && answer.status === 200) db.browserCookie = null
    return respond(answer, body)
  })
}

/**
 * A recorded session as a scenario: the n-th call is answered with the n-th recorded answer, the last
 * one repeats, and calls that were not recorded fall to the usual handlers (decision page 0015).
 * @param json a file of `mocks/recorded/`
 */
export function replay(json: unknown): Scenario {
  const recording = readRecording(json)
  const { title, path, session, arrival, calls } = recording
  const fails = calls.some(({ answers }) =>
    answers.some(({ status }) => status === 0 || status >= 400),
  )
  return {
    title,
    screen: 'Every page',
    path,
    session,
    ...(arrival && { arrival }),
    shows: [firstSight(recording)],
    note: describe(recording),
    handlers(db) {
      // Here and not in `prepare`: a tab that was reloaded keeps its accounts, but not its books.
      for (const book of recording.books) {
        if (Value.Check(Book, book) && db.book(book.id) === undefined) db.books.push(book)
      }
      return [replayHandler(recording, db)]
    },
    ...(fails && { failsRequests: true }),
  }
}
