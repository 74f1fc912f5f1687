import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import {
  changePassword,
  getSettings,
  requestPasswordReset,
  resetPassword,
} from '../../contract/password.ts'
import { failing, slow, readerWith } from '../responses.ts'
import type { Db } from '../db.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'
import {
  alert,
  button,
  choose,
  fill,
  heading,
  path,
  press,
  status,
  text,
  scenariosOf,
} from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Sign-in', '/login')
const inAccount = scenariosOf('Navbar and profile')

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

const REQUEST_LINK: readonly Step[] = [
  fill('Email', READER.email),
  press(FORGOT),
  press('Send me a link'),
]

const SAVE: readonly Step[] = [
  fill('Password', NEW_PASSWORD),
  fill('Confirm Password', NEW_PASSWORD),
  press('Save new password'),
]

const OPEN_CHANGE: readonly Step[] = [
  press('Profile menu'),
  choose(READER.name),
  press('Change password'),
]

/** Changes the password, confirmed with this one. */
const change = (current: string): readonly Step[] => [
  ...OPEN_CHANGE,
  fill('Present password', current),
  fill('New password', NEW_PASSWORD),
  fill('Confirm new password', NEW_PASSWORD),
  press('Save new password'),
]

/** Passwords that are shown, forgotten, set anew and changed. */
export const passwordScenarios = {
  passwordShown: asVisitor('A password is shown as it is typed', {
    steps: [fill('Password', READER.password), press('Show password')],
    shows: [button('Hide password')],
    note: 'the caret stays where it was; it is hidden again when the form is sent',
  }),
  passwordForgotten: asVisitor('A link to a new password is asked for', {
    steps: REQUEST_LINK,
    shows: [
      heading(FORGOT),
      status('If there is an account with this email, a link is on its way to it.'),
      button('Back to login'),
    ],
    note: 'the same for an email that has no account',
  }),
  passwordForgottenSlow: asVisitor('Asking for a link takes four seconds', {
    steps: REQUEST_LINK,
    shows: [status('If there is an account with this email, a link is on its way to it.')],
    ...slow(requestPasswordReset),
  }),
  passwordForgottenFails: asVisitor('A link cannot be asked for', {
    steps: REQUEST_LINK,
    shows: [alert(`Error: ${ERROR_TEXTS.internal}`), text(ERROR_TEXTS.internal)],
    ...failing(requestPasswordReset),
  }),
  passwordForgottenWithoutMail: asVisitor('The login of a server that sends no mail', {
    shows: [heading('Login')],
    lacks: [button(FORGOT)],
    prepare: sendsNoMail,
  }),
  settingsFail: asVisitor('The login where the server does not say what it offers', {
    shows: [heading('Login')],
    lacks: [button(FORGOT)],
    ...failing(getSettings),
  }),
  resetWorks: asVisitor('A mailed link sets a new password', {
    path: RESET_PATH,
    steps: SAVE,
    shows: [alert('Your password is changed. Please log in.'), heading('Login')],
    note: 'the address has no token; Ada logs in with the new password',
    prepare: mailed,
  }),
  resetSignedIn: asReader('A mailed link opened by a reader who is signed in', {
    path: RESET_PATH,
    steps: SAVE,
    shows: [
      heading('New password'),
      alert('Your password is changed. Please log in.'),
      path('/login'),
    ],
    lacks: [alert('User not found. Please log in.')],
    prepare: mailed,
  }),
  resetSlow: asVisitor('Setting a new password takes four seconds', {
    path: RESET_PATH,
    steps: SAVE,
    shows: [alert('Your password is changed. Please log in.')],
    prepare: mailed,
    ...slow(resetPassword),
  }),
  resetFails: asVisitor('A new password cannot be set', {
    path: RESET_PATH,
    steps: SAVE,
    shows: [alert(`Error: ${ERROR_TEXTS.internal}`), button('Save new password')],
    prepare: mailed,
    ...failing(resetPassword),
  }),
  resetLinkUsed: asVisitor('A mailed link that is used or late', {
    path: RESET_PATH,
    steps: SAVE,
    shows: [text(ERROR_TEXTS.resetLinkInvalid), button(FORGOT), button('Back to login')],
    lacks: [button('Save new password')],
    failsRequests: true,
  }),
  resetLinkUsedWithoutMail: asVisitor(
    'A link that is used or late, of a server that sends no mail',
    {
      path: RESET_PATH,
      steps: SAVE,
      shows: [text(ERROR_TEXTS.resetLinkInvalid)],
      lacks: [button(FORGOT)],
      prepare: sendsNoMail,
      failsRequests: true,
    },
  ),
  passwordChangeOpen: inAccount.asReader('Changing the password asks for the present one', {
    steps: OPEN_CHANGE,
    shows: [text('Present password'), button('Save new password'), button('Keep my password')],
    lacks: [button('Change password')],
  }),
  passwordChangeWorks: inAccount.asReader('The password is changed', {
    steps: change(READER.password),
    shows: [
      status('Your password is changed. Other devices are signed out.'),
      button('Change password'),
    ],
  }),
  passwordChangeWrong: inAccount.asReader('The password is not changed with a wrong present one', {
    steps: change('not this one'),
    shows: [text(ERROR_TEXTS.notYourPassword)],
    note: 'beside its field, which has the focus',
    failsRequests: true,
  }),
  passwordChangeSlow: inAccount.asReader('Changing the password takes four seconds', {
    steps: change(READER.password),
    shows: [button('Saving…'), status('Your password is changed. Other devices are signed out.')],
    note: 'the dialog cannot be closed meanwhile',
    ...slow(changePassword),
  }),
  passwordChangeFails: inAccount.asReader('The password cannot be changed', {
    steps: change(READER.password),
    shows: [
      alert(`Your password could not be changed. ${ERROR_TEXTS.internal}`),
      button('Save new password'),
    ],
    ...failing(changePassword),
  }),
  passwordChangeWithoutPassword: inAccount.asReader(
    'The account dialog of a reader without a password',
    {
      steps: OPEN_CHANGE.slice(0, 2),
      shows: [heading('Your account')],
      lacks: [button('Change password')],
      note: 'the reader signs in with Google only',
      prepare: readerWith({ password: '' }),
    },
  ),
} satisfies Record<string, Scenario>
