import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import {
  changePassword,
  getSettings,
  requestPasswordReset,
  resetPassword,
} from '../../contract/password.ts'
import { failing, slow } from '../answers.ts'
import type { Db } from '../db.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'

const FORGOT = 'Forgot your password?'
const NEW_PASSWORD = 'battery staple'
const RESET_PATH = '/login?reset=mailed'

const sendsNoMail = (db: Db): void => {
  db.sendsMail = false
}

/** A link is on its way to Ada; hers is the token of `RESET_PATH`. */
const mailed = (db: Db): void => {
  db.resetTokens.set('mailed', READER.id)
}

const ASK_FOR_LINK: readonly Step[] = [
  { do: 'fill', field: 'Email', text: READER.email },
  { do: 'press', button: FORGOT },
  { do: 'press', button: 'Send me a link' },
]

const SAVE: readonly Step[] = [
  { do: 'fill', field: 'Password', text: NEW_PASSWORD },
  { do: 'fill', field: 'Confirm Password', text: NEW_PASSWORD },
  { do: 'press', button: 'Save new password' },
]

const OPEN_CHANGE: readonly Step[] = [
  { do: 'press', button: 'Profile menu' },
  { do: 'choose', item: READER.name },
  { do: 'press', button: 'Change password' },
]

/** Changes the password, confirmed with this one. */
const change = (current: string): readonly Step[] => [
  ...OPEN_CHANGE,
  { do: 'fill', field: 'Present password', text: current },
  { do: 'fill', field: 'New password', text: NEW_PASSWORD },
  { do: 'fill', field: 'Confirm new password', text: NEW_PASSWORD },
  { do: 'press', button: 'Save new password' },
]

/** Passwords that are shown, forgotten, set anew and changed. */
export const passwordScenarios = {
  passwordShown: {
    title: 'A password is shown as it is typed',
    screen: 'Sign-in',
    path: '/login',
    steps: [
      { do: 'fill', field: 'Password', text: READER.password },
      { do: 'press', button: 'Show password' },
    ],
    shows: [{ as: 'button', text: 'Hide password' }],
    note: 'the caret stays where it was; it is hidden again when the form is sent',
  },
  passwordForgotten: {
    title: 'A link to a new password is asked for',
    screen: 'Sign-in',
    path: '/login',
    steps: ASK_FOR_LINK,
    shows: [
      { as: 'heading', text: FORGOT },
      {
        as: 'status',
        text: 'If there is an account with this email, a link is on its way to it.',
      },
      { as: 'button', text: 'Back to login' },
    ],
    note: 'the same for an email that has no account',
  },
  passwordForgottenSlow: {
    title: 'Asking for a link takes four seconds',
    screen: 'Sign-in',
    path: '/login',
    steps: ASK_FOR_LINK,
    shows: [
      { as: 'status', text: 'If there is an account with this email, a link is on its way to it.' },
    ],
    handlers: slow(requestPasswordReset),
  },
  passwordForgottenFails: {
    title: 'A link cannot be asked for',
    screen: 'Sign-in',
    path: '/login',
    steps: ASK_FOR_LINK,
    shows: [
      { as: 'alert', text: `Error: ${ERROR_TEXTS.internal}` },
      { as: 'text', text: ERROR_TEXTS.internal },
    ],
    handlers: failing(requestPasswordReset),
    failsRequests: true,
  },
  passwordForgottenWithoutMail: {
    title: 'The login of a server that sends no mail',
    screen: 'Sign-in',
    path: '/login',
    shows: [{ as: 'heading', text: 'Login' }],
    lacks: [{ as: 'button', text: FORGOT }],
    prepare: sendsNoMail,
  },
  settingsFail: {
    title: 'The login where the server does not say what it offers',
    screen: 'Sign-in',
    path: '/login',
    shows: [{ as: 'heading', text: 'Login' }],
    lacks: [{ as: 'button', text: FORGOT }],
    handlers: failing(getSettings),
    failsRequests: true,
  },
  resetWorks: {
    title: 'A mailed link sets a new password',
    screen: 'Sign-in',
    path: RESET_PATH,
    steps: SAVE,
    shows: [
      { as: 'alert', text: 'Your password is changed. Please log in.' },
      { as: 'heading', text: 'Login' },
    ],
    note: 'the address has no token; Ada logs in with the new password',
    prepare: mailed,
  },
  resetSignedIn: {
    title: 'A mailed link opened by a reader who is signed in',
    screen: 'Sign-in',
    path: RESET_PATH,
    session: 'signedIn',
    steps: SAVE,
    shows: [
      { as: 'heading', text: 'New password' },
      { as: 'alert', text: 'Your password is changed. Please log in.' },
      { as: 'path', text: '/login' },
    ],
    lacks: [{ as: 'alert', text: 'User not found. Please log in.' }],
    prepare: mailed,
  },
  resetSlow: {
    title: 'Setting a new password takes four seconds',
    screen: 'Sign-in',
    path: RESET_PATH,
    steps: SAVE,
    shows: [{ as: 'alert', text: 'Your password is changed. Please log in.' }],
    prepare: mailed,
    handlers: slow(resetPassword),
  },
  resetFails: {
    title: 'A new password cannot be set',
    screen: 'Sign-in',
    path: RESET_PATH,
    steps: SAVE,
    shows: [
      { as: 'alert', text: `Error: ${ERROR_TEXTS.internal}` },
      { as: 'button', text: 'Save new password' },
    ],
    prepare: mailed,
    handlers: failing(resetPassword),
    failsRequests: true,
  },
  resetLinkUsed: {
    title: 'A mailed link that is used or late',
    screen: 'Sign-in',
    path: RESET_PATH,
    steps: SAVE,
    shows: [
      { as: 'text', text: ERROR_TEXTS.resetLinkInvalid },
      { as: 'button', text: FORGOT },
      { as: 'button', text: 'Back to login' },
    ],
    lacks: [{ as: 'button', text: 'Save new password' }],
    failsRequests: true,
  },
  resetLinkUsedWithoutMail: {
    title: 'A link that is used or late, of a server that sends no mail',
    screen: 'Sign-in',
    path: RESET_PATH,
    steps: SAVE,
    shows: [{ as: 'text', text: ERROR_TEXTS.resetLinkInvalid }],
    lacks: [{ as: 'button', text: FORGOT }],
    prepare: sendsNoMail,
    failsRequests: true,
  },
  passwordChangeAsked: {
    title: 'Changing the password asks for the present one',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: OPEN_CHANGE,
    shows: [
      { as: 'text', text: 'Present password' },
      { as: 'button', text: 'Save new password' },
      { as: 'button', text: 'Keep my password' },
    ],
    lacks: [{ as: 'button', text: 'Change password' }],
  },
  passwordChangeWorks: {
    title: 'The password is changed',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: change(READER.password),
    shows: [
      { as: 'status', text: 'Your password is changed. Other devices are signed out.' },
      { as: 'button', text: 'Change password' },
    ],
  },
  passwordChangeWrong: {
    title: 'The password is not changed with a wrong present one',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: change('not this one'),
    shows: [{ as: 'text', text: ERROR_TEXTS.notYourPassword }],
    note: 'beside its field, which has the focus',
    failsRequests: true,
  },
  passwordChangeSlow: {
    title: 'Changing the password takes four seconds',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: change(READER.password),
    shows: [
      { as: 'button', text: 'Saving…' },
      { as: 'status', text: 'Your password is changed. Other devices are signed out.' },
    ],
    note: 'the dialog cannot be closed meanwhile',
    handlers: slow(changePassword),
  },
  passwordChangeFails: {
    title: 'The password cannot be changed',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: change(READER.password),
    shows: [
      { as: 'alert', text: `Your password could not be changed. ${ERROR_TEXTS.internal}` },
      { as: 'button', text: 'Save new password' },
    ],
    handlers: failing(changePassword),
    failsRequests: true,
  },
  passwordChangeWithoutPassword: {
    title: 'The account dialog of a reader without a password',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: OPEN_CHANGE.slice(0, 2),
    shows: [{ as: 'heading', text: 'Your account' }],
    lacks: [{ as: 'button', text: 'Change password' }],
    note: 'the reader signs in with Google only',
    prepare(_db, reader) {
      reader.password = ''
    },
  },
} as const satisfies Record<string, Scenario>
