import { createAction } from '@reduxjs/toolkit'
import {
  fetchBaseQuery,
  retry,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type RetryOptions,
} from '@reduxjs/toolkit/query/react'
import { field } from '../lib/record.ts'
import { errorStatus } from './errorMessage.ts'

/** How a request proves who sends it (docs/product.md 7.1); nothing for public requests. */
export interface RequestOptions {
  bearer?: true
  /** No bearer, as docs/product.md 7.1 has it: the HttpOnly session cookie alone proves it. */
  cookieOnly?: true
  /** Never sent twice: where only the response was lost, a repeat would be refused. */
  once?: true
}

/** The server answered 401 to the present session. */
export const sessionRejected = createAction('auth/sessionRejected')

const RETRY_METHODS: readonly unknown[] = ['GET', 'PUT', 'DELETE']
const RETRY_DELAY_MS = 300

// `api` may not import `store`; this is the little it needs to know of it.
function hasAuth(state: unknown): state is { auth: { token: string | null } } {
  return typeof state === 'object' && state !== null && 'auth' in state
}

function tokenOf(state: unknown): string | null {
  return hasAuth(state) ? state.auth.token : null
}

function isBearer(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'bearer' in options
}

const send = fetchBaseQuery({
  // Relative addresses do not work under jsdom, and there is no window while pages are prerendered.
  baseUrl: globalThis.location?.origin ?? '',
  timeout: 20_000,
  prepareHeaders(headers, { getState, extraOptions }) {
    const token = tokenOf(getState())
    // A damaged token may hold what no header can; the server answers 401 without one.
    if (isBearer(extraOptions) && token !== null && /^[\x21-\x7e]+$/.test(token)) {
      headers.set('authorization', `Bearer ${token}`)
    }
  },
})

type RequestQuery = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError, RequestOptions>

/** Once more after a network error or a 503, and never a POST. */
const sendTwice = retry(send, {
  backoff: () => new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS)),
  retryCondition: (error, args, { attempt, extraOptions }) => {
    const method = field(args, 'method') ?? 'GET'
    const isTemporary = errorStatus(error) === 503 || field(error, 'status') === 'FETCH_ERROR'
    const mayRepeat = attempt === 1 && !field(extraOptions, 'once')
    return mayRepeat && isTemporary && RETRY_METHODS.includes(method)
  },
})

/**
 * Every request goes through here. A cookie-only request whose cookie is lost (401) or another reader's (403)
 * first sends `/api/profile` with the bearer, which renews the cookie; a 401 to the session itself dispatches
 * `sessionRejected`.
 */
export const baseQuery: RequestQuery = async (args, api, extraOptions) => {
  // RTK Query passes nothing where an endpoint has no options, whatever its types say.
  const options: RequestOptions & RetryOptions = { ...extraOptions }
  const token = tokenOf(api.getState())
  const result = await sendTwice(args, api, options)
  if (result.error === undefined) return result
  const status = errorStatus(result.error)
  const isRenewable = options.cookieOnly === true && (status === 401 || status === 403)
  if (token === null || !(isRenewable || (options.bearer && status === 401))) return result
  if (isRenewable) {
    const renewal = await send('/api/profile', api, { bearer: true })
    if (errorStatus(renewal.error) !== 401) return send(args, api, options)
  }
  // A late 401 of a session that is already over says nothing about the present one.
  if (tokenOf(api.getState()) === token) api.dispatch(sessionRejected())
  return result
}
