import type { Understood } from '../contract/books.ts'
import { SEARCH_RESULTS_SHOWN } from '../contract/limits.ts'
import type { GoogleError } from '../contract/google.ts'
import { PRODUCT_NAME } from './constants.ts'

const LANGUAGE = 'en'
const numbers = new Intl.NumberFormat(LANGUAGE)
const plurals = new Intl.PluralRules(LANGUAGE)

/** `1,200` */
export const formatNumber = (count: number): string => numbers.format(count)

/** `1 row`, `1,200 rows`: the form that goes with the number, which takes the place of `#`. */
export const plural = (count: number, one: string, other: string): string =>
  (plurals.select(count) === 'one' ? one : other).replace('#', formatNumber(count))

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const READERS = {
  'picture book': 'small children',
  children: 'children',
  'young adult': 'teens',
  adult: 'adults',
}

/**
 * What a reader reads in the app, by screen; the account dialog's words are in `account/messages.ts`, those of marks in
 * `components/markMessages.ts`, which a first visit does not load. Those of docs/product.md are to the letter. Tests write them out again, so that a change is noticed.
 */
export const messages = {
  loading: 'Loading...',
  tryAgain: 'Try again',
  back: 'Back',
  home: 'Go back to Home',
  close: 'Close',
  untitled: 'Untitled',
  bookBy: (title: string, author?: string) => (author ? `${title} by ${author}` : title),
  // Links, titles of the tab, and '{page}' of other texts.
  pages: {
    home: 'Home',
    categories: 'Categories',
    favorites: 'Favorites',
    wantToRead: 'Want to read',
    // As a noun, where the page is spoken of.
    wanted: 'Books to read',
    import: 'Library import',
    recommendations: 'Recommendations',
    profile: 'Profile',
    login: 'Login',
    register: 'Register',
    book: 'Book',
    notFound: 'Not found',
  },
  tab: (page = '') => (page ? `${page} · ${PRODUCT_NAME}` : `${PRODUCT_NAME} · discover books`),
  layout: {
    skip: 'Skip to content',
    toTop: 'Scroll to top',
    copyright: (year: number | '') => `© ${year} ${PRODUCT_NAME}`,
    credit: 'HackYourFuture cohort 48, group B',
    failed: 'This page could not be shown',
    failedHint: 'Reloading often helps. Your favorites are safe.',
    chunkMissing: 'Part of this page could not be loaded. Please reload it.',
    newVersion: `A new version of ${PRODUCT_NAME} is available.`,
    reload: 'Reload the page',
  },
  navbar: {
    welcome: `Welcome to ${PRODUCT_NAME}`,
    hello: (name: string) => (name ? `Hello, ${name}` : 'Hello'),
    login: 'Login / Register',
    links: 'Main',
    open: 'Open menu',
    close: 'Close menu',
    profileMenu: 'Profile menu',
    upload: 'Upload Photo',
    photo: 'Photo to upload',
    logout: 'Logout',
  },
  search: {
    field: 'Search books',
    button: 'Search',
    results: 'Search results',
    searching: 'Searching…',
    needsLogin: 'Please log in to search for books.',
    failed: (reason: string) => `Error fetching data: ${reason}`,
    none: 'No books found.',
    hint: 'Check the spelling, or search for the author.',
    approximate: 'No exact match. Near it:',
    found: (count: number) =>
      count > SEARCH_RESULTS_SHOWN
        ? `Showing the first ${SEARCH_RESULTS_SHOWN}`
        : plural(count, '# book found', '# books found'),
    understood({ like, kinds, topics, audience, without, unknown }: Understood): string {
      const [kind, topic] = [kinds.join(', '), topics.join(', ')]
      const books = kind === '' ? topic || 'books' : `${kind} books${topic && `: ${topic}`}`
      const wanted = [...kinds, ...topics].join(', ')
      const text = [
        like === undefined ? books : `like ${like}${wanted && `: ${wanted}`}`,
        audience && ` for ${READERS[audience]}`,
        without.length > 0 && `, but not ${without.join(', ')}`,
        unknown.length > 0 && ` (not known of books: ${unknown.join(', ')})`,
      ]
      return capitalized(text.filter(Boolean).join(''))
    },
  },
  session: {
    userNotFound: 'User not found. Please log in.',
    notAuthenticated: 'User not authenticated. Please log in.',
    logInToSee: (page: string) => `Log in to see your ${page.toLowerCase()}.`,
    continueTo: (page: string) => `Continue to ${page}`,
    welcomeBack: (name: string) => `Welcome back, ${name}!`,
    registered: 'Registration successful!',
    failed: (reason: string) => `Error: ${reason}`,
  },
  form: {
    name: 'Name',
    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm Password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    confirmNewPassword: 'Confirm new password',
    yourPassword: 'Your password',
    required: (label: string) => `${label} is required.`,
    emailInvalid: 'Enter a valid email address.',
    passwordsDiffer: 'Passwords do not match.',
    passwordsMatch: 'Passwords match',
    show: 'Show password',
    hide: 'Hide password',
    save: 'Save new password',
    or: 'or',
    continueWith: (provider: string) => `Continue with ${provider}`,
    hasAccount: 'Already have an account? ',
    toLogin: 'Log in instead',
    isNew: `New to ${PRODUCT_NAME}? `,
    toRegister: 'Register instead',
  },
  forgotten: {
    title: 'Forgot your password?',
    note: 'We will email you a link to set a new password.',
    send: 'Send me a link',
    sent: 'If there is an account with this email, a link is on its way.',
    changed: 'Your password has been changed. Please log in.',
    back: 'Back to login',
  },
  landing: {
    kicker: 'What to read next',
    lede: 'A catchword is the word at the foot of a page that tells you what comes next. Tell us what you like to read, and find the book after this one.',
    explore: 'Explore Now',
    showcase: 'Twelve to begin with',
    catchword: 'Twelve',
  },
  readerHome: {
    picks: 'Books you may love next',
    shelf: 'Your shelf',
    empty: 'Give a book a heart, and it will appear here.',
    recommendations: 'Your recommendations',
    favorites: 'All favorites',
  },
  categories: {
    title: 'Discover Your Interests',
    lede: 'Choose as many as you like. Each becomes a shelf of its own, and you can change them at any time.',
    list: 'Interests',
    none: 'Nothing chosen yet',
    chosen: (count: number, all: number) => `${count} of ${all} chosen`,
    confirm: 'Confirm',
    saved: 'Preferences saved successfully!',
    saveFailed: 'An error occurred. Please try again.',
    fetchFailed: 'Failed to fetch user preferences.',
    invalid: 'User preferences not found or invalid.',
  },
  recommendations: {
    authors: 'Books by Your Favorite Authors',
    forYou: 'Picked for You',
    best: (preference: string) => `Best ${preference} Books`,
    more: 'Show more',
    moreOf: (title: string) => `Show more of ${title}`,
    failed: 'Error fetching books.',
    authorsFailed: 'Failed to fetch books by favorite authors.',
    empty: 'No books available for this preference.',
    noInterests: 'You have not picked any interests yet.',
    discover: 'Discover your interests',
    somethingElse: 'Looking for something else? ',
    change: 'Change your interests',
  },
  // Each screen has its own fallbacks.
  card: { unknownAuthor: 'Unknown Author', noDescription: 'No description available.' },
  book: {
    author: 'Author',
    by: 'by ',
    unknownAuthor: 'Unknown',
    category: 'Category',
    series: 'Series',
    volume: (number: number, of?: number) => `Book ${number}${of ? ` of ${of}` : ''} in `,
    alsoKnownAs: 'Also known as',
    subjects: 'Subjects',
    published: 'Published Year',
    bc: (year: string) => `${year} BC`,
    notAvailable: 'N/A',
    description: 'Description',
    noDescription: 'No detailed description available.',
    read: 'Read Now',
    pdf: 'View PDF',
    buy: 'Buy Link',
    failed: 'Error loading the book details.',
    notFound: 'Book not found',
    next: 'What comes next',
    nextFailed: 'What comes next could not be loaded.',
  },
  favorites: {
    title: 'Your Favorite Books',
    count: (count: number) => plural(count, '# book', '# books'),
    loading: 'Loading favorite books...',
    failed: 'Failed to load favorite books.',
    empty: 'No favorite books yet 🤷♀️ !',
    find: 'Find your next book',
    filter: 'Filter by title or author',
    clear: 'Clear filter',
    shown: (shown: number, all: number) => `${formatNumber(shown)} of ${formatNumber(all)}`,
    noMatch: 'No favorites match this filter.',
    showAll: 'Show all favorites',
    sort: 'Sort by',
    orders: { newest: 'Newest', title: 'Title', author: 'Author' },
    updateFailed: 'Failed to update favorite books.',
  },
  heart: {
    add: 'Add to favorites',
    remove: 'Remove from favorites',
    added: 'Added to favorites',
    removed: 'Removed from favorites',
    failed: 'Failed to save favorite book.',
    authorFailed: 'Failed to save author.',
  },
  notFound: {
    title: 'You have found the last world',
    text: 'Beyond this point, the map is blank.',
  },
  // Requests that fail without words of the server.
  request: {
    unreadable: 'The server sent a response that could not be read. Please try again.',
    unexpected: 'The server sent an unexpected response.',
    tooSlow: 'The server took too long to respond. Please try again.',
    offline: 'There is no connection to the server. Please try again.',
    unreachable: 'The server cannot be reached at the moment. Please try again later.',
    tooLarge: 'This is too large for the server to accept.',
    tooMany: 'Too many requests. Please try again later.',
    failed: (status: number) => `The server responded with error ${status}. Please try again.`,
  },
  // Why a sign-in with Google, or another provider, did not work.
  google: (provider: string): Record<GoogleError, string> => ({
    google_not_configured: `${provider} sign-in is not set up on this server.`,
    google_denied: `${provider} sign-in was cancelled. Try again, or log in with your password.`,
    google_busy: `${provider} sign-in is not available at the moment. Please try again later.`,
    google_no_email: `${provider} gave us no email for you. Add one there, or register with a password.`,
    google_unverified: `${provider} has not verified your email. Verify it there, or register with a password.`,
    google_email_taken: 'There is already an account with this email. Log in with your password.',
    google_other_account: `The account with this email uses a different ${provider} account. Sign in with that one.`,
    google_disabled: 'This account is disabled. Please ask the person who runs this server.',
    google_registration_closed: 'Registration is closed, and there is no account with this email.',
    google_failed: `Signing in with ${provider} did not work. Please try again.`,
  }),
} as const
