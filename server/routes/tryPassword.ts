import { verifyPassword } from '../accounts/passwords.ts'
import { TooManyFailures, type LoginThrottleService } from '../accounts/throttle.ts'
import { HttpProblem } from '../plugins/errors.ts'

/** A password that somebody tries. */
interface Try {
  /** What the account's email compares by; the account need not exist. */
  email: string
  /** The secret of the browser, where the reader has logged in from it before. */
  device: string | undefined
  password: string
  /** The account's password hash, where there is one. */
  hash: string | undefined
}

/** A time to wait in words, rounded up: `8 seconds`, `1 hour`. */
function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [size, unit] =
    seconds < 120 ? [1, 'second'] : seconds < 7200 ? [60, 'minute'] : [3600, 'hour']
  const count = Math.ceil(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** What a login that comes too early is answered with; any other error as it is. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof TooManyFailures)) return error
  const message = `Too many attempts to log in. Please try again in ${inWords(error.wait)}.`
  return new HttpProblem(429, 'rate_limited', message, {
    retryAfter: Math.ceil(error.wait / 1000),
  })
}

/**
 * Whether a password is right; every call that takes one asks here, so that all of them together are
 * slowed down (../shared/security.md 3.4). It is counted when its turn to be hashed comes: who is
 * turned away before costs no write, which a flood of logins would make everyone else wait for.
 *
 * @throws HttpProblem 429 `rate_limited` where too many failed before
 * @throws GateFull where too many wait already; the try does not count then
 */
export async function tryPassword(
  throttle: LoginThrottleService,
  { email, device, password, hash }: Try,
): Promise<boolean> {
  try {
    // Who has to wait anyway does not first wait for a turn.
    await throttle.look(email, device)
    const right = await verifyPassword(password, hash, () => throttle.begin(email, device))
    if (right) await throttle.succeeded(email, device)
    return right
  } catch (error) {
    throw refusalOf(error)
  }
}
