import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { getProfile, PROFILE_IMAGE_MAX_BYTES, uploadProfileImage } from '../../contract/profile.ts'
import { PROFILE_IMAGE_FIELD } from '../../contract/profileImage.ts'
import { makePhoto, PhotoRejected, type PhotoFolder } from '../accounts/photos.ts'
import { createGates } from '../lib/gate.ts'
import { KIB_BYTES } from '../lib/units.ts'
import { sessionOf, unauthenticated } from '../plugins/authenticate.ts'
import { UPLOADS } from '../plugins/input.ts'
import { HttpProblem, invalidField, notFound } from '../plugins/errors.ts'
import type { Store, User } from '../store/store.ts'

/** What a multipart form adds around the file, at most, in bytes. */
const FORM_MARGIN_BYTES = 16 * KIB_BYTES

/** When what was too young to be left by a crash is looked at once more. */
const SWEEP_AGAIN_MS = 90_000

/** Pictures of one address that are decoded at once, and that wait for it. */
const PLACES_OF_ADDRESS = { atOnce: 2, waiting: 16 }

interface Options {
  store: Store
  photos: PhotoFolder
}

const pictureUrl = (picture: string): string => `/media/${picture}`

const tooLarge = (): HttpProblem =>
  new HttpProblem(413, 'body_too_large', ERROR_TEXTS.imageTooLarge)

const wrongForm = (message: string): HttpProblem =>
  invalidField(PROFILE_IMAGE_FIELD, 'required', message)

function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** The bytes of the one file in the form. */
async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    const message = 'Send the picture as multipart/form-data.'
    throw new HttpProblem(415, 'unsupported_media_type', message)
  }
  if (Number(request.headers['content-length']) > PROFILE_IMAGE_MAX_BYTES + FORM_MARGIN_BYTES) {
    throw tooLarge()
  }
  try {
    let bytes: Buffer | undefined
    // To the end of the form, so that a second file is rejected and not overlooked.
    for await (const part of request.files()) {
      if (part.fieldname !== PROFILE_IMAGE_FIELD) throw wrongForm(ERROR_TEXTS.imageMissing)
      bytes = await part.toBuffer()
    }
    if (!bytes || bytes.length === 0) throw wrongForm(ERROR_TEXTS.imageMissing)
    return bytes
  } catch (error) {
    if (error instanceof HttpProblem) throw error
    if (errorCode(error) === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    request.log.info({ err: error }, 'upload refused')
    throw wrongForm('The upload cannot be read. Please try again.')
  }
}

async function makeAcceptedPhoto(bytes: Buffer): Promise<Buffer> {
  try {
    return await makePhoto(bytes)
  } catch (error) {
    if (!(error instanceof PhotoRejected)) throw error
    const status = error.reason === 'type' ? 415 : 400
    throw new HttpProblem(status, 'image_rejected', error.message)
  }
}

/** The profile and its picture (decision 34; ../shared/security.md 3.7). */
export async function registerProfileRoutes(
  app: FastifyInstance,
  { store, photos }: Options,
): Promise<void> {
  const counts = { files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 20 }
  await app.register(multipart, { limits: { ...counts, fileSize: PROFILE_IMAGE_MAX_BYTES } })
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
        const bytes = await readUpload(request)
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
