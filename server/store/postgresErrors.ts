/** PostgreSQL cannot be reached, or the connection broke: whether a write was stored is not known. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database does not answer (${reasonOf(cause)}).`, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** What is behind an error, in a few words; several addresses tried at once have a reason each. */
export function reasonOf(error: unknown): string {
  const [first]: unknown[] = error instanceof AggregateError ? error.errors : [error]
  return first instanceof Error ? first.message : String(first)
}

/** The SQLSTATE of an error that PostgreSQL answered, or `undefined` for every other error. */
export function sqlState(error: unknown): string | undefined {
  // Not by class: errors of several copies of the driver are the same errors.
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const DISK_FULL = '53100'
const IO_ERROR = '58030'
const READ_ONLY = '25006'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
// Query canceled: statement_timeout.
const TIMEOUT = '57014'
const BUSY = new Set([
  SERIALIZATION_FAILURE,
  DEADLOCK,
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // lock not available: lock_timeout
  TIMEOUT,
  '25P03', // idle in transaction
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // starting up
])

/** The disk is full, or the server takes no writes (a replica): nothing was stored. */
export function isPostgresFailure(error: unknown): boolean {
  const state = sqlState(error)
  return state === DISK_FULL || state === IO_ERROR || state === READ_ONLY
}

/** The server does not answer, not in time, or takes no more connections. */
export function isPostgresBusy(error: unknown): boolean {
  const state = sqlState(error)
  return (
    error instanceof DatabaseUnavailable ||
    (state !== undefined && (BUSY.has(state) || state.startsWith('08')))
  )
}

/** Another transaction came in between; this one was rolled back and can be tried again. */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state === SERIALIZATION_FAILURE || state === DEADLOCK
}

/** A row points to a reader who is not there: the references of `user_id` are named by the engine. */
export function isPostgresMissingReader(error: unknown): boolean {
  return (
    sqlState(error) === '23503' &&
    error instanceof Error &&
    'constraint' in error &&
    typeof error.constraint === 'string' &&
    error.constraint.endsWith('_user_id_fkey')
  )
}
