import { HttpResponse } from 'msw'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { login, register, type RegisterResponse } from '../../contract/session.ts'
import { respondTo } from '../address.ts'
import { failing, html, refusing, responding, slow } from '../responses.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'
import {
  alert,
  button,
  fill,
  follow,
  heading,
  img,
  option,
  path,
  press,
  scenariosOf,
  search,
  text,
} from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Sign-in', '/login')
const atRegister = scenariosOf('Sign-in', '/register')
const anywhere = scenariosOf('Sign-in')
const atFavorites = scenariosOf('Sign-in', '/favorites')

/** Fills the form in Login mode as the reader would, and sends it. */
const LOG_IN: readonly Step[] = [
  fill('Email', READER.email),
  fill('Password', READER.password),
  press('Login'),
]

/** Somebody who has no account yet. */
const NEWCOMER = { name: 'Grace', email: 'grace@example.org', password: 'correct horse' } as const

/** Fills the form in Register mode with these passwords. */
function filledIn(password: string, confirmed = password): readonly Step[] {
  return [
    fill('Name', NEWCOMER.name),
    fill('Email', NEWCOMER.email),
    fill('Password', password),
    fill('Confirm Password', confirmed),
  ]
}

const REGISTER: readonly Step[] = [...filledIn(NEWCOMER.password), press('Register')]

/** What the guard does with a visitor at this protected page. */
function guarded(page: 'categories' | 'recommendations' | 'favorites' | 'profile'): Scenario {
  return asVisitor(`A visitor at /${page}`, {
    path: `/${page}`,
    shows: [
      alert('User not found. Please log in.'),
      path('/'),
      text(`Log in to see your ${page}.`),
      heading('Login'),
    ],
    note: 'one message, the landing page, a smooth scroll to its form, and the reason above it',
  })
}

/** Signing in, registering, arriving, and what the guard says. */
export const sessionScenarios = {
  loginWorks: asVisitor('A login that works', {
    steps: LOG_IN,
    shows: [alert('Welcome back, Ada!'), heading('Recommendations'), path('/recommendations')],
  }),
  loginEmpty: asVisitor('The login form sent empty', {
    steps: [press('Login')],
    shows: [text('Email is required.'), text('Password is required.')],
    note: 'beside the fields; the focus is in Email',
  }),
  loginEmailInvalid: asVisitor('A login with an email address that is none', {
    steps: [fill('Email', 'ada@example'), fill('Password', READER.password), press('Login')],
    shows: [text('Enter a valid email address.')],
    lacks: [text('Password is required.')],
  }),
  loginWrongPassword: asVisitor('A login with a wrong password', {
    steps: [fill('Email', READER.email), fill('Password', 'wrong horse'), press('Login')],
    shows: [alert('Error: Invalid email or password.')],
    failsRequests: true,
  }),
  loginRejected: asVisitor('Every login is refused', {
    steps: LOG_IN,
    shows: [alert('Error: Invalid email or password.')],
    ...refusing(login, 401, 'invalid_credentials', ERROR_TEXTS.invalidCredentials),
  }),
  loginLimited: asVisitor('Too many logins (429)', {
    steps: LOG_IN,
    shows: [alert('Error: Too many requests. Please try again in 5 minutes.')],
    ...refusing(login, 429, 'rate_limited', 'Too many requests. Please try again in 5 minutes.'),
  }),
  loginFails: asVisitor('The server fails at a login', {
    steps: LOG_IN,
    shows: [alert('Error: Something went wrong on our side. Please try again.')],
    ...failing(login),
  }),
  loginHtml: asVisitor('A proxy answers a login with an error page', {
    steps: LOG_IN,
    shows: [alert('Error: The server sent an answer that could not be read. Please try again.')],
    ...html(502, login),
  }),
  loginWithoutWords: asVisitor('A login is refused without a word', {
    steps: LOG_IN,
    shows: [alert('Error: The server answered 503. Please try again.')],
    ...responding(login, () => new HttpResponse(null, { status: 503 })),
    failsRequests: true,
  }),
  loginWrongShape: asVisitor('A login is answered without a token', {
    steps: LOG_IN,
    shows: [alert('Error: The server did not answer as expected.'), path('/login')],
    ...responding(login, () => HttpResponse.json({ ok: true })),
  }),
  loginSlow: asVisitor('A login that takes four seconds', {
    steps: LOG_IN,
    shows: [alert('Welcome back, Ada!'), heading('Recommendations'), path('/recommendations')],
    note: 'the button cannot be pressed again until then',
    ...slow(login),
  }),
  loginToRegister: asVisitor('From the login form to the register form', {
    steps: [press('Register instead')],
    shows: [heading('Register'), button('Login instead'), path('/register')],
  }),
  loginSignedIn: asReader('The login page for a reader who is signed in', {
    shows: [heading('Recommendations'), path('/recommendations')],
    lacks: [heading('Login')],
  }),

  registrationWorks: atRegister.asVisitor('A registration that works', {
    steps: REGISTER,
    shows: [
      alert('Welcome to Catchword, Grace! Your account is ready.'),
      heading('Discover Your Interests'),
      path('/categories'),
    ],
    note: "the server's own words",
  }),
  registrationWithoutWords: atRegister.asVisitor(
    'A registration that works, answered with an empty message',
    {
      steps: REGISTER,
      shows: [
        alert('Registration successful!'),
        heading('Discover Your Interests'),
        path('/categories'),
      ],
      handlers: (db) => [
        respondTo(register, () => {
          const user = db.addUser(NEWCOMER)
          const { token } = db.signIn(user)
          return HttpResponse.json<RegisterResponse>(
            { token, id: user.id, name: user.name, message: '' },
            { status: 201 },
          )
        }),
      ],
    },
  ),
  registerEmpty: atRegister.asVisitor('The register form sent empty', {
    steps: [press('Register')],
    shows: [
      text('Name is required.'),
      text('Email is required.'),
      text('Password is required.'),
      text('Confirm Password is required.'),
    ],
    note: 'beside the fields; the focus is in Name',
  }),
  registerEmailInvalid: atRegister.asVisitor('A registration with an email address that is none', {
    steps: [...filledIn(NEWCOMER.password), fill('Email', 'grace'), press('Register')],
    shows: [text('Enter a valid email address.')],
  }),
  registerPasswordsMatch: atRegister.asVisitor('Two passwords that match', {
    steps: filledIn(NEWCOMER.password),
    shows: [img('Passwords match')],
    note: 'a green check beside both password fields',
  }),
  registerPasswordsDiffer: atRegister.asVisitor('Two passwords that do not match', {
    steps: [...filledIn(NEWCOMER.password, 'correct house'), press('Register')],
    shows: [alert('Passwords do not match.'), text('Passwords do not match.')],
    lacks: [img('Passwords match')],
    note: 'beside Confirm Password too, where the focus is',
  }),
  registerPasswordShort: atRegister.asVisitor('A password that is too short', {
    steps: [...filledIn('horse'), press('Register')],
    shows: [
      alert('Error: The password needs at least 8 characters.'),
      text('The password needs at least 8 characters.'),
    ],
    note: "the server's reason, beside the field too",
    failsRequests: true,
  }),
  registerPasswordCommon: atRegister.asVisitor('A password that everybody has', {
    steps: [...filledIn('password1'), press('Register')],
    shows: [
      alert('Error: This password is among the most common ones. Please choose another.'),
      text('This password is among the most common ones. Please choose another.'),
    ],
    note: "the server's reason, given where it is reached by https",
    ...refusing(
      register,
      400,
      'password_rejected',
      'This password is among the most common ones. Please choose another.',
    ),
  }),
  registerEmailTaken: atRegister.asVisitor('Every email is taken', {
    steps: REGISTER,
    shows: [
      alert('Error: An account with this email already exists.'),
      text('An account with this email already exists.'),
    ],
    ...refusing(register, 409, 'email_taken', ERROR_TEXTS.emailTaken),
  }),
  registerLimited: atRegister.asVisitor('Too many registrations (429)', {
    steps: REGISTER,
    shows: [alert('Error: Too many requests. Please try again in 30 minutes.')],
    ...refusing(
      register,
      429,
      'rate_limited',
      'Too many requests. Please try again in 30 minutes.',
    ),
  }),
  registerBusy: atRegister.asVisitor('The server is too busy for a registration (503)', {
    steps: REGISTER,
    shows: [alert('Error: The server is busy. Please try again in a moment.')],
    ...refusing(register, 503, 'busy', 'The server is busy. Please try again in a moment.'),
  }),
  registerSlow: atRegister.asVisitor('A registration that takes four seconds', {
    steps: REGISTER,
    shows: [
      alert('Welcome to Catchword, Grace! Your account is ready.'),
      heading('Discover Your Interests'),
      path('/categories'),
    ],
    note: 'the button cannot be pressed again until then',
    ...slow(register),
  }),

  googleNotSetUp: asVisitor('Google sign-in is not set up', {
    steps: [follow('Continue with Google')],
    shows: [alert('Google sign-in is not set up on this server.'), path('/login')],
  }),
  googleFails: asVisitor('Google sign-in fails', {
    path: '/login?authError=google_failed',
    shows: [alert('Signing in with Google did not work. Please try again.'), path('/login')],
    note: 'as on the way back from Google; the address is clean afterwards',
  }),
  googleDenied: asVisitor('A reader does not let Google sign them in', {
    path: '/login?authError=google_denied',
    shows: [
      alert('Google sign-in was cancelled. Try again, or log in with your password.'),
      path('/login'),
    ],
  }),
  googleBusy: asVisitor('Google does not answer', {
    path: '/login?authError=google_busy',
    shows: [
      alert('Google sign-in is not available at the moment. Please try again later.'),
      path('/login'),
    ],
    note: 'also when somebody tries too often',
  }),
  googleUnverified: asVisitor('Google has not verified the email', {
    path: '/login?authError=google_unverified',
    shows: [
      alert('Google has not verified your email. Verify it there, or register with a password.'),
      path('/login'),
    ],
  }),
  googleEmailTaken: asVisitor('The email at Google belongs to an account with a password', {
    path: '/login?authError=google_email_taken',
    shows: [alert('An account with this email exists. Log in with your password.'), path('/login')],
    note: 'never linked by the email alone',
  }),
  googleOtherAccount: asVisitor('The email at Google belongs to another Google account', {
    path: '/login?authError=google_other_account',
    shows: [
      alert('An account with this email belongs to another Google account. Sign in with that one.'),
      path('/login'),
    ],
  }),
  googleNewcomer: asVisitor('Google sign-in by somebody new', {
    google: 'newcomer',
    steps: [follow('Continue with Google')],
    shows: [text('Hello, Ada'), heading('Discover Your Interests'), path('/categories')],
  }),
  googleReturning: asVisitor('Google sign-in by a reader who was here before', {
    google: 'returning',
    steps: [follow('Continue with Google')],
    shows: [text('Hello, Ada'), heading('Recommendations'), path('/recommendations')],
  }),
  arrivalNewcomer: anywhere.asVisitor('Somebody new arrives with a session in the address', {
    arrival: 'newcomer',
    shows: [text('Hello, Ada'), heading('Discover Your Interests'), path('/categories')],
    note: 'token and userId are gone from the address',
  }),
  arrivalReturning: anywhere.asVisitor('A reader arrives with a session in the address', {
    arrival: 'returning',
    shows: [text('Hello, Ada'), heading('Recommendations'), path('/recommendations')],
    note: 'token and userId are gone from the address',
  }),
  arrivalForged: anywhere.asReader('A forged link opened by a reader who is signed in', {
    arrival: 'forged',
    shows: [alert('User not authenticated. Please log in.'), text('Hello, Ada'), path('/')],
    lacks: [text('Hello, Mallory')],
    note: "the browser's cookie is Ada's: her session stays as it was",
    failsRequests: true,
  }),
  arrivalForgedVisitor: anywhere.asVisitor('A forged link opened by a visitor', {
    arrival: 'forged',
    shows: [
      alert('User not authenticated. Please log in.'),
      text('Welcome to Catchword'),
      path('/'),
    ],
    note: 'nobody is signed in',
    failsRequests: true,
  }),

  guardCategories: guarded('categories'),
  guardRecommendations: guarded('recommendations'),
  guardFavorites: guarded('favorites'),
  guardProfile: guarded('profile'),
  guardThenLogin: atFavorites.asVisitor('A login after the guard had sent the visitor away', {
    steps: LOG_IN,
    shows: [
      alert('User not found. Please log in.'),
      alert('Welcome back, Ada!'),
      button('Continue to Favorites'),
      heading('Recommendations'),
      path('/recommendations'),
    ],
    note: 'the welcome offers it for two seconds, longer while pointed at; earlier toasts are closed',
  }),
  guardThenLink: atFavorites.asVisitor('A login after the guard, and on by the link that stays', {
    steps: [...LOG_IN, follow('Continue to Favorites')],
    shows: [heading('Your Favorite Books'), path('/favorites')],
    note: 'the link stands above the first section when the toast is gone',
  }),
  searchThenLogin: anywhere.asVisitor('A search before the login runs after it', {
    steps: [search('dracula'), ...LOG_IN],
    shows: [option('Dracula Bram Stoker'), path('/recommendations')],
    note: 'the words stand in the search box',
  }),
} satisfies Record<string, Scenario>
