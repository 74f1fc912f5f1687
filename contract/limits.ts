// How long readers' input may be, in code points, as JSON Schema counts. Apart from the operations, so
// that pages need not load the schemas.

/** The limits in the schemas of requests. */
export const NAME_MAX_LENGTH = 200
export const EMAIL_MAX_LENGTH = 254
export const PASSWORD_MAX_LENGTH = 512
export const QUERY_MAX_LENGTH = 200

/** How many favorites and favorite authors a reader can have. */
export const FAVORITES_MAX = 5000
export const AUTHORS_MAX = 500

/** How many books a reader can give each of the marks (marks.ts). */
export const MARKS_MAX = 5000

/** The longest name that an account can have. */
export const READER_NAME_MAX_LENGTH = 80

/** Lengths of a new password; PASSWORD_MIN can change the least. Length alone counts, not the kinds of characters. */
export const NEW_PASSWORD_MIN_LENGTH = 8
export const NEW_PASSWORD_MAX_LENGTH = 128

/** The last `startIndex` of a shelf, counted from 1. A random one varies what readers see first (docs/product.md 7.1). */
export const START_INDEX_MAX = 10

/** Books of a shelf of recommendations, and at most of Picked for You: 12 are shown, then 12, then the rest. */
export const SHELF_LENGTH = 36

/** Books that a reader is shown by their favorite authors. */
export const AUTHOR_BOOKS_MAX = 20

/** What comes next on a book's page: shown, and at most, as some may be marked and leave. */
export const SIMILAR_SHOWN = 12
export const SIMILAR_MAX = 18

/** Most volumes of a series in a list. */
export const SERIES_MAX = 100

/** Books of a search: shown, found (one more shows that there are others), and without an exact match. */
export const SEARCH_RESULTS_SHOWN = 20
export const SEARCH_RESULTS_MAX = SEARCH_RESULTS_SHOWN + 1
export const APPROXIMATE_RESULTS_MAX = 5

/** The longest id of a user or a book, in characters. */
export const ID_MAX_LENGTH = 64

/** An id, as a part of a regular expression. */
export const ID_PATTERN = `[A-Za-z0-9_-]{1,${ID_MAX_LENGTH}}`

/** The paths of pages, as a part of a regular expression; the service worker gets all of them from `/app`. */
export const PAGES_PATTERN = `/(?:|index\\.html|app|login|register|categories|recommendations|favorites|want-to-read|import|profile|book/${ID_PATTERN})`

const ID = new RegExp(`^${ID_PATTERN}$`)

/** Whether a text is what ids of users and books are: letters, digits, `_` and `-`, 1 to 64 of them. */
export const isId = (text: string): boolean => ID.test(text)
