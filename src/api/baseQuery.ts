import type {
  BaseQueryApi,
  BaseQueryFn,
  FetchBaseQueryError,
  FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { isRecord } from '../lib/record.ts'
import { errorStatus, mayHaveArrived } from './errorMessage.ts'
import { sendCall, type CallAnswer, type CallArgs } from './sendCall.ts'
import { sessionRejected } from './sessionRejected.ts'

/** How a call proves who asks (section 7, decision 29). */
export interface CallOptions {
  /** The bearer token is sent. */
  bearer?: true
  /** No bearer: the owner's HttpOnly cookie alone speaks (decision 28). */
  cookieOnly?: true
}

/** What is asked for. */
interface Call extends CallArgs {
  /**
   * For the call that ends the account: whether an earlier try got no answer. After such a try a 401 means
   * that it did what it was asked, and that its session ended with it.
   */
  mayBeDone?: boolean
}

/** What HTTP calls idempotent (RFC 9110, section 9.2.2), of the methods in use. A POST is never repeated. */
const REPEATABLE: readonly string[] = ['GET', 'PUT', 'DELETE']
/** How long a call waits before it is sent once more, where the server does not say. */
const REPEAT_AFTER_MS = 300
/** A server that wants to be left alone for longer is left alone: the reader is told at once. */
const REPEAT_AFTER_MAX_MS = 5000

// `api` may not import `state`; this is the little it needs to know of it.
function tokenOf(state: unknown): string | null {
  const auth = isRecord(state) ? state['auth'] : undefined
  const token = isRecord(auth) ? auth['token'] : undefined
  return typeof token === 'string' ? token : null
}

function withBearer(args: CallArgs, token: string | null): CallArgs {
  // A damaged token may hold what no header can; without one the server answers 401, as to any bad token.
  if (token === null || !/^[\x21-\x7e]+$/.test(token)) return args
  return { ...args, headers: { authorization: `Bearer ${token}` } }
}

/**
 * What stands in for the answer to a call (a path) that has failed in this way; `undefined` where the
 * failure stands.
 */
export type KeptAnswers = (url: string, error: FetchBaseQueryError) => Promise<unknown>

let keptAnswers: KeptAnswers | undefined

/** Sets what answers where the server does not; nothing at first, and with `undefined` nothing again. */
export function answerWithoutNetwork(answers: KeptAnswers | undefined): void {
  keptAnswers = answers
}

/**
 * How long to wait before this call may be sent once more, in milliseconds; `undefined` where it may not.
 * No answer and 503 pass by themselves; every other failure is the server's word.
 */
function waitBeforeRepeating({ method = 'GET' }: CallArgs, answer: CallAnswer): number | undefined {
  if (!REPEATABLE.includes(method) || !navigator.onLine) return undefined
  if (answer.error?.status === 'FETCH_ERROR') return REPEAT_AFTER_MS
  if (errorStatus(answer.error) !== 503) return undefined
  const asked = answer.retryAfter ?? null
  if (asked === null) return REPEAT_AFTER_MS
  // A date instead of seconds is nothing that our server says.
  const wait = /^\d+$/.test(asked) ? Number(asked) * 1000 : Number.POSITIVE_INFINITY
  return wait <= REPEAT_AFTER_MAX_MS ? Math.max(wait, REPEAT_AFTER_MS) : undefined
}

/** Ends after this many milliseconds, or at once when the call is given up. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

let send = sendCall

/** Sets what sends calls from now on; with nothing they are sent as at first. */
export function sendCallsBy(sender: typeof sendCall = sendCall): void {
  send = sender
}

/** A bearer call makes the server renew a lost cookie (../shared/security.md, section 0, finding 7). */
async function renewCookie(api: BaseQueryApi, token: string): Promise<'renewed' | 'rejected'> {
  const answer = await sendCall(withBearer({ url: '/api/profile' }, token), api)
  return errorStatus(answer.error) === 401 ? 'rejected' : 'renewed'
}

/**
 * Every call goes through here: the bearer where the endpoint asks for it, one repetition of an idempotent
 * call that nothing answered or that met a 503 (../shared/security.md, section 3.9; the call stays pending
 * meanwhile), one retry of a cookie call after its cookie was renewed, and `sessionRejected` when the
 * server answers 401 to a session.
 */
export const baseQuery: BaseQueryFn<
  Call,
  unknown,
  FetchBaseQueryError,
  CallOptions,
  FetchBaseQueryMeta
> = async ({ mayBeDone, ...args }, api, extraOptions) => {
  // RTK Query passes nothing where an endpoint has no options, whatever its types say.
  const options: CallOptions = { ...extraOptions }
  const token = tokenOf(api.getState())
  const owned = options.bearer || options.cookieOnly
  const proven = options.bearer ? withBearer(args, token) : args
  const first = await send(proven, api)
  let answer = first
  /**
   * What a write did whose answer was lost, a refusal of its repetition does not tell: it still counts as
   * unanswered. Not so where the account ends, which says itself what an earlier try has done.
   */
  const ofBoth = (last: CallAnswer): CallAnswer => {
    const isRead = (args.method ?? 'GET') === 'GET'
    if (isRead || mayBeDone !== undefined || first.error?.status !== 'FETCH_ERROR') return last
    return last.error ? first : last
  }
  const isDone = mayBeDone || (mayBeDone !== undefined && mayHaveArrived(first.error))
  const wait = waitBeforeRepeating(args, first)
  if (wait !== undefined && !api.signal.aborted) {
    await pause(wait, api.signal)
    // Nothing is sent for a page that has gone, or in the name of a reader who has.
    const over = api.signal.aborted || (owned && tokenOf(api.getState()) !== token)
    if (!over) answer = await send(proven, api)
  }
  if (keptAnswers && answer.error) {
    const data = await keptAnswers(args.url, answer.error)
    if (data !== undefined) return { data }
  }
  const status = errorStatus(answer.error)
  if (isDone && status === 401) return { data: undefined, meta: answer.meta }
  if (token === null || (status !== 401 && status !== 403)) return ofBoth(answer)
  // 401: the cookie is lost; 403: it is left over from another reader of this browser.
  const cookie = options.cookieOnly && (await renewCookie(api, token))
  if (cookie === 'renewed') return ofBoth(await send(args, api))
  if (status === 403 && cookie !== 'rejected') return ofBoth(answer)
  // A late 401 of a session that is already over says nothing about the present one.
  if (owned && tokenOf(api.getState()) === token) api.dispatch(sessionRejected({ token }))
  return answer
}
