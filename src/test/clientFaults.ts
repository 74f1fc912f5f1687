import { getBook, getRecommendedBooks, searchBooks } from '../../contract/books.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../../contract/favorites.ts'
import type { Operation } from '../../contract/operation.ts'
import {
  getNavbarPreferences,
  getPreferences,
  savePreferences,
} from '../../contract/preferences.ts'
import { getProfile, uploadProfileImage } from '../../contract/profile.ts'
import { login, register } from '../../contract/session.ts'
import type { FakeUser } from '../../mocks/builders.ts'
import type { Sight, Step } from '../../mocks/scenario.ts'

/**
 * Every call of section 7 of the specification × everything that can go wrong with it, and what the
 * reader is then told (section 8; ../shared/security.md, test G1). `playFault.ts` plays the cells.
 * The texts are written out here, so that a change of `src/messages.ts` is noticed.
 */

/** What can happen to a call. */
export const FAULTS = [
  'timeout',
  '500 problem+json',
  '500 HTML',
  'malformed JSON',
  'empty 200',
  'wrong shape',
  'slow 5 s',
  'offline',
  '401 in mid-session',
  '403',
  '429',
  'connection reset',
] as const

/** One of `FAULTS`. */
export type Fault = (typeof FAULTS)[number]

/** What a fault comes to, for the reader. */
export interface Outcome {
  /** The messages that come, all of them: toasts and alert boxes. */
  says: readonly string[]
  /** How the lines begin that are logged and not shown, all of them. */
  logs: readonly string[]
  /** What else is then on the page. */
  shows: readonly Sight[]
  /** Tries it again where that takes other steps than the call's own. */
  again?: readonly Step[]
  /** The call is done: nothing has to be tried again. */
  done?: true
  /** The session is over; signing in again is the way back. */
  ended?: true
}

/** One of the 17 calls: where it is made, how, and what its faults come to. */
export interface FaultyCall {
  operation: Operation
  path: string
  /** Who opens the page; a visitor where nothing is said. */
  reader?: Partial<FakeUser>
  /** Done before anything goes wrong. */
  before?: readonly Step[]
  /** What stands there then. */
  stands?: readonly Sight[]
  /** What makes the call; where there is nothing, opening the page does. */
  steps: readonly Step[]
  /** What says that the call is under way. */
  waits: readonly (Sight | { as: 'disabled'; text: string })[]
  /** What makes `works` visible, where it is not so by itself. */
  look?: readonly Step[]
  /** What is seen when all went well. */
  works: readonly Sight[]
  /** What is seen after `again` where it is something else. */
  worksAgain?: readonly Sight[]
  /** A heart: what a session that ends takes with it is sent at the next sign-in. */
  isHeart?: true
  /** Makes the call once more after it failed; without it, opening the page again does. */
  again?: readonly Step[]
  /** What the server does where its answer alone is spoilt. */
  commit?: (reader: FakeUser) => void
  /** Whether the server has it. */
  saved?: (reader: FakeUser) => boolean
  /** Ids of favorites that no fault may cost. */
  keeps: readonly string[]
  faults: Readonly<Record<Fault, Outcome>>
}

/** The sentence of the two answers that are made up here. */
export const LIMITED = 'Too many requests. Please try again later.'
export const FORBIDDEN = 'This belongs to another reader.'

const NOT_AUTHENTICATED = 'User not authenticated. Please log in.'
const INTERNAL = 'Something went wrong on our side. Please try again.'
const TOO_SLOW = 'The server took too long to answer. Please try again.'
const UNREADABLE = 'The server sent an answer that could not be read. Please try again.'
const UNEXPECTED = 'The server did not answer as expected.'
/** What fetch itself says of a network that fails; Node's, where the tests run. */
const NO_NETWORK = 'fetch failed'

const says = (...texts: string[]): Outcome => ({ says: texts, logs: [], shows: [] })
const logs = (...lines: string[]): Outcome => ({ says: [], logs: lines, shows: [] })
const shows = (...sights: Sight[]): Outcome => ({ says: [], logs: [], shows: sights, done: true })
/** Nothing is said, nothing is missed: a spoilt answer that the page does not need. */
const QUIET: Outcome = { says: [], logs: [], shows: [], done: true }

/** All went well after all. */
function done(works: readonly Sight[]): Outcome {
  const says = works.filter(({ as }) => as === 'alert').map(({ text }) => text)
  return { says, logs: [], shows: works, done: true }
}

const ENDED: Outcome = {
  says: [NOT_AUTHENTICATED],
  logs: [],
  shows: [{ as: 'path', text: '/' }],
  ended: true,
}

const TRY_AGAIN: readonly Step[] = [{ do: 'press', button: 'Try again' }]
const ADD_HEART: Step = { do: 'press', button: 'Add to favorites' }
const REMOVE_HEART: Step = { do: 'press', button: 'Remove from favorites' }
const UNDO: Step = { do: 'press', button: 'Undo' }
const LOADING: Sight = { as: 'status', text: 'Loading...' }

/** The three favorites that every reader of the table has before anything goes wrong. */
export const KEPT = ['kept-1', 'kept-2', 'kept-3'] as const
/** The one book beside them. */
export const NEW_BOOK = {
  id: 'new-book',
  title: 'The New Book',
  author: 'Sappho',
  category: 'Poetry',
} as const

const READER: Partial<FakeUser> = { preferences: ['Poetry'] }

const WELCOME: readonly Sight[] = [
  { as: 'alert', text: 'Welcome back, Ada!' },
  { as: 'path', text: '/recommendations' },
]
const REGISTERED: readonly Sight[] = [
  { as: 'alert', text: 'Welcome to Catchword, Ada! Your account is ready.' },
  { as: 'path', text: '/categories' },
]
const PREFERENCES_SAVED: readonly Sight[] = [
  { as: 'alert', text: 'Preferences saved successfully!' },
  { as: 'path', text: '/recommendations' },
]
const SHELF: readonly Sight[] = [{ as: 'heading', text: 'Best Poetry Books' }]
const SHELVED: readonly Sight[] = [{ as: 'link', text: NEW_BOOK.title }]
const AUTHORS: readonly Sight[] = [{ as: 'heading', text: 'Books by Your Favorite Authors' }]
const RED_HEART: readonly Sight[] = [{ as: 'button', text: 'Remove from favorites' }]
const ALL_KEPT: readonly Sight[] = [{ as: 'link', text: 'Kept 1' }]
const REMOVED: readonly Sight[] = [{ as: 'alert', text: 'Removed Kept 1' }]
const BOOK: readonly Sight[] = [{ as: 'heading', text: NEW_BOOK.title }]
const TASTES: readonly Sight[] = [{ as: 'text', text: 'Poetry' }]
const NOTHING_FOUND: Sight = { as: 'status', text: 'No books found.' }

const failedLogin = (reason: string): Outcome => says(`Error: ${reason}`)
const failedSearch = (reason: string): Outcome => says(`Error fetching data: ${reason}`)

const PREFERENCES_FAILED = says('Failed to fetch user preferences.')
const PREFERENCES_INVALID = says('User preferences not found or invalid.')
const BOOKS_FAILED = says('Error fetching books.')
const AUTHORS_FAILED = says('Failed to fetch books by favorite authors.')
const AUTHOR_NOT_SAVED = says('Failed to save author.')
const HEART_NOT_SAVED = says('Failed to save favorite book.')
/** Without network a heart stays as it was set, and goes by itself when there is one (decision page 0030). */
const HEART_KEPT = 'You are offline. Your change is kept and sent later.'
const HEART_DEFERRED: Outcome = { says: [HEART_KEPT], logs: [], shows: [...RED_HEART], done: true }
const LIST_NOT_UPDATED = says('Failed to update favorite books.')
const LIST_FAILED = says('Failed to load favorite books.')
const BOOK_FAILED = says('Error loading the book details.')
const SAVING_FAILED = says('An error occurred. Please try again.')
const PROFILE_LOGGED = logs('Profile fetch failed')
const TASTES_LOGGED = logs('Profile preferences fetch failed')
const UPLOAD_LOGGED = logs('Image upload failed')
/** What the navbar logs beside a page that is opened without network. */
const NAVBAR_LOGS = ['Profile fetch failed', 'Profile preferences fetch failed']

function add(reader: FakeUser): void {
  if (!reader.favorites.includes(NEW_BOOK.id)) reader.favorites.unshift(NEW_BOOK.id)
}

/** The table. */
export const CALLS: Readonly<Record<string, FaultyCall>> = {
  'POST user/login': {
    operation: login,
    path: '/login',
    steps: [
      { do: 'fill', field: 'Email', text: 'ada@example.org' },
      { do: 'fill', field: 'Password', text: 'correct horse' },
      { do: 'press', button: 'Login' },
    ],
    waits: [{ as: 'disabled', text: 'Login' }],
    works: WELCOME,
    again: [{ do: 'press', button: 'Login' }],
    keeps: [],
    faults: {
      timeout: failedLogin(TOO_SLOW),
      '500 problem+json': failedLogin(INTERNAL),
      '500 HTML': failedLogin(UNREADABLE),
      'malformed JSON': failedLogin(UNREADABLE),
      'empty 200': failedLogin(UNEXPECTED),
      'wrong shape': failedLogin(UNEXPECTED),
      'slow 5 s': done(WELCOME),
      offline: failedLogin(NO_NETWORK),
      '401 in mid-session': failedLogin(NOT_AUTHENTICATED),
      '403': failedLogin(FORBIDDEN),
      '429': failedLogin(LIMITED),
      'connection reset': failedLogin(NO_NETWORK),
    },
  },
  'POST user/register': {
    operation: register,
    path: '/register',
    steps: [
      { do: 'fill', field: 'Name', text: 'Ada' },
      { do: 'fill', field: 'Email', text: 'new@example.org' },
      { do: 'fill', field: 'Password', text: 'correct horse' },
      { do: 'fill', field: 'Confirm Password', text: 'correct horse' },
      { do: 'press', button: 'Register' },
    ],
    waits: [{ as: 'disabled', text: 'Register' }],
    works: REGISTERED,
    again: [{ do: 'press', button: 'Register' }],
    keeps: [],
    faults: {
      timeout: failedLogin(TOO_SLOW),
      '500 problem+json': failedLogin(INTERNAL),
      '500 HTML': failedLogin(UNREADABLE),
      'malformed JSON': failedLogin(UNREADABLE),
      'empty 200': failedLogin(UNEXPECTED),
      'wrong shape': failedLogin(UNEXPECTED),
      'slow 5 s': done(REGISTERED),
      offline: failedLogin(NO_NETWORK),
      '401 in mid-session': failedLogin(NOT_AUTHENTICATED),
      '403': failedLogin(FORBIDDEN),
      '429': failedLogin(LIMITED),
      'connection reset': failedLogin(NO_NETWORK),
    },
  },
  'PUT user/{id}': {
    operation: savePreferences,
    path: '/categories',
    reader: READER,
    before: [{ do: 'press', button: 'Fantasy' }],
    steps: [{ do: 'press', button: 'Confirm' }],
    waits: [{ as: 'disabled', text: 'Confirm' }],
    works: PREFERENCES_SAVED,
    again: [{ do: 'press', button: 'Confirm' }],
    commit: (reader) => (reader.preferences = ['Fantasy', 'Poetry']),
    saved: ({ preferences }) => preferences.join() === 'Fantasy,Poetry',
    keeps: KEPT,
    faults: {
      timeout: SAVING_FAILED,
      '500 problem+json': SAVING_FAILED,
      '500 HTML': SAVING_FAILED,
      // The answer's body is not used (section 7): what was saved is saved.
      'malformed JSON': done(PREFERENCES_SAVED),
      'empty 200': done(PREFERENCES_SAVED),
      'wrong shape': done(PREFERENCES_SAVED),
      'slow 5 s': done(PREFERENCES_SAVED),
      offline: SAVING_FAILED,
      '401 in mid-session': ENDED,
      '403': SAVING_FAILED,
      '429': SAVING_FAILED,
      'connection reset': SAVING_FAILED,
    },
  },
  'GET user/{id}/preferences': {
    operation: getPreferences,
    path: '/recommendations',
    reader: READER,
    steps: [],
    waits: [LOADING],
    works: SHELF,
    again: TRY_AGAIN,
    keeps: KEPT,
    faults: {
      timeout: PREFERENCES_FAILED,
      '500 problem+json': PREFERENCES_FAILED,
      '500 HTML': PREFERENCES_FAILED,
      'malformed JSON': PREFERENCES_FAILED,
      'empty 200': PREFERENCES_INVALID,
      'wrong shape': PREFERENCES_INVALID,
      'slow 5 s': done(SHELF),
      offline: {
        says: ['Failed to fetch books by favorite authors.', 'Failed to fetch user preferences.'],
        logs: NAVBAR_LOGS,
        shows: [],
        again: [...TRY_AGAIN, ...TRY_AGAIN],
      },
      '401 in mid-session': ENDED,
      '403': PREFERENCES_FAILED,
      '429': PREFERENCES_FAILED,
      'connection reset': PREFERENCES_FAILED,
    },
  },
  'GET users/{id}/preferences': {
    operation: getNavbarPreferences,
    path: '/',
    reader: READER,
    steps: [],
    waits: [],
    look: [{ do: 'press', button: 'Profile menu' }],
    works: TASTES,
    keeps: KEPT,
    faults: {
      timeout: TASTES_LOGGED,
      '500 problem+json': TASTES_LOGGED,
      '500 HTML': TASTES_LOGGED,
      'malformed JSON': TASTES_LOGGED,
      'empty 200': TASTES_LOGGED,
      'wrong shape': TASTES_LOGGED,
      'slow 5 s': done(TASTES),
      offline: logs(...NAVBAR_LOGS),
      '401 in mid-session': ENDED,
      '403': TASTES_LOGGED,
      '429': TASTES_LOGGED,
      'connection reset': TASTES_LOGGED,
    },
  },
  'GET recommendedBooks': {
    operation: getRecommendedBooks,
    path: '/recommendations',
    reader: READER,
    steps: [],
    waits: [LOADING],
    works: SHELVED,
    again: TRY_AGAIN,
    keeps: KEPT,
    faults: {
      timeout: BOOKS_FAILED,
      '500 problem+json': BOOKS_FAILED,
      '500 HTML': BOOKS_FAILED,
      'malformed JSON': BOOKS_FAILED,
      'empty 200': BOOKS_FAILED,
      'wrong shape': BOOKS_FAILED,
      'slow 5 s': done(SHELVED),
      // Without network the page does not come so far as to ask for books.
      offline: {
        says: ['Failed to fetch books by favorite authors.', 'Failed to fetch user preferences.'],
        logs: NAVBAR_LOGS,
        shows: [],
        again: [...TRY_AGAIN, ...TRY_AGAIN],
      },
      // Public data: no credential is sent, so a refusal says nothing of the session.
      '401 in mid-session': BOOKS_FAILED,
      '403': BOOKS_FAILED,
      '429': BOOKS_FAILED,
      'connection reset': BOOKS_FAILED,
    },
  },
  'GET user/{id}/favoriteAuthors': {
    operation: getFavoriteAuthors,
    path: '/recommendations',
    reader: { ...READER, favoriteAuthors: [NEW_BOOK.author] },
    steps: [],
    // The shelf's own heading holds the place for whoever has favorites; there is no loading text.
    waits: AUTHORS,
    works: AUTHORS,
    again: TRY_AGAIN,
    keeps: KEPT,
    faults: {
      timeout: AUTHORS_FAILED,
      '500 problem+json': AUTHORS_FAILED,
      '500 HTML': AUTHORS_FAILED,
      'malformed JSON': AUTHORS_FAILED,
      'empty 200': AUTHORS_FAILED,
      'wrong shape': AUTHORS_FAILED,
      'slow 5 s': done(AUTHORS),
      offline: {
        says: ['Failed to fetch books by favorite authors.', 'Failed to fetch user preferences.'],
        logs: NAVBAR_LOGS,
        shows: [],
      },
      '401 in mid-session': ENDED,
      '403': AUTHORS_FAILED,
      '429': AUTHORS_FAILED,
      'connection reset': AUTHORS_FAILED,
    },
  },
  'PUT user/{id}/favoriteAuthors': {
    operation: addFavoriteAuthor,
    path: '/recommendations',
    reader: READER,
    steps: [ADD_HEART],
    waits: RED_HEART,
    works: RED_HEART,
    again: [REMOVE_HEART, ADD_HEART],
    commit: (reader) => reader.favoriteAuthors.unshift(NEW_BOOK.author),
    saved: ({ favoriteAuthors }) => favoriteAuthors.includes(NEW_BOOK.author),
    // The heart itself is given, whatever becomes of the author.
    keeps: [...KEPT, NEW_BOOK.id],
    faults: {
      timeout: AUTHOR_NOT_SAVED,
      '500 problem+json': AUTHOR_NOT_SAVED,
      '500 HTML': AUTHOR_NOT_SAVED,
      'malformed JSON': done(RED_HEART),
      'empty 200': done(RED_HEART),
      'wrong shape': done(RED_HEART),
      'slow 5 s': done(RED_HEART),
      // The heart comes first; its author is sent after it.
      offline: HEART_DEFERRED,
      '401 in mid-session': ENDED,
      '403': AUTHOR_NOT_SAVED,
      '429': AUTHOR_NOT_SAVED,
      'connection reset': AUTHOR_NOT_SAVED,
    },
  },
  'POST user/{id}/favoriteBook from recommendations': {
    operation: addFavoriteBook,
    path: '/recommendations',
    isHeart: true,
    reader: READER,
    steps: [ADD_HEART],
    waits: RED_HEART,
    works: RED_HEART,
    again: [ADD_HEART],
    commit: add,
    saved: ({ favorites }) => favorites.includes(NEW_BOOK.id),
    keeps: KEPT,
    faults: {
      timeout: HEART_NOT_SAVED,
      '500 problem+json': HEART_NOT_SAVED,
      '500 HTML': HEART_NOT_SAVED,
      'malformed JSON': done(RED_HEART),
      'empty 200': done(RED_HEART),
      'wrong shape': done(RED_HEART),
      'slow 5 s': done(RED_HEART),
      offline: HEART_DEFERRED,
      '401 in mid-session': ENDED,
      '403': HEART_NOT_SAVED,
      '429': HEART_NOT_SAVED,
      'connection reset': HEART_NOT_SAVED,
    },
  },
  'POST users/{id}/favoriteBook from book detail': {
    operation: addFavoriteBookFromDetail,
    path: `/book/${NEW_BOOK.id}`,
    isHeart: true,
    reader: READER,
    stands: BOOK,
    steps: [ADD_HEART],
    waits: RED_HEART,
    works: RED_HEART,
    again: [ADD_HEART],
    commit: add,
    saved: ({ favorites }) => favorites.includes(NEW_BOOK.id),
    keeps: KEPT,
    faults: {
      timeout: HEART_NOT_SAVED,
      '500 problem+json': HEART_NOT_SAVED,
      '500 HTML': HEART_NOT_SAVED,
      'malformed JSON': done(RED_HEART),
      'empty 200': done(RED_HEART),
      'wrong shape': done(RED_HEART),
      'slow 5 s': done(RED_HEART),
      offline: HEART_DEFERRED,
      // An open page: its reader becomes a visitor there.
      '401 in mid-session': { ...ENDED, shows: [{ as: 'path', text: `/book/${NEW_BOOK.id}` }] },
      '403': HEART_NOT_SAVED,
      '429': HEART_NOT_SAVED,
      'connection reset': HEART_NOT_SAVED,
    },
  },
  'POST user/{id}/favoriteBook from the favorites page': {
    operation: addFavoriteBook,
    path: '/favorites',
    isHeart: true,
    reader: READER,
    before: [REMOVE_HEART],
    stands: REMOVED,
    steps: [UNDO],
    waits: [],
    works: ALL_KEPT,
    again: [REMOVE_HEART, UNDO],
    worksAgain: [
      { as: 'alert', text: 'Removed Kept 2' },
      { as: 'link', text: 'Kept 2' },
    ],
    commit: (reader) => reader.favorites.unshift('kept-1'),
    saved: ({ favorites }) => favorites.includes('kept-2'),
    // The first was taken away by the reader; bringing it back is what fails.
    keeps: ['kept-2', 'kept-3'],
    faults: {
      timeout: LIST_NOT_UPDATED,
      '500 problem+json': LIST_NOT_UPDATED,
      '500 HTML': LIST_NOT_UPDATED,
      'malformed JSON': done(ALL_KEPT),
      'empty 200': done(ALL_KEPT),
      'wrong shape': done(ALL_KEPT),
      'slow 5 s': done(ALL_KEPT),
      // The list is fetched anew after every heart, and that fails.
      offline: { ...LIST_FAILED, done: true },
      '401 in mid-session': ENDED,
      '403': LIST_NOT_UPDATED,
      '429': LIST_NOT_UPDATED,
      'connection reset': LIST_NOT_UPDATED,
    },
  },
  'GET user/{id}/favoriteBooks': {
    operation: getFavoriteBooks,
    path: '/favorites',
    reader: READER,
    steps: [],
    waits: [{ as: 'status', text: 'Loading favorite books...' }],
    works: ALL_KEPT,
    again: TRY_AGAIN,
    keeps: KEPT,
    faults: {
      timeout: LIST_FAILED,
      '500 problem+json': LIST_FAILED,
      '500 HTML': LIST_FAILED,
      'malformed JSON': LIST_FAILED,
      'empty 200': LIST_FAILED,
      'wrong shape': LIST_FAILED,
      'slow 5 s': done(ALL_KEPT),
      offline: { ...LIST_FAILED, logs: NAVBAR_LOGS },
      '401 in mid-session': ENDED,
      '403': LIST_FAILED,
      '429': LIST_FAILED,
      'connection reset': LIST_FAILED,
    },
  },
  'DELETE user/{id}/favoriteBook/{bookId}': {
    operation: removeFavoriteBook,
    path: '/favorites',
    isHeart: true,
    reader: READER,
    steps: [REMOVE_HEART],
    waits: [{ as: 'button', text: 'Add to favorites' }],
    works: REMOVED,
    again: [REMOVE_HEART],
    commit: (reader) => (reader.favorites = reader.favorites.filter((id) => id !== 'kept-1')),
    saved: ({ favorites }) => !favorites.includes('kept-1'),
    keeps: ['kept-2', 'kept-3'],
    faults: {
      timeout: LIST_NOT_UPDATED,
      '500 problem+json': LIST_NOT_UPDATED,
      '500 HTML': LIST_NOT_UPDATED,
      'malformed JSON': done(REMOVED),
      'empty 200': done(REMOVED),
      'wrong shape': done(REMOVED),
      'slow 5 s': done(REMOVED),
      offline: { ...says(HEART_KEPT, 'Failed to load favorite books.'), done: true },
      '401 in mid-session': ENDED,
      '403': LIST_NOT_UPDATED,
      '429': LIST_NOT_UPDATED,
      'connection reset': LIST_NOT_UPDATED,
    },
  },
  'GET book/detail/{id}': {
    operation: getBook,
    path: `/book/${NEW_BOOK.id}`,
    reader: READER,
    steps: [],
    waits: [LOADING],
    works: BOOK,
    again: TRY_AGAIN,
    keeps: KEPT,
    faults: {
      timeout: BOOK_FAILED,
      '500 problem+json': BOOK_FAILED,
      '500 HTML': BOOK_FAILED,
      'malformed JSON': BOOK_FAILED,
      'empty 200': BOOK_FAILED,
      'wrong shape': BOOK_FAILED,
      'slow 5 s': done(BOOK),
      offline: { ...BOOK_FAILED, logs: NAVBAR_LOGS },
      '401 in mid-session': BOOK_FAILED,
      '403': BOOK_FAILED,
      '429': BOOK_FAILED,
      'connection reset': BOOK_FAILED,
    },
  },
  'GET books/search': {
    operation: searchBooks,
    path: '/',
    reader: READER,
    steps: [{ do: 'search', text: 'new book' }],
    waits: [],
    works: [{ as: 'text', text: NEW_BOOK.title }],
    again: [{ do: 'search', text: 'new book' }],
    keeps: KEPT,
    faults: {
      timeout: failedSearch(TOO_SLOW),
      '500 problem+json': failedSearch(INTERNAL),
      '500 HTML': failedSearch(UNREADABLE),
      'malformed JSON': failedSearch(UNREADABLE),
      // 'data.data, a list of books, else empty list' (section 7).
      'empty 200': shows(NOTHING_FOUND),
      'wrong shape': shows(NOTHING_FOUND),
      'slow 5 s': done([{ as: 'text', text: NEW_BOOK.title }]),
      offline: failedSearch(NO_NETWORK),
      '401 in mid-session': failedSearch(NOT_AUTHENTICATED),
      '403': failedSearch(FORBIDDEN),
      '429': failedSearch(LIMITED),
      'connection reset': failedSearch(NO_NETWORK),
    },
  },
  'GET profile': {
    operation: getProfile,
    path: '/',
    // The name is known from the profile alone (decision 19).
    reader: READER,
    steps: [],
    waits: [{ as: 'text', text: 'Hello' }],
    works: [{ as: 'text', text: 'Hello, Ada' }],
    keeps: KEPT,
    faults: {
      timeout: PROFILE_LOGGED,
      '500 problem+json': PROFILE_LOGGED,
      '500 HTML': PROFILE_LOGGED,
      'malformed JSON': PROFILE_LOGGED,
      'empty 200': QUIET,
      'wrong shape': QUIET,
      'slow 5 s': done([{ as: 'text', text: 'Hello, Ada' }]),
      offline: logs(...NAVBAR_LOGS),
      '401 in mid-session': ENDED,
      '403': PROFILE_LOGGED,
      '429': PROFILE_LOGGED,
      'connection reset': PROFILE_LOGGED,
    },
  },
  'POST profile/upload': {
    operation: uploadProfileImage,
    path: '/',
    reader: READER,
    steps: [{ do: 'upload', field: 'Photo to upload', file: 'picture' }],
    waits: [],
    works: [],
    again: [{ do: 'upload', field: 'Photo to upload', file: 'picture' }],
    commit: (reader) => (reader.picture = 'committed.webp'),
    saved: ({ picture }) => picture !== null,
    keeps: KEPT,
    faults: {
      timeout: UPLOAD_LOGGED,
      '500 problem+json': UPLOAD_LOGGED,
      '500 HTML': UPLOAD_LOGGED,
      'malformed JSON': UPLOAD_LOGGED,
      'empty 200': QUIET,
      'wrong shape': QUIET,
      'slow 5 s': QUIET,
      offline: UPLOAD_LOGGED,
      '401 in mid-session': { ...ENDED, logs: ['Image upload failed'] },
      '403': UPLOAD_LOGGED,
      '429': UPLOAD_LOGGED,
      'connection reset': UPLOAD_LOGGED,
    },
  },
}
