import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { ID_PATTERN, PASSWORD_MAX_LENGTH } from './limits.ts'

/** Ids of users and books: letters, digits, `_` and `-`, 1 to 64 of them. */
export const Id = Type.String({ pattern: `^${ID_PATTERN}$`, description: 'An id.' })

/** A moment. */
export const Time = Type.String({ description: 'ISO 8601, in UTC.' })

/** The path parameter of every request about a user. */
export const UserParams = Type.Object({ id: Id })

/** A password as a request may have it. New ones have more rules; login never applies them, or older ones would fail. */
export const Password = Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH })

/** The body of a request: these fields and no others. */
export const Body = <Fields extends TProperties>(fields: Fields): TObject<Fields> =>
  Type.Object(fields, { additionalProperties: false })

/** A heart or mark that is given back gets the place and time that it had. */
export const Undo = Type.Optional(
  Type.Boolean({
    description:
      'Whether this takes back a change of the last hour: the book gets the place and time that it had in its list.',
  }),
)

/** A plain acknowledgement, where the specification shows no response. */
export const Acknowledged = Type.Object({ message: Type.String() })

/**
 * What every error response holds: problem+json (RFC 9457) with `error` and `message`, the
 * same plain sentence twice, and `code`, one word for programs.
 */
export const ErrorBody = Type.Object(
  {
    type: Type.String({ description: '`about:blank` or `/problems/{code}`.' }),
    title: Type.String({ description: 'The name of the status.' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'The same sentence as `message`.' }),
    instance: Type.String({
      description: '`urn:request:{id}`, with the id of the request in the log.',
    }),
    error: Type.String({ description: 'One plain sentence for the reader.' }),
    message: Type.String({ description: 'One plain sentence for the reader.' }),
    code: Type.String({ description: 'One word for programs, such as `invalid_credentials`.' }),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), rule: Type.String() }), {
        description: 'The invalid fields.',
      }),
    ),
  },
  { description: 'An error response.' },
)
/** The body of every error response. */
export type ErrorBody = Static<typeof ErrorBody>

/** Every code an error response may carry. */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_credentials'
  | 'passwords_differ'
  | 'password_rejected'
  | 'email_taken'
  | 'registration_closed'
  | 'account_disabled'
  | 'unauthenticated'
  | 'session_not_bound'
  | 'forbidden'
  | 'wrong_password'
  | 'reset_link_invalid'
  | 'mail_off'
  | 'sign_in_too_old'
  | 'cross_site'
  | 'not_found'
  | 'quota_reached'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'image_rejected'
  | 'library_rejected'
  | 'rate_limited'
  | 'busy'
  | 'storage_full'
  | 'internal'
