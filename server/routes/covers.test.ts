import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { createCovers } from '../covers/covers.ts'
import { createCoverFetcher } from '../covers/fetchCover.ts'
import { createPreviews } from '../covers/previews.ts'
import { GateFull } from '../lib/gate.ts'
import { errors } from '../plugins/errors.ts'
import { composeCover, renderCover, writeCover } from '../../covers/renderCover.ts'
import { createTestServer, type TestServer } from '../../test/testServer.ts'
import { registerCoverRoutes } from './covers.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

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

  test('the link of the record leads to an SVG that may be kept for ever', async () => {
    const response = await get(link)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers['cache-control']).toBe(FOR_EVER)
    expect(response.body).toMatch(/^<svg[\s\S]*<\/svg>\s*$/)
  })

  test('without its version, or with another, it is kept for a day', async () => {
    for (const url of ['/covers/emma', '/covers/emma?v=00000000', '/covers/emma?v=a&v=b']) {
      const response = await get(url)
      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe('public, max-age=86400')
    }
  })

  test('is there as a PNG for previews of links, on the ground of the house', async () => {
    const response = await get(link.replace('?', '/preview.png?'))
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/png')
    expect(response.headers['cache-control']).toBe(FOR_EVER)
    const picture = sharp(response.rawPayload)
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const pixelAt = async (left: number, top: number) =>
      (
        await picture
          .clone()
          .removeAlpha()
          .extract({ left, top, width: 1, height: 1 })
          .raw()
          .toBuffer()
      ).toString('hex')
    expect(await pixelAt(10, 10)).toBe('faf6ef')
    expect(await pixelAt(600, 315)).not.toBe('faf6ef')
    expect((await get('/covers/nobody/preview.png')).statusCode).toBe(404)
  })

  test('can do nothing, wherever it is opened', async () => {
    const { headers } = await get(link)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('is revalidated by its ETag', async () => {
    const { headers } = await get('/covers/emma')
    const etag = String(headers.etag)
    for (const encoding of ['identity', 'br']) {
      const again = await get('/covers/emma', {
        'if-none-match': etag,
        'accept-encoding': encoding,
      })
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers['content-encoding']).toBeUndefined()
    }
    expect((await get('/covers/dracula', { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('travels compressed to those who take it', async () => {
    const plain = await get(link, { 'accept-encoding': 'identity' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const response = await get(link, { 'accept-encoding': 'gzip, deflate, br' })
    expect(response.headers['content-encoding']).toBe('br')
    expect(response.headers.vary).toMatch(/accept-encoding/i)
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(plain.body)
  })

  test('HEAD has the headers without the picture', async () => {
    const response = await server.app.inject({ method: 'HEAD', url: link })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(response.body).toBe('')
  })

  test.each(['no-such-book', 'a%20b', '..%2f..%2fetc', '%00', 'x'.repeat(65)])(
    'an unknown book (%s) is 404',
    async (id) => {
      const response = await get(`/covers/${id}`)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'not_found', message: 'Book not found.' })
      expect(response.headers['cache-control']).toBe('no-store')
    },
  )
})

const coverOf = (width: number, height: number, blue = 0) =>
  sharp({ create: { width, height, channels: 3, background: { r: 10, g: 20, b: blue } } })
    .png()
    .toBuffer()

describe('pictures for previews of links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-previews-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const previewsOf = (bytes: Buffer, type = 'image/png') =>
    createPreviews(async () => ({ bytes, isPlaceholder: false, type }), folder)

  const previewOf = async (svg: string) =>
    (await previewsOf(Buffer.from(svg), 'image/svg+xml')({ book: bookOf() })).bytes

  test.each([
    [2000, 400],
    [300, 2000],
  ])('show a cover of %i × %i pixels whole', async (width, height) => {
    const { bytes } = await previewsOf(await coverOf(width, height))({ book: bookOf() })
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  test.each(['איש קטן', 'مدن الملح', '채식주의자', '雪国'])(
    'show the drawing alone of a cover whose title, %s, our typefaces lack',
    async (title) => {
      const shown = { id: 'a', title, authors: ['Ann Other'], categories: ['Fiction'] }
      const drawing = writeCover({ ...composeCover(shown), blocks: [] }, '')
      const preview = await previewOf(renderCover(shown))
      expect(preview.equals(await previewOf(drawing))).toBe(true)
    },
  )

  test('are kept on the disk, and drawn anew for another cover', async () => {
    const cover = await coverOf(100, 150)
    await previewsOf(cover)({ book: { ...bookOf(), id: 'kept' } })
    const [file = ''] = readdirSync(folder).filter((name) => name.startsWith('kept-'))
    writeFileSync(join(folder, file), 'kept')
    const again = await previewsOf(cover)({ book: { ...bookOf(), id: 'kept' } })
    expect(again.bytes.toString()).toBe('kept')
    const other = await previewsOf(await coverOf(90, 150))({ book: { ...bookOf(), id: 'kept' } })
    expect(await sharp(other.bytes).metadata()).toMatchObject({ format: 'png' })
  })

  test('are drawn one after another; who comes when many wait is told to come again', async () => {
    const covers = await Promise.all(Array.from({ length: 40 }, (_, at) => coverOf(10, 15, at)))
    const previews = createPreviews(
      async ({ book }) => ({
        bytes: covers[Number(book.id)] ?? Buffer.of(),
        isPlaceholder: false,
        type: 'image/png',
      }),
      folder,
    )
    const drawn = await Promise.allSettled(
      covers.map((_, at) => previews({ book: { ...bookOf(), id: String(at) } })),
    )
    const refused = drawn.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toEqual(Array.from({ length: 7 }, () => expect.any(GateFull)))
  })
})

/** A book without a cover of its own. */
const bookOf = (...identifiers: string[]): Book => ({
  id: 'emma',
  volumeInfo: {
    title: 'Emma',
    authors: ['Jane Austen'],
    categories: [],
    industryIdentifiers: identifiers.map((identifier) => ({ type: 'ISBN_13', identifier })),
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

describe('covers by ISBN', () => {
  const isbn = '9780141439587'
  let openLibrary: Server
  let reply: RequestListener
  let requested: string[]
  let dataDir: string

  beforeEach(async () => {
    requested = []
    dataDir = mkdtempSync(join(tmpdir(), 'catchword-covers-'))
    openLibrary = createServer((request, response) => {
      requested.push(`${request.headers.host?.split(':')[0]}${request.url}`)
      reply(request, response)
    }).listen(0, '127.0.0.1')
    await once(openLibrary, 'listening')
    const jpeg = await sharp({
      create: { width: 300, height: 450, channels: 3, background: '#369' },
    })
      .jpeg()
      .toBuffer()
    reply = (_, response) => response.end(jpeg)
  })

  afterEach(async () => {
    openLibrary.closeAllConnections()
    openLibrary.close()
    await once(openLibrary, 'close')
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** The covers of a server whose https to Open Library goes to the one of the test, in the clear. */
  function open(covers: 'generated' | 'openlibrary', coverHosts = ['covers.openlibrary.org']) {
    const address = openLibrary.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const fetchCover = createCoverFetcher({
      hosts: coverHosts,
      folder: join(dataDir, 'covers'),
      request: (url, options) =>
        httpRequest(`http://${url.hostname}:${port}${url.pathname}${url.search}`, options),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      isAllowedAddress: () => true,
      log: () => undefined,
    })
    return createCovers({ dataDir, coverHosts, covers }, () => undefined, fetchCover)
  }

  test('are fetched once, for a book that has no cover of its own', async () => {
    const covers = open('openlibrary')
    const first = await covers({ book: bookOf('0141439580') })
    expect(first).toMatchObject({ type: 'image/webp', isPlaceholder: false })
    expect(await covers({ book: bookOf(isbn) })).toEqual(first)
    expect(requested).toEqual([`covers.openlibrary.org/b/isbn/${isbn}-L.jpg?default=false`])
  })

  test('are asked of nobody unless that is wanted, possible and needed', async () => {
    const own = { book: bookOf(isbn), picture: 'https://elsewhere.example/1.jpg' }
    for (const [covers, book] of [
      [open('generated'), { book: bookOf(isbn) }],
      [open('openlibrary', []), { book: bookOf(isbn) }],
      [open('openlibrary'), { book: bookOf() }],
      [open('openlibrary'), { book: bookOf('9780141439588', '../../etc') }],
      [open('openlibrary'), own],
    ] as const) {
      expect((await covers(book)).type).toMatch(/^image\/svg/)
    }
    expect(requested).toEqual([])
  })

  test('that are missing are generated, and asked for once', async () => {
    const covers = open('openlibrary')
    reply = (_, response) => response.writeHead(404).end()
    for (let count = 0; count < 3; count += 1) {
      expect(await covers({ book: bookOf(isbn) })).toMatchObject({ isPlaceholder: true })
    }
    expect(requested).toHaveLength(1)
  })
})

describe('remote covers', () => {
  const PICTURE = 'https://books.google.com/cover.jpg'
  const WEBP = Buffer.from('RIFF....WEBP')
  const book: Book = {
    id: 'remote',
    volumeInfo: {
      title: 'Remote',
      authors: ['Ann Author'],
      categories: [],
      imageLinks: { thumbnail: '/covers/remote?v=0123abcd' },
    },
    accessInfo: { pdf: { isAvailable: false } },
    saleInfo: {},
  }
  const { imageLinks: _, ...unlinkedInfo } = book.volumeInfo
  const unlinked: Book = { ...book, id: 'unlinked', volumeInfo: unlinkedInfo }
  let app: FastifyInstance
  let dataDir: string
  let fetched: Buffer | 'later' | undefined
  const requested: string[] = []

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'catchword-covers-'))
    app = fastify()
    await app.register(errors)
    const books = [book, unlinked]
    const findBook = async (id: string) => {
      const found = books.find((one) => one.id === id)
      return found && { book: found, picture: PICTURE }
    }
    const config = { dataDir, coverHosts: ['books.google.com'] }
    const settings = { ...config, covers: 'openlibrary' } as const
    const covers = createCovers(
      settings,
      () => undefined,
      async (id, picture) => {
        requested.push(`${id} ${picture}`)
        return fetched
      },
    )
    registerCoverRoutes(app, { findBook, covers, previews: createPreviews(covers, dataDir) })
    await app.ready()
  })

  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('are answered as pictures, kept for ever by their link', async () => {
    fetched = WEBP
    const response = await app.inject('/covers/remote?v=0123abcd')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/webp')
    expect(response.headers['cache-control']).toBe(FOR_EVER)
    expect(response.headers['content-security-policy']).toContain('sandbox')
    expect(response.rawPayload).toEqual(WEBP)
    expect(requested).toEqual([`remote ${PICTURE}`])
    const { headers } = await app.inject('/covers/remote')
    expect(headers['cache-control']).toBe('public, max-age=86400')
    expect(headers.location).toBeUndefined()
  })

  test('are kept for a day where the record has no link', async () => {
    fetched = WEBP
    const { headers } = await app.inject('/covers/unlinked')
    expect(headers['cache-control']).toBe('public, max-age=86400')
  })

  test.each([
    ['cannot be had, and only for now', undefined, 'public, max-age=300'],
    ['are on their way, and only this time', 'later', 'no-cache'],
  ] as const)('are drawn while they %s', async (_, state, caching) => {
    fetched = state
    const response = await app.inject('/covers/remote?v=0123abcd')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers['cache-control']).toBe(caching)
    fetched = WEBP
    const later = await app.inject({
      url: '/covers/remote',
      headers: { 'if-none-match': String(response.headers.etag) },
    })
    expect(later.statusCode).toBe(200)
    expect(later.headers['content-type']).toBe('image/webp')
  })
})
