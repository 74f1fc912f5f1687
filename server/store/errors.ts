import { SearchTooSlow } from '../catalogue/search/searchTooSlow.ts'
import { isPostgresBusy, isPostgresFailure, isPostgresMissingReader } from './postgresErrors.ts'
import { isSqliteBusy, isSqliteFailure, isSqliteMissingReference } from './sqliteErrors.ts'

/** Why the store cannot be opened. */
export type StoreErrorCode = 'unwritable' | 'damaged' | 'newer' | 'foreign' | 'unreachable'

/** The store cannot be opened; the message is one line for the person who starts the server. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }
}

// What the file system says where it has no room or takes no writes.
const FILE_FAILURES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'])

const isFileFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && FILE_FAILURES.has(error.code)

/** The disk behind the store, or its pictures, is full or refuses to write: nothing was stored. */
export const isStorageFailure = (error: unknown): boolean =>
  isSqliteFailure(error) || isPostgresFailure(error) || isFileFailure(error)

/** The database does not answer, or not in time. */
export const isStorageBusy = (error: unknown): boolean =>
  isSqliteBusy(error) || isPostgresBusy(error) || error instanceof SearchTooSlow

/** What was to be stored belongs to a reader who is gone: nothing was stored. */
export const isMissingReader = (error: unknown): boolean =>
  isSqliteMissingReference(error) || isPostgresMissingReader(error)
