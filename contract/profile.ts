import { Type, type Static } from 'typebox'
import { Acknowledged, Body, Id, UserParams } from './common.ts'
import { LANGUAGES } from './languages.ts'
import { errors, operation } from './operation.ts'

const Tag = Type.Enum([...LANGUAGES])

/** What the profile response holds; it also names readers who came by a link without a name. */
export const Profile = Type.Object({
  profileImage: Type.Union([Type.String(), Type.Null()], {
    description: 'Path of the picture; null if there is none.',
  }),
  id: Id,
  name: Type.String(),
  email: Type.String({ description: 'For password managers.' }),
  hasPassword: Type.Boolean({
    description: 'False if the reader only signs in through another provider.',
  }),
  language: Type.Union([Tag, Type.Null()], {
    description: 'The tag of the language that the reader chose; null if they chose none.',
  }),
})
export type Profile = Static<typeof Profile>

export const getProfile = operation('GET', '/api/profile', 'bearer', {
  operationId: 'getProfile',
  tags: ['Profile'],
  summary: 'The reader and their profile picture',
  response: { 200: Profile, ...errors(401, 429, 503) },
})

/** PUT /api/user/{id}/language: the language in which the reader reads the app and gets mail, on every device. */
export const saveLanguage = operation('PUT', '/api/user/:id/language', 'bearer', {
  operationId: 'saveLanguage',
  tags: ['Profile'],
  summary: 'Save the language',
  params: UserParams,
  body: Body({ language: Tag }),
  response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
})

/** The response of an upload. */
const UploadResponse = Type.Object({ profileImageUrl: Type.String() })

/**
 * POST /api/profile/upload: multipart, one file in the field `profileImage`. The body has no schema
 * here: it is a stream, checked by `server/accounts/photos.ts`.
 */
export const uploadProfileImage = operation('POST', '/api/profile/upload', 'bearer', {
  operationId: 'uploadProfileImage',
  tags: ['Profile'],
  summary: 'Upload a profile picture',
  description: 'JPEG, PNG, WebP or GIF, at most 5 MiB, in the multipart field `profileImage`.',
  consumes: ['multipart/form-data'],
  response: { 200: UploadResponse, ...errors(400, 401, 413, 415, 429, 503) },
})
