import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { getProfile, saveLanguage, uploadProfileImage } from '../../contract/profile.ts'
import { PROFILE_IMAGE_FIELD, PROFILE_IMAGE_MAX_BYTES } from '../../contract/uploads.ts'
import { createPictureName, makePhoto, pictureUrl } from '../accounts/photos.ts'
import { UnknownKind } from '../lib/openPicture.ts'
import { sessionOf, unauthenticated } from '../plugins/authenticate.ts'
import { TAKES_UPLOADS } from '../plugins/connections.ts'
import { HttpProblem, notFound } from '../plugins/errors.ts'
import type { Api, Services } from './services.ts'
import { createUploads, missingFile, type Upload } from './upload.ts'

const PICTURE: Upload = {
  field: PROFILE_IMAGE_FIELD,
  maxBytes: PROFILE_IMAGE_MAX_BYTES,
  busy: ERROR_TEXTS.imageBusy,
  missing: ERROR_TEXTS.imageMissing,
  tooLarge: ERROR_TEXTS.imageTooLarge,
}

/** A reader's picture of an uploaded one. @throws HttpProblem 400, 415 */
async function makeAcceptedPhoto(bytes: Buffer): Promise<Buffer> {
  if (bytes.length === 0) throw missingFile(PICTURE)
  try {
    return await makePhoto(bytes)
  } catch (error) {
    if (error instanceof UnknownKind) {
      throw new HttpProblem(415, 'image_rejected', ERROR_TEXTS.imageRejected)
    }
    const message = /pixel limit|timeout/i.test(String(error))
      ? ERROR_TEXTS.imageTooMany
      : ERROR_TEXTS.imageUnreadable
    throw new HttpProblem(400, 'image_rejected', message)
  }
}

/** The profile and its picture (docs/security.md 7). */
export function registerProfileRoutes(api: Api, { store }: Services): void {
  const takePicture = createUploads(PICTURE)

  api.route({
    ...getProfile,
    handler: async (request) => {
      const user = await store.users.byId(sessionOf(request).userId)
      if (!user) throw unauthenticated()
      const { id, name, email, passwordHash, language } = user
      const picture = await store.pictures.nameOf(id)
      const profileImage = picture === undefined ? null : pictureUrl(picture)
      return { profileImage, id, name, email, hasPassword: passwordHash !== '', language }
    },
  })

  api.route({
    ...saveLanguage,
    handler: async (request) => {
      await store.users.setLanguage(request.params.id, request.body.language)
      return { message: 'Language saved.' }
    },
  })

  api.route({
    ...uploadProfileImage,
    config: TAKES_UPLOADS,
    handler: async (request) => {
      const { id: sessionId, userId } = sessionOf(request)
      return takePicture(request, userId, async (bytes) => {
        const photo = await makeAcceptedPhoto(bytes)
        const name = createPictureName()
        // An upload takes up to two minutes, in which the session may have been ended.
        if (!(await store.pictures.set(userId, name, photo, { sessionId }))) throw unauthenticated()
        return { profileImageUrl: pictureUrl(name) }
      })
    },
  })

  api.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const photo = await store.pictures.read(request.params.name)
    if (!photo) throw notFound()
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .type('image/webp')
      .send(photo)
  })
}
