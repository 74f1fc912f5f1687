/**
 * Why a sign-in with Google failed: the server sends the reader back to `/login` with one of these as `authError`,
 * since the browser itself opens the address and could show nothing but JSON.
 */
export const GOOGLE_ERRORS = [
  /** This server has no configuration for it. */
  'google_not_configured',
  /** The reader said no. */
  'google_denied',
  /** Google does not answer, or too much is asked of us. */
  'google_busy',
  /** Google has not verified the email. */
  'google_unverified',
  /** The email belongs to an account with a password. */
  'google_email_taken',
  /** The email belongs to an account of another Google subject. */
  'google_other_account',
  /** The account is disabled. */
  'google_disabled',
  /** The server makes no new accounts. */
  'google_registration_closed',
  /** Anything else: begun in another browser, too old, used already, or not to be believed. */
  'google_failed',
] as const

/** One of them. */
export type GoogleError = (typeof GOOGLE_ERRORS)[number]
