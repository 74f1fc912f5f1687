import type { GoogleError } from '../../../contract/google.ts'

/** A sign-in fails: `code` is for the reader, `reason` one word for the log, without personal data. */
export class GoogleProblem extends Error {
  override name = 'GoogleProblem'
  readonly code: GoogleError
  readonly reason: string

  constructor(code: GoogleError, reason: string) {
    super(`${code} (${reason})`)
    this.code = code
    this.reason = reason
  }
}
