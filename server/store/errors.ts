import { isPostgresBusy, isPostgresFailure } from './postgres/errors.ts'
import { isSqliteBusy, isSqliteFailure } from './sqlite/errors.ts'

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

/** The disk behind the store is full or refuses to write: nothing was stored. */
export const isStorageFailure = (error: unknown): boolean =>
  isSqliteFailure(error) || isPostgresFailure(error)

/** The database does not answer, or not in time. */
export const isStorageBusy = (error: unknown): boolean =>
  isSqliteBusy(error) || isPostgresBusy(error)
