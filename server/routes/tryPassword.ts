import { verifyPassword } from '../accounts/passwords.ts'
import { TooManyFailures, type LoginThrottleService } from '../accounts/throttle.ts'
import { HttpProblem } from '../plugins/errors.ts'

interface Attempt {
  /** What the account's email compares by; the account need not exist. */
  email: string
  /** The secret of the browser, where the reader has logged in from it before. */
  device: string | undefined
  password: string
  /** The account's password hash, where there is one. */
  hash: string | undefined
}

/** A time to wait in words, rounded up: `8 seconds`, `1 hour`. */
function inWords(seconds: number): string {
  const [size, unit] =
    seconds < 120 ? [1, 'second'] : seconds < 7200 ? [60, 'minute'] : [3600, 'hour']
  const count = Math.ceil(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/**
 * Whether a password is right; every endpoint that takes one checks it here (docs/security.md 3.3).
 * It is counted when its turn to be hashed comes, so that rejected logins cost no write.
 */
export async function tryPassword(
  throttle: LoginThrottleService,
  { email, device, password, hash }: Attempt,
): Promise<boolean> {
  try {
    await throttle.look(email, device)
    const isRight = await verifyPassword(password, hash, () => throttle.begin(email, device))
    if (isRight) await throttle.succeeded(email, device)
    return isRight
  } catch (error) {
    if (!(error instanceof TooManyFailures)) throw error
    const retryAfter = Math.ceil(error.wait / 1000)
    const message = `Too many attempts to log in. Please try again in ${inWords(retryAfter)}.`
    throw new HttpProblem(429, 'rate_limited', message, { retryAfter })
  }
}
