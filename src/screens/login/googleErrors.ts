import type { GoogleError } from '../../../contract/google.ts'

/** Why a sign-in with Google did not work, in words (decision 20): only who comes back from there is told. */
export const googleErrors = {
  google_not_configured: 'Google sign-in is not set up on this server.',
  google_denied: 'You did not let Google sign you in.',
  google_busy: 'Google sign-in is not available at the moment. Please try again later.',
  google_unverified: 'Google has not verified your email, so it cannot sign you in.',
  google_email_taken: 'An account with this email exists. Log in with your password.',
  google_other_account: 'An account with this email belongs to another Google account.',
  google_failed: 'Signing in with Google did not work. Please try again.',
} satisfies Record<GoogleError, string>
