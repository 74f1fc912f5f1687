import { messages } from '../messages.ts'
import { field, isRecord, textField } from '../lib/record.ts'

const UNREADABLE = 'The server sent an answer that could not be read. Please try again.'
const TOO_SLOW = 'The server took too long to answer. Please try again.'

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
  const status = field(error, 'status')
  if (status === 'PARSING_ERROR') return UNREADABLE
  if (status === 'TIMEOUT_ERROR') return TOO_SLOW
  const technical = textField(error, 'error', 'message')
  if (technical !== undefined) return technical.replace(/^\w*Error: /, '')
  return typeof status === 'number'
    ? `The server answered ${status}. Please try again.`
    : UNREADABLE
}

/** The HTTP status of a failed request, also where its body could not be parsed. */
export function errorStatus(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined
  const status = error['status'] === 'PARSING_ERROR' ? error['originalStatus'] : error['status']
  return typeof status === 'number' ? status : undefined
}

/** The machine-readable code of a failed request (decision 25). */
export const errorCode = (error: unknown): string | undefined =>
  textField(field(error, 'data'), 'code')

/** Preferences that were not loaded (decision 51): the request failed, or its response had the wrong shape. */
export function preferencesFailure(error: unknown): string {
  return field(error, 'status') === 'CUSTOM_ERROR'
    ? messages.preferencesInvalid
    : messages.preferencesFetchFailed
}
