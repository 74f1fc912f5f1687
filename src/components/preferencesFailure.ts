import { messages } from '../messages.ts'
import { isRecord } from '../lib/record.ts'

/**
 * The words for preferences that did not come (decision 51): the request failed, or its answer had the
 * wrong shape. RTK Query hands over what `transformResponse` throws as a serialised error with a name.
 */
export function preferencesFailure(error: unknown): string {
  return isRecord(error) && error['name'] === 'UnreadableAnswer'
    ? messages.preferencesInvalid
    : messages.preferencesFetchFailed
}
