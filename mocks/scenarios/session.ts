import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { resetPassword } from '../../contract/password.ts'
import { login, register } from '../../contract/session.ts'
import { READER } from '../builders.ts'
import type { Db } from '../db.ts'
import {
  failing,
  fill,
  follow,
  press,
  proxyFailing,
  refusing,
  scenariosOf,
  search,
  withFavorites,
} from '../scenarioForm.ts'

/** Fills the form in Login mode as the reader would, and sends it. */
const LOG_IN = [fill('Email', READER.email), fill('Password', READER.password), press('Login')]

/** Somebody who has no account yet. */
const NEWCOMER = { name: 'Grace', email: 'grace@example.org', password: 'correct horse' } as const

/** Fills the form in Register mode with these passwords. */
const filledIn = (password: string, confirmed = password) => [
  fill('Name', NEWCOMER.name),
  fill('Email', NEWCOMER.email),
  fill('Password', password),
  fill('Confirm Password', confirmed),
]

const { asReader, asVisitor } = scenariosOf('Sign-in', { path: '/login' })
const loggingIn = scenariosOf('Sign-in', { path: '/login', steps: LOG_IN })
const atRegister = scenariosOf('Sign-in', { path: '/register' })
const registering = scenariosOf('Sign-in', {
  path: '/register',
  steps: [...filledIn(NEWCOMER.password), press('Register')],
})
const anywhere = scenariosOf('Sign-in')

const RECOMMENDATIONS = { heading: 'Recommendations', path: '/recommendations' }
const INTERESTS = { heading: 'Discover Your Interests', path: '/categories' }

/** What the guard does with a visitor at this protected page. */
const guarded = (page: string, name = page) =>
  asVisitor(`A visitor at /${page}`, {
    path: `/${page}`,
    shows: {
      alert: 'User not found. Please log in.',
      heading: 'Login',
      text: `Log in to see your ${name}.`,
      path: '/',
    },
    note: 'one message, the landing page, a smooth scroll to its form, and the reason above it',
  })

const FORGOT = 'Forgot your password?'
const LINK_SENT = 'If there is an account with this email, a link is on its way.'

const requestingLink = scenariosOf('Sign-in', {
  path: '/login',
  steps: [fill('Email', READER.email), press(FORGOT), press('Send me a link')],
})
const resetting = scenariosOf('Sign-in', {
  path: '/login#reset=mailed',
  steps: [
    fill('Email', READER.email),
    fill('Password', 'battery staple'),
    fill('Confirm Password', 'battery staple'),
    press('Save new password'),
  ],
})

/** The link of `resetting` is Ada's. */
const mailed = (db: Db) => void db.resetTokens.set('mailed', READER.id)
const noMail = (db: Db) => void (db.sendsMail = false)

/** Signing in, registering, arriving, what the guard says, and passwords that are forgotten. */
export const sessionScenarios = {
  loginWorks: loggingIn.asVisitor('A login that works', {
    then: { alert: 'Welcome back, Ada!', ...RECOMMENDATIONS },
  }),
  loginStorageFull: loggingIn.asVisitor("A login where the browser's storage is full", {
    then: {
      alert:
        "This browser's storage is full or turned off: a login lasts only until the page is closed or reloaded.",
      ...RECOMMENDATIONS,
    },
    note: 'it is full but for 60 letters',
    storage: { filler: 'x'.repeat(5 * 1024 * 1024 - 'filler'.length - 60) },
  }),
  googleReturning: asVisitor('Google sign-in by a reader who was here before', {
    google: 'returning',
    steps: [follow('Continue with Google')],
    then: { text: 'Hello, Ada', ...RECOMMENDATIONS },
  }),
  loginEmailInvalid: asVisitor('A login with an email address that is none', {
    steps: [fill('Email', 'ada@example'), fill('Password', READER.password), press('Login')],
    then: { text: 'Enter a valid email address.' },
    lacks: { text: 'Password is required.' },
  }),
  loginRejected: loggingIn.asVisitor('Every login is refused', {
    then: { alert: 'Error: Invalid email or password.' },
    responses: [refusing(login, 401, 'invalid_credentials', ERROR_TEXTS.invalidCredentials)],
  }),
  loginHtml: loggingIn.asVisitor('A proxy answers a login with an error page', {
    then: { alert: 'Error: The server cannot be reached at the moment. Please try again later.' },
    responses: [proxyFailing(login, 502)],
  }),
  loginToRegister: asVisitor('From the login form to the register form', {
    steps: [press('Register instead')],
    then: { heading: 'Register', button: 'Log in instead', path: '/register' },
  }),
  loginSignedIn: asReader('The login page for a reader who is signed in', {
    shows: RECOMMENDATIONS,
    lacks: { heading: 'Login' },
  }),

  registrationWorks: registering.asVisitor('A registration that works', {
    then: { alert: 'Welcome to Catchword, Grace! Your account is ready.', ...INTERESTS },
  }),
  registerEmpty: atRegister.asVisitor('The register form sent empty', {
    steps: [press('Register')],
    then: {
      text: ['Name', 'Email', 'Password', 'Confirm Password'].map((name) => `${name} is required.`),
    },
    note: 'beside the fields; the focus is in Name',
  }),
  registerPasswordsMatch: atRegister.asVisitor('Two passwords that match', {
    steps: filledIn(NEWCOMER.password),
    then: { img: 'Passwords match' },
    note: 'a green check beside both password fields',
  }),
  registerPasswordsDiffer: atRegister.asVisitor('Two passwords that do not match', {
    steps: [...filledIn(NEWCOMER.password, 'correct house'), press('Register')],
    then: { alert: 'Passwords do not match.', text: 'Passwords do not match.' },
    lacks: { img: 'Passwords match' },
    note: 'beside Confirm Password too, where the focus is',
  }),
  registerEmailTaken: registering.asVisitor('Every email is taken', {
    then: { alert: `Error: ${ERROR_TEXTS.emailTaken}`, text: ERROR_TEXTS.emailTaken },
    responses: [refusing(register, 409, 'email_taken', ERROR_TEXTS.emailTaken)],
  }),

  googleNotSetUp: asVisitor('Google sign-in is not set up', {
    steps: [follow('Continue with Google')],
    then: { alert: 'Google sign-in is not set up on this server.', path: '/login' },
  }),
  otherProvider: asVisitor('Sign-in by a provider other than Google', {
    google: 'returning',
    provider: 'Library & Co',
    steps: [follow('Continue with Library & Co')],
    then: { text: 'Hello, Ada', ...RECOMMENDATIONS },
    lacks: { link: 'Continue with Google' },
  }),
  googleNewcomer: asVisitor('Google sign-in by somebody new', {
    google: 'newcomer',
    steps: [follow('Continue with Google')],
    then: { text: 'Hello, Ada', ...INTERESTS },
  }),
  arrivalForged: anywhere.asReader('A forged link opened by a reader who is signed in', {
    arrival: 'forged',
    shows: {
      alert: 'User not authenticated. Please log in.',
      link: 'Dracula by Bram Stoker',
      path: '/',
    },
    lacks: { text: 'Hello, Mallory' },
    note: "the browser's cookie is Ada's: her session stays as it was",
    prepare: withFavorites,
    failsRequests: true,
  }),

  guardCategories: guarded('categories'),
  guardRecommendations: guarded('recommendations'),
  guardFavorites: guarded('favorites'),
  guardWantToRead: guarded('want-to-read', 'books to read'),
  guardProfile: guarded('profile'),
  guardThenLink: asVisitor('A login after the guard, and on by the link that stays', {
    path: '/favorites',
    steps: [...LOG_IN, follow('Continue to Favorites')],
    then: { heading: 'Your Favorite Books', path: '/favorites' },
    note: 'the link stands above the first section when the toast is gone',
  }),
  searchThenLogin: anywhere.asVisitor('A search before the login runs after it', {
    steps: [search('dracula'), ...LOG_IN],
    then: { option: 'Dracula Bram Stoker', path: '/recommendations' },
    note: 'the words stand in the search box',
  }),

  // Passwords
  passwordShown: asVisitor('A password is shown as it is typed', {
    steps: [fill('Password', READER.password), press('Show password')],
    then: { button: 'Hide password' },
  }),
  passwordForgotten: requestingLink.asVisitor('A link to a new password is asked for', {
    then: { heading: FORGOT, status: LINK_SENT, button: 'Back to login' },
    note: 'the same for an email that has no account',
  }),
  passwordForgottenWithoutMail: asVisitor('The login of a server that sends no mail', {
    shows: { heading: 'Login' },
    lacks: { button: FORGOT },
    prepare: noMail,
  }),
  resetWorks: resetting.asVisitor('A mailed link sets a new password', {
    then: { alert: 'Your password has been changed. Please log in.', heading: 'Login' },
    prepare: mailed,
    note: 'the address has no token; Ada logs in with the new password',
  }),
  resetFails: resetting.asVisitor('A new password cannot be set', {
    then: { alert: `Error: ${ERROR_TEXTS.internal}`, button: 'Save new password' },
    prepare: mailed,
    responses: [failing(resetPassword)],
  }),
  resetLinkUsed: resetting.asVisitor('A mailed link that is used or late', {
    then: { text: ERROR_TEXTS.resetLinkInvalid, button: [FORGOT, 'Back to login'] },
    lacks: { button: 'Save new password' },
    failsRequests: true,
  }),
}
