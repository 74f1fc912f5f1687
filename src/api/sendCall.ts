import type {
  BaseQueryApi,
  FetchBaseQueryError,
  FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react'

declare global {
  interface ImportMetaEnv {
    /** Where the calls go, if not to the server of the page. */
    readonly VITE_API_URL?: string
  }
}

/** What is asked for. */
export interface CallArgs {
  /** With its query, from the first slash on. */
  url: string
  /** GET unless it is said. */
  method?: string
  /** Goes as JSON, unless it is a form. */
  body?: object
  headers?: Record<string, string>
  /** Outlives the page. */
  keepalive?: boolean
  /** How long it may take, in milliseconds; 20 s unless it is said. */
  timeout?: number
  /** Of its answer nothing is used (section 7). It is read to its end: a call that is left is a failed one. */
  isUnused?: true
  /** Reads the answer; JSON unless it is said, of which nothing is `null`. */
  responseHandler?: (response: Response) => Promise<unknown>
  /** Whether an answer is one; 2xx unless it is said. */
  validateStatus?: (response: Response) => boolean
}

/** What came of a call. */
export type CallAnswer = (
  { data: unknown; error?: undefined } | { data?: undefined; error: FetchBaseQueryError }
) & {
  meta?: FetchBaseQueryMeta
  /** When the server wants to be asked again, as it says it (`Retry-After`). */
  retryAfter?: string | null
}

const ORIGIN = import.meta.env.VITE_API_URL ?? globalThis.location?.origin ?? ''
const CALL_TIMEOUT_MS = 20_000

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

const unused = async (response: Response): Promise<void> => void (await response.text())

function requestOf(call: CallArgs, signal: AbortSignal): Request {
  const { url, method = 'GET', body, headers, keepalive = false } = call
  const isForm = body instanceof FormData
  return new Request(ORIGIN + url, {
    method,
    keepalive,
    signal,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
}

/**
 * Sends one call and reads its answer, each once. RTK Query's `fetchBaseQuery`, whose errors these are, makes
 * two requests of every call and reads two copies of its answer (decision page 0038).
 */
export async function sendCall(
  call: CallArgs,
  { signal }: Pick<BaseQueryApi, 'signal'>,
): Promise<CallAnswer> {
  const { timeout = CALL_TIMEOUT_MS, responseHandler = call.isUnused ? unused : readJson } = call
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeout)
  const request = requestOf(call, AbortSignal.any([signal, limit.signal]))
  let meta: FetchBaseQueryMeta = { request }
  try {
    const response = await fetch(request)
    meta = { request, response }
    const data = await responseHandler(response)
    const { status, ok } = response
    return (call.validateStatus?.(response) ?? ok)
      ? { data, meta }
      : { error: { status, data }, meta, retryAfter: response.headers.get('retry-after') }
  } catch (reason) {
    const error = String(reason)
    if (limit.signal.aborted) return { error: { status: 'TIMEOUT_ERROR', error }, meta }
    const originalStatus = meta.response?.status
    if (originalStatus === undefined) return { error: { status: 'FETCH_ERROR', error }, meta }
    return { error: { status: 'PARSING_ERROR', originalStatus, data: '', error }, meta }
  } finally {
    clearTimeout(timer)
  }
}
