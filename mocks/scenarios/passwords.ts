import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { resetPassword } from '../../contract/password.ts'
import type { Db } from '../db.ts'
import { READER } from '../builders.ts'
import { failing, fill, press, scenariosOf } from '../scenarioForm.ts'

const FORGOT = 'Forgot your password?'
const LINK_SENT = 'If there is an account with this email, a link is on its way.'
const RESET = 'Your password has been changed. Please log in.'

const { asVisitor } = scenariosOf('Sign-in', { path: '/login' })
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

/** Passwords that are shown, forgotten and reset. */
export const passwordScenarios = {
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
    then: { alert: RESET, heading: 'Login' },
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
