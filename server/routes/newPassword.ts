import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { passwordFault } from '../accounts/passwords.ts'
import type { Config } from '../config.ts'
import { HttpProblem } from '../plugins/errors.ts'

/** @throws HttpProblem 400 where the two differ, or the rule rejects the password (decision 22) */
export function checkNewPassword(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  owner: { name: string; email: string },
  config: Pick<Config, 'passwordMin' | 'secure'>,
): void {
  if (password !== confirmPassword) {
    throw new HttpProblem(400, 'passwords_differ', ERROR_TEXTS.passwordsDiffer)
  }
  const rule = { min: config.passwordMin, strict: config.secure }
  const fault = passwordFault(password, owner, rule)
  if (fault !== undefined) throw new HttpProblem(400, 'password_rejected', fault)
}
