import { createAction } from '@reduxjs/toolkit'
import {
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'
import { isRecord } from '../lib/record.ts'
import { errorStatus } from './errorMessage.ts'

/** How a call proves who asks (section 7, decision 29). */
export interface CallOptions {
  /** The bearer token is sent. */
  bearer?: true
  /** No bearer: the owner's HttpOnly cookie alone speaks (decision 28). */
  cookieOnly?: true
}

/** The server no longer takes this token (decision 6). */
export const sessionRejected = createAction<{ token: string }>('session/rejected')

const CALL_TIMEOUT_MS = 20_000

const send = fetchBaseQuery({
  baseUrl: import.meta.env['VITE_API_URL'] ?? globalThis.location?.origin ?? '',
  timeout: CALL_TIMEOUT_MS,
})

// `api` may not import `state`; this is the little it needs to know of it.
function tokenOf(state: unknown): string | null {
  const auth = isRecord(state) ? state['auth'] : undefined
  const token = isRecord(auth) ? auth['token'] : undefined
  return typeof token === 'string' ? token : null
}

function withBearer(args: FetchArgs, token: string | null): FetchArgs {
  if (token === null) return args
  return { ...args, headers: { authorization: `Bearer ${token}` } }
}

/** A bearer call makes the server renew a lost cookie (security.md, section 0, finding 7). */
async function renewCookie(api: BaseQueryApi, token: string): Promise<'renewed' | 'rejected'> {
  const answer = await send(withBearer({ url: '/api/profile' }, token), api, {})
  return errorStatus(answer.error) === 401 ? 'rejected' : 'renewed'
}

/**
 * Every call goes through here: the bearer where the endpoint asks for it, one retry of a cookie call
 * after its cookie was renewed, and `sessionRejected` when the server answers 401 to a session.
 */
export const baseQuery: BaseQueryFn<
  FetchArgs,
  unknown,
  FetchBaseQueryError,
  CallOptions,
  FetchBaseQueryMeta
> = async (args, api, extraOptions) => {
  // RTK Query passes nothing where an endpoint has no options, whatever its types say.
  const options: CallOptions = { ...extraOptions }
  const token = tokenOf(api.getState())
  const answer = await send(options.bearer ? withBearer(args, token) : args, api, {})
  const status = errorStatus(answer.error)
  if (token === null || (status !== 401 && status !== 403)) return answer
  // 401: the cookie is lost; 403: it is left over from another reader of this browser.
  if (options.cookieOnly && (await renewCookie(api, token)) === 'renewed') {
    return send(args, api, {})
  }
  if (status === 403) return answer
  // A late 401 of a session that is already over says nothing about the present one.
  const owned = options.bearer || options.cookieOnly
  if (owned && tokenOf(api.getState()) === token) api.dispatch(sessionRejected({ token }))
  return answer
}
