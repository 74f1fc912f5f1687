import { messages } from '../messages.ts'
import { field, isRecord, textField } from '../lib/record.ts'

/** What the error pages of a proxy come to: the server's own errors have their words. */
const PROXY_TEXTS: Readonly<Record<number, 'tooSlow' | 'tooLarge' | 'tooMany'>> = {
  408: 'tooSlow',
  413: 'tooLarge',
  429: 'tooMany',
  504: 'tooSlow',
  524: 'tooSlow',
}

/**
 * One plain sentence for a failed request: the server's own words, else what went wrong on the way.
 * @param error what RTK Query rejects with
 * @param first which of the server's two fields counts first: `message` for login and register,
 *   `error` for search (docs/product.md 8)
 */
export function errorMessage(error: unknown, first: 'message' | 'error' = 'message'): string {
  const data = field(error, 'data')
  const fromServer = textField(data, first, first === 'message' ? 'error' : 'message')
  if (fromServer !== undefined) return fromServer
  const words = messages.request
  const kind = field(error, 'status')
  if (kind === 'TIMEOUT_ERROR') return words.tooSlow
  // The browser's own words are raw, and differ.
  if (kind === 'FETCH_ERROR') return words.offline
  const status = errorStatus(error) ?? 0
  if (status >= 400) {
    const known = PROXY_TEXTS[status]
    if (known) return words[known]
    return status > 501 ? words.unreachable : words.failed({ status: String(status) })
  }
  // A response of another shape, in words of parseResponse.ts; what else there is are words of the browser.
  return (kind === 'CUSTOM_ERROR' && textField(error, 'error')) || words.unreadable
}

/** The HTTP status of a failed request, also where its body could not be parsed. */
export function errorStatus(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined
  const status = error['status'] === 'PARSING_ERROR' ? error['originalStatus'] : error['status']
  return typeof status === 'number' ? status : undefined
}

/** The machine-readable code of a failed request. */
export const errorCode = (error: unknown): string | undefined =>
  textField(field(error, 'data'), 'code')
