import { decodeBase64 } from './base64.ts'
import { HarError, type HarEntry } from './har.ts'
import { parseJson } from './json.ts'
import { operationOf, type FoundOperation } from './operationOf.ts'
import { CALL_METHODS, type RecordedCall } from './recording.ts'

/** What an answer's body is: its JSON, or the kind of what it is instead. */
type CallBody = { as: 'json'; value: unknown } | { as: 'html' | 'text' | 'brokenJson' | 'nothing' }

/** One call of the product and its answer, as recorded: nothing is scrubbed yet. */
export interface Call {
  method: RecordedCall['method']
  url: URL
  /** What the contract has for it. */
  found: FoundOperation | undefined
  /** The text that was sent; empty where there was none. */
  sent: string
  hasBearer: boolean
  /** 0 where the call failed or was given up. */
  status: number
  body: CallBody
  /** How long the answer took, in milliseconds. */
  ms: number
}

/** Why an entry is no part of the replay. */
export type SkipReason =
  | 'not under /api'
  | 'calls of another site'
  | 'sign-in elsewhere'
  | 'preflights and other methods'
  | 'redirects'
  | 'no address'
  | 'no status'
  | 'no body in the file'

/** The product's calls of a recording, in their order, and what was left out. */
export interface Calls {
  /** Where the product's calls went, such as `http://localhost:3000`. */
  origin: string
  taken: readonly Call[]
  skipped: ReadonlyMap<SkipReason, number>
  /** Calls whose answer has no body in the file, such as `GET /api/profile, GET /api/x and 3 more`. */
  bodiless: string
}

interface Addressed {
  entry: HarEntry
  url: URL
  /** `undefined` for a method that no call has. */
  method: RecordedCall['method'] | undefined
}

function addressed(entry: HarEntry): Addressed[] {
  const url = URL.parse(entry.request.url)
  const method = CALL_METHODS.find((known) => known === entry.request.method)
  return url === null ? [] : [{ entry, url, method }]
}

function isUnderApi({ pathname }: URL): boolean {
  return pathname.startsWith('/api/')
}

/** The origin that answered most of the calls of the contract; `undefined` where none is. */
function productOrigin(entries: readonly Addressed[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { entry, url } of entries) {
    if (!operationOf(entry.request.method, url.pathname)) continue
    counts.set(url.origin, (counts.get(url.origin) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** A header of a request or a response; empty where it is not there. */
function header(of: HarEntry['request'] | HarEntry['response'], name: string): string {
  return of.headers?.find((pair) => pair.name.toLowerCase() === name)?.value ?? ''
}

/**
 * The text of an answer, decoded; `null` where it is no text.
 * @throws HarError where base64 is announced and is not there.
 */
function contentText({ request, response }: HarEntry): string | null {
  const { text, encoding } = response.content ?? {}
  if (!text) return ''
  if (!encoding) return text
  const bytes = encoding === 'base64' ? decodeBase64(text) : undefined
  if (bytes === undefined) {
    const { pathname } = new URL(request.url)
    throw new HarError(
      `The body of ${request.method} ${pathname} is damaged: it is said to be ${encoding.slice(0, 20)} and is not.`,
    )
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function readBody(entry: HarEntry): CallBody {
  const text = contentText(entry)
  const type = (entry.response.content?.mimeType ?? '').toLowerCase()
  if (text === '') return { as: 'nothing' }
  if (text === null) return { as: 'text' }
  if (type.includes('html')) return { as: 'html' }
  const value = parseJson(text)
  if (value !== undefined) return { as: 'json', value }
  return { as: type.includes('json') ? 'brokenJson' : 'text' }
}

const BODILESS_STATUSES = new Set([204, 205])

/** A body that the exporter left out; a server that sent none says so by its status or its length. */
function isBodyLost({ response }: HarEntry): boolean {
  if (response.content?.text) return false
  if (response.status <= 0 || BODILESS_STATUSES.has(response.status)) return false
  return header(response, 'content-length') !== '0'
}

function skipReason({ entry, url, method }: Addressed, origin: string): SkipReason | undefined {
  const { status } = entry.response
  if (!isUnderApi(url)) return 'not under /api'
  if (url.origin !== origin) return 'calls of another site'
  if (url.pathname.startsWith('/api/auth/')) return 'sign-in elsewhere'
  if (method === undefined) return 'preflights and other methods'
  // 304: the browser had the body already, and some exporters write it.
  if (status >= 300 && status < 400 && status !== 304) return 'redirects'
  if (status > 0 && (status < 200 || status > 599 || !Number.isInteger(status))) return 'no status'
  if (isBodyLost(entry)) return 'no body in the file'
  return undefined
}

function toCall({ entry, url }: Addressed, method: Call['method']): Call {
  const { request, response, time, timings } = entry
  const status = Math.max(0, response.status)
  const wait = timings?.wait ?? 0
  return {
    method,
    url,
    found: operationOf(method, url.pathname),
    sent: request.postData?.text ?? '',
    hasBearer: /^bearer /i.test(header(request, 'authorization')),
    status: status === 304 ? 200 : status,
    body: status === 0 ? { as: 'nothing' } : readBody(entry),
    ms: Math.max(0, wait > 0 ? wait : (time ?? 0)),
  }
}

/** At most five calls by name, and how many more there are. */
function listed(calls: readonly string[]): string {
  const distinct = [...new Set(calls)]
  const more = distinct.length > 5 ? ` and ${distinct.length - 5} more` : ''
  return distinct.slice(0, 5).join(', ') + more
}

/**
 * The calls that the product made to its own server.
 * @throws HarError where there are none, none has a body, or a body is damaged.
 */
export function pickCalls(entries: readonly HarEntry[]): Calls {
  const all = entries.flatMap(addressed)
  const origin = productOrigin(all)
  if (origin === undefined) {
    const others = all.some(({ url }) => isUnderApi(url))
    throw new HarError(
      others
        ? 'This HAR file has calls under /api, but none that Catchword makes.'
        : 'This HAR file has no call to /api: record with the network panel open, and keep the log over navigations.',
    )
  }
  const skipped = new Map<SkipReason, number>()
  const addressless = entries.length - all.length
  if (addressless > 0) skipped.set('no address', addressless)
  const taken: Call[] = []
  const bodiless: string[] = []
  for (const one of all) {
    const reason = skipReason(one, origin)
    if (reason === undefined && one.method) taken.push(toCall(one, one.method))
    if (reason !== undefined) skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
    if (reason === 'no body in the file') {
      bodiless.push(`${one.entry.request.method} ${one.url.pathname}`)
    }
  }
  if (bodiless.length > 0 && !taken.some(({ body }) => body.as !== 'nothing')) {
    throw new HarError(
      `This HAR file has no answer's body (${listed(bodiless)}): export it with content.`,
    )
  }
  if (taken.length === 0) throw new HarError('This HAR file has no call that can be replayed.')
  return { origin, taken, skipped, bodiless: listed(bodiless) }
}
