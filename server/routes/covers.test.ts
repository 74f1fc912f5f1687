import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { createCovers } from '../covers/covers.ts'
import { createPreviews } from '../covers/previews.ts'
import { errors } from '../plugins/errors.ts'
import { composeCover, renderCover, writeCover } from '../../covers/renderCover.ts'
import { createTestServer, type TestServer } from '../../test/testServer.ts'
import { registerCoverRoutes } from './covers.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-covers-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('drawn covers', () => {
  let server: TestServer
  let link: string

  beforeAll(async () => {
    server = await createTestServer()
    const found = await server.catalogue.byId('emma')
    link = found?.book.volumeInfo.imageLinks?.thumbnail ?? ''
  })

  afterAll(() => server.close())

  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url, headers })

  test('the link of the record leads to an SVG that may be kept for ever, and can do nothing', async () => {
    const response = await get(link)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': FOR_EVER,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(response.body).toMatch(/^<svg[\s\S]*<\/svg>\s*$/)
    const packed = await get(link, { 'accept-encoding': 'gzip, deflate, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.headers.vary).toMatch(/accept-encoding/i)
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(response.body)
  })

  test('without its version, or with another, it is kept for a day, and asked for again by its ETag', async () => {
    for (const url of ['/covers/emma', '/covers/emma?v=00000000', '/covers/emma?v=a&v=b']) {
      const { headers } = await get(url)
      expect(headers['cache-control']).toBe(A_DAY)
      const known = { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' }
      const again = await get(url, known)
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(again.headers['content-encoding']).toBeUndefined()
      expect((await get('/covers/dracula', known)).statusCode).toBe(200)
    }
  })

  test('is there as a PNG for previews of links, on the ground of the house', async () => {
    const response = await get(link.replace('?', '/preview.png?'))
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': FOR_EVER,
    })
    const picture = sharp(response.rawPayload)
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const { data } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const pixelAt = (left: number, top: number) =>
      data.toString('hex', (top * 1200 + left) * 3, (top * 1200 + left) * 3 + 3)
    expect(pixelAt(10, 10)).toBe('faf6ef')
    expect(pixelAt(600, 315)).not.toBe('faf6ef')
  })

  test.each(['no-such-book', 'nobody/preview.png', '..%2f..%2fetc', '%00', 'x'.repeat(65)])(
    'an unknown book (%s) is 404',
    async (id) => {
      const response = await get(`/covers/${id}`)
      expect(response.json()).toMatchObject({ status: 404, message: 'Book not found.' })
    },
  )
})

/** A book, and its ISBNs. */
const bookOf = (id: string, ...identifiers: string[]): Book => ({
  id,
  volumeInfo: {
    title: 'Emma',
    authors: ['Jane Austen'],
    categories: [],
    imageLinks: { thumbnail: `/covers/${id}?v=0123abcd` },
    industryIdentifiers: identifiers.map((identifier) => ({ type: 'ISBN_13', identifier })),
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

const coverOf = (width: number) =>
  sharp({ create: { width, height: 15, channels: 3, background: '#369' } })
    .png()
    .toBuffer()

const previewOf = async (bytes: Buffer, type = 'image/png') => {
  const draw = createPreviews(async () => ({ bytes, isPlaceholder: false, type }), folder)
  return (await draw({ book: bookOf('kept') })).bytes
}

describe('pictures for previews of links', () => {
  test.each(['איש קטן', '雪国'])(
    'show the drawing alone of a cover whose title, %s, our typefaces lack',
    async (title) => {
      const shown = { id: 'a', title, authors: ['Ann Other'], categories: ['Fiction'] }
      const drawing = writeCover({ ...composeCover(shown), blocks: [] }, '')
      const [preview, alone] = await Promise.all(
        [renderCover(shown), drawing].map((svg) => previewOf(Buffer.from(svg), 'image/svg+xml')),
      )
      expect(alone && preview?.equals(alone)).toBe(true)
    },
  )

  test('are kept on the disk, and drawn anew for another cover', async () => {
    const cover = await coverOf(10)
    await previewOf(cover)
    const [file = ''] = readdirSync(folder)
    writeFileSync(join(folder, file), 'kept')
    expect((await previewOf(cover)).toString()).toBe('kept')
    expect(await sharp(await previewOf(await coverOf(9))).metadata()).toMatchObject({
      format: 'png',
    })
  })
})

describe('covers from elsewhere', () => {
  const PICTURE = 'https://books.google.com/cover.jpg'
  const WEBP = Buffer.from('RIFF....WEBP')
  let fetched: Buffer | 'later' | undefined
  let requested: string[]

  beforeEach(() => {
    fetched = WEBP
    requested = []
  })

  const open = (covers: 'generated' | 'openlibrary') =>
    createCovers(
      { dataDir: folder, coverHosts: [], covers },
      () => undefined,
      async (_id, link) => {
        requested.push(link)
        return fetched
      },
    )

  test.each([
    ['0141439580', 'https://covers.openlibrary.org/b/isbn/9780141439587-L.jpg?default=false'],
    ['../../etc', undefined],
  ])('are looked for by the ISBN %s where that is wanted and needed', async (isbn, link) => {
    const book = bookOf('emma', isbn)
    await open('generated')({ book })
    expect(requested).toEqual([])
    await open('openlibrary')({ book })
    await open('openlibrary')({ book, picture: PICTURE })
    expect(requested).toEqual([link, PICTURE].filter((one) => one !== undefined))
  })

  describe('by a record', () => {
    let app: FastifyInstance

    beforeEach(async () => {
      app = fastify()
      await app.register(errors)
      const covers = open('generated')
      registerCoverRoutes(app, {
        findBook: async (id) => ({ book: bookOf(id), picture: PICTURE }),
        covers,
        previews: createPreviews(covers, folder),
      })
    })
    afterEach(() => app.close())

    test('are answered as pictures, kept for ever by their link', async () => {
      const response = await app.inject('/covers/remote?v=0123abcd')
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': FOR_EVER,
        'content-security-policy': expect.stringContaining('sandbox'),
      })
      expect(response.rawPayload).toEqual(WEBP)
      const { headers } = await app.inject('/covers/remote')
      expect(headers['cache-control']).toBe(A_DAY)
      expect(headers.location).toBeUndefined()
    })

    test.each([
      ['cannot be had, and only for now', undefined, 'public, max-age=300'],
      ['are on their way, and only this time', 'later', 'no-cache'],
    ] as const)('are drawn while they %s', async (_, state, caching) => {
      fetched = state
      const { headers } = await app.inject('/covers/remote?v=0123abcd')
      expect(headers).toMatchObject({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': caching,
      })
      fetched = WEBP
      const known = { 'if-none-match': String(headers.etag) }
      const later = await app.inject({ url: '/covers/remote', headers: known })
      expect(later.statusCode).toBe(200)
      expect(later.headers['content-type']).toBe('image/webp')
    })
  })
})
