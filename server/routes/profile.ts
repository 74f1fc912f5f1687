import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { getProfile, PROFILE_IMAGE_MAX_BYTES, uploadProfileImage } from '../../contract/profile.ts'
import { PROFILE_IMAGE_FIELD } from '../../contract/profileImage.ts'
import { makePhoto, PhotoRejected, type PhotoFolder } from '../accounts/photos.ts'
import { createGates } from '../lib/gate.ts'
import { sessionOf, unauthenticated } from '../plugins/authenticate.ts'
import { UPLOADS } from '../plugins/input.ts'
import { HttpProblem, notFound } from '../plugins/errors.ts'
import { errorCode, missingFile, readUpload, type Upload } from './upload.ts'
import type { Store, User } from '../store/store.ts'

/** When what was too young to be left by a crash is looked at once more. */
const SWEEP_AGAIN_MS = 90_000

/** Pictures of one address that are decoded at once, and that wait for it. */
const PLACES_OF_ADDRESS = { atOnce: 2, waiting: 16 }

interface Options {
  store: Store
  photos: PhotoFolder
}

const PICTURE: Upload = {
  field: PROFILE_IMAGE_FIELD,
  maxBytes: PROFILE_IMAGE_MAX_BYTES,
  missing: ERROR_TEXTS.imageMissing,
  tooLarge: ERROR_TEXTS.imageTooLarge,
}

const pictureUrl = (picture: string): string => `/media/${picture}`

async function makeAcceptedPhoto(bytes: Buffer): Promise<Buffer> {
  try {
    return await makePhoto(bytes)
  } catch (error) {
    if (!(error instanceof PhotoRejected)) throw error
    const status = error.reason === 'type' ? 415 : 400
    throw new HttpProblem(status, 'image_rejected', error.message)
  }
}

/** The profile and its picture (decision 34; docs/security.md 7). */
export function registerProfileRoutes(app: FastifyInstance, { store, photos }: Options): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>()
  const uploading = new Set<string>()
  const places = createGates(PLACES_OF_ADDRESS)

  const readUser = async (request: FastifyRequest): Promise<User> => {
    const user = await store.users.byId(sessionOf(request).userId)
    if (!user) throw unauthenticated()
    return user
  }

  api.route({
    ...getProfile,
    handler: async (request) => {
      const { id, name, picture, passwordHash } = await readUser(request)
      const profileImage = picture === null ? null : pictureUrl(picture)
      return { profileImage, id, name, hasPassword: passwordHash !== '' }
    },
  })

  const pictureOf = async (userId: string) => (await store.users.byId(userId))?.picture

  /** Makes a picture the reader's; once more where another server was faster. */
  const storePhoto = async (request: FastifyRequest, photo: Buffer): Promise<string> => {
    for (;;) {
      const { id, picture: before } = await readUser(request)
      const name = await photos.exchange({
        userId: id,
        before,
        picture: photo,
        commit: (picture) => store.users.setPicture(id, picture, before),
        pictureOf,
      })
      if (name !== undefined) return name
    }
  }

  let sweeping: NodeJS.Timeout | undefined
  const sweep = async (): Promise<void> => {
    try {
      const young = await photos.sweep(pictureOf)
      if (young > 0) sweeping = setTimeout(() => void sweep(), SWEEP_AGAIN_MS).unref()
    } catch (error) {
      app.log.warn({ err: error }, 'the pictures could not be swept')
    }
  }
  app.addHook('onReady', sweep)
  app.addHook('onClose', async () => clearTimeout(sweeping))

  api.route({
    ...uploadProfileImage,
    config: UPLOADS,
    handler: async (request) => {
      const user = await readUser(request)
      if (uploading.has(user.id)) {
        throw new HttpProblem(429, 'rate_limited', 'A picture of yours is being uploaded already.')
      }
      uploading.add(user.id)
      try {
        // Behind the body: a slow upload blocks nobody.
        const bytes = await readUpload(request, PICTURE)
        if (bytes.length === 0) throw missingFile(PICTURE)
        const photo = await places(request.ip, () => makeAcceptedPhoto(bytes))
        const picture = await storePhoto(request, photo)
        return { profileImageUrl: pictureUrl(picture) }
      } finally {
        uploading.delete(user.id)
      }
    },
  })

  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params
    if (!photos.isName(name)) throw notFound()
    try {
      const photo = await readFile(join(photos.folder, name))
      return await reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('image/webp')
        .send(photo)
    } catch (error) {
      if (errorCode(error) === 'ENOENT') throw notFound()
      throw error
    }
  })
}
