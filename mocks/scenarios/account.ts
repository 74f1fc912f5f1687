import { deleteAccount, exportAccount } from '../../contract/account.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { failing, readerWith, refusing, slow, withFavorites } from '../responses.ts'
import { READER } from '../reader.ts'
import type { Scenario, Step } from '../scenario.ts'
import {
  alert,
  button,
  choose,
  fill,
  heading,
  link,
  path,
  press,
  scenariosOf,
  status,
  text,
} from '../scenarioForm.ts'

const { asReader } = scenariosOf('Navbar and profile')

const OPEN: readonly Step[] = [press('Profile menu'), choose(READER.name)]

const DELETE: readonly Step[] = [...OPEN, press('Delete my account')]

/** Types this password and presses the second button. */
const confirm = (password: string): readonly Step[] => [
  ...DELETE,
  fill('Your password', password),
  press('Delete for good'),
]

/** The account dialog: appearance, downloads, deletion. */
export const accountScenarios = {
  accountOpen: asReader('The account dialog', {
    steps: OPEN,
    shows: [
      heading('Your account'),
      text('Appearance'),
      button('Download as JSON'),
      button('Download as CSV'),
      button('Delete my account'),
    ],
    lacks: [button('Delete for good')],
    note: 'Light and Dark change the page at once and are kept; Escape and a click outside close it',
    prepare: withFavorites,
  }),
  accountNameVeryLong: asReader('The account dialog of a very long name', {
    storage: { user: JSON.stringify({ id: READER.id }), username: null },
    steps: [
      press('Profile menu'),
      choose('Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger'),
    ],
    shows: [heading('Your account')],
    note: 'the name takes the lines it needs; nothing scrolls sideways',
    prepare: readerWith({
      name: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger',
    }),
  }),
  accountExportWorks: asReader('Everything held about the reader is downloaded', {
    steps: [...OPEN, press('Download as JSON')],
    shows: [status('Your data is among your downloads.')],
    note: 'the browser has saved catchword-account.json; CSV does the same for spreadsheets',
    prepare: withFavorites,
  }),
  accountExportSlow: asReader('The download takes four seconds', {
    steps: [...OPEN, press('Download as CSV')],
    shows: [status('Your data is among your downloads.')],
    note: 'both buttons wait until then',
    ...slow(exportAccount),
  }),
  accountExportFails: asReader('The download fails', {
    steps: [...OPEN, press('Download as JSON')],
    shows: [
      alert(`Your data could not be downloaded. ${ERROR_TEXTS.internal}`),
      button('Download as JSON'),
    ],
    ...failing(exportAccount),
  }),
  accountDeletePassword: asReader('Deleting the account asks for the password', {
    steps: DELETE,
    shows: [text('Your password'), button('Delete for good'), button('Keep my account')],
    lacks: [button('Delete my account')],
  }),
  accountDeleteWithoutPassword: asReader('Deleting an account that has no password', {
    steps: DELETE,
    shows: [button('Delete for good'), button('Keep my account')],
    lacks: [text('Your password')],
    note: 'the reader signs in with Google only; the focus is on the way out, and a double click on the first button does nothing more',
    prepare: readerWith({ password: '' }),
  }),
  accountDeleteTooLate: asReader('Deleting an account without a password, long after the sign-in', {
    steps: [...DELETE, press('Delete for good')],
    shows: [alert(ERROR_TEXTS.signInTooOld), button('Logout'), button('Keep my account')],
    lacks: [button('Delete for good')],
    prepare: readerWith({ password: '' }),
    ...refusing(deleteAccount, 403, 'sign_in_too_old', ERROR_TEXTS.signInTooOld),
  }),
  accountDeletePasswordMissing: asReader('The account is not deleted without the password', {
    steps: [...DELETE, press('Delete for good')],
    shows: [alert('Please type your password.')],
    note: 'nothing was asked of the server; the focus is in the field',
  }),
  accountDeleteWrongPassword: asReader('The account is not deleted with a wrong password', {
    steps: confirm('not this one'),
    shows: [alert(ERROR_TEXTS.wrongPassword), button('Delete for good')],
    lacks: [link('Login / Register')],
    failsRequests: true,
  }),
  accountDeleteWorks: asReader('The account is deleted', {
    path: '/favorites',
    steps: confirm(READER.password),
    shows: [alert('Your account has been deleted.'), link('Login / Register'), path('/')],
    lacks: [heading('Your account')],
    note: 'logging in as Ada is refused from now on; other tabs are signed out',
    prepare: withFavorites,
  }),
  accountDeleteSlow: asReader('Deleting the account takes four seconds', {
    steps: confirm(READER.password),
    shows: [button('Deleting…'), alert('Your account has been deleted.')],
    note: 'the dialog cannot be closed meanwhile',
    ...slow(deleteAccount),
  }),
  accountDeleteFails: asReader('The account cannot be deleted', {
    steps: confirm(READER.password),
    shows: [
      alert(`Your account could not be deleted. ${ERROR_TEXTS.internal}`),
      button('Delete for good'),
    ],
    lacks: [link('Login / Register')],
    note: 'the password is still there',
    ...failing(deleteAccount),
  }),
} satisfies Record<string, Scenario>
