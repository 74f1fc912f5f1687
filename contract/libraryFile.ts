// Apart from the calls, so that a page need not bring schemas.

/** The form field that carries a library's file. */
export const LIBRARY_FIELD = 'library'
/** The largest file taken, in bytes. */
export const LIBRARY_MAX_BYTES = 5 * 1024 * 1024
/** The most columns that a file can have. */
export const LIBRARY_MAX_COLUMNS = 512
/** The most rows that a file can have. */
export const LIBRARY_MAX_ROWS = 20_000
