import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerCompression } from './compression.ts'
import { HttpProblem, registerErrors, sendProblem } from './errors.ts'
import { registerSpa } from './spa.ts'

const INDEX = `<!doctype html><title>Catchword</title>${'<p>page</p>'.repeat(200)}`
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3000))})`

let folder: string
let app: FastifyInstance

async function build(): Promise<FastifyInstance> {
  const app = fastify()
  registerErrors(app)
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new HttpProblem(404, 'not_found', 'Nothing here.')),
  )
  await registerCompression(app)
  app.get('/api/large', async () => ({ text: 'book '.repeat(1000) }))
  app.get('/api/small', async () => ({ text: 'book' }))
  const cookie = {
    isReaders: ({ headers }: FastifyRequest) => /^sid=(.+)$/.test(headers.cookie ?? ''),
  }
  app.addHook('onRequest', async (_, reply) => {
    void reply.header(
      'content-security-policy',
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self'",
    )
  })
  await registerSpa(app, {
    config: { distDir: join(folder, 'dist') },
    cookie,
    drawBook: async (id, audience) => {
      if (id === 'emma') {
        return {
          title: 'Emma &amp; co',
          summary: 'Handsome.',
          content: `<h1>${audience}</h1>`,
          record: '{"id":"emma"}',
        }
      }
      // What no drawing does, and no book may bring about.
      return id === 'hostile'
        ? { title: '', content: '<script type="module">evil()</script>', record: '' }
        : undefined
    },
    drawFavorites: async (readerOf) => {
      const reader = await readerOf()
      return reader === undefined
        ? undefined
        : { title: 'Favorites', summary: '', content: `<h1>${reader}</h1>`, record: '' }
    },
    drawShelves: async (readerOf, hintOf) => {
      const reader = await readerOf()
      if (reader === undefined) return undefined
      const { preferences = [] } = hintOf(reader)
      const content = `<h1>${reader}: ${preferences.join()}</h1>`
      return { title: 'Recommendations', summary: '', content, record: '{"Poetry":3}' }
    },
    hints: {
      read: ({ headers }, userId) => ({
        preferences: userId === 'ada' && headers['x-likes'] === 'poetry' ? ['Poetry'] : [],
        byAuthors: [],
        startIndexes: {},
      }),
    },
    readerOf: async ({ headers }) => (headers['x-reader'] === 'ada' ? 'ada' : undefined),
    mayDraw: async ({ headers }) => headers['x-asks'] !== 'too often',
  })
  await app.ready()
  return app
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-spa-'))
  const write = (path: string, content: string | Buffer) =>
    writeFileSync(join(folder, path), content)
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  mkdirSync(join(folder, 'dist/showcase'))
  mkdirSync(join(folder, 'dist/.vite'))
  write('secret.txt', 'secret')
  write('dist/index.html', INDEX)
  write('dist/.vite/manifest.json', '{}')
  write('dist/serviceWorker.js', 'self.addEventListener("fetch", () => undefined)')
  write('dist/manifest.webmanifest', '{"name":"Catchword"}')
  write('dist/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('dist/showcase/1.avif', 'avif')
  write('dist/assets/index-Ab12.js', SCRIPT)
  write('dist/assets/index-Ab12.js.br', brotliCompressSync(SCRIPT))
  write('dist/assets/index-Ab12.js.gz', gzipSync(SCRIPT))
  write('dist/assets/plain-Cd34.css', `p{color:red}${' '.repeat(2000)}`)
  app = await build()
})

afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

describe('pages drawn at build time', () => {
  const STYLE = 'h1{color:red}'
  const HASH = createHash('sha256').update(STYLE).digest('base64')
  const drawn = (name: string, content: string) =>
    writeFileSync(join(folder, 'dist', name), `<style>${STYLE}</style>${content}`)

  beforeEach(() => {
    drawn('index.html', 'landing')
    drawn('login.html', 'login')
    drawn('register.html', 'register')
    drawn('not-found.html', 'not found')
    drawn('reader.html', 'landing of readers')
    drawn('reader-profile.html', 'profile')
    drawn('reader-categories.html', 'interests')
    drawn('reader-recommendations.html', 'shelves')
    drawn('reader-favorites.html', 'list')
    drawn('shell.html', 'shell')
  })

  test.each([
    ['/', 'landing'],
    ['/index.html', 'landing'],
    ['/?tokens=x', 'landing'],
    // An arrival goes on to another page at once.
    ['/?token=x', 'shell'],
    ['/no/such/page?userId=y&token=x', 'shell'],
    ['/login', 'login'],
    ['/login/', 'login'],
    ['/register', 'register'],
    ['/favorites', 'shell'],
    ['/book/persuasion', 'shell'],
    ['/Categories/', 'shell'],
    ['/shell', 'shell'],
    ['/no/such/page', 'not found'],
    ['/book', 'not found'],
    ['/book/emma/2', 'not found'],
    // Read in one way by a server and in another by the page's router.
    ['/%6Cogin', 'shell'],
    ['//login', 'shell'],
  ])('a visitor at %s gets the %s', async (url, page) => {
    const response = await get(url, HTML)
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe(`<style>${STYLE}</style>${page}`)
    expect(response.headers.vary).toContain(
      'Cookie, Sec-Fetch-Dest, Sec-Fetch-Mode, Sec-Fetch-Site',
    )
  })

  test.each([
    ['/', 'landing of readers'],
    ['/index.html', 'landing of readers'],
    ['/profile', 'profile'],
    ['/categories', 'interests'],
    ['/recommendations', 'shelves'],
    ['/favorites', 'list'],
    ['/favorites/', 'list'],
    ['/Favorites', 'shell'],
    ['/login', 'shell'],
    ['/register', 'shell'],
    ['/no/such/page', 'shell'],
  ])('a reader at %s gets the %s', async (url, page) => {
    const response = await get(url, { ...HTML, cookie: 'sid=x' })
    expect(response.body).toBe(`<style>${STYLE}</style>${page}`)
  })

  test.each([
    ['visitor', '/book/emma', {}],
    ['visitor', '/book/emma/', {}],
    ['visitor', '/book/emma?from=a-friend', {}],
    ['reader', '/book/emma', { cookie: 'sid=x' }],
  ])('a %s at %s gets the book, put into the page that the build left for it', async (...row) => {
    const [audience, url, headers] = row
    const places =
      '<title><!--title--></title><p><!--summary--></p><div data-page="<!--path-->"><!--content--></div>' +
      '<script type="application/json"><!--record--></script><!--other-->'
    drawn('book.html', places)
    drawn('reader-book.html', places)
    const response = await get(url, { ...HTML, ...headers })
    expect(response.body).toBe(
      `<style>${STYLE}</style><title>Emma &amp; co</title><p>Handsome.</p>` +
        `<div data-page="/book/emma"><h1>${audience}</h1></div>` +
        '<script type="application/json">{"id":"emma"}</script><!--other-->',
    )
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['content-security-policy']).toContain(HASH)
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers.vary).toContain(
      'Cookie, Sec-Fetch-Dest, Sec-Fetch-Mode, Sec-Fetch-Site',
    )
  })

  test('whoever asks for too many gets the page without the book', async () => {
    drawn('book.html', '<!--content-->')
    const response = await get('/book/emma', { ...HTML, 'x-asks': 'too often' })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe(`<style>${STYLE}</style>shell`)
  })

  test('a book’s page has the scheme that was chosen, too', async () => {
    writeFileSync(join(folder, 'dist/book.html'), '<html lang="en"><!--content--></html>')
    const response = await get('/book/emma', { ...HTML, cookie: 'scheme=dark' })
    expect(response.body).toBe('<html data-scheme="dark" lang="en"><h1>visitor</h1></html>')
  })

  test('where the build left no page for books, theirs comes without content', async () => {
    const response = await get('/book/emma', HTML)
    expect(response.body).toBe(`<style>${STYLE}</style>shell`)
  })

  describe('the favorites', () => {
    beforeEach(() => {
      const page = '<html><title><!--title--></title><div data-drawn><!--content--></div>'
      writeFileSync(join(folder, 'dist/reader-favorites.html'), '<p>frame of favorites</p>')
      writeFileSync(join(folder, 'dist/reader-favorites-drawn.html'), page)
    })

    test('are drawn for the reader whose they are, and kept by nobody', async () => {
      const response = await get('/favorites', { ...HTML, cookie: 'sid=x', 'x-reader': 'ada' })
      expect(response.body).toBe('<html><title>Favorites</title><div data-drawn><h1>ada</h1></div>')
      expect(response.headers['cache-control']).toBe('no-store')
    })

    test.each<[string, Record<string, string>]>([
      ['where it is not theirs to open', { cookie: 'sid=x' }],
      [
        'for whoever asks for too many',
        { cookie: 'sid=x', 'x-reader': 'ada', 'x-asks': 'too often' },
      ],
    ])('are as for every reader %s', async (_, headers) => {
      const response = await get('/favorites', { ...HTML, ...headers })
      expect(response.body).toBe('<p>frame of favorites</p>')
      expect(response.headers['cache-control']).toBe('no-cache')
    })

    test('are not drawn without a cookie', async () => {
      const response = await get('/favorites', { ...HTML, 'x-reader': 'ada' })
      expect(response.body).not.toContain('ada')
    })
  })

  describe('the recommendations', () => {
    const ADA = { ...HTML, cookie: 'sid=x', 'x-reader': 'ada', 'x-likes': 'poetry' }

    beforeEach(() => {
      const page = '<html><title><!--title--></title><!--content--><script><!--record--></script>'
      writeFileSync(join(folder, 'dist/reader-recommendations.html'), '<p>frame of shelves</p>')
      writeFileSync(join(folder, 'dist/reader-recommendations-drawn.html'), page)
    })

    test('are drawn from what the reader’s browser keeps of them, and kept by nobody', async () => {
      for (const url of ['/recommendations', '/recommendations/']) {
        const response = await get(url, ADA)
        expect(response.body).toBe(
          '<html><title>Recommendations</title><h1>ada: Poetry</h1><script>{"Poetry":3}</script>',
        )
        expect(response.headers['cache-control']).toBe('no-store')
      }
    })

    test('are as for every reader where they are not theirs to open', async () => {
      const response = await get('/recommendations', { ...ADA, 'x-reader': 'grace' })
      expect(response.body).toBe('<p>frame of shelves</p>')
      expect(response.headers['cache-control']).toBe('no-cache')
    })
  })

  test('the page’s own script and style are let in by their hashes, and nothing else', async () => {
    const script = 'import("/assets/first.js")'
    drawn('login.html', `login<script type="module">${script}</script><script>other()</script>`)
    const response = await get('/login', HTML)
    const hash = createHash('sha256').update(script).digest('base64')
    expect(response.headers['content-security-policy']).toBe(
      `default-src 'none';script-src 'self' 'sha256-${hash}';` +
        `style-src 'self' 'sha256-${HASH}';img-src 'self'`,
    )
    const file = await get('/assets/index-Ab12.js')
    expect(file.headers['content-security-policy']).toContain("script-src 'self';style-src 'self';")
  })

  test('a script in what the page is filled with is not let in', async () => {
    const filling = '<script type="module">evil()</script>'
    drawn('book.html', '<!--title--><!--content-->')
    const response = await get('/book/hostile', HTML)
    expect(response.body).toContain(filling)
    expect(response.headers['content-security-policy']).toContain("script-src 'self';")
  })

  test('a new build is noticed', async () => {
    await get('/', HTML)
    const style = 'h1{color:blue}'
    const path = join(folder, 'dist/index.html')
    writeFileSync(path, `<style>${style}</style>`)
    utimesSync(path, new Date(), new Date(Date.now() + 10_000))
    const hash = createHash('sha256').update(style).digest('base64')
    const response = await get('/', HTML)
    expect(response.headers['content-security-policy']).toContain(hash)
  })

  test.each([
    '/shell.html',
    '/login.html',
    '/login.htm%6c',
    '/login%2Ehtml',
    '/index.htm%6c',
    '/login.html.br',
    '/login.html/.',
    '/login.html/x/..',
    '/login.html/x/%2e%2e',
    '/login.html%2f.',
  ])('%s has no address of its own', async (path) => {
    drawn('login.html.br', 'login')
    const { hostname: host, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    // As it stands: `fetch` and `inject` take dots out of addresses.
    const sent = request({ host, port, path, headers: HTML }).end()
    const [answer]: { statusCode?: number }[] = await once(sent, 'response')
    sent.destroy()
    expect(answer?.statusCode).toBe(404)
  })
})

describe('pages', () => {
  test.each([
    '/',
    '/index.html',
    '/login',
    '/book/pride-and-prejudice',
    '/book/a%20b',
    '/no/such/page',
    '/favorites/',
    '/?token=x&userId=y',
    '/apiary',
  ])('%s is the page', async (url) => {
    const response = await get(url, HTML)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/html/)
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers.etag).toBeDefined()
    expect(response.body).toBe(INDEX)
  })

  test('is compressed and revalidated', async () => {
    const response = await get('/login', { ...HTML, 'accept-encoding': 'gzip, br' })
    expect(response.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(INDEX)
    const etag = String(response.headers.etag)
    expect((await get('/login', { ...HTML, 'if-none-match': etag })).statusCode).toBe(304)
  })

  test('HEAD works', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/login', headers: HTML })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-length']).toBe(String(INDEX.length))
    expect(response.body).toBe('')
  })

  test.each([
    '/api',
    '/api/',
    '/api/no/such',
    '/covers/x/y',
    '/media/x',
    '/covers',
    '/missing.png',
  ])('%s is no page', async (url) => {
    const response = await get(url, HTML)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })

  test('clients that take no HTML get none', async () => {
    expect((await get('/login', { accept: 'application/json' })).statusCode).toBe(404)
    expect((await get('/login', { accept: 'image/avif,image/webp' })).statusCode).toBe(404)
    expect((await get('/login', { accept: '*/*' })).statusCode).toBe(200)
  })

  test('other methods are not served', async () => {
    const response = await app.inject({ method: 'POST', url: '/login', headers: HTML })
    expect(response.statusCode).toBe(404)
  })
})

describe('files', () => {
  test('of the build are kept for ever, and sent as they were compressed', async () => {
    const decode: [string, (bytes: Buffer) => Buffer][] = [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ]
    for (const [encoding, decompress] of decode) {
      const response = await get('/assets/index-Ab12.js', { 'accept-encoding': encoding })
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers['content-type']).toMatch(/javascript/)
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(response.headers.vary).toMatch(/accept-encoding/i)
      expect(decompress(response.rawPayload).toString()).toBe(SCRIPT)
    }
    const plain = await get('/assets/index-Ab12.js')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe(SCRIPT)
  })

  test('without a compressed copy are compressed on the way', async () => {
    const response = await get('/assets/plain-Cd34.css', { 'accept-encoding': 'br, gzip' })
    expect(response.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(response.rawPayload).toString()).toMatch(/^p\{color:red\}/)
  })

  test('with plain names are kept for an hour, then asked for by ETag', async () => {
    for (const url of ['/favicon.svg', '/showcase/1.avif']) {
      const response = await get(url)
      expect(response.headers['cache-control']).toBe('public, max-age=3600')
      const again = await get(url, { 'if-none-match': String(response.headers.etag) })
      expect(again.statusCode).toBe(304)
    }
  })

  test('the service worker is asked for each time', async () => {
    const response = await get('/serviceWorker.js')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(response.headers['content-type']).toMatch(/javascript/)
    const again = await get('/serviceWorker.js', { 'if-none-match': String(response.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  test('the manifest has its type', async () => {
    const response = await get('/manifest.webmanifest')
    expect(response.headers['content-type']).toMatch(/^application\/manifest\+json/)
    expect(response.headers['cache-control']).toBe('public, max-age=3600')
  })

  test('that are not there are 404 and never kept, also for browsers', async () => {
    const response = await get('/assets/index-old.js', HTML)
    expect(response.statusCode).toBe(404)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..\\secret.txt',
    '/.vite/manifest.json',
    '/%00.txt',
    '//secret.txt',
  ])('%s leads nowhere', async (url) => {
    const response = await get(url)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(response.body).not.toContain('secret.txt\n')
    expect(response.body).not.toBe('secret')
    expect(response.body).not.toBe('{}')
  })
})

describe('answers of the API', () => {
  test('are compressed from 1 KiB on', async () => {
    const response = await get('/api/large', { 'accept-encoding': 'br' })
    expect(response.headers['content-encoding']).toBe('br')
    expect(response.rawPayload.length).toBeLessThan(500)
    expect(JSON.parse(brotliDecompressSync(response.rawPayload).toString())).toHaveProperty('text')
    const small = await get('/api/small', { 'accept-encoding': 'br' })
    expect(small.headers['content-encoding']).toBeUndefined()
    const plain = await get('/api/large')
    expect(plain.headers['content-encoding']).toBeUndefined()
  })
})

describe('before the pages are built', () => {
  test('says so, and serves them once they are there', async () => {
    rmSync(join(folder, 'dist'), { recursive: true })
    await app.close()
    app = await build()
    const response = await get('/', HTML)
    expect(response.statusCode).toBe(503)
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).toContain('npm run build')
    expect((await get('/api/small')).statusCode).toBe(200)
    expect((await get('/favicon.svg')).statusCode).toBe(404)

    mkdirSync(join(folder, 'dist'))
    writeFileSync(join(folder, 'dist/index.html'), INDEX)
    expect((await get('/', HTML)).statusCode).toBe(200)
  })
})

describe('a chosen scheme', () => {
  const page = '<!doctype html><html lang="en"><p>page</p></html>'
  const scheme = async (cookie: string) => {
    writeFileSync(join(folder, 'dist/index.html'), page)
    const { body, headers } = await get('/', { ...HTML, cookie })
    return { html: /<html[^>]*>/.exec(body)?.[0], cache: headers['cache-control'] }
  }

  test.each(['dark', 'light'])('%s stands in the page', async (chosen) => {
    expect(await scheme(`sid=x; scheme=${chosen}`)).toEqual({
      html: `<html data-scheme="${chosen}" lang="en">`,
      cache: 'no-cache',
    })
  })

  test.each(['scheme=blue', 'scheme=dark"><script>', 'notscheme=dark', 'scheme=darker', ''])(
    'is none in the cookie %j',
    async (cookie) => {
      expect((await scheme(cookie)).html).toBe('<html lang="en">')
    },
  )
})
