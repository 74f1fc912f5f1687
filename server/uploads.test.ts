import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ErrorBody } from '../contract/common.ts'
import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import { PROFILE_IMAGE_FIELD } from '../contract/uploads.ts'
import { READERS_FILE } from './store/sqlite.ts'
import { oddFiles, oddForms, riffNames, type OddFile } from '../test/badPictures.ts'
import { createTestServer, register, type TestReader, type TestServer } from '../test/testServer.ts'

// Building a server takes its time on a busy machine.
vi.setConfig({ hookTimeout: 120_000 })

const FILES = await oddFiles()
const FORMS = await oddForms()

let server: TestServer
let reader: TestReader

beforeAll(async () => {
  server = await createTestServer()
  reader = await register(server.app)
})

afterAll(() => server.close())

/** The names of all pictures that are stored. */
function stored(): string[] {
  using database = new DatabaseSync(join(server.config.dataDir, READERS_FILE), { readOnly: true })
  const names = database.prepare('SELECT name FROM pictures ORDER BY name').all()
  return names.map(({ name }) => String(name))
}

function send(payload: Buffer | Readable, contentType: string, by = reader) {
  return server.app.inject({
    method: 'POST',
    url: '/api/profile/upload',
    headers: { ...by.bearer, 'content-type': contentType },
    payload,
  })
}

async function upload({ bytes, filename = 'me.png', type = 'image/png' }: OddFile, by = reader) {
  const body = new FormData()
  body.append(PROFILE_IMAGE_FIELD, new Blob([new Uint8Array(bytes)], { type }), filename)
  const encoded = new Response(body)
  const contentType = encoded.headers.get('content-type') ?? ''
  return send(Buffer.from(await encoded.arrayBuffer()), contentType, by)
}

type TestResponse = Awaited<ReturnType<typeof send>>

/** What comes out is ours: 512 × 512, WebP, one frame, and nothing that was not a pixel. */
async function expectOwnPicture(response: TestResponse): Promise<void> {
  const { profileImageUrl } = response.json<{ profileImageUrl: string }>()
  // A name that nobody guesses.
  expect(profileImageUrl).toMatch(/^\/media\/[a-z2-7]{26}\.webp$/)
  const { rawPayload, headers } = await server.app.inject({ url: profileImageUrl })
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const found = await sharp(rawPayload).metadata()
  expect(found).toMatchObject({ format: 'webp', width: 512, height: 512, space: 'srgb' })
  for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'comments', 'pages', 'orientation'] as const) {
    expect(found[kind]).toBeUndefined()
  }
  expect(['VP8 ', 'VP8L', 'VP8X', 'ALPH']).toEqual(expect.arrayContaining(riffNames(rawPayload)))
  expect(riffNames(rawPayload)).not.toEqual([])
  for (const needle of ['script', 'Secret']) expect(rawPayload.includes(needle)).toBe(false)
  expect(stored()).toEqual([profileImageUrl.replace('/media/', '')])
}

const TEXTS: Readonly<Record<number, RegExp>> = {
  400: /^(?:This picture (?:cannot be read|is too large)\. Please choose (?:another|a smaller one)\.|The upload cannot be read\. Please try again\.|Please send one picture in the field profileImage\.)$/,
  413: new RegExp(`^${ERROR_TEXTS.imageTooLarge}$`),
  415: /^(?:Please choose a JPEG, PNG, WebP or GIF picture\.|This content type is not supported\.|Send the file as multipart\/form-data\.)$/,
}

async function expectAsDeclared(
  response: TestResponse,
  status: number,
  before: string[],
): Promise<void> {
  if (status === 200) {
    await expectOwnPicture(response)
    return
  }
  const { message, error } = response.json<ErrorBody>()
  expect(message).toMatch(TEXTS[status] ?? /never/)
  expect(error).toBe(message)
  expect(stored()).toEqual(before)
}

describe(`the ${FILES.length} odd files`, () => {
  test.each(FILES)('$what: $status', async (file) => {
    const before = stored()
    const began = performance.now()
    const response = await upload(file)
    // A second where nothing else runs; a busy machine is given more.
    expect(performance.now() - began).toBeLessThan(5000)
    expect(response.statusCode).toBe(file.status)
    await expectAsDeclared(response, file.status, before)
  })

  test('that their metadata turn stand upright', async () => {
    const white = sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff' } })
    const bytes = await sharp({
      create: { width: 200, height: 200, channels: 3, background: '#c81e1e' },
    })
      .composite([{ input: await white.png().toBuffer(), top: 0, left: 0 }])
      .withMetadata({ orientation: 6 })
      .webp()
      .toBuffer()
    const response = await upload({ what: 'sideways', bytes, status: 200 })
    await expectOwnPicture(response)
    const url = response.json<{ profileImageUrl: string }>().profileImageUrl
    const { data, info } = await sharp((await server.app.inject(url)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Orientation 6 turns the white top to the right.
    const green = (x: number) => data[(256 * info.width + x) * info.channels + 1] ?? 0
    expect(green(480)).toBeGreaterThan(200)
    expect(green(30)).toBeLessThan(100)
  })

  test('take less than 150 MB together, one after another, however often', async () => {
    const bombs = FILES.filter(({ what }) => /claims|unpack|million/.test(what))
    expect(bombs.length).toBeGreaterThan(6)
    const before = process.memoryUsage().rss
    for (const file of [...bombs, ...bombs, ...bombs]) await upload(file)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
  })
})

describe(`the ${FORMS.length} odd forms`, () => {
  test.each(FORMS)('$what: $status', async ({ payload, contentType, status }) => {
    const before = stored()
    const response = await send(payload, contentType)
    expect(response.statusCode).toBe(status)
    await expectAsDeclared(response, status, before)
  })
})

describe('many uploads at once', () => {
  const readers: TestReader[] = []

  beforeAll(async () => {
    for (let count = 0; count < 24; count += 1) readers.push(await register(server.app))
  })

  test('that come slowly shut nobody out', async () => {
    const bodies = Array.from({ length: 23 }, () => new Readable({ read: () => undefined }))
    const underWay = bodies.map((body, at) =>
      send(body, 'multipart/form-data; boundary=b', readers[at]),
    )
    const other: OddFile = { what: 'other', bytes: Buffer.from('no picture'), status: 415 }
    // Until the slow ones have begun, and then again.
    for (let count = 0; count < 3; count += 1) {
      expect((await upload(other, readers[23])).statusCode).toBe(415)
    }
    for (const body of bodies) body.push(null)
    for (const response of await Promise.all(underWay)) expect(response.statusCode).toBe(400)
  })

  test('are decoded two at a time, and beyond what may wait they are asked to come back', async () => {
    const large = await sharp({
      create: { width: 4000, height: 4000, channels: 3, background: '#369' },
    })
      .png()
      .toBuffer()
    const responses = await Promise.all(
      readers.map((by) => upload({ what: 'large', bytes: large, status: 200 }, by)),
    )
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(18)
    const refused = responses.find(({ statusCode }) => statusCode === 503)
    expect(refused?.headers['retry-after']).toMatch(/^\d+$/)
    expect(refused?.json()).toMatchObject({ code: 'busy' })
    const accepted = statuses.filter((status) => status === 200).length
    expect(stored()).toHaveLength(accepted + 1)
  })
})
