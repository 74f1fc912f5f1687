import { PRODUCT_NAME } from './constants.ts'
import { texts } from './languages/language.ts'

/**
 * What a reader reads in the app, by screen, in English; `languages/` has the translations. A first visit does not
 * load those of `readerMessages.ts` (the screens of readers), `account/messages.ts`, `components/markMessages.ts`
 * (marks) and `layout/wishText.ts` (wishes). Those of docs/product.md are to the letter; tests write them out again,
 * so that a change is noticed.
 */
export const messages = texts('app', {
  loading: 'Loading...',
  tryAgain: 'Try again',
  back: 'Back',
  home: 'Go back to Home',
  close: 'Close',
  untitled: 'Untitled',
  bookBy: '{title} by {author}',
  // Links, and titles of the tab.
  pages: {
    home: 'Home',
    categories: 'Categories',
    favorites: 'Favorites',
    wantToRead: 'Want to read',
    import: 'Library import',
    recommendations: 'Recommendations',
    profile: 'Profile',
    login: 'Login',
    register: 'Register',
    book: 'Book',
    notFound: 'Not found',
  },
  tab: {
    page: `{page} · ${PRODUCT_NAME}`,
    product: `${PRODUCT_NAME} · discover books`,
  },
  layout: {
    skip: 'Skip to content',
    toTop: 'Scroll to top',
    copyright: `© {year} ${PRODUCT_NAME}`,
    credit: 'HackYourFuture cohort 48, group B',
    language: 'Language',
    failed: 'This page could not be shown',
    failedHint: 'Reloading often helps. Your favorites are safe.',
    chunkMissing: 'Part of this page could not be loaded. Please reload it.',
    languageMissing: 'This language could not be loaded. Please try again later.',
    reload: 'Reload the page',
  },
  navbar: {
    welcome: `Welcome to ${PRODUCT_NAME}`,
    hello: 'Hello, {name}',
    helloNobody: 'Hello',
    login: 'Login / Register',
    links: 'Main',
    open: 'Open menu',
    close: 'Close menu',
  },
  search: {
    field: 'Search books',
    button: 'Search',
    needsLogin: 'Please log in to search for books.',
  },
  session: {
    userNotFound: 'User not found. Please log in.',
    notAuthenticated: 'User not authenticated. Please log in.',
    notLasting:
      "This browser's storage is full or turned off: a login lasts only until the page is closed or reloaded.",
    endedInOtherTab: 'You logged out in another tab.',
    // By the page that was asked for.
    logInToSee: {
      categories: 'Log in to see your categories.',
      recommendations: 'Log in to see your recommendations.',
      favorites: 'Log in to see your favorites.',
      wantToRead: 'Log in to see your books to read.',
      import: 'Log in to see your library import.',
      profile: 'Log in to see your profile.',
    },
    continueTo: {
      categories: 'Continue to Categories',
      recommendations: 'Continue to Recommendations',
      favorites: 'Continue to Favorites',
      wantToRead: 'Continue to Books to read',
      import: 'Continue to Library import',
      profile: 'Continue to Profile',
    },
    welcomeBack: 'Welcome back, {name}!',
    registered: 'Registration successful!',
    failed: 'Error: {reason}',
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
    required: '{label} is required.',
    emailInvalid: 'Enter a valid email address.',
    passwordsDiffer: 'Passwords do not match.',
    passwordsMatch: 'Passwords match',
    show: 'Show password',
    hide: 'Hide password',
    save: 'Save new password',
    or: 'or',
    continueWith: 'Continue with {provider}',
    hasAccount: 'Already have an account? ',
    toLogin: 'Log in instead',
    isNew: `New to ${PRODUCT_NAME}? `,
    toRegister: 'Register instead',
  },
  forgotten: {
    title: 'Forgot your password?',
  },
  landing: {
    kicker: 'What to read next',
    lede: 'A catchword is the word at the foot of a page that tells you what comes next. Tell us what you like to read, and find the book after this one.',
    explore: 'Explore Now',
    showcase: 'Twelve to begin with',
    catchword: 'Twelve',
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
    failed: 'The server responded with error {status}. Please try again.',
  },
})
