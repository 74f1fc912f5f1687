import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { createCovers } from '../covers/covers.ts'
import { registerErrors } from '../plugins/errors.ts'
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
    for (const encoding of ['br', 'gzip, deflate, br', 'gzip;q=0.8, br;q=0.9', 'BR']) {
      const response = await get(link, { 'accept-encoding': encoding })
      expect(response.headers['content-encoding']).toBe('br')
      expect(response.headers.vary).toMatch(/accept-encoding/i)
      expect(brotliDecompressSync(response.rawPayload).toString()).toBe(plain.body)
    }
    for (const encoding of ['br;q=0', 'br; q=0.0, identity', 'brotli', '']) {
      const response = await get(link, { 'accept-encoding': encoding })
      expect(response.headers['content-encoding']).not.toBe('br')
    }
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
  let there: boolean
  const asked: string[] = []

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'catchword-covers-'))
    app = fastify()
    registerErrors(app)
    const books = [book, unlinked]
    const findBook = async (id: string) => {
      const found = books.find((one) => one.id === id)
      return found && { book: found, picture: PICTURE }
    }
    const covers = createCovers({
      config: { dataDir, coverHosts: ['books.google.com'] },
      fetchCover: async (id, picture) => {
        asked.push(`${id} ${picture}`)
        return there ? WEBP : undefined
      },
    })
    registerCoverRoutes(app, { findBook, covers })
    await app.ready()
  })

  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('are answered as pictures, kept for ever by their link', async () => {
    there = true
    const response = await app.inject('/covers/remote?v=0123abcd')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/webp')
    expect(response.headers['cache-control']).toBe(FOR_EVER)
    expect(response.headers['content-security-policy']).toContain('sandbox')
    expect(response.rawPayload).toEqual(WEBP)
    expect(asked).toEqual([`remote ${PICTURE}`])
    const { headers } = await app.inject('/covers/remote')
    expect(headers['cache-control']).toBe('public, max-age=86400')
    expect(headers.location).toBeUndefined()
  })

  test('are kept for a day where the record has no link', async () => {
    there = true
    const { headers } = await app.inject('/covers/unlinked')
    expect(headers['cache-control']).toBe('public, max-age=86400')
  })

  test('are drawn while they cannot be had, and only for now', async () => {
    there = false
    const response = await app.inject('/covers/remote?v=0123abcd')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers['cache-control']).toBe('public, max-age=300')
    there = true
    const later = await app.inject({
      url: '/covers/remote',
      headers: { 'if-none-match': String(response.headers.etag) },
    })
    expect(later.statusCode).toBe(200)
    expect(later.headers['content-type']).toBe('image/webp')
  })
})
