import { deleteAccount, exportAccount } from '../../contract/account.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { changePassword } from '../../contract/password.ts'
import { endSession, getSessions } from '../../contract/session.ts'
import { READER, type FakeUser } from '../builders.ts'
import type { Db } from '../db.ts'
import {
  choose,
  failing,
  fill,
  press,
  readerWith,
  refusing,
  scenariosOf,
  slow,
  withFavorites,
} from '../scenarioForm.ts'

const OPEN = [press('Profile menu'), choose(READER.name)]
const NEW_PASSWORD = 'battery staple'

/** Changes the password where this is taken for the present one. */
const change = (present: string) => [
  ...OPEN,
  press('Change your password'),
  fill('Current password', present),
  fill('New password', NEW_PASSWORD),
  fill('Confirm new password', NEW_PASSWORD),
  press('Save new password'),
]

/** Ada is also logged in on a phone, and on something that says nothing of itself. */
function prepareDevices(db: Db, reader: FakeUser): void {
  db.addSession(reader, { browser: 'Safari', system: 'iPhone' })
  db.addSession(reader, { browser: null, system: null })
}

/** Types this password and presses the second button. */
const confirm = (password: string) => [
  ...OPEN,
  press('Delete your account'),
  fill('Your password', password),
  press('Delete permanently'),
]

const END_PHONE = 'Log out Safari on iPhone'
const END_OTHERS = 'Log out all other devices'
const DEVICES = [...OPEN, press('Where you are logged in')]

const EXPORTED = 'Your data has been downloaded.'
const CHANGED = 'Your password has been changed. Other devices have been logged out.'
const DELETED = 'Your account has been deleted.'
const SCREEN = 'Navbar and profile'
const { asReader } = scenariosOf(SCREEN, { steps: OPEN })
const downloading = scenariosOf(SCREEN, {
  steps: [...OPEN, press('Download your data'), press('Download as JSON')],
})
const changing = scenariosOf(SCREEN, { steps: change(READER.password) })
const devices = scenariosOf(SCREEN, { steps: DEVICES, prepare: prepareDevices })
const endingPhone = scenariosOf(SCREEN, {
  steps: [...DEVICES, press(END_PHONE)],
  prepare: prepareDevices,
})
const deleting = scenariosOf(SCREEN, { steps: confirm(READER.password) })
const deletingAtOnce = scenariosOf(SCREEN, {
  steps: [...OPEN, press('Delete your account'), press('Delete permanently')],
})

/** The account dialog: appearance, the way to the import, password, downloads, deletion. */
export const accountScenarios = {
  accountOpen: asReader('The account dialog', {
    then: {
      heading: 'Your account',
      link: 'Import your library',
      button: ['Change your password', 'Delete your account'],
    },
    lacks: { button: 'Delete permanently' },
    note: 'Light and Dark change the page at once and are kept; Escape and a click outside close it',
    prepare: withFavorites,
  }),

  passwordChangeWorks: changing.asReader('The password is changed', {
    then: { status: CHANGED, button: 'Change your password' },
  }),
  passwordChangeWrong: asReader('The password is not changed with a wrong present one', {
    steps: change('not this one'),
    then: { text: ERROR_TEXTS.notYourPassword },
    note: 'beside its field, which has the focus',
    failsRequests: true,
  }),
  passwordChangeSlow: changing.asReader('Changing the password takes four seconds', {
    then: { button: 'Saving…', status: CHANGED },
    note: 'the dialog cannot be closed meanwhile',
    responses: [slow(changePassword)],
  }),
  passwordChangeFails: changing.asReader('The password cannot be changed', {
    then: {
      alert: `Your password could not be changed. ${ERROR_TEXTS.internal}`,
      button: 'Save new password',
    },
    responses: [failing(changePassword)],
  }),

  devicesOpen: devices.asReader('Where a reader is logged in', {
    then: {
      text: ['Firefox on Windows', 'Safari on iPhone', 'Unknown device'],
      button: [END_PHONE, 'Log out Unknown device', END_OTHERS],
    },
    lacks: { button: 'Log out Firefox on Windows' },
  }),
  deviceEnded: endingPhone.asReader('Another device is logged out', {
    then: { status: 'The device has been logged out.', text: 'Unknown device' },
    lacks: { button: END_PHONE },
  }),
  devicesEnded: asReader('All other devices are logged out', {
    steps: [...DEVICES, press(END_OTHERS)],
    then: { status: 'All other devices have been logged out.', text: 'Firefox on Windows' },
    lacks: { button: [END_PHONE, END_OTHERS] },
    prepare: prepareDevices,
  }),
  deviceEndFails: endingPhone.asReader('Another device cannot be logged out', {
    then: {
      alert: `The device could not be logged out. ${ERROR_TEXTS.internal}`,
      button: END_PHONE,
    },
    responses: [failing(endSession)],
  }),
  devicesFail: devices.asReader('The devices cannot be loaded', {
    then: {
      alert: `Your devices could not be loaded. ${ERROR_TEXTS.internal}`,
      button: 'Try again',
    },
    responses: [failing(getSessions)],
  }),

  accountExportWorks: downloading.asReader('Everything held about the reader is downloaded', {
    then: { status: EXPORTED },
    note: 'the browser has saved catchword-account.json; CSV has the books, for other programs',
    prepare: withFavorites,
  }),
  accountExportFails: downloading.asReader('The download fails', {
    then: { alert: `Your data could not be downloaded. ${ERROR_TEXTS.internal}` },
    responses: [failing(exportAccount)],
  }),

  accountDeleteTooLate: deletingAtOnce.asReader('Deletion without a password, after ten minutes', {
    then: { alert: ERROR_TEXTS.signInTooOld, button: ['Logout', 'Keep my account'] },
    lacks: { button: 'Delete permanently', text: 'Your password' },
    note: 'the reader signs in with Google only',
    prepare: readerWith({ password: '' }),
    responses: [refusing(deleteAccount, 403, 'sign_in_too_old', ERROR_TEXTS.signInTooOld)],
  }),
  accountDeleteWrongPassword: asReader('The account is not deleted with a wrong password', {
    steps: confirm('not this one'),
    then: { text: ERROR_TEXTS.wrongPassword, button: 'Delete permanently' },
    failsRequests: true,
  }),
  accountDeleteWorks: deleting.asReader('The account is deleted', {
    path: '/favorites',
    then: { alert: DELETED, heading: 'Login', path: '/' },
    lacks: { heading: 'Your account' },
    note: 'logging in as Ada is refused from now on; other tabs are signed out',
    prepare: withFavorites,
  }),
  accountDeleteFails: deleting.asReader('The account cannot be deleted', {
    then: {
      alert: `Your account could not be deleted. ${ERROR_TEXTS.internal}`,
      button: 'Delete permanently',
    },
    note: 'the password is still there',
    responses: [failing(deleteAccount)],
  }),
}
