import { GOOGLE_ERRORS, type GoogleError } from '../../../contract/google.ts'
import { texts } from '../../languages/language.ts'

const googleMessages = texts('google', {
  google_not_configured: '{provider} sign-in is not set up on this server.',
  google_denied: '{provider} sign-in was cancelled. Try again, or log in with your password.',
  google_busy: '{provider} sign-in is not available at the moment. Please try again later.',
  google_no_email:
    '{provider} gave us no email for you. Add one there, or register with a password.',
  google_unverified:
    '{provider} has not verified your email. Verify it there, or register with a password.',
  google_email_taken: 'There is already an account with this email. Log in with your password.',
  google_other_account:
    'The account with this email uses a different {provider} account. Sign in with that one.',
  google_disabled: 'This account is disabled. Please ask the person who runs this server.',
  google_registration_closed: 'Registration is closed, and there is no account with this email.',
  google_failed: 'Signing in with {provider} did not work. Please try again.',
})

/** Why a sign-in with Google, or another provider, did not work. @param authError as the address has it */
export function googleMessage(authError: string, provider: string): string {
  const code: GoogleError = GOOGLE_ERRORS.find((code) => code === authError) ?? 'google_failed'
  const text = googleMessages[code]
  return typeof text === 'string' ? text : text({ provider })
}
