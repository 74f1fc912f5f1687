import type { Entry, Har, PostData } from 'har-format'

/** What an entry is made of; everything else is as an exporter fills it. */
export interface EntryFields {
  method?: string
  /** A path of the product, or a whole address. */
  url?: string
  headers?: Readonly<Record<string, string>>
  cookies?: Readonly<Record<string, string>>
  /** JSON, or a text as it is. */
  sent?: unknown
  status?: number
  responseHeaders?: Readonly<Record<string, string>>
  /** JSON, a text as it is, or `null` for a body that the exporter lost. */
  body?: unknown
  mimeType?: string
  encoding?: string
  /** Milliseconds. */
  wait?: number
  startedDateTime?: string
  serverIPAddress?: string
  extra?: Readonly<Record<`_${string}`, unknown>>
}

/** Where the product of the recordings is. */
export const ORIGIN = 'http://localhost:43117'

const pairs = (record: Readonly<Record<string, string>> = {}) =>
  Object.entries(record).map(([name, value]) => ({ name, value }))

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** One request and its response, a GET of JSON where nothing is said. */
export function buildEntry(fields: EntryFields = {}): Entry {
  const { method = 'GET', url = '/api/profile', status = 200, wait = 12, sent, body = {} } = fields
  const address = new URL(url, ORIGIN)
  const postData: PostData = { mimeType: 'application/json', text: asText(sent ?? '') }
  return {
    startedDateTime: fields.startedDateTime ?? '2026-11-20T20:15:00.000Z',
    time: wait + 1,
    request: {
      method,
      url: address.href,
      httpVersion: 'HTTP/1.1',
      cookies: pairs(fields.cookies),
      headers: pairs(fields.headers),
      queryString: [...address.searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: -1,
      ...(sent !== undefined && { postData }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(fields.responseHeaders),
      content: {
        size: body === null ? 0 : asText(body).length,
        mimeType: fields.mimeType ?? 'application/json; charset=utf-8',
        ...(body !== null && { text: asText(body) }),
        ...(fields.encoding && { encoding: fields.encoding }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait, receive: 1 },
    ...(fields.serverIPAddress && { serverIPAddress: fields.serverIPAddress }),
    ...fields.extra,
  }
}

/** The page that was opened first. */
export function buildPage(url = '/', fields: EntryFields = {}): Entry {
  return buildEntry({
    url,
    mimeType: 'text/html; charset=utf-8',
    body: '<!doctype html>',
    ...fields,
  })
}

/** A whole HAR 1.2. */
export function buildHar(entries: readonly Entry[], log: Partial<Har['log']> = {}): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'WebInspector', version: '537.36' },
      pages: [],
      entries: [...entries],
      ...log,
    },
  }
}

/** The text of a HAR file. */
export function harText(entries: readonly Entry[], log?: Partial<Har['log']>): string {
  return JSON.stringify(buildHar(entries, log))
}
