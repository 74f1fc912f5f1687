import { describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { changePassword, requestPasswordReset, resetPassword } from '../password.ts'
import { getProfile } from '../profile.ts'
import { login } from '../session.ts'
import { getSettings } from '../settings.ts'
import { by, FOREIGN, PASSWORD, STRANGE_TOKEN, type Client, type Reader } from './client.ts'

/** Forgotten and changed passwords, on a backend that sends mail. */
export function describePasswords(client: Client): void {
  const { call, succeed, refused, newReader, resetToken } = client
  const NEW = 'another horse battery'

  /** The body that sets a password, with its other fields. */
  const body = (needed: object, password = NEW) => ({
    ...needed,
    password,
    confirmPassword: password,
  })

  const logIn = ({ email }: Reader, password: string) => call(login, { json: { email, password } })

  /** A second session of a reader. */
  const secondSession = ({ email }: Reader) =>
    succeed(login.schema.response[200], login, { json: { email, password: PASSWORD } })

  /** The token of a link that a reader requests. */
  async function requestToken({ email }: Reader): Promise<string> {
    expect((await call(requestPasswordReset, { json: { email } })).status).toBe(200)
    return resetToken(email)
  }

  const rejected = [
    ['that differ', { password: NEW, confirmPassword: 'different' }, 'passwords_differ'],
    ['that are too short', { password: 'short', confirmPassword: 'short' }, 'password_rejected'],
  ] as const

  test('GET /api/settings says that links are mailed', async () => {
    const reply = await call(getSettings)
    expect(reply.body).toStrictEqual({ passwordReset: true })
  })

  describe('POST /api/user/passwordReset', () => {
    test('answers the same whether there is an account or not', async () => {
      const reader = await newReader()
      const emails = [reader.email, reader.email.toUpperCase(), 'nobody@example.org']
      for (const email of emails) {
        const reply = await call(requestPasswordReset, { json: { email } })
        expect(reply.body).toStrictEqual({
          message: 'If there is an account with this email, a link is on its way.',
        })
      }
      await resetToken(reader.email)
    })

    test('refuses what is no email, and names the field', async () => {
      for (const [email, message] of [
        ['nobody', ERROR_TEXTS.emailInvalid],
        ['', 'Email is required.'],
      ]) {
        const error = await refused(400, 'invalid_request', requestPasswordReset, {
          json: { email },
        })
        expect(error.message).toBe(message)
      }
    })
  })

  describe('PUT /api/user/passwordReset', () => {
    test('sets the password, ends every session, and takes the link once', async () => {
      const reader = await newReader()
      const second = await secondSession(reader)
      const token = await requestToken(reader)
      const reply = await call(resetPassword, { json: body({ token }) })
      expect(reply.body).toStrictEqual({
        message: 'Your password has been changed. Please log in.',
      })
      for (const bearer of [reader.token, second.token]) {
        await refused(401, 'unauthenticated', getProfile, { bearer })
      }
      expect((await logIn(reader, PASSWORD)).status).toBe(401)
      expect((await logIn(reader, NEW)).status).toBe(200)
      const again = await refused(400, 'reset_link_invalid', resetPassword, {
        json: body({ token }, PASSWORD),
      })
      expect(again.message).toBe(ERROR_TEXTS.resetLinkInvalid)
      expect((await logIn(reader, NEW)).status).toBe(200)
    })

    test.each(rejected)('refuses passwords %s, and the link stays good', async (_, wrong, code) => {
      const reader = await newReader()
      const token = await requestToken(reader)
      await refused(400, code, resetPassword, { json: { token, ...wrong } })
      expect((await call(getProfile, by(reader))).status).toBe(200)
      expect((await call(resetPassword, { json: body({ token }) })).status).toBe(200)
    })

    test('refuses a token that nobody was sent', async () => {
      const json = body({ token: STRANGE_TOKEN })
      const error = await refused(400, 'reset_link_invalid', resetPassword, { json })
      expect(error.message).toBe(ERROR_TEXTS.resetLinkInvalid)
    })
  })

  test.each([requestPasswordReset, resetPassword])(
    '$method $url is taken from our own pages alone',
    async (operation) => {
      const { email } = await newReader()
      const json = operation === resetPassword ? body({ token: STRANGE_TOKEN }) : { email }
      for (const headers of FOREIGN) {
        const error = await refused(403, 'cross_site', operation, { json, headers })
        expect(error.message).toBe(ERROR_TEXTS.crossSite)
      }
    },
  )

  describe('PUT /api/user/{id}/password', () => {
    test('changes the password and ends the other sessions', async () => {
      const reader = await newReader()
      const second = await secondSession(reader)
      const json = body({ currentPassword: PASSWORD })
      const reply = await call(changePassword, by(reader, { json }))
      expect(reply.body).toStrictEqual({ message: 'Your password has been changed.' })
      expect((await call(getProfile, by(reader))).status).toBe(200)
      await refused(401, 'unauthenticated', getProfile, { bearer: second.token })
      expect((await logIn(reader, PASSWORD)).status).toBe(401)
      expect((await logIn(reader, NEW)).status).toBe(200)
    })

    test('refuses a wrong present password, and the sessions stay', async () => {
      const reader = await newReader()
      const json = body({ currentPassword: 'another thing' })
      const error = await refused(403, 'wrong_password', changePassword, by(reader, { json }))
      expect(error.message).toBe(ERROR_TEXTS.notYourPassword)
      expect((await call(getProfile, by(reader))).status).toBe(200)
      expect((await logIn(reader, PASSWORD)).status).toBe(200)
    })

    test.each(rejected)('refuses passwords %s', async (_, wrong, code) => {
      const reader = await newReader()
      const json = { currentPassword: PASSWORD, ...wrong }
      await refused(400, code, changePassword, by(reader, { json }))
      expect((await logIn(reader, PASSWORD)).status).toBe(200)
    })
  })
}
