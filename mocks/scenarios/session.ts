import { HttpResponse, type HttpHandler } from 'msw'
import type { ErrorCode } from '../../contract/common.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import type { Operation } from '../../contract/operation.ts'
import { login, register, type RegisterAnswer } from '../../contract/session.ts'
import { answering } from '../address.ts'
import { failing, html, slow } from '../answers.ts'
import { Problem, problemResponse } from '../problem.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'

/** Fills the form in Login mode as the reader would, and sends it. */
const LOG_IN: readonly Step[] = [
  { do: 'fill', field: 'Email', text: READER.email },
  { do: 'fill', field: 'Password', text: READER.password },
  { do: 'press', button: 'Login' },
]

/** Somebody who has no account yet. */
const NEWCOMER = { name: 'Grace', email: 'grace@example.org', password: 'correct horse' } as const

/** Fills the form in Register mode with these passwords. */
function filledIn(password: string, confirmed = password): readonly Step[] {
  return [
    { do: 'fill', field: 'Name', text: NEWCOMER.name },
    { do: 'fill', field: 'Email', text: NEWCOMER.email },
    { do: 'fill', field: 'Password', text: password },
    { do: 'fill', field: 'Confirm Password', text: confirmed },
  ]
}

const REGISTER: readonly Step[] = [
  ...filledIn(NEWCOMER.password),
  { do: 'press', button: 'Register' },
]

/** What the form sends is refused with these words of the server. */
function refusing(
  operation: Operation,
  status: number,
  code: ErrorCode,
  sentence: string,
): () => HttpHandler[] {
  return () => [answering(operation, () => problemResponse(new Problem(status, code, sentence)))]
}

/** What the guard does with a visitor at this protected page. */
function guarded(page: 'categories' | 'recommendations' | 'favorites' | 'profile'): Scenario {
  return {
    title: `A visitor at /${page}`,
    screen: 'Sign-in',
    path: `/${page}`,
    session: 'signedOut',
    shows: [
      { as: 'alert', text: 'User not found. Please log in.' },
      { as: 'path', text: '/' },
      { as: 'text', text: `Log in to see your ${page}.` },
      { as: 'heading', text: 'Login' },
    ],
    note: 'one message, the landing page, a smooth scroll to its form, and the reason above it',
  }
}

/** Signing in, registering, arriving, and what the guard says. */
export const sessionScenarios = {
  loginWorks: {
    title: 'A login that works',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: LOG_IN,
    shows: [
      { as: 'alert', text: 'Welcome back, Ada!' },
      { as: 'heading', text: 'Recommendations' },
      { as: 'path', text: '/recommendations' },
    ],
  },
  loginEmpty: {
    title: 'The login form sent empty',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: [{ do: 'press', button: 'Login' }],
    shows: [
      { as: 'text', text: 'Email is required.' },
      { as: 'text', text: 'Password is required.' },
    ],
    note: 'beside the fields; the focus is in Email',
  },
  loginEmailInvalid: {
    title: 'A login with an email address that is none',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: [
      { do: 'fill', field: 'Email', text: 'ada@example' },
      { do: 'fill', field: 'Password', text: READER.password },
      { do: 'press', button: 'Login' },
    ],
    shows: [{ as: 'text', text: 'Enter a valid email address.' }],
    lacks: [{ as: 'text', text: 'Password is required.' }],
  },
  loginWrongPassword: {
    title: 'A login with a wrong password',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: [
      { do: 'fill', field: 'Email', text: READER.email },
      { do: 'fill', field: 'Password', text: 'wrong horse' },
      { do: 'press', button: 'Login' },
    ],
    shows: [{ as: 'alert', text: 'Error: Invalid email or password.' }],
    failsRequests: true,
  },
  loginRejected: {
    title: 'Every login is refused',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: LOG_IN,
    shows: [{ as: 'alert', text: 'Error: Invalid email or password.' }],
    handlers: refusing(login, 401, 'invalid_credentials', ERROR_TEXTS.invalidCredentials),
    failsRequests: true,
  },
  loginLimited: {
    title: 'Too many logins (429)',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: LOG_IN,
    shows: [{ as: 'alert', text: 'Error: Too many requests. Please try again in 5 minutes.' }],
    handlers: refusing(
      login,
      429,
      'rate_limited',
      'Too many requests. Please try again in 5 minutes.',
    ),
    failsRequests: true,
  },
  loginFails: {
    title: 'The server fails at a login',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: LOG_IN,
    shows: [{ as: 'alert', text: 'Error: Something went wrong on our side. Please try again.' }],
    handlers: failing(login),
    failsRequests: true,
  },
  loginHtml: {
    title: 'A proxy answers a login with an error page',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: LOG_IN,
    shows: [
      {
        as: 'alert',
        text: 'Error: The server sent an answer that could not be read. Please try again.',
      },
    ],
    handlers: html(502, login),
    failsRequests: true,
  },
  loginWithoutWords: {
    title: 'A login is refused without a word',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: LOG_IN,
    shows: [{ as: 'alert', text: 'Error: The server answered 503. Please try again.' }],
    handlers: () => [answering(login, () => new HttpResponse(null, { status: 503 }))],
    failsRequests: true,
  },
  loginWrongShape: {
    title: 'A login is answered without a token',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: LOG_IN,
    shows: [
      { as: 'alert', text: 'Error: The server did not answer as expected.' },
      { as: 'path', text: '/login' },
    ],
    handlers: () => [answering(login, () => HttpResponse.json({ ok: true }))],
  },
  loginSlow: {
    title: 'A login that takes four seconds',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: LOG_IN,
    shows: [
      { as: 'alert', text: 'Welcome back, Ada!' },
      { as: 'heading', text: 'Recommendations' },
      { as: 'path', text: '/recommendations' },
    ],
    note: 'the button cannot be pressed again until then',
    handlers: slow(login),
  },
  loginToRegister: {
    title: 'From the login form to the register form',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: [{ do: 'press', button: 'Register instead' }],
    shows: [
      { as: 'heading', text: 'Register' },
      { as: 'button', text: 'Login instead' },
      { as: 'path', text: '/register' },
    ],
  },
  loginSignedIn: {
    title: 'The login page for a reader who is signed in',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedIn',
    shows: [
      { as: 'heading', text: 'Recommendations' },
      { as: 'path', text: '/recommendations' },
    ],
    lacks: [{ as: 'heading', text: 'Login' }],
  },

  registrationWorks: {
    title: 'A registration that works',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: REGISTER,
    shows: [
      { as: 'alert', text: 'Welcome to Catchword, Grace! Your account is ready.' },
      { as: 'heading', text: 'Discover Your Interests' },
      { as: 'path', text: '/categories' },
    ],
    note: "the server's own words",
  },
  registrationWithoutWords: {
    title: 'A registration that works, answered with an empty message',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: REGISTER,
    shows: [
      { as: 'alert', text: 'Registration successful!' },
      { as: 'heading', text: 'Discover Your Interests' },
      { as: 'path', text: '/categories' },
    ],
    handlers: (db) => [
      answering(register, () => {
        const user = db.addUser(NEWCOMER)
        const { token } = db.signIn(user)
        return HttpResponse.json<RegisterAnswer>(
          { token, id: user.id, name: user.name, message: '' },
          { status: 201 },
        )
      }),
    ],
  },
  registerEmpty: {
    title: 'The register form sent empty',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: [{ do: 'press', button: 'Register' }],
    shows: [
      { as: 'text', text: 'Name is required.' },
      { as: 'text', text: 'Email is required.' },
      { as: 'text', text: 'Password is required.' },
      { as: 'text', text: 'Confirm Password is required.' },
    ],
    note: 'beside the fields; the focus is in Name',
  },
  registerEmailInvalid: {
    title: 'A registration with an email address that is none',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: [
      ...filledIn(NEWCOMER.password),
      { do: 'fill', field: 'Email', text: 'grace' },
      { do: 'press', button: 'Register' },
    ],
    shows: [{ as: 'text', text: 'Enter a valid email address.' }],
  },
  registerPasswordsMatch: {
    title: 'Two passwords that match',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: filledIn(NEWCOMER.password),
    shows: [{ as: 'img', text: 'Passwords match' }],
    note: 'a green check beside both password fields',
  },
  registerPasswordsDiffer: {
    title: 'Two passwords that do not match',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: [...filledIn(NEWCOMER.password, 'correct house'), { do: 'press', button: 'Register' }],
    shows: [
      { as: 'alert', text: 'Passwords do not match.' },
      { as: 'text', text: 'Passwords do not match.' },
    ],
    lacks: [{ as: 'img', text: 'Passwords match' }],
    note: 'beside Confirm Password too, where the focus is',
  },
  registerPasswordShort: {
    title: 'A password that is too short',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: [...filledIn('horse'), { do: 'press', button: 'Register' }],
    shows: [
      { as: 'alert', text: 'Error: The password needs at least 8 characters.' },
      { as: 'text', text: 'The password needs at least 8 characters.' },
    ],
    note: "the server's reason, beside the field too",
    failsRequests: true,
  },
  registerPasswordCommon: {
    title: 'A password that everybody has',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: [...filledIn('password1'), { do: 'press', button: 'Register' }],
    shows: [
      {
        as: 'alert',
        text: 'Error: This password is among the most common ones. Please choose another.',
      },
      {
        as: 'text',
        text: 'This password is among the most common ones. Please choose another.',
      },
    ],
    note: "the server's reason, given where it is reached by https",
    handlers: refusing(
      register,
      400,
      'password_rejected',
      'This password is among the most common ones. Please choose another.',
    ),
    failsRequests: true,
  },
  registerEmailTaken: {
    title: 'Every email is taken',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: REGISTER,
    shows: [
      { as: 'alert', text: 'Error: An account with this email already exists.' },
      { as: 'text', text: 'An account with this email already exists.' },
    ],
    handlers: refusing(register, 409, 'email_taken', ERROR_TEXTS.emailTaken),
    failsRequests: true,
  },
  registerLimited: {
    title: 'Too many registrations (429)',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: REGISTER,
    shows: [{ as: 'alert', text: 'Error: Too many requests. Please try again in 30 minutes.' }],
    handlers: refusing(
      register,
      429,
      'rate_limited',
      'Too many requests. Please try again in 30 minutes.',
    ),
    failsRequests: true,
  },
  registerBusy: {
    title: 'The server is too busy for a registration (503)',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: REGISTER,
    shows: [{ as: 'alert', text: 'Error: The server is busy. Please try again in a moment.' }],
    handlers: refusing(register, 503, 'busy', 'The server is busy. Please try again in a moment.'),
    failsRequests: true,
  },
  registerSlow: {
    title: 'A registration that takes four seconds',
    screen: 'Sign-in',
    path: '/register',
    session: 'signedOut',
    steps: REGISTER,
    shows: [
      { as: 'alert', text: 'Welcome to Catchword, Grace! Your account is ready.' },
      { as: 'heading', text: 'Discover Your Interests' },
      { as: 'path', text: '/categories' },
    ],
    note: 'the button cannot be pressed again until then',
    handlers: slow(register),
  },

  googleNotSetUp: {
    title: 'Google sign-in is not set up',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    steps: [{ do: 'follow', link: 'Continue with Google' }],
    shows: [
      { as: 'alert', text: 'Google sign-in is not set up on this server.' },
      { as: 'path', text: '/login' },
    ],
  },
  googleFails: {
    title: 'Google sign-in fails',
    screen: 'Sign-in',
    path: '/login?authError=google_failed',
    session: 'signedOut',
    shows: [
      { as: 'alert', text: 'Signing in with Google did not work. Please try again.' },
      { as: 'path', text: '/login' },
    ],
    note: 'as on the way back from Google; the address is clean afterwards',
  },
  googleDenied: {
    title: 'A reader does not let Google sign them in',
    screen: 'Sign-in',
    path: '/login?authError=google_denied',
    session: 'signedOut',
    shows: [
      {
        as: 'alert',
        text: 'Google sign-in was cancelled. Try again, or log in with your password.',
      },
      { as: 'path', text: '/login' },
    ],
  },
  googleBusy: {
    title: 'Google does not answer',
    screen: 'Sign-in',
    path: '/login?authError=google_busy',
    session: 'signedOut',
    shows: [
      {
        as: 'alert',
        text: 'Google sign-in is not available at the moment. Please try again later.',
      },
      { as: 'path', text: '/login' },
    ],
    note: 'also when somebody tries too often',
  },
  googleUnverified: {
    title: 'Google has not verified the email',
    screen: 'Sign-in',
    path: '/login?authError=google_unverified',
    session: 'signedOut',
    shows: [
      {
        as: 'alert',
        text: 'Google has not verified your email. Verify it there, or register with a password.',
      },
      { as: 'path', text: '/login' },
    ],
  },
  googleEmailTaken: {
    title: 'The email at Google belongs to an account with a password',
    screen: 'Sign-in',
    path: '/login?authError=google_email_taken',
    session: 'signedOut',
    shows: [
      { as: 'alert', text: 'An account with this email exists. Log in with your password.' },
      { as: 'path', text: '/login' },
    ],
    note: 'never linked by the email alone',
  },
  googleOtherAccount: {
    title: 'The email at Google belongs to another Google account',
    screen: 'Sign-in',
    path: '/login?authError=google_other_account',
    session: 'signedOut',
    shows: [
      {
        as: 'alert',
        text: 'An account with this email belongs to another Google account. Sign in with that one.',
      },
      { as: 'path', text: '/login' },
    ],
  },
  googleNewcomer: {
    title: 'Google sign-in by somebody new',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    google: 'newcomer',
    steps: [{ do: 'follow', link: 'Continue with Google' }],
    shows: [
      { as: 'text', text: 'Hello, Ada' },
      { as: 'heading', text: 'Discover Your Interests' },
      { as: 'path', text: '/categories' },
    ],
  },
  googleReturning: {
    title: 'Google sign-in by a reader who was here before',
    screen: 'Sign-in',
    path: '/login',
    session: 'signedOut',
    google: 'returning',
    steps: [{ do: 'follow', link: 'Continue with Google' }],
    shows: [
      { as: 'text', text: 'Hello, Ada' },
      { as: 'heading', text: 'Recommendations' },
      { as: 'path', text: '/recommendations' },
    ],
  },
  arrivalNewcomer: {
    title: 'Somebody new arrives with a session in the address',
    screen: 'Sign-in',
    session: 'signedOut',
    arrival: 'newcomer',
    shows: [
      { as: 'text', text: 'Hello, Ada' },
      { as: 'heading', text: 'Discover Your Interests' },
      { as: 'path', text: '/categories' },
    ],
    note: 'token and userId are gone from the address',
  },
  arrivalReturning: {
    title: 'A reader arrives with a session in the address',
    screen: 'Sign-in',
    session: 'signedOut',
    arrival: 'returning',
    shows: [
      { as: 'text', text: 'Hello, Ada' },
      { as: 'heading', text: 'Recommendations' },
      { as: 'path', text: '/recommendations' },
    ],
    note: 'token and userId are gone from the address',
  },
  arrivalForged: {
    title: 'A forged link opened by a reader who is signed in',
    screen: 'Sign-in',
    session: 'signedIn',
    arrival: 'forged',
    shows: [
      { as: 'alert', text: 'User not authenticated. Please log in.' },
      { as: 'text', text: 'Hello, Ada' },
      { as: 'path', text: '/' },
    ],
    lacks: [{ as: 'text', text: 'Hello, Mallory' }],
    note: "the browser's cookie is Ada's: her session stays as it was",
    failsRequests: true,
  },
  arrivalForgedVisitor: {
    title: 'A forged link opened by a visitor',
    screen: 'Sign-in',
    session: 'signedOut',
    arrival: 'forged',
    shows: [
      { as: 'alert', text: 'User not authenticated. Please log in.' },
      { as: 'text', text: 'Welcome to Catchword' },
      { as: 'path', text: '/' },
    ],
    note: 'nobody is signed in',
    failsRequests: true,
  },

  guardCategories: guarded('categories'),
  guardRecommendations: guarded('recommendations'),
  guardFavorites: guarded('favorites'),
  guardProfile: guarded('profile'),
  guardThenLogin: {
    title: 'A login after the guard had sent the visitor away',
    screen: 'Sign-in',
    path: '/favorites',
    session: 'signedOut',
    steps: LOG_IN,
    shows: [
      { as: 'alert', text: 'User not found. Please log in.' },
      { as: 'alert', text: 'Welcome back, Ada!' },
      { as: 'button', text: 'Continue to Favorites' },
      { as: 'heading', text: 'Recommendations' },
      { as: 'path', text: '/recommendations' },
    ],
    note: 'the welcome offers it for two seconds, longer while pointed at; earlier toasts are closed',
  },
  guardThenLink: {
    title: 'A login after the guard, and on by the link that stays',
    screen: 'Sign-in',
    path: '/favorites',
    session: 'signedOut',
    steps: [...LOG_IN, { do: 'follow', link: 'Continue to Favorites' }],
    shows: [
      { as: 'heading', text: 'Your Favorite Books' },
      { as: 'path', text: '/favorites' },
    ],
    note: 'the link stands above the first section when the toast is gone',
  },
  searchThenLogin: {
    title: 'A search before the login runs after it',
    screen: 'Sign-in',
    session: 'signedOut',
    steps: [{ do: 'search', text: 'dracula' }, ...LOG_IN],
    shows: [
      { as: 'option', text: 'Dracula Bram Stoker' },
      { as: 'path', text: '/recommendations' },
    ],
    note: 'the words stand in the search box',
  },
  guardThenContinue: {
    title: 'A login after the guard, and on to the page that was wanted',
    screen: 'Sign-in',
    path: '/favorites',
    session: 'signedOut',
    steps: [...LOG_IN, { do: 'follow', link: 'Continue to Favorites' }],
    shows: [
      { as: 'heading', text: 'Your Favorite Books' },
      { as: 'path', text: '/favorites' },
    ],
  },
} as const satisfies Record<string, Scenario>
