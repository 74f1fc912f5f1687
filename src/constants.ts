/** The numbers of docs/product.md 9.1. Times in milliseconds, lengths in CSS pixels. */
export const PREVIEW_CHARACTERS = 100
export const SCROLL_TO_TOP_AFTER = 300
export const TOAST_MS = 2000
/** A toast with a button, after the focus has last moved. */
export const ACTION_TOAST_MS = 8000
export const GUARD_SCROLL_DELAY_MS = 100
export const EXPLORE_EXTRA_DELAY_MS = 500
export const EXPLORE_EXTRA_PX = 750

export const PRODUCT_NAME = 'Catchword'
export const DEFAULT_COVER = '/default-image.jpg'
export const DEFAULT_AVATAR = '/default-avatar.svg'
/** Where the guard and a visitor's search lead. */
export const AUTH_FORM_ID = 'auth-form'
export const SHOWCASE_ID = 'showcase'

/** How many books of a section are shown: full rows of 6, 4 and 3. */
export const BOOKS_PER_SECTION = 12

/** The service worker's caches that hold what a reader has seen (scripts/serviceWorker.ts); they go with the session. */
export const READER_CACHES = ['books', 'favorites', 'marks', 'shelves', 'covers'] as const

/** Footer: the student project that this product follows. */
export const CREDIT_URL = 'https://github.com/HackYourFuture/cohort48-project-group-B'
