import { Type, type Static } from 'typebox'
import { Acknowledged, Id } from './common.ts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from './limits.ts'
import { errors, type Operation } from './operation.ts'

/** What a login answers. */
export const LoginResponse = Type.Object({
  token: Type.String({ description: 'The bearer token: opaque, 43 characters.' }),
  id: Id,
  name: Type.String(),
})
export type LoginResponse = Static<typeof LoginResponse>

/** What a registration answers. */
export const RegisterResponse = Type.Object({ ...LoginResponse.properties, message: Type.String() })
export type RegisterResponse = Static<typeof RegisterResponse>

const closed = { additionalProperties: false }

/** POST /api/user/login */
export const login = {
  method: 'POST',
  url: '/api/user/login',
  access: 'public',
  schema: {
    operationId: 'login',
    tags: ['Session'],
    summary: 'Sign in with email and password',
    description: 'Also sets the HttpOnly session cookie (decision 28).',
    body: Type.Object(
      {
        email: Type.String({ minLength: 1, maxLength: EMAIL_MAX_LENGTH }),
        password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH }),
      },
      closed,
    ),
    response: { 200: LoginResponse, ...errors(400, 401, 403, 413, 415, 429, 503) },
  },
} satisfies Operation
export type LoginBody = Static<typeof login.schema.body>

/** POST /api/user/register */
export const register = {
  method: 'POST',
  url: '/api/user/register',
  access: 'public',
  schema: {
    operationId: 'register',
    tags: ['Session'],
    summary: 'Create an account and sign in',
    description: 'Also sets the HttpOnly session cookie (decision 28). Passwords: decision 22.',
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: NAME_MAX_LENGTH }),
        email: Type.String({ minLength: 3, maxLength: EMAIL_MAX_LENGTH }),
        password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH }),
        confirmPassword: Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH }),
      },
      closed,
    ),
    response: { 201: RegisterResponse, ...errors(400, 403, 409, 413, 415, 429, 503) },
  },
} satisfies Operation
export type RegisterBody = Static<typeof register.schema.body>

/**
 * POST /api/user/logout: ends the session of the bearer or the cookie (decision 18); 200 without one too, and
 * refused to other sites alone.
 */
export const logout = {
  method: 'POST',
  url: '/api/user/logout',
  access: 'bearerOrCookie',
  schema: {
    operationId: 'logout',
    tags: ['Session'],
    summary: 'End the session',
    response: { 200: Acknowledged, ...errors(400, 403, 413, 415, 429, 503) },
  },
} satisfies Operation
