import { texts } from '../languages/language.ts'

/** What is read where a password was forgotten. */
export const passwordMessages = texts('password', {
  note: 'We will email you a link to set a new password.',
  send: 'Send me a link',
  sent: 'If there is an account with this email, a link is on its way.',
  changed: 'Your password has been changed. Please log in.',
  back: 'Back to login',
})
