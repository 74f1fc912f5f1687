import { SEARCH_RESULTS_SHOWN } from '../contract/limits.ts'
import type { GoogleError } from '../contract/google.ts'
import type { LibraryPreview } from '../contract/library.ts'

/** `1 row`, `1,200 rows` */
export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? what : `${what}s`}`

/** The texts of docs/product.md, to the letter. Tests write them out again, so that a change here is noticed. */
export const messages = {
  // Guard, session, validation
  userNotFound: 'User not found. Please log in.',
  notAuthenticated: 'User not authenticated. Please log in.',
  passwordsDiffer: 'Passwords do not match.',
  loginToSearch: 'Please log in to search for books.',
  welcomeBack: (name: string) => `Welcome back, ${name}!`,
  authFailed: (reason: string) => `Error: ${reason}`,
  registered: 'Registration successful!',
  continueTo: (page: string) => `Continue to ${page}`,
  forgotPassword: 'Forgot your password?',
  resetRequested: 'If there is an account with this email, a link is on its way.',
  passwordReset: 'Your password has been changed. Please log in.',
  logInToSee: (page: string) => `Log in to see your ${page.toLowerCase()}.`,

  // Home of a reader
  readerShelf: 'Your shelf',
  readerShelfEmpty: 'Give a book a heart, and it stands here.',
  picked: 'Picked for you',
  picksLink: 'Books you may love next',

  // Preferences
  preferencesSaved: 'Preferences saved successfully!',
  preferencesSaveFailed: 'An error occurred. Please try again.',
  preferencesFetchFailed: 'Failed to fetch user preferences.',
  preferencesInvalid: 'User preferences not found or invalid.',

  // Books
  loading: 'Loading...',
  booksFailed: 'Error fetching books.',
  noBooksForPreference: 'No books available for this preference.',
  favoriteAuthorsFailed: 'Failed to fetch books by favorite authors.',
  authorSaveFailed: 'Failed to save author.',
  favoriteSaveFailed: 'Failed to save favorite book.',
  bookFailed: 'Error loading the book details.',
  similarFailed: 'What comes next could not be loaded.',
  searching: 'Searching…',
  searchFailed: (reason: string) => `Error fetching data: ${reason}`,
  noSearchResults: 'No books found.',
  booksFound: (count: number) =>
    count > SEARCH_RESULTS_SHOWN
      ? `The first ${SEARCH_RESULTS_SHOWN}`
      : `${counted(count, 'book')} found`,
  nearFound: 'No exact match. Near it:',
  searchHint: 'Check the spelling, or search for the author.',

  // Favorites
  favoritesLoading: 'Loading favorite books...',
  favoritesEmpty: 'No favorite books yet 🤷♀️ !',
  favoritesShown: (shown: number, all: number) => `${shown} of ${all}`,
  favoritesNoMatch: 'No favorites match.',
  favoritesFailed: 'Failed to load favorite books.',
  favoriteToggled: (isFavorite: boolean) =>
    isFavorite ? 'Added to favorites' : 'Removed from favorites',
  favoritesUpdateFailed: 'Failed to update favorite books.',

  // Fallbacks of a book's fields; each screen has its own words
  unknownAuthorOnCard: 'Unknown Author',
  noDescriptionOnCard: 'No description available.',
  untitled: 'Untitled',
  categoryFallback: 'N/A',
  authorFallback: 'Unknown',
  publishedFallback: 'N/A',
  noDetailedDescription: 'No detailed description available.',

  // Only logged
  profileFetchFailed: 'Profile fetch failed',
  imageUploadFailed: 'Image upload failed',
  profilePreferencesFailed: 'Profile preferences fetch failed',

  // Account dialog
  exportFailed: (reason: string) => `Your data could not be downloaded. ${reason}`,
  exported: 'Your data is among your downloads.',
  deleteFailed: (reason: string) => `Your account could not be deleted. ${reason}`,
  accountDeleted: 'Your account has been deleted.',
  passwordChanged: 'Your password has been changed. Other devices are signed out.',
  passwordChangeFailed: (reason: string) => `Your password could not be changed. ${reason}`,

  // Library import
  libraryReading: 'Reading your library…',
  libraryFailed: (reason: string) => `Your library could not be read. ${reason}`,
  libraryTooLarge: 'The file can have at most 5 MB.',
  libraryFound: ({ program, rows, found }: LibraryPreview) =>
    `${program === null ? 'This file' : `This export of ${program}`} has ${counted(rows, 'row')}. Catchword has ${counted(found.length, 'book')} of it.`,
  libraryLeftOut: ({ repeated, unreadable, unreadRatings }: LibraryPreview) =>
    `Left out: ${counted(repeated, 'row')} of a book that stands above, ${unreadable} without title and ISBN` +
    (unreadRatings > 0 ? `, ${counted(unreadRatings, 'rating')} that cannot be read.` : '.'),
  libraryNothing: {
    noRows: 'Nothing can be added: the file has no rows with a book.',
    notHere: 'Nothing can be added: Catchword has none of these books.',
    present: 'Nothing can be added: all of these books are among your favorites already.',
    noRoom:
      'Nothing can be added: your favorites are full. Remove some, and choose the file again.',
    notRead: 'Nothing can be added: none of these books is rated four or five, or marked as read.',
  },
  libraryRoom: (room: number) =>
    `Your favorites have room for ${room.toLocaleString('en')} more: the best rated are added.`,
  libraryAdded: (count: number) =>
    count === 0
      ? 'Nothing was added: these books are among your favorites already, or there is no room.'
      : `${counted(count, 'favorite')} added, the best rated first.`,
  libraryAddFailed: (reason: string) => `Your books could not be added. ${reason}`,
  libraryUndone: 'Taken back: your favorites are as they were.',
  libraryUndoFailed: (reason: string) => `This could not be taken back. ${reason}`,

  // New versions of the product
  newVersion: 'A new version of Catchword is here.',
  chunkMissing: 'A part of this page could not be loaded. Please reload it.',

  // Actions
  tryAgain: 'Try again',
  reload: 'Reload the page',
  addToFavorites: 'Add to favorites',
  removeFromFavorites: 'Remove from favorites',
} as const

/** Recommendations: the heading of one interest's shelf. */
export const bestBooks = (preference: string): string => `Best ${preference} Books`

/** Why a sign-in with Google did not work. */
export const googleErrors = {
  google_not_configured: 'Google sign-in is not set up on this server.',
  google_denied: 'Google sign-in was cancelled. Try again, or log in with your password.',
  google_busy: 'Google sign-in is not available at the moment. Please try again later.',
  google_unverified:
    'Google has not verified your email. Verify it there, or register with a password.',
  google_email_taken: 'An account with this email exists. Log in with your password.',
  google_other_account:
    'An account with this email belongs to another Google account. Sign in with that one.',
  google_disabled: 'This account is disabled. Please ask the person who runs this server.',
  google_registration_closed: 'Registration is closed: there is no account with this email.',
  google_failed: 'Signing in with Google did not work. Please try again.',
} satisfies Record<GoogleError, string>
