import { field } from '../lib/record.ts'
import { readerMessages } from '../readerMessages.ts'

/** Why preferences were not loaded: the request failed, or its response had the wrong shape. */
export function preferencesFailure(error: unknown): string {
  const { failed, invalid } = readerMessages.preferences
  return field(error, 'status') === 'CUSTOM_ERROR' ? invalid : failed
}
