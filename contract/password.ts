import { Type, type Static } from 'typebox'
import { Acknowledged, UserParams } from './common.ts'
import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from './limits.ts'
import { errors, type Operation } from './operation.ts'

const closed = { additionalProperties: false }
const Password = Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH })

/**
 * POST /api/user/passwordReset: mails a link that is good for an hour and one use (decision 59). Answers the same,
 * and as fast, whether there is an account or not; 503 `mail_off` on a server without mail.
 */
export const requestPasswordReset = {
  method: 'POST',
  url: '/api/user/passwordReset',
  access: 'public',
  schema: {
    operationId: 'requestPasswordReset',
    tags: ['Password'],
    summary: 'Mail a link that sets a new password',
    body: Type.Object(
      { email: Type.String({ minLength: 1, maxLength: EMAIL_MAX_LENGTH }) },
      closed,
    ),
    response: { 200: Acknowledged, ...errors(400, 403, 413, 415, 429, 503) },
  },
} satisfies Operation
export type RequestPasswordResetBody = Static<typeof requestPasswordReset.schema.body>

/**
 * PUT /api/user/passwordReset: sets a new password by the token of such a link, and ends every session of the
 * account. 400 `reset_link_invalid` for a token that is used, late or unknown.
 */
export const resetPassword = {
  method: 'PUT',
  url: '/api/user/passwordReset',
  access: 'public',
  schema: {
    operationId: 'resetPassword',
    tags: ['Password'],
    summary: 'Set a new password by a mailed link',
    body: Type.Object(
      {
        token: Type.String({ minLength: 1, maxLength: 200 }),
        password: Password,
        confirmPassword: Password,
      },
      closed,
    ),
    response: { 200: Acknowledged, ...errors(400, 403, 413, 415, 429, 503) },
  },
} satisfies Operation
export type ResetPasswordBody = Static<typeof resetPassword.schema.body>

/**
 * PUT /api/user/{id}/password: sets a new password. The present one is asked; a wrong one is 403, since the
 * session itself is good. Every other session of the reader ends.
 */
export const changePassword = {
  method: 'PUT',
  url: '/api/user/:id/password',
  access: 'bearer',
  schema: {
    operationId: 'changePassword',
    tags: ['Password'],
    summary: 'Change the password',
    params: UserParams,
    body: Type.Object(
      { currentPassword: Password, password: Password, confirmPassword: Password },
      closed,
    ),
    response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
  },
} satisfies Operation
export type ChangePasswordBody = Static<typeof changePassword.schema.body>

/** What this server offers beside what every server does. */
export const Settings = Type.Object({
  passwordReset: Type.Boolean({ description: 'Whether it mails links that set a new password.' }),
})
export type Settings = Static<typeof Settings>

/** GET /api/settings: the same for everybody until the server is started anew. */
export const getSettings = {
  method: 'GET',
  url: '/api/settings',
  access: 'public',
  schema: {
    operationId: 'getSettings',
    tags: ['Password'],
    summary: 'What this server offers',
    response: { 200: Settings, ...errors(429, 503) },
  },
} satisfies Operation
