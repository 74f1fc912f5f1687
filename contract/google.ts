/**
 * Why a sign-in with Google, or another provider, failed: the server sends the reader back to `/login` with one of these as `authError`,
 * since the browser itself opens the address and could show nothing but JSON.
 */
export const GOOGLE_ERRORS = [
  /** The server has no client ID. */
  'google_not_configured',
  /** The reader declined. */
  'google_denied',
  /** Google does not respond, or there are too many requests. */
  'google_busy',
  /** The provider tells no email, or none that is one. */
  'google_no_email',
  /** The provider has not verified the email, or does not say so. */
  'google_unverified',
  /** The email belongs to an account with a password. */
  'google_email_taken',
  /** The email belongs to an account of another Google subject. */
  'google_other_account',
  /** The account is disabled. */
  'google_disabled',
  /** The server makes no new accounts. */
  'google_registration_closed',
  /** Anything else: begun in another browser, expired, already used, or invalid. */
  'google_failed',
] as const

/** One of them. */
export type GoogleError = (typeof GOOGLE_ERRORS)[number]
