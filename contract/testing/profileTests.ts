import { describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { saveLanguage, uploadProfileImage } from '../profile.ts'
import { PROFILE_IMAGE_FIELD, PROFILE_IMAGE_MAX_BYTES } from '../uploads.ts'
import { by, form, PNG, type Client } from './client.ts'

/** The reader, and the picture. */
export function describeProfile(client: Client): void {
  const { succeed, refused, newReader, uploadPicture, profileOf, request } = client

  test('the language is none at first, then the last that was saved, for this reader alone', async () => {
    const [reader, other] = [await newReader(), await newReader()]
    expect((await profileOf(reader)).language).toBeNull()
    for (const language of ['ar', 'pt-BR', 'pt-BR'])
      await succeed(saveLanguage, by(reader, { json: { language } }))
    for (const json of [{ language: 'xx' }, { language: 'DE' }, { language: null }, {}]) {
      const error = await refused(saveLanguage, by(reader, { json }), [400, 'invalid_request'])
      expect(error.errors).toMatchObject([{ field: 'language' }])
    }
    expect((await profileOf(reader)).language).toBe('pt-BR')
    expect((await profileOf(other)).language).toBeNull()
  })

  describe('the picture', () => {
    test('is none at first, then the last that was uploaded; the one before is gone', async () => {
      const reader = await newReader()
      expect((await profileOf(reader)).profileImage).toBeNull()
      const before = await uploadPicture(reader)
      const response = await request(before)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toMatch(/^image\//)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
      const after = await uploadPicture(reader)
      expect(after).not.toBe(before)
      expect((await profileOf(reader)).profileImage).toBe(after)
      expect((await request(before)).status).toBe(404)
    })

    test('refuses what is none', async () => {
      const reader = await newReader()
      for (const body of [
        form('picture', PNG),
        form(PROFILE_IMAGE_FIELD, new Uint8Array()),
        form(PROFILE_IMAGE_FIELD, 'picture'),
        new FormData(),
      ]) {
        const options = by(reader, { body })
        const error = await refused(uploadProfileImage, options, [400, 'invalid_request'])
        expect(error.errors).toStrictEqual([{ field: PROFILE_IMAGE_FIELD, rule: 'required' }])
      }
      // Their name is that of a picture.
      for (const text of [
        'This is no picture at all.',
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
      ]) {
        const body = form(PROFILE_IMAGE_FIELD, new TextEncoder().encode(text))
        const rejected = [415, 'image_rejected', ERROR_TEXTS.imageRejected] as const
        await refused(uploadProfileImage, by(reader, { body }), rejected)
      }
      const large = new Uint8Array(PROFILE_IMAGE_MAX_BYTES + 1)
      large.set(PNG)
      const tooLarge = by(reader, { body: form(PROFILE_IMAGE_FIELD, large) })
      await refused(uploadProfileImage, tooLarge, [
        413,
        'body_too_large',
        ERROR_TEXTS.imageTooLarge,
      ])
      const noForm = by(reader, { body: PNG, headers: { 'Content-Type': 'image/png' } })
      const unsupported = [415, 'unsupported_media_type', ERROR_TEXTS.unsupportedMediaType] as const
      await refused(uploadProfileImage, noForm, unsupported)
      expect((await profileOf(reader)).profileImage).toBeNull()
    })
  })
}
