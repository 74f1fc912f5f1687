import type { FastifyRequest } from 'fastify'
import { ERROR_TEXTS, type ErrorSentence } from '../../contract/errorTexts.ts'
import { passwordFault, verifyPassword } from '../accounts/passwords.ts'
import { TooManyFailures } from '../accounts/throttle.ts'
import type { Config } from '../config.ts'
import { HttpProblem } from '../plugins/errors.ts'
import type { User } from '../store/store.ts'
import type { Services } from './services.ts'

/** Says how long to wait, rounded up: `8 seconds`, `1 hour`. */
function tooManyLogins(seconds: number): ErrorSentence {
  const [size, text] =
    seconds < 120
      ? [1, ERROR_TEXTS.loginsSeconds]
      : seconds < 7200
        ? [60, ERROR_TEXTS.loginsMinutes]
        : [3600, ERROR_TEXTS.loginsHours]
  return { text, values: { count: Math.ceil(seconds / size) } }
}

/**
 * Whether a password is right; every endpoint that takes one checks it here (docs/security.md 3.3). `email` need not
 * exist; `device` in the result is the secret of a known browser. @throws HttpProblem 429 after too many wrong ones
 */
export async function tryPassword(
  { throttle, device: cookie }: Pick<Services, 'throttle' | 'device'>,
  request: FastifyRequest,
  { user, email, password }: { user: User | undefined; email: string; password: string },
): Promise<{ isRight: boolean; device: string | undefined }> {
  const device = await throttle.deviceOfLogin(user?.id, cookie.read(request))
  try {
    // Counted when it is hashed, so that rejected logins cost no write.
    const count = () => throttle.begin(email, device)
    const isRight = await verifyPassword(password, user?.passwordHash, count)
    if (isRight) await throttle.succeeded(email, device)
    return { isRight, device }
  } catch (error) {
    if (!(error instanceof TooManyFailures)) throw error
    const retryAfter = Math.ceil(error.wait / 1000)
    throw new HttpProblem(429, 'rate_limited', tooManyLogins(retryAfter), {
      retryAfter,
      logged: { reader: user?.id },
    })
  }
}

/** @throws HttpProblem 400 where the two differ, or the rule rejects the password (docs/security.md 3.2) */
export function checkNewPassword(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  owner: Pick<User, 'name' | 'email'>,
  config: Config,
): void {
  if (password !== confirmPassword) {
    throw new HttpProblem(400, 'passwords_differ', ERROR_TEXTS.passwordsDiffer)
  }
  const rule = { min: config.passwordMin, strict: config.secure }
  const fault = passwordFault(password, owner, rule)
  if (fault !== undefined) throw new HttpProblem(400, 'password_rejected', fault)
}
