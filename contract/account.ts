import { Type, type Static } from 'typebox'
import { Acknowledged, Body, Id, Password, Time, UserParams } from './common.ts'
import { errors, operation } from './operation.ts'
import { Program } from './library.ts'
import { Profile } from './profile.ts'
import { Device } from './session.ts'

/** A book that a reader keeps. */
const KeptBook = Type.Object({
  id: Id,
  title: Type.String(),
  authors: Type.Array(Type.String()),
  isbn: Type.String({ description: '13 digits, or empty.' }),
  addedAt: Time,
})
export type KeptBook = Static<typeof KeptBook>
const KeptBooks = Type.Array(KeptBook, {
  description: "Newest first; wantToRead in the reader's own order.",
})

/**
 * Everything stored about a reader, except what would let somebody else log in: no password
 * hash, no secret of a session.
 */
export const AccountExport = Type.Object({
  exportedAt: Time,
  account: Type.Object({
    id: Id,
    name: Type.String(),
    email: Type.String(),
    createdAt: Time,
    hasPassword: Type.Boolean({ description: 'Stored only as a hash, which is not exported.' }),
    language: Profile.properties.language,
  }),
  identities: Type.Array(
    Type.Object({
      provider: Type.String({ description: 'The sign-in provider, such as `google`.' }),
      subject: Type.String({ description: "The provider's id for the reader." }),
      linkedAt: Time,
    }),
    { description: 'Linked sign-ins at other providers.' },
  ),
  preferences: Type.Array(Type.String(), { description: 'The interests, in the order saved.' }),
  favoriteBooks: KeptBooks,
  wantToRead: KeptBooks,
  read: KeptBooks,
  notForMe: KeptBooks,
  favoriteAuthors: Type.Array(
    Type.Object({
      name: Type.String({ description: 'As it was spelled last.' }),
      alsoAs: Type.Array(Type.String(), { description: 'Other spellings that were saved.' }),
      addedAt: Time,
    }),
    { description: 'Newest first.' },
  ),
  import: Type.Union([Type.Null(), Type.Object({ program: Program, addedAt: Time })], {
    description: 'The last library that was added; kept for a day.',
  }),
  sessions: Type.Array(
    Type.Object({
      begun: Type.String({
        description: '`password`, or `url` for a sign-in at another provider.',
      }),
      ...Device,
      createdAt: Time,
      lastSeenAt: Time,
      expiresAt: Time,
    }),
    { description: 'Newest first.' },
  ),
  devices: Type.Array(Type.Object({ lastSeenAt: Time }), {
    description: 'Browsers from which the reader has logged in.',
  }),
  picture: Type.Union([
    Type.Null(),
    Type.Object({
      link: Type.String(),
      type: Type.String(),
      data: Type.String({ description: 'The file in base64; empty if it is missing.' }),
    }),
  ]),
})
export type AccountExport = Static<typeof AccountExport>

/**
 * GET /api/user/{id}/export: everything stored about the reader, as a file to keep. `?format=csv` gives
 * their books as a table for other programs (`accountCsv.ts`).
 */
export const exportAccount = operation('GET', '/api/user/:id/export', 'bearer', {
  operationId: 'exportAccount',
  tags: ['Account'],
  summary: 'Export everything stored about the reader',
  produces: ['application/json', 'text/csv'],
  params: UserParams,
  querystring: Type.Object({ format: Type.Enum(['json', 'csv'], { default: 'json' }) }),
  response: {
    200: Type.Union([AccountExport, Type.String({ description: 'The table, as CSV.' })]),
    ...errors(400, 401, 403, 429, 503),
  },
})

/** The forms of an export: everything, and the books for other programs. */
export type ExportFormat = Static<typeof exportAccount.schema.querystring>['format']

/**
 * DELETE /api/user/{id}: the account and everything that belongs to it, permanently. The password is sent
 * again; an account without one needs a sign-in within the last ten minutes. A wrong password is 403,
 * since the session itself is valid.
 */
export const deleteAccount = operation('DELETE', '/api/user/:id', 'bearer', {
  operationId: 'deleteAccount',
  tags: ['Account'],
  summary: 'Delete the account permanently',
  description: 'Also ends all sessions of the reader and expires the cookie.',
  params: UserParams,
  body: Body({ password: Type.Optional(Password) }),
  response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
})
export type DeleteAccountBody = Static<typeof deleteAccount.schema.body>
