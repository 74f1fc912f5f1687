import type { FastifyRequest } from 'fastify'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { getProfile, PROFILE_IMAGE_MAX_BYTES, uploadProfileImage } from '../../contract/profile.ts'
import { PROFILE_IMAGE_FIELD } from '../../contract/profileImage.ts'
import { makePhoto, PhotoRejected, pictureUrl } from '../accounts/photos.ts'
import { createGates } from '../lib/gate.ts'
import { sessionOf, unauthenticated } from '../plugins/authenticate.ts'
import { networkOf } from '../plugins/clientAddress.ts'
import { UPLOADS } from '../plugins/input.ts'
import { HttpProblem, notFound } from '../plugins/errors.ts'
import type { User } from '../store/store.ts'
import type { Api, Services } from './services.ts'
import { createOnePerReader, missingFile, readUpload, type Upload } from './upload.ts'

/** When what was too young to be left by a crash is looked at once more. */
const SWEEP_AGAIN_MS = 90_000

const PICTURE: Upload = {
  field: PROFILE_IMAGE_FIELD,
  maxBytes: PROFILE_IMAGE_MAX_BYTES,
  missing: ERROR_TEXTS.imageMissing,
  tooLarge: ERROR_TEXTS.imageTooLarge,
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

/** The profile and its picture (decision 34; docs/security.md 7). */
export function registerProfileRoutes(api: Api, { store, photos }: Services): void {
  const onePerReader = createOnePerReader('A picture of yours is being uploaded already.')
  // Of one address (IPv6: /64) two are decoded at once.
  const gates = createGates({ atOnce: 2, waiting: 16 })

  const readUser = async (request: FastifyRequest): Promise<User> => {
    const user = await store.users.byId(sessionOf(request).userId)
    if (!user) throw unauthenticated()
    return user
  }

  api.route({
    ...getProfile,
    handler: async (request) => {
      const { id, name, email, picture, passwordHash } = await readUser(request)
      const profileImage = picture === null ? null : pictureUrl(picture)
      return { profileImage, id, name, email, hasPassword: passwordHash !== '' }
    },
  })

  const pictureOf = async (userId: string) => (await store.users.byId(userId))?.picture

  /** Makes a picture the reader's; once more where another server was faster. */
  const storePhoto = async (request: FastifyRequest, picture: Buffer): Promise<string> => {
    for (;;) {
      const { id: userId, picture: before } = await readUser(request)
      const commit = (name: string) => store.users.setPicture(userId, name, before)
      const name = await photos.exchange({ userId, before, picture, commit, pictureOf })
      if (name !== undefined) return name
    }
  }

  let sweeping: NodeJS.Timeout | undefined
  const sweep = async (): Promise<void> => {
    try {
      const young = await photos.sweep(pictureOf)
      if (young > 0) sweeping = setTimeout(() => void sweep(), SWEEP_AGAIN_MS).unref()
    } catch (error) {
      api.log.warn({ err: error }, 'the pictures could not be swept')
    }
  }
  api.addHook('onReady', sweep)
  api.addHook('onClose', async () => clearTimeout(sweeping))

  api.route({
    ...uploadProfileImage,
    config: UPLOADS,
    handler: async (request) =>
      onePerReader((await readUser(request)).id, async () => {
        // Before the gate: a slow upload blocks nobody.
        const bytes = await readUpload(request, PICTURE)
        if (bytes.length === 0) throw missingFile(PICTURE)
        const photo = await gates(networkOf(request.ip), () => makeAcceptedPhoto(bytes))
        return { profileImageUrl: pictureUrl(await storePhoto(request, photo)) }
      }),
  })

  api.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params
    const photo = await photos.read(name)
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
