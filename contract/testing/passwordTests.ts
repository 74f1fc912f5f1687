import { describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { changePassword, requestPasswordReset, resetPassword } from '../password.ts'
import { getProfile } from '../profile.ts'
import { login } from '../session.ts'
import { getSettings } from '../settings.ts'
import {
  by,
  CROSS_SITE,
  FOREIGN,
  PASSWORD,
  STRANGE_TOKEN,
  UNAUTHENTICATED,
  type Client,
  type Reader,
} from './client.ts'

/** Forgotten and changed passwords, on a backend that sends mail. */
export function describePasswords(client: Client): void {
  const { call, succeed, refused, refusedBodies, newReader, logInAgain } = client
  const NEW = 'another horse battery'
  const INVALID_LINK = [400, 'reset_link_invalid', ERROR_TEXTS.resetLinkInvalid] as const

  /** The body that sets a password, with its other fields. */
  const body = (needed: object, password = NEW) => ({
    ...needed,
    password,
    confirmPassword: password,
  })

  const logIn = async ({ email }: Reader, password: string) =>
    (await call(login, { json: { email, password } })).status

  /** What passwords cannot be. */
  const rejected = [
    [{ password: NEW, confirmPassword: 'different' }, 'passwords_differ'],
    [{ password: 'short', confirmPassword: 'short' }, 'password_rejected'],
  ] as const

  test('GET /api/settings says that links are mailed', async () => {
    expect(await succeed(getSettings)).toStrictEqual({ passwordReset: true })
  })

  test('a link is mailed; the answer is the same whether there is an account or not', async () => {
    const { email } = await newReader()
    for (const one of [email, email.toUpperCase(), 'nobody@example.org'])
      expect(await succeed(requestPasswordReset, { json: { email: one } })).toStrictEqual({
        message: 'If there is an account with this email, a link is on its way.',
      })
    await client.resetToken(email)
    await refusedBodies(requestPasswordReset, {}, [
      [{ email: 'nobody' }, ERROR_TEXTS.emailInvalid],
      [{ email: '' }, 'Email is required.'],
    ])
  })

  test('a link sets the password, ends every session, and is taken once', async () => {
    const reader = await newReader()
    const second = await logInAgain(reader)
    await succeed(requestPasswordReset, { json: { email: reader.email } })
    const token = await client.resetToken(reader.email)
    // What is refused leaves the link and the session as they are.
    for (const [wrong, code] of rejected)
      await refused(resetPassword, { json: { token, ...wrong } }, [400, code])
    await refused(resetPassword, { json: body({ token: STRANGE_TOKEN }) }, INVALID_LINK)
    expect((await call(getProfile, by(reader))).status).toBe(200)
    expect(await succeed(resetPassword, { json: body({ token }) })).toStrictEqual({
      message: 'Your password has been changed. Please log in.',
    })
    for (const bearer of [reader.token, second.token])
      await refused(getProfile, { bearer }, UNAUTHENTICATED)
    await refused(resetPassword, { json: body({ token }, PASSWORD) }, INVALID_LINK)
    expect(await logIn(reader, PASSWORD)).toBe(401)
    expect(await logIn(reader, NEW)).toBe(200)
  })

  test.each([requestPasswordReset, resetPassword])(
    '$method $url is taken from our own pages alone',
    async (operation) => {
      const { email } = await newReader()
      const json = operation === resetPassword ? body({ token: STRANGE_TOKEN }) : { email }
      for (const headers of FOREIGN) await refused(operation, { json, headers }, CROSS_SITE)
    },
  )

  describe('PUT /api/user/{id}/password', () => {
    test('changes the password and ends the other sessions', async () => {
      const reader = await newReader()
      const second = await logInAgain(reader)
      const json = body({ currentPassword: PASSWORD })
      const message = 'Your password has been changed.'
      expect(await succeed(changePassword, by(reader, { json }))).toStrictEqual({ message })
      expect((await call(getProfile, by(reader))).status).toBe(200)
      await refused(getProfile, { bearer: second.token }, UNAUTHENTICATED)
      expect(await logIn(reader, PASSWORD)).toBe(401)
      expect(await logIn(reader, NEW)).toBe(200)
    })

    test('refuses a wrong present password and bad new ones; nothing changes', async () => {
      const reader = await newReader()
      const json = body({ currentPassword: 'another thing' })
      const wrong = [403, 'wrong_password', ERROR_TEXTS.notYourPassword] as const
      await refused(changePassword, by(reader, { json }), wrong)
      for (const [bad, code] of rejected) {
        const options = by(reader, { json: { currentPassword: PASSWORD, ...bad } })
        await refused(changePassword, options, [400, code])
      }
      expect((await call(getProfile, by(reader))).status).toBe(200)
      expect(await logIn(reader, PASSWORD)).toBe(200)
    })
  })
}
