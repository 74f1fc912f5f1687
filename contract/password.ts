import { Type, type Static } from 'typebox'
import { Acknowledged, Body, Password, UserParams } from './common.ts'
import { EMAIL_MAX_LENGTH } from './limits.ts'
import { errors, operation } from './operation.ts'

/**
 * POST /api/user/passwordReset: mails a link that works once, within an hour. The response is the same, and as
 * fast, whether the account exists or not, so that it does not tell; 503 `mail_off` on a server without mail.
 */
export const requestPasswordReset = operation('POST', '/api/user/passwordReset', 'public', {
  operationId: 'requestPasswordReset',
  tags: ['Password'],
  summary: 'Mail a password reset link',
  body: Body({ email: Type.String({ minLength: 1, maxLength: EMAIL_MAX_LENGTH }) }),
  response: { 200: Acknowledged, ...errors(400, 403, 413, 415, 429, 503) },
})
export type RequestPasswordResetBody = Static<typeof requestPasswordReset.schema.body>

/**
 * PUT /api/user/passwordReset: sets a new password by the token of such a link, and ends every session of the
 * account. 400 `reset_link_invalid` for a token that is used, late or unknown.
 */
export const resetPassword = operation('PUT', '/api/user/passwordReset', 'public', {
  operationId: 'resetPassword',
  tags: ['Password'],
  summary: 'Set a new password with a mailed link',
  body: Body({
    token: Type.String({ minLength: 1, maxLength: 200 }),
    password: Password,
    confirmPassword: Password,
  }),
  response: { 200: Acknowledged, ...errors(400, 403, 413, 415, 429, 503) },
})
export type ResetPasswordBody = Static<typeof resetPassword.schema.body>

/**
 * PUT /api/user/{id}/password: sets a new password. It needs the present one; a wrong one is 403, since the
 * session itself is valid. Every other session of the reader ends.
 */
export const changePassword = operation('PUT', '/api/user/:id/password', 'bearer', {
  operationId: 'changePassword',
  tags: ['Password'],
  summary: 'Change the password',
  params: UserParams,
  body: Body({ currentPassword: Password, password: Password, confirmPassword: Password }),
  response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
})
export type ChangePasswordBody = Static<typeof changePassword.schema.body>
