// Primary result codes of SQLite (https://www.sqlite.org/rescode.html).
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26
// An extended one, of which the primary is 19.
const CONSTRAINT_FOREIGNKEY = 787
// Extended ones of IOERR that no lack of room explains: what is on the disk cannot be read, or is not what was written.
const DEFECTS: ReadonlySet<unknown> = new Set([266, 522, 8202, 8458])

/** The primary SQLite result code of an error of `node:sqlite`, or `undefined` for other errors. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

function isOneOf(error: unknown, ...codes: number[]): boolean {
  const code = resultCode(error)
  return code !== undefined && codes.includes(code)
}

/** The disk is full or refuses to write: nothing was stored. */
export const isSqliteFailure = (error: unknown): boolean =>
  isOneOf(error, FULL, IOERR, READONLY, CANTOPEN) &&
  !(error instanceof Error && 'errcode' in error && DEFECTS.has(error.errcode))

/** Another process holds the database for longer than the busy timeout. */
export const isSqliteBusy = (error: unknown): boolean => isOneOf(error, BUSY, LOCKED)

/** The file is damaged, or no SQLite database at all. */
export const isDamage = (error: unknown): boolean => isOneOf(error, CORRUPT, NOTADB)

/** The first thing wrong that `quick_check` or `integrity_check` tells, without the heading above it. */
export const firstProblem = (told: unknown): string =>
  String(told)
    .replace(/^\*\*\* .*\n/, '')
    .split('\n', 1)
    .join('')

/**
 * A row points to one that is not there. SQLite does not say which: of what readers store, books are
 * looked up before, in the same transaction, so it is the reader who is gone.
 */
export const isSqliteMissingReference = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === CONSTRAINT_FOREIGNKEY
