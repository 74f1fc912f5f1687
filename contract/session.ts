import { Type, type Static } from 'typebox'
import { Acknowledged, Body, Id, Password, Time, UserParams } from './common.ts'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from './limits.ts'
import { errors, operation } from './operation.ts'

/** The response of a login. */
export const LoginResponse = Type.Object({
  token: Type.String({ description: 'The bearer token: opaque, 43 characters.' }),
  id: Id,
  name: Type.String(),
})
export type LoginResponse = Static<typeof LoginResponse>

/** The response of a registration. */
export const RegisterResponse = Type.Object({ ...LoginResponse.properties, message: Type.String() })
export type RegisterResponse = Static<typeof RegisterResponse>

export const login = operation('POST', '/api/user/login', 'public', {
  operationId: 'login',
  tags: ['Session'],
  summary: 'Log in with email and password',
  description: 'Also sets the HttpOnly session cookie.',
  body: Body({
    email: Type.String({ minLength: 1, maxLength: EMAIL_MAX_LENGTH }),
    password: Password,
  }),
  response: { 200: LoginResponse, ...errors(400, 401, 403, 413, 415, 429, 503) },
})
export type LoginBody = Static<typeof login.schema.body>

export const register = operation('POST', '/api/user/register', 'public', {
  operationId: 'register',
  tags: ['Session'],
  summary: 'Create an account and log in',
  description: 'Also sets the HttpOnly session cookie.',
  body: Body({
    name: Type.String({ minLength: 1, maxLength: NAME_MAX_LENGTH }),
    email: Type.String({ minLength: 3, maxLength: EMAIL_MAX_LENGTH }),
    password: Password,
    confirmPassword: Password,
  }),
  response: { 201: RegisterResponse, ...errors(400, 403, 409, 413, 415, 429, 503) },
})
export type RegisterBody = Static<typeof register.schema.body>

/**
 * POST /api/user/logout: ends the session of the bearer or the cookie. 200 even without one, since nothing is left
 * to end; only other sites are refused.
 */
export const logout = operation('POST', '/api/user/logout', 'bearerOrCookie', {
  operationId: 'logout',
  tags: ['Session'],
  summary: 'End the session',
  response: { 200: Acknowledged, ...errors(400, 403, 413, 415, 429, 503) },
})

const Word = Type.Union([Type.Null(), Type.String()])

/** What a session was last used on; `null` where that is not known. */
export const Device = {
  browser: { ...Word, description: 'Such as `Firefox`.' },
  system: { ...Word, description: 'Such as `Windows`.' },
}

/** A session as its reader sees it. */
export const ReaderSession = Type.Object({
  id: Id,
  ...Device,
  createdAt: Time,
  lastSeenAt: { ...Time, description: 'ISO 8601, in UTC; noted once an hour.' },
  isCurrent: Type.Boolean({ description: 'Of this request.' }),
})
export type ReaderSession = Static<typeof ReaderSession>

export const getSessions = operation('GET', '/api/user/:id/sessions', 'bearer', {
  operationId: 'getSessions',
  tags: ['Session'],
  summary: 'List the sessions, the latest use first',
  params: UserParams,
  response: { 200: Type.Array(ReaderSession), ...errors(400, 401, 403, 429, 503) },
})

export const endOtherSessions = operation('DELETE', '/api/user/:id/sessions', 'bearer', {
  operationId: 'endOtherSessions',
  tags: ['Session'],
  summary: 'End all sessions but that of the request',
  params: UserParams,
  response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
})

/** DELETE /api/user/{id}/sessions/{sessionId}: idempotent; one that is nobody's or another reader's is 200, too. */
export const endSession = operation('DELETE', '/api/user/:id/sessions/:sessionId', 'bearer', {
  operationId: 'endSession',
  tags: ['Session'],
  summary: 'End a session',
  params: Type.Object({ ...UserParams.properties, sessionId: Id }),
  response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
})
