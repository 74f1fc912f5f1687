import type { Action } from '@reduxjs/toolkit'
import { FLUSH, PAUSE, REHYDRATE } from 'redux-persist'
import type { booksApi } from '../api/booksApi.ts'
import { isRecord } from '../lib/record.ts'
import { createMask, endpointOf } from './devToolsMask.ts'

const API = 'booksApi' satisfies typeof booksApi.reducerPath

/** What became of a call, in the past tense. */
const OUTCOMES: Readonly<Record<string, string>> = {
  pending: 'sent',
  fulfilled: 'succeeded',
  rejected: 'failed',
}

/** Calls whose argument says more than who is signed in. */
const WITH_SUBJECT: ReadonlySet<string> = new Set([
  'getRecommendedBooks',
  'getBook',
  'searchBooks',
] satisfies (keyof typeof booksApi.endpoints)[])

const SUBJECT_LENGTH = 40

/** RTK Query's and redux-persist's bookkeeping: it changes no session, no favorite and no answer. */
const BOOKKEEPING = new RegExp(
  `^(?:${API}/(?:config|internalSubscriptions|invalidation)/|__rtkq/(?:un)?focused|${FLUSH}|${PAUSE})`,
)

function field(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
}

function quoted(subject: unknown): string {
  if (typeof subject !== 'string' || subject === '') return ''
  const short = subject.length > SUBJECT_LENGTH ? `${subject.slice(0, SUBJECT_LENGTH)}…` : subject
  return `("${short}")`
}

function call(endpoint: string, action: Action): string {
  const arg = field(action, 'meta', 'arg', 'originalArgs')
  if (typeof arg === 'string') return endpoint + (WITH_SUBJECT.has(endpoint) ? quoted(arg) : '')
  return endpoint + quoted(field(arg, 'bookId') ?? field(arg, 'author'))
}

function outcome(action: Action): string {
  const said = OUTCOMES[String(field(action, 'meta', 'requestStatus'))] ?? 'changed'
  if (said !== 'failed') return said
  if (field(action, 'meta', 'aborted') === true) return 'was cancelled'
  const why = field(action, 'payload', 'status') ?? field(action, 'error', 'name')
  return typeof why === 'string' || typeof why === 'number' ? `failed: ${why}` : 'failed'
}

/** Own actions carry their slice and their event already; a short subject helps to tell them apart. */
function withSubject(action: Action): string {
  const payload = field(action, 'payload')
  const wanted = field(payload, 'wanted')
  const place = typeof wanted === 'boolean' ? (wanted ? ' in the list' : ' out of the list') : ''
  const subject = field(payload, 'entry', 'id') ?? field(payload, 'bookId') ?? payload
  return action.type + quoted(subject) + place
}

/** What Redux DevTools shows: each action by the name of what happened, with nothing secret in it. */
export interface DevToolsLog {
  /** Whether an action stands in the log. */
  isShown: (action: Action) => boolean
  /** The action as it stands there; `dispatchedAs` has the type that the reducers know. */
  showAction: <A extends Action>(action: A) => A
  /** The state, masked, in its own shape. */
  showState: <S>(state: S) => S
}

/** A log of its own for one store: it remembers the secrets that it has seen. */
export function createDevToolsLog(): DevToolsLog {
  const mask = createMask()
  /** The calls of forms by request id: what removes one names nothing else. */
  const formCalls = new Map<string, string>()

  function nameOf(action: Action): string {
    const { type } = action
    const endpoint = endpointOf(action)
    if (endpoint !== undefined) {
      const named = call(endpoint, action)
      formCalls.set(String(field(action, 'meta', 'requestId')), named)
      return `${named} ${outcome(action)}`
    }
    if (type === REHYDRATE) {
      return field(action, 'key') === 'auth' ? 'session/restored' : 'favorites/restored'
    }
    if (type === `${API}/resetApiState`) return 'every answer forgotten'
    if (type === `${API}/queries/removeQueryResult`) {
      const key = String(field(action, 'payload', 'queryCacheKey'))
      const [endpoint = ''] = key.split('(')
      return `${WITH_SUBJECT.has(endpoint) ? key : endpoint} forgotten`
    }
    if (type === `${API}/mutations/removeMutationResult`) {
      const requestId = String(field(action, 'payload', 'requestId'))
      return `${formCalls.get(requestId) ?? 'call'} forgotten`
    }
    if (type === '__rtkq/offline') return 'browser/wentOffline'
    if (type === '__rtkq/online') return 'browser/wentOnline'
    return withSubject(action)
  }

  return {
    isShown: (action) =>
      !BOOKKEEPING.test(action.type) &&
      // The call was not sent: the answer is there already, or on its way.
      field(action, 'meta', 'condition') !== true,
    showAction: (action) => {
      const shown = mask(readable(action))
      const type = nameOf(shown)
      // In front, where the panel shows it at once.
      const names = type === action.type ? {} : { type, dispatchedAs: action.type }
      return { ...names, ...shown, type }
    },
    showState: mask,
  }
}

/** The live request and response of a call as a line each; their headers hold the token. */
function readable<A extends Action>(action: A): A {
  const live = field(action, 'meta', 'baseQueryMeta')
  if (!isRecord(live)) return action
  const { request, response } = live
  const baseQueryMeta = {
    ...(request instanceof Request ? { request: `${request.method} ${request.url}` } : {}),
    ...(response instanceof Response ? { response: response.status } : {}),
  }
  const meta = field(action, 'meta')
  return { ...action, meta: { ...(isRecord(meta) ? meta : {}), baseQueryMeta } }
}

/** A shown action with the type it was dispatched as, for one that comes back from an exported file. */
export function asDispatched<A extends Action>(action: A): A {
  const type = field(action, 'dispatchedAs')
  return typeof type === 'string' ? { ...action, type } : action
}
