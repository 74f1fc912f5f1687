import { describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { getProfile, saveLanguage, uploadProfileImage } from '../profile.ts'
import { PROFILE_IMAGE_FIELD, PROFILE_IMAGE_MAX_BYTES } from '../uploads.ts'
import { by, form, PNG, type Client, type Reader } from './client.ts'

/** The reader, and the picture. */
export function describeProfile(client: Client): void {
  const { call, succeed, refused, newReader, profileImage, request } = client

  /** Uploads a picture; gives where it is. */
  async function upload(reader: Reader): Promise<string> {
    const options = by(reader, { body: form(PROFILE_IMAGE_FIELD, PNG) })
    const schema = uploadProfileImage.schema.response[200]
    return (await succeed(schema, uploadProfileImage, options)).profileImageUrl
  }

  const languageOf = async (reader: Reader) =>
    (await succeed(getProfile.schema.response[200], getProfile, by(reader))).language

  describe('language', () => {
    test('is none at first, then the last that was saved, for this reader alone', async () => {
      const [reader, other] = [await newReader(), await newReader()]
      expect(await languageOf(reader)).toBeNull()
      for (const language of ['ar', 'pt-BR', 'pt-BR']) {
        const { 200: schema } = saveLanguage.schema.response
        await succeed(schema, saveLanguage, by(reader, { json: { language } }))
      }
      expect(await languageOf(reader)).toBe('pt-BR')
      expect(await languageOf(other)).toBeNull()
    })

    test.each([{ language: 'xx' }, { language: 'DE' }, { language: null }, {}])(
      'refuses %j, and keeps what there was',
      async (json) => {
        const reader = await newReader()
        await call(saveLanguage, by(reader, { json: { language: 'ja' } }))
        const error = await refused(400, 'invalid_request', saveLanguage, by(reader, { json }))
        expect(error.errors).toMatchObject([{ field: 'language' }])
        expect(await languageOf(reader)).toBe('ja')
      },
    )
  })

  describe('profile', () => {
    test('has no picture at first', async () => {
      expect(await profileImage(await newReader())).toBeNull()
    })

    test('an uploaded picture is the one the profile shows and the server serves', async () => {
      const reader = await newReader()
      const url = await upload(reader)
      expect(await profileImage(reader)).toBe(url)
      const response = await request(url)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toMatch(/^image\//)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
    })

    test('the last picture wins, the one before is gone', async () => {
      const reader = await newReader()
      const before = await upload(reader)
      const after = await upload(reader)
      expect(after).not.toBe(before)
      expect(await profileImage(reader)).toBe(after)
      expect((await request(before)).status).toBe(404)
    })

    test.each([
      ['a file in another field', form('picture', PNG)],
      ['an empty file', form(PROFILE_IMAGE_FIELD, new Uint8Array())],
      ['a text in the field', form(PROFILE_IMAGE_FIELD, 'picture')],
      ['a form without a file', new FormData()],
    ])('refuses %s', async (_, body) => {
      const reader = await newReader()
      const options = by(reader, { body })
      const error = await refused(400, 'invalid_request', uploadProfileImage, options)
      expect(error.errors).toStrictEqual([{ field: PROFILE_IMAGE_FIELD, rule: 'required' }])
      expect(await profileImage(reader)).toBeNull()
    })

    test.each([
      ['a text', 'This is no picture at all, only its name says so.'],
      ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ])('refuses %s with the name of a picture', async (_, text) => {
      const reader = await newReader()
      const body = form(PROFILE_IMAGE_FIELD, new TextEncoder().encode(text))
      const error = await refused(415, 'image_rejected', uploadProfileImage, by(reader, { body }))
      expect(error.message).toBe(ERROR_TEXTS.imageRejected)
      expect(await profileImage(reader)).toBeNull()
    })

    test('refuses a picture beyond 5 MiB', async () => {
      const reader = await newReader()
      const content = new Uint8Array(PROFILE_IMAGE_MAX_BYTES + 1)
      content.set(PNG)
      const body = form(PROFILE_IMAGE_FIELD, content)
      const error = await refused(413, 'body_too_large', uploadProfileImage, by(reader, { body }))
      expect(error.message).toBe(ERROR_TEXTS.imageTooLarge)
    })

    test('refuses what is no multipart form', async () => {
      const reader = await newReader()
      const headers = { 'Content-Type': 'image/png' }
      const error = await refused(
        415,
        'unsupported_media_type',
        uploadProfileImage,
        by(reader, { body: PNG, headers }),
      )
      expect(error.message).toBe(ERROR_TEXTS.unsupportedMediaType)
    })
  })
}
