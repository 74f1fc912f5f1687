import type { GoogleError } from '../../../contract/google.ts'

/**
 * A sign-in with Google does not come about. `code` is what the reader is told; `reason` is one word
 * for the log and never holds anything of the reader's, or a secret.
 */
export class GoogleProblem extends Error {
  readonly code: GoogleError
  readonly reason: string

  constructor(code: GoogleError, reason: string) {
    super(`${code} (${reason})`)
    this.name = 'GoogleProblem'
    this.code = code
    this.reason = reason
  }
}
