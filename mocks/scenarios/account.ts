import { deleteAccount, exportAccount } from '../../contract/account.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { answering } from '../address.ts'
import { failing, settle, slow } from '../answers.ts'
import { Problem, problemResponse } from '../problem.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'

const OPEN: readonly Step[] = [
  { do: 'press', button: 'Profile menu' },
  { do: 'choose', item: READER.name },
]

const ASK: readonly Step[] = [...OPEN, { do: 'press', button: 'Delete my account' }]

/** Types this password and presses the second button. */
const confirm = (password: string): readonly Step[] => [
  ...ASK,
  { do: 'fill', field: 'Your password', text: password },
  { do: 'press', button: 'Delete for good' },
]

/** The account dialog: appearance, downloads, deletion. */
export const accountScenarios = {
  accountOpen: {
    title: 'The account dialog',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: OPEN,
    shows: [
      { as: 'heading', text: 'Your account' },
      { as: 'text', text: 'Appearance' },
      { as: 'button', text: 'Download as JSON' },
      { as: 'button', text: 'Download as CSV' },
      { as: 'button', text: 'Delete my account' },
    ],
    lacks: [{ as: 'button', text: 'Delete for good' }],
    note: 'Light and Dark change the page at once and are kept; Escape and a click outside close it',
    prepare: settle,
  },
  accountNameVeryLong: {
    title: 'The account dialog of a very long name',
    screen: 'Navbar and profile',
    session: 'signedIn',
    storage: { user: JSON.stringify({ id: READER.id }), username: null },
    steps: [
      { do: 'press', button: 'Profile menu' },
      { do: 'choose', item: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger' },
    ],
    shows: [{ as: 'heading', text: 'Your account' }],
    note: 'the name takes the lines it needs; nothing scrolls sideways',
    prepare(_db, reader) {
      reader.name = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger'
    },
  },
  accountExportWorks: {
    title: 'Everything held about the reader is downloaded',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: [...OPEN, { do: 'press', button: 'Download as JSON' }],
    shows: [{ as: 'status', text: 'Your data is among your downloads.' }],
    note: 'the browser has saved catchword-account.json; CSV does the same for spreadsheets',
    prepare: settle,
  },
  accountExportSlow: {
    title: 'The download takes four seconds',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: [...OPEN, { do: 'press', button: 'Download as CSV' }],
    shows: [{ as: 'status', text: 'Your data is among your downloads.' }],
    note: 'both buttons wait until then',
    handlers: slow(exportAccount),
  },
  accountExportFails: {
    title: 'The download fails',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: [...OPEN, { do: 'press', button: 'Download as JSON' }],
    shows: [
      {
        as: 'alert',
        text: `Your data could not be downloaded. ${ERROR_TEXTS.internal}`,
      },
      { as: 'button', text: 'Download as JSON' },
    ],
    handlers: failing(exportAccount),
    failsRequests: true,
  },
  accountDeleteAsked: {
    title: 'Deleting the account asks for the password',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: ASK,
    shows: [
      { as: 'text', text: 'Your password' },
      { as: 'button', text: 'Delete for good' },
      { as: 'button', text: 'Keep my account' },
    ],
    lacks: [{ as: 'button', text: 'Delete my account' }],
  },
  accountDeleteWithoutPassword: {
    title: 'Deleting an account that has no password',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: ASK,
    shows: [
      { as: 'button', text: 'Delete for good' },
      { as: 'button', text: 'Keep my account' },
    ],
    lacks: [{ as: 'text', text: 'Your password' }],
    note: 'the reader signs in with Google only; the focus is on the way out, and a double click on the first button does nothing more',
    prepare(_db, reader) {
      reader.password = ''
    },
  },
  accountDeleteTooLate: {
    title: 'Deleting an account without a password, long after the sign-in',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: [...ASK, { do: 'press', button: 'Delete for good' }],
    shows: [
      { as: 'alert', text: ERROR_TEXTS.signInTooOld },
      { as: 'button', text: 'Logout' },
      { as: 'button', text: 'Keep my account' },
    ],
    lacks: [{ as: 'button', text: 'Delete for good' }],
    prepare(_db, reader) {
      reader.password = ''
    },
    handlers: () => [
      answering(deleteAccount, () =>
        problemResponse(new Problem(403, 'sign_in_too_old', ERROR_TEXTS.signInTooOld)),
      ),
    ],
    failsRequests: true,
  },
  accountDeletePasswordMissing: {
    title: 'The account is not deleted without the password',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: [...ASK, { do: 'press', button: 'Delete for good' }],
    shows: [{ as: 'alert', text: 'Please type your password.' }],
    note: 'nothing was asked of the server; the focus is in the field',
  },
  accountDeleteWrongPassword: {
    title: 'The account is not deleted with a wrong password',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: confirm('not this one'),
    shows: [
      { as: 'alert', text: ERROR_TEXTS.wrongPassword },
      { as: 'button', text: 'Delete for good' },
    ],
    lacks: [{ as: 'link', text: 'Login / Register' }],
    failsRequests: true,
  },
  accountDeleteWorks: {
    title: 'The account is deleted',
    screen: 'Navbar and profile',
    path: '/favorites',
    session: 'signedIn',
    steps: confirm(READER.password),
    shows: [
      { as: 'alert', text: 'Your account has been deleted.' },
      { as: 'link', text: 'Login / Register' },
      { as: 'path', text: '/' },
    ],
    lacks: [{ as: 'heading', text: 'Your account' }],
    note: 'logging in as Ada is refused from now on; other tabs are signed out',
    prepare: settle,
  },
  accountDeleteSlow: {
    title: 'Deleting the account takes four seconds',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: confirm(READER.password),
    shows: [
      { as: 'button', text: 'Deleting…' },
      { as: 'alert', text: 'Your account has been deleted.' },
    ],
    note: 'the dialog cannot be closed meanwhile',
    handlers: slow(deleteAccount),
  },
  accountDeleteFails: {
    title: 'The account cannot be deleted',
    screen: 'Navbar and profile',
    session: 'signedIn',
    steps: confirm(READER.password),
    shows: [
      { as: 'alert', text: `Your account could not be deleted. ${ERROR_TEXTS.internal}` },
      { as: 'button', text: 'Delete for good' },
    ],
    lacks: [{ as: 'link', text: 'Login / Register' }],
    note: 'the password is still there',
    handlers: failing(deleteAccount),
    failsRequests: true,
  },
} as const satisfies Record<string, Scenario>
