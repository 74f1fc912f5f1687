import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROFILE_IMAGE_MAX_BYTES } from '../../contract/uploads.ts'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'

let server: TestServer
let png: Buffer

beforeAll(async () => {
  server = await createTestServer()
  png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
})

afterAll(() => server.close())

interface Part {
  name?: string
  filename?: string
  bytes: Buffer
}

async function upload(reader: TestReader, parts: Part[]) {
  const form = new FormData()
  for (const { name = 'profileImage', filename = 'me.png', bytes } of parts) {
    form.append(name, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), filename)
  }
  const encoded = new Response(form)
  return server.app.inject({
    method: 'POST',
    url: '/api/profile/upload',
    headers: {
      ...reader.bearer,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

const profileOf = async (reader: TestReader) =>
  (await server.app.inject({ url: '/api/profile', headers: reader.bearer })).json<object>()

describe('the profile', () => {
  test('has no picture at first', async () => {
    const reader = await register(server.app, { name: 'Ada' })
    expect(await profileOf(reader)).toEqual({
      profileImage: null,
      id: reader.id,
      name: 'Ada',
      email: reader.email,
      hasPassword: true,
      language: null,
    })
  })

  test('has the picture uploaded last, and the one before is gone', async () => {
    const reader = await register(server.app)
    const first = await upload(reader, [{ bytes: png, filename: '../../../etc/evil.html' }])
    expect(first.statusCode).toBe(200)
    const { profileImageUrl } = first.json<{ profileImageUrl: string }>()
    expect(profileImageUrl).toMatch(/^\/media\/[a-z2-7]{26}\.webp$/)
    expect(await profileOf(reader)).toMatchObject({ profileImage: profileImageUrl })

    const picture = await server.app.inject({ url: profileImageUrl })
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512 })

    const second = (await upload(reader, [{ bytes: png }])).json<{ profileImageUrl: string }>()
    expect(second.profileImageUrl).not.toBe(profileImageUrl)
    expect((await server.app.inject({ url: profileImageUrl })).statusCode).toBe(404)
  })

  test.each([
    ['no picture', [{ bytes: Buffer.from('<svg/>') }], 415, 'image_rejected'],
    [
      'a broken picture',
      [{ bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]) }],
      400,
      'image_rejected',
    ],
    ['nothing', [], 400, 'invalid_request'],
    ['an empty file', [{ bytes: Buffer.alloc(0) }], 400, 'invalid_request'],
    ['another field', [{ name: 'avatar', bytes: Buffer.from('x') }], 400, 'invalid_request'],
    [
      'two files',
      [{ bytes: Buffer.from('x') }, { bytes: Buffer.from('y') }],
      400,
      'invalid_request',
    ],
    ['too much', [{ bytes: Buffer.alloc(PROFILE_IMAGE_MAX_BYTES + 1) }], 413, 'body_too_large'],
    ['far too much', [{ bytes: Buffer.alloc(PROFILE_IMAGE_MAX_BYTES * 2) }], 413, 'body_too_large'],
  ])('stays as it is when the upload is %s', async (_what, parts, status, code) => {
    const reader = await register(server.app)
    const response = await upload(reader, parts)
    expect(response.json()).toMatchObject({
      status,
      code,
      message: expect.stringMatching(/^[A-Z].+\.$/),
    })
    expect(await profileOf(reader)).toMatchObject({ profileImage: null })
  })

  test('takes nothing but a form', async () => {
    const reader = await register(server.app)
    const send = async (type: string, payload: Buffer | string) => {
      const headers = { ...reader.bearer, 'content-type': type }
      const request = { method: 'POST', url: '/api/profile/upload', headers, payload } as const
      return (await server.app.inject(request)).statusCode
    }
    expect(await send('image/png', png)).toBe(415)
    expect(await send('application/json', '{}')).toBe(415)
    expect(await send('multipart/form-data', 'no boundary')).toBe(400)
    expect(await send('multipart/form-data; boundary=x', 'no end')).toBe(400)
  })

  test('takes one upload of a reader at a time', async () => {
    const reader = await register(server.app)
    const large = await sharp({
      create: { width: 3000, height: 3000, channels: 3, background: '#369' },
    })
      .png()
      .toBuffer()
    const both = await Promise.all([1, 2].map(() => upload(reader, [{ bytes: large }])))
    expect(new Set(both.map((response) => response.statusCode))).toEqual(new Set([200, 429]))
    expect((await upload(reader, [{ bytes: png }])).statusCode).toBe(200)
  })
})
