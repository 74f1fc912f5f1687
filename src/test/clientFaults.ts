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
import { removeBooks, restoreBooks } from '../../contract/lists.ts'
import { login, register } from '../../contract/session.ts'
import type { FakeUser } from '../../mocks/builders.ts'
import type { Expectation, Step } from '../../mocks/scenario.ts'

/**
 * Every request of docs/product.md 7.1, and the two of many books, × what can go wrong with it, and what the reader is then told
 * (docs/product.md 8). Each row has the faults that come to something of their own. `playFault.ts` plays them. The
 * messages are written out here, so that a change of `src/messages.ts` is noticed.
 */

/** What can happen to a request. */
export const FAULTS = [
  '500',
  'unreadable body',
  'wrong shape',
  '401 in mid-session',
  'network error',
] as const
export type Fault = (typeof FAULTS)[number]

/** What a fault comes to, for the reader. */
export interface Outcome {
  /** All messages that come: toasts and alert boxes. */
  messages: readonly string[]
  /** How all lines begin that are logged and not shown. */
  logs: readonly string[]
  /** What else is then on the page. */
  shows: readonly Expectation[]
  /** The request is done: nothing has to be tried again. */
  done?: true
  /** The session is over; signing in again is the way back. */
  ended?: true
}

/** One of the requests: where it is sent, how, and what its faults come to. */
export interface FaultyRequest {
  operation: Operation
  path: string
  /** Who opens the page; a visitor where nothing is said. */
  reader?: Partial<FakeUser>
  /** Done before anything goes wrong. */
  before?: readonly Step[]
  /** What is on the page then. */
  shown?: readonly Expectation[]
  /** What sends the request; where there is nothing, opening the page does. */
  steps: readonly Step[]
  /** What makes `works` visible, where it is not so by itself. */
  look?: readonly Step[]
  /** What is on the page when all went well. */
  works: readonly Expectation[]
  /** Sends the request once more after it failed; without it, opening the page again does. */
  again?: readonly Step[]
  /** What the server does where its response alone is spoilt. */
  commit?: (reader: FakeUser) => void
  /** Whether the server has it. */
  saved?: (reader: FakeUser) => boolean
  /** Ids of favorites that no fault may cost. */
  stored: readonly string[]
  faults: Readonly<Partial<Record<Fault, Outcome>>>
}

const NOT_AUTHENTICATED = 'User not authenticated. Please log in.'
const INTERNAL = 'Something went wrong on our side. Please try again.'
const UNREADABLE = 'The server sent a response that could not be read. Please try again.'
const UNEXPECTED = 'The server sent an unexpected response.'
/** What fetch itself says of a network error; Node's, where the tests run. */
const NO_NETWORK = 'There is no connection to the server. Please try again.'

const messages = (...messages: string[]): Outcome => ({ messages, logs: [], shows: [] })
const logs = (...lines: string[]): Outcome => ({ messages: [], logs: lines, shows: [] })
/** Nothing is said, nothing is missed: a spoilt response that the page does not need. */
const QUIET: Outcome = { messages: [], logs: [], shows: [], done: true }

/** All went well after all. */
function done(works: readonly Expectation[]): Outcome {
  const messages = works.filter(({ as }) => as === 'alert').map(({ text }) => text)
  return { messages, logs: [], shows: works, done: true }
}

const ENDED: Outcome = {
  messages: [NOT_AUTHENTICATED],
  logs: [],
  shows: [{ as: 'path', text: '/' }],
  ended: true,
}

const TRY_AGAIN: readonly Step[] = [{ do: 'press', button: 'Try again' }]
const ADD_HEART: Step = { do: 'press', button: 'Add to favorites' }
const REMOVE_HEART: Step = { do: 'press', button: 'Remove from favorites' }

/** The three favorites that every reader of the table has before anything goes wrong. */
export const STORED_IDS = ['kept-1', 'kept-2', 'kept-3'] as const
/** The one book beside them. */
export const NEW_BOOK = {
  id: 'new-book',
  title: 'The New Book',
  author: 'Sappho',
  category: 'Poetry',
} as const

const READER: Partial<FakeUser> = { preferences: ['Poetry'] }
/** Ten more favorites, of which the filter of the row's path leaves all, and chooses them. */
const MORE_IDS = Array.from({ length: 10 }, (_, index) => `more-${index}`)
const MANY: Partial<FakeUser> = { favorites: [...STORED_IDS, ...MORE_IDS] }
const CHOOSE: readonly Step[] = [
  { do: 'press', button: 'Select' },
  { do: 'press', button: 'Choose all' },
]
const REMOVE_CHOSEN: Step = { do: 'press', button: 'Remove 10 books' }
const REMOVED = 'more-0 and 9 more books removed.'

const WELCOME: readonly Expectation[] = [
  { as: 'alert', text: 'Welcome back, Ada!' },
  { as: 'path', text: '/recommendations' },
]
const REGISTERED: readonly Expectation[] = [
  { as: 'alert', text: 'Welcome to Catchword, Ada! Your account is ready.' },
  { as: 'path', text: '/categories' },
]
const PREFERENCES_SAVED: readonly Expectation[] = [
  { as: 'alert', text: 'Preferences saved successfully!' },
  { as: 'path', text: '/recommendations' },
]
const SECTION: readonly Expectation[] = [{ as: 'heading', text: 'Best Poetry Books' }]
const SECTION_BOOKS: readonly Expectation[] = [{ as: 'link', text: NEW_BOOK.title }]
const RED_HEART: readonly Expectation[] = [{ as: 'button', text: 'Remove from favorites' }]
const FAVORITES: readonly Expectation[] = [{ as: 'link', text: 'Kept 1' }]
const WHITE_HEART: readonly Expectation[] = [{ as: 'button', text: 'Add to favorites' }]
const BOOK: readonly Expectation[] = [{ as: 'heading', text: NEW_BOOK.title }]
const NOTHING_FOUND: readonly Expectation[] = [{ as: 'text', text: 'No books found.' }]

const failedLogin = (reason: string): Outcome => messages(`Error: ${reason}`)
const failedSearch = (reason: string): Outcome => messages(`Error fetching data: ${reason}`)

const BOOKS_FAILED = messages('Error fetching books.')
const HEART_NOT_SAVED = messages('Failed to save favorite book.')
const LIST_NOT_UPDATED = messages('Failed to update favorite books.')
const LIST_FAILED = messages('Failed to load favorite books.')
const BOOK_FAILED = messages('Error loading the book details.')
function add(reader: FakeUser): void {
  if (!reader.favorites.includes(NEW_BOOK.id)) reader.favorites.unshift(NEW_BOOK.id)
}

/** What comes to the same for every write whose response is not used (docs/product.md 7.1): what was saved is saved. */
const writes = (failed: Outcome, works: readonly Expectation[]): FaultyRequest['faults'] => ({
  '500': failed,
  'unreadable body': done(works),
  '401 in mid-session': ENDED,
  'network error': failed,
})

/** What comes to the same for every list and record that a page shows. */
const reads = (failed: Outcome, wrongShape = failed): FaultyRequest['faults'] => ({
  '500': failed,
  'wrong shape': wrongShape,
  '401 in mid-session': ENDED,
  'network error': failed,
})

/** The table. */
export const REQUESTS: Readonly<Record<string, FaultyRequest>> = {
  'POST user/login': {
    operation: login,
    path: '/login',
    steps: [
      { do: 'fill', field: 'Email', text: 'ada@example.org' },
      { do: 'fill', field: 'Password', text: 'correct horse' },
      { do: 'press', button: 'Login' },
    ],
    works: WELCOME,
    again: [{ do: 'press', button: 'Login' }],
    stored: [],
    faults: {
      '500': failedLogin(INTERNAL),
      'unreadable body': failedLogin(UNREADABLE),
      'wrong shape': failedLogin(UNEXPECTED),
      'network error': failedLogin(NO_NETWORK),
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
    works: REGISTERED,
    again: [{ do: 'press', button: 'Register' }],
    stored: [],
    faults: {
      '500': failedLogin(INTERNAL),
      'wrong shape': failedLogin(UNEXPECTED),
      'network error': failedLogin(NO_NETWORK),
    },
  },
  'PUT user/{id}': {
    operation: savePreferences,
    path: '/categories',
    reader: READER,
    before: [{ do: 'press', button: 'Fantasy' }],
    steps: [{ do: 'press', button: 'Confirm' }],
    works: PREFERENCES_SAVED,
    again: [{ do: 'press', button: 'Confirm' }],
    commit: (reader) => (reader.preferences = ['Fantasy', 'Poetry']),
    saved: ({ preferences }) => preferences.join() === 'Fantasy,Poetry',
    stored: STORED_IDS,
    faults: writes(messages('An error occurred. Please try again.'), PREFERENCES_SAVED),
  },
  'GET user/{id}/preferences': {
    operation: getPreferences,
    path: '/recommendations',
    reader: READER,
    steps: [],
    works: SECTION,
    again: TRY_AGAIN,
    stored: STORED_IDS,
    faults: reads(
      messages('Failed to fetch user preferences.'),
      messages('User preferences not found or invalid.'),
    ),
  },
  'GET users/{id}/preferences': {
    operation: getNavbarPreferences,
    path: '/',
    reader: READER,
    steps: [],
    look: [{ do: 'press', button: 'Profile menu' }],
    works: [{ as: 'text', text: 'Poetry' }],
    stored: STORED_IDS,
    faults: reads(logs('Profile preferences fetch failed')),
  },
  'GET recommendedBooks': {
    operation: getRecommendedBooks,
    path: '/recommendations',
    reader: READER,
    steps: [],
    works: SECTION_BOOKS,
    again: TRY_AGAIN,
    stored: STORED_IDS,
    // Public data: no credential is sent, so a 401 says nothing of the session.
    faults: { ...reads(BOOKS_FAILED), '401 in mid-session': BOOKS_FAILED },
  },
  'GET user/{id}/favoriteAuthors': {
    operation: getFavoriteAuthors,
    path: '/recommendations',
    reader: { ...READER, favoriteAuthors: [NEW_BOOK.author] },
    steps: [],
    works: [{ as: 'heading', text: 'Books by Your Favorite Authors' }],
    again: TRY_AGAIN,
    stored: STORED_IDS,
    faults: reads(messages('Failed to fetch books by favorite authors.')),
  },
  'PUT user/{id}/favoriteAuthors': {
    operation: addFavoriteAuthor,
    path: '/recommendations',
    reader: READER,
    steps: [ADD_HEART],
    works: RED_HEART,
    again: [REMOVE_HEART, ADD_HEART],
    commit: (reader) => reader.favoriteAuthors.unshift(NEW_BOOK.author),
    saved: ({ favoriteAuthors }) => favoriteAuthors.includes(NEW_BOOK.author),
    stored: STORED_IDS,
    faults: writes(messages('Failed to save author.'), RED_HEART),
  },
  'POST user/{id}/favoriteBook from recommendations': {
    operation: addFavoriteBook,
    path: '/recommendations',
    reader: READER,
    steps: [ADD_HEART],
    works: RED_HEART,
    again: [ADD_HEART],
    commit: add,
    saved: ({ favorites }) => favorites.includes(NEW_BOOK.id),
    stored: STORED_IDS,
    faults: writes(HEART_NOT_SAVED, RED_HEART),
  },
  'POST users/{id}/favoriteBook from book detail': {
    operation: addFavoriteBookFromDetail,
    path: `/book/${NEW_BOOK.id}`,
    reader: READER,
    shown: BOOK,
    steps: [ADD_HEART],
    works: RED_HEART,
    again: [ADD_HEART],
    commit: add,
    saved: ({ favorites }) => favorites.includes(NEW_BOOK.id),
    stored: STORED_IDS,
    faults: {
      ...writes(HEART_NOT_SAVED, RED_HEART),
      // An open page: its reader becomes a visitor there.
      '401 in mid-session': { ...ENDED, shows: [{ as: 'path', text: `/book/${NEW_BOOK.id}` }] },
    },
  },
  'POST user/{id}/favoriteBook from the favorites page': {
    operation: addFavoriteBook,
    path: '/favorites',
    reader: READER,
    before: [REMOVE_HEART],
    shown: WHITE_HEART,
    steps: [ADD_HEART],
    works: FAVORITES,
    again: [ADD_HEART],
    commit: (reader) => reader.favorites.unshift('kept-1'),
    saved: ({ favorites }) => favorites.includes('kept-1'),
    // The first was removed by the reader; adding it again is what fails.
    stored: ['kept-2', 'kept-3'],
    faults: writes(LIST_NOT_UPDATED, FAVORITES),
  },
  'GET user/{id}/favoriteBooks': {
    operation: getFavoriteBooks,
    path: '/favorites',
    reader: READER,
    steps: [],
    works: FAVORITES,
    again: TRY_AGAIN,
    stored: STORED_IDS,
    faults: reads(LIST_FAILED),
  },
  'DELETE user/{id}/favoriteBook/{bookId}': {
    operation: removeFavoriteBook,
    path: '/favorites',
    reader: READER,
    steps: [REMOVE_HEART],
    works: WHITE_HEART,
    again: [REMOVE_HEART],
    commit: (reader) => (reader.favorites = reader.favorites.filter((id) => id !== 'kept-1')),
    saved: ({ favorites }) => !favorites.includes('kept-1'),
    stored: ['kept-2', 'kept-3'],
    faults: writes(LIST_NOT_UPDATED, WHITE_HEART),
  },
  'DELETE user/{id}/books/{list}': {
    operation: removeBooks,
    path: '/favorites?filter=more',
    reader: MANY,
    before: CHOOSE,
    steps: [REMOVE_CHOSEN],
    works: [{ as: 'alert', text: REMOVED }, ...FAVORITES],
    again: [...CHOOSE, REMOVE_CHOSEN],
    commit: (reader) => (reader.favorites = [...STORED_IDS]),
    saved: ({ favorites }) => favorites.join() === STORED_IDS.join(),
    stored: STORED_IDS,
    faults: {
      ...writes(messages(REMOVED, 'Failed to update favorite books.'), [
        { as: 'alert', text: REMOVED },
        ...FAVORITES,
      ]),
      '401 in mid-session': { ...ENDED, messages: [REMOVED, NOT_AUTHENTICATED] },
    },
  },
  'PUT user/{id}/books/{list}': {
    operation: restoreBooks,
    path: '/favorites?filter=more',
    reader: MANY,
    before: [...CHOOSE, REMOVE_CHOSEN],
    shown: [{ as: 'button', text: 'Undo' }],
    steps: [{ do: 'press', button: 'Undo' }],
    works: [{ as: 'link', text: 'more-0' }],
    commit: (reader) => reader.favorites.push(...MORE_IDS),
    stored: STORED_IDS,
    // Offered again by its own toast.
    faults: {
      ...reads({ ...LIST_NOT_UPDATED, done: true }),
      'unreadable body': { ...LIST_NOT_UPDATED, done: true },
    },
  },
  'GET book/detail/{id}': {
    operation: getBook,
    path: `/book/${NEW_BOOK.id}`,
    reader: READER,
    steps: [],
    works: BOOK,
    again: TRY_AGAIN,
    stored: STORED_IDS,
    faults: { ...reads(BOOK_FAILED), '401 in mid-session': BOOK_FAILED },
  },
  'GET books/search': {
    operation: searchBooks,
    path: '/',
    reader: READER,
    steps: [{ do: 'search', text: 'new book' }],
    works: [{ as: 'text', text: NEW_BOOK.title }],
    again: [{ do: 'search', text: 'new book' }],
    stored: STORED_IDS,
    faults: {
      '500': failedSearch(INTERNAL),
      'unreadable body': failedSearch(UNREADABLE),
      // 'data.data, a list of books, else empty list' (docs/product.md 7.1).
      'wrong shape': done(NOTHING_FOUND),
      '401 in mid-session': failedSearch(NOT_AUTHENTICATED),
      'network error': failedSearch(NO_NETWORK),
    },
  },
  'GET profile': {
    operation: getProfile,
    path: '/',
    // The name is known from the profile alone.
    reader: READER,
    steps: [],
    works: [{ as: 'text', text: 'Hello, Ada' }],
    stored: STORED_IDS,
    faults: reads(logs('Profile fetch failed'), QUIET),
  },
  'POST profile/upload': {
    operation: uploadProfileImage,
    path: '/',
    reader: READER,
    steps: [{ do: 'upload', field: 'Photo to upload', file: 'picture' }],
    works: [],
    again: [{ do: 'upload', field: 'Photo to upload', file: 'picture' }],
    commit: (reader) => (reader.picture = 'committed.webp'),
    saved: ({ picture }) => picture !== null,
    stored: STORED_IDS,
    faults: {
      ...reads(logs('Image upload failed'), QUIET),
      '401 in mid-session': { ...ENDED, logs: ['Image upload failed'] },
    },
  },
}
