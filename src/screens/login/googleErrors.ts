import type { GoogleError } from '../../../contract/google.ts'

/** Why a sign-in with Google did not work, in words (decision 20): only who comes back from there is told. */
export const googleErrors = {
  google_not_configured: 'Google sign-in is not set up on this server.',
  google_denied: 'Google sign-in was cancelled. Try again, or log in with your password.',
  google_busy: 'Google sign-in is not available at the moment. Please try again later.',
  google_unverified:
    'Google has not verified your email. Verify it there, or register with a password.',
  google_email_taken: 'An account with this email exists. Log in with your password.',
  google_other_account:
    'An account with this email belongs to another Google account. Sign in with that one.',
  google_failed: 'Signing in with Google did not work. Please try again.',
} satisfies Record<GoogleError, string>
