/** Why the store cannot be opened. */
export type StoreErrorCode =
  'unwritable' | 'inUse' | 'damaged' | 'newer' | 'older' | 'foreign' | 'unreachable'

/** The store cannot be opened; the message is one line for the person who starts the server. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** PostgreSQL cannot be reached, or the connection broke: whether a write was stored is not known. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'

  constructor(cause: unknown) {
    super(`The database does not respond (${reasonOf(cause)}).`, { cause })
  }
}

/** What is behind an error, in a few words; several addresses tried at once have a reason each. */
export function reasonOf(error: unknown): string {
  const [first]: unknown[] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}

/** A line about an error, and what helps where a command was refused a look. */
export const withRemedy = (line: string): string =>
  /^E(?:ACCES|PERM)\b/.test(line) ? `${line}. Run this as root, or as the server's user.` : line

// Result codes of SQLite (https://www.sqlite.org/rescode.html).
const ERROR = 1
const BUSY_OR_LOCKED = [5, 6]
const CORRUPT_OR_NOTADB = [11, 26]
const FULL_IOERR_READONLY_CANTOPEN = [13, 10, 8, 14]
// Extended ones of IOERR that no lack of room explains: the disk holds what was never written.
const DEFECTS = [266, 522, 8202, 8458]
const CONSTRAINT_FOREIGNKEY = 787

/** The extended result code of an error of `node:sqlite`; NaN for other errors. */
const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN

const isOneOf = (error: unknown, primaryCodes: readonly number[]): boolean =>
  primaryCodes.includes(resultCode(error) & 0xff)

/** Another process holds the SQLite database for longer than the busy timeout. */
export const isSqliteBusy = (error: unknown): boolean => isOneOf(error, BUSY_OR_LOCKED)

/** The SQLite file is damaged, no database at all, or was emptied under us: then its tables are missing. */
export const isDamage = (error: unknown): boolean =>
  isOneOf(error, CORRUPT_OR_NOTADB) ||
  (isOneOf(error, [ERROR]) && reasonOf(error).startsWith('no such table'))

/** The first problem that `quick_check` or `integrity_check` reports, without the heading above it. */
export const firstProblem = (report: unknown): string =>
  /^(?:\*\*\* .*\n)?(.*)/.exec(String(report))?.[1] ?? ''

/** The SQLSTATE of an error that PostgreSQL answered, or `undefined` for every other error. */
export function sqlState(error: unknown): string | undefined {
  // Not by class: errors of several copies of the driver are the same errors.
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

// States of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html):
// serialization failure, deadlock.
const CONFLICT = /^(40001|40P01)$/
// Disk full, I/O error, read only.
const NO_WRITES = /^(53100|58030|25006)$/
// Out of memory, too many connections, lock_timeout, statement_timeout, idle in transaction, shutdown,
// starting up, connection exceptions.
const BUSY = /^(53[23]00|55P03|57014|25P03|57P0[123]|08...)$/

const hasState = (error: unknown, states: RegExp): boolean => states.test(sqlState(error) ?? '')

/** Another transaction came in between; this one was rolled back and can be tried again. */
export const isConflict = (error: unknown): boolean => hasState(error, CONFLICT)

// What the file system says where it has no room or takes no writes.
const FILE_FAILURES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'])

/** The disk behind the store, or a file beside it, is full or refuses to write: nothing was stored. */
export const isStorageFailure = (error: unknown): boolean =>
  (isOneOf(error, FULL_IOERR_READONLY_CANTOPEN) && !DEFECTS.includes(resultCode(error))) ||
  (error instanceof Error && 'code' in error && FILE_FAILURES.has(error.code)) ||
  hasState(error, NO_WRITES)

/** The database does not answer, or not in time. */
export const isStorageBusy = (error: unknown): boolean =>
  isSqliteBusy(error) ||
  hasState(error, CONFLICT) ||
  hasState(error, BUSY) ||
  error instanceof DatabaseUnavailable

/** The reader is gone: nothing was stored. SQLite names no reference, but readers are the only ones referred to. */
export const isMissingReader = (error: unknown): boolean =>
  resultCode(error) === CONSTRAINT_FOREIGNKEY ||
  (sqlState(error) === '23503' &&
    error instanceof Error &&
    'constraint' in error &&
    String(error.constraint).endsWith('_user_id_fkey'))
