import { messages } from '../messages.ts'
import { field } from '../lib/record.ts'

/**
 * The words for preferences that were not loaded (decision 51): the request failed, or its response had the
 * wrong shape, which `booksApi` tells by a status of its own.
 */
export function preferencesFailure(error: unknown): string {
  return field(error, 'status') === 'CUSTOM_ERROR'
    ? messages.preferencesInvalid
    : messages.preferencesFetchFailed
}
