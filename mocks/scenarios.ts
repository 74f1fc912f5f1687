import { delay, http, HttpResponse, type HttpHandler } from 'msw'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../contract/favorites.ts'
import { getBook, getRecommendedBooks, searchBooks } from '../contract/books.ts'
import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import type { Operation } from '../contract/operation.ts'
import { getNavbarPreferences, getPreferences, savePreferences } from '../contract/preferences.ts'
import { getProfile, uploadProfileImage } from '../contract/profile.ts'
import { login, register } from '../contract/session.ts'
import { answering, atOrigin } from './address.ts'
import type { Db } from './db.ts'
import { Problem, problemResponse, serverError } from './problem.ts'

/** How long an answer of `recommendationsSlow` takes, in milliseconds. */
const SLOW = 4000

/** A state of the server that a tester can replay and a test can use, by name. */
export interface Scenario {
  title: string
  /** What the reader then sees, with the exact words. */
  sees: string
  /** The page on which it shows; `/` where nothing is said. */
  path?: string
  /** Whether a reader is signed in from the start; where nothing is said, nobody is. */
  session?: 'signedIn' | 'signedOut'
  /** What answers differently than usual; laid over the usual handlers. */
  handlers: (db: Db) => HttpHandler[]
  /** What the database holds from the start; runs after the reader was signed in. */
  prepare?: (db: Db) => void
}

/** The name of a scenario, as it stands in `?scenario=`. */
export type ScenarioName =
  | 'happyPath'
  | 'loginRejected'
  | 'registerEmailTaken'
  | 'preferencesSaveFails'
  | 'preferencesFetchFails'
  | 'preferencesWrongShape'
  | 'navbarPreferencesFail'
  | 'recommendationsFail'
  | 'recommendationsEmpty'
  | 'recommendationsSlow'
  | 'favoriteAuthorsFail'
  | 'saveAuthorFails'
  | 'saveFavoriteFails'
  | 'bookDetailFails'
  | 'bookBare'
  | 'favoritesFail'
  | 'favoritesEmpty'
  | 'favorites404'
  | 'favoritesUpdateFails'
  | 'searchFails'
  | 'searchEmpty'
  | 'profileFails'
  | 'uploadFails'
  | 'sessionExpired'
  | 'serverDown'
  | 'html500'

function failing(...operations: Operation[]): () => HttpHandler[] {
  return () => operations.map((operation) => answering(operation, serverError))
}

/** Gives the reader something to look at: two interests and three favorites. */
function settle(db: Db): void {
  const [reader] = db.users
  if (reader === undefined) return
  reader.preferences = ['Mystery', 'Sci-Fi']
  reader.favorites = db.books.slice(0, 3).map((book) => book.id)
}

/** Every awkward state of the server that has a name, and the usual one. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  happyPath: {
    title: 'All is well',
    sees: 'the landing page of a visitor; everything works, and what a visitor may not do is said',
    handlers: () => [],
  },
  loginRejected: {
    title: 'Every login is refused',
    sees: 'the toast "Error: Invalid email or password."',
    path: '/login',
    session: 'signedOut',
    handlers: () => [
      answering(login, () =>
        problemResponse(new Problem(401, 'invalid_credentials', ERROR_TEXTS.invalidCredentials)),
      ),
    ],
  },
  registerEmailTaken: {
    title: 'Every email is taken',
    sees: 'the toast "Error: An account with this email already exists."',
    path: '/register',
    session: 'signedOut',
    handlers: () => [
      answering(register, () =>
        problemResponse(new Problem(409, 'email_taken', ERROR_TEXTS.emailTaken)),
      ),
    ],
  },
  preferencesSaveFails: {
    title: 'Interests cannot be saved',
    sees: '"An error occurred. Please try again." after Confirm',
    path: '/categories',
    session: 'signedIn',
    handlers: failing(savePreferences),
  },
  preferencesFetchFails: {
    title: 'Interests cannot be fetched',
    sees: '"Failed to fetch user preferences." with Try again',
    path: '/recommendations',
    session: 'signedIn',
    handlers: failing(getPreferences),
  },
  preferencesWrongShape: {
    title: 'Interests come in a shape that nobody agreed on',
    sees: '"User preferences not found or invalid."',
    path: '/recommendations',
    session: 'signedIn',
    handlers: () => [answering(getPreferences, () => HttpResponse.json({ preferences: 'all' }))],
  },
  navbarPreferencesFail: {
    title: "The navbar's interests cannot be fetched",
    sees: 'nothing unusual: the failure is only logged',
    path: '/',
    session: 'signedIn',
    handlers: failing(getNavbarPreferences),
  },
  recommendationsFail: {
    title: 'No shelf can be fetched',
    sees: '"Error fetching books." in every section, with Try again',
    path: '/recommendations',
    session: 'signedIn',
    handlers: failing(getRecommendedBooks),
    prepare: settle,
  },
  recommendationsEmpty: {
    title: 'The shelves are empty',
    sees: '"No books available for this preference." in every section',
    path: '/recommendations',
    session: 'signedIn',
    handlers: () => [answering(getRecommendedBooks, () => HttpResponse.json([]))],
    prepare: settle,
  },
  recommendationsSlow: {
    title: 'The shelves take four seconds',
    sees: '"Loading..." beside skeletons, then the books',
    path: '/recommendations',
    session: 'signedIn',
    handlers: () => [
      answering(getRecommendedBooks, async () => {
        await delay(SLOW)
        return undefined
      }),
    ],
    prepare: settle,
  },
  favoriteAuthorsFail: {
    title: 'Books by favorite authors cannot be fetched',
    sees: '"Failed to fetch books by favorite authors."; the other sections stay',
    path: '/recommendations',
    session: 'signedIn',
    handlers: failing(getFavoriteAuthors),
    prepare: settle,
  },
  saveAuthorFails: {
    title: 'The author of a favorite cannot be saved',
    sees: 'the toast "Failed to save author." after a heart; the heart stays red',
    path: '/recommendations',
    session: 'signedIn',
    handlers: failing(addFavoriteAuthor),
    prepare: settle,
  },
  saveFavoriteFails: {
    title: 'A favorite cannot be saved',
    sees: 'the toast "Failed to save favorite book." after a heart, which turns white again',
    path: '/recommendations',
    session: 'signedIn',
    handlers: failing(addFavoriteBook, addFavoriteBookFromDetail),
    prepare: settle,
  },
  bookDetailFails: {
    title: 'A book cannot be fetched',
    sees: '"Error loading the book details."',
    path: '/book/any',
    handlers: failing(getBook),
  },
  bookBare: {
    title: 'A book of which nothing is known but its id',
    sees: 'the fallbacks: default cover, N/A, Unknown, "No detailed description available."',
    path: '/book/bare',
    handlers: () => [answering(getBook, () => HttpResponse.json({ id: 'bare' }))],
  },
  favoritesFail: {
    title: 'Favorites cannot be fetched',
    sees: '"Failed to load favorite books."',
    path: '/favorites',
    session: 'signedIn',
    handlers: failing(getFavoriteBooks),
  },
  favoritesEmpty: {
    title: 'No favorites yet',
    sees: '"No favorite books yet 🤷♀️ !"',
    path: '/favorites',
    session: 'signedIn',
    handlers: () => [],
  },
  favorites404: {
    title: 'A server that answers an empty list of favorites with a 404 page',
    sees: '"No favorite books yet 🤷♀️ !", and no error',
    path: '/favorites',
    session: 'signedIn',
    handlers: () => [
      answering(getFavoriteBooks, () => HttpResponse.html('<h1>Not found</h1>', { status: 404 })),
    ],
  },
  favoritesUpdateFails: {
    title: 'Favorites can be read but not changed',
    sees: 'the alert "Failed to update favorite books." after a heart; the book stays',
    path: '/favorites',
    session: 'signedIn',
    handlers: failing(addFavoriteBook, removeFavoriteBook),
    prepare: settle,
  },
  searchFails: {
    title: 'Search fails',
    sees: `the toast "Error fetching data: ${ERROR_TEXTS.internal}"`,
    session: 'signedIn',
    handlers: failing(searchBooks),
  },
  searchEmpty: {
    title: 'Search finds nothing',
    sees: '"No books found."',
    session: 'signedIn',
    handlers: () => [answering(searchBooks, () => HttpResponse.json({ data: [] }))],
  },
  profileFails: {
    title: 'The profile cannot be fetched',
    sees: 'the default picture; the failure is only logged',
    session: 'signedIn',
    handlers: failing(getProfile),
  },
  uploadFails: {
    title: 'A picture cannot be uploaded',
    sees: 'the picture as before; "Image upload failed" is only logged',
    session: 'signedIn',
    handlers: failing(uploadProfileImage),
  },
  sessionExpired: {
    title: 'The session has ended on the server',
    sees: 'the toast "User not authenticated. Please log in." and the page of a visitor',
    path: '/recommendations',
    session: 'signedIn',
    handlers: () => [],
    prepare(db) {
      db.sessions = []
    },
  },
  serverDown: {
    title: 'The server cannot be reached',
    sees: 'the message of each screen; nothing crashes',
    path: '/recommendations',
    session: 'signedIn',
    handlers: () => [http.all(atOrigin('/api/*'), () => HttpResponse.error())],
  },
  html500: {
    title: 'A proxy answers with an error page',
    sees: 'the message of each screen; nothing crashes on the HTML',
    path: '/recommendations',
    session: 'signedIn',
    handlers: () => [
      http.all(atOrigin('/api/*'), () =>
        HttpResponse.html('<h1>502 Bad Gateway</h1>', { status: 500 }),
      ),
    ],
  },
}

/** Whether a text names a scenario. */
export function isScenarioName(text: string): text is ScenarioName {
  return Object.hasOwn(scenarios, text)
}
