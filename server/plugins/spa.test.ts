import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { forEachFolder } from '../../test/serverProcess.ts'
import { errors } from './errors.ts'
import type { PageConfig } from './htmlFiles.ts'
import { http } from './http.ts'
import { NO_PAGE } from './securityHeaders.ts'
import { spa } from './spa.ts'

const INDEX = `<!doctype html><title>Catchword</title>${'<p>page</p>'.repeat(200)}`
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3000))})`

const EMMA: Book = {
  id: 'emma',
  volumeInfo: { title: '</title><script>evil()</script>', authors: [], categories: [] },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
}

let folder: string
let app: FastifyInstance

async function build(more: Partial<PageConfig> = {}): Promise<FastifyInstance> {
  const config: PageConfig = {
    distDir: join(folder, 'dist'),
    publicUrl: 'https://books.example',
    google: undefined,
    bundledBooks: 'on',
    defaultLanguage: 'en',
    ...more,
  }
  const app = fastify()
  await app.register(errors, config)
  await app.register(http, { config: { secure: false, hsts: 'on', trustProxy: [] } })
  app.get('/api/small', async () => ({ text: 'book' }))
  app.post('/api/anything', async () => 'received')
  app.addHook('onRequest', async (_, reply) => {
    void reply.header(
      'content-security-policy',
      "default-src 'none';script-src 'self';style-src 'self';style-src-attr 'none';img-src 'self'",
    )
  })
  await app.register(spa, {
    config,
    cookie: { read: ({ headers }) => /^sid=(.+)$/.exec(headers.cookie ?? '')?.[1] },
    findBook: async (_, id) => (id === 'emma' ? EMMA : undefined),
  })
  await app.ready()
  return app
}

forEachFolder((made) => (folder = made))

beforeEach(async () => {
  mkdirSync(join(folder, 'dist/assets'), { recursive: true })
  mkdirSync(join(folder, 'dist/.vite'))
  write('index.html', INDEX)
  write('.vite/manifest.json', '{}')
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('assets/index-Ab12.js', SCRIPT)
  write('assets/index-Ab12.js.br', brotliCompressSync(SCRIPT))
  write('assets/index-Ab12.js.gz', gzipSync(SCRIPT))
  app = await build()
})

afterEach(() => app.close())

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const meta = (name: string, content: string) =>
  `<meta property="og:${name}" content="${content}" />`
const write = (name: string, content: string | Buffer) =>
  writeFileSync(join(folder, 'dist', name), content)

describe('the HTML files of the build', () => {
  beforeEach(() => {
    write('index.html', 'landing')
    write('login.html', 'login')
    write('register.html', 'register')
    write('not-found.html', 'not found')
    write('book.html', 'book')
    write('app.html', 'app shell')
    const pages = ['book', 'categories', 'favorites', 'import', 'recommendations', 'want-to-read']
    for (const name of pages) {
      write(`reader-${name}.html`, `${name} of a reader`)
    }
  })

  test.each<[url: string, visitor: string, reader: string, status?: number]>([
    ['/', 'landing', 'app shell'],
    ['/?tokens=x', 'landing', 'app shell'],
    ['/?token=x', 'app shell', 'app shell'],
    ['/login/', 'login', 'app shell'],
    ['/profile', 'app shell', 'app shell'],
    ['/Categories/', 'app shell', 'app shell'],
    ['/categories', 'app shell', 'categories of a reader'],
    ['/favorites/?order=title', 'app shell', 'favorites of a reader'],
    ['/want-to-read', 'app shell', 'want-to-read of a reader'],
    ['/recommendations?token=x', 'app shell', 'app shell'],
    ['/book/persuasion/', 'book', 'book of a reader'],
    ['/book/persuasion?token=x', 'app shell', 'app shell'],
    ['/app', 'app shell', 'app shell'],
    ['/%6Cogin', 'login', 'app shell'],
    ['/index.htm%6c', 'landing', 'app shell'],
    ['/no/such/page', 'not found', 'app shell', 404],
    ['/book', 'not found', 'app shell', 404],
    // An id that cannot be one is for the screen of books to say.
    ['/book/a%20b', 'app shell', 'app shell', 404],
    ['/users/jane.doe', 'not found', 'app shell', 404],
    ['/.vite/manifest.json', 'not found', 'app shell', 404],
  ])('at %s is for a visitor: %s; for a reader: %s', async (url, visitor, reader, status = 200) => {
    for (const [page, cookie] of [
      [visitor, ''],
      [reader, 'sid=x'],
    ] as const) {
      const response = await get(url, { ...HTML, cookie })
      expect([response.body, response.statusCode]).toEqual([page, status])
      expect(response.headers['content-type']).toMatch(/^text\/html/)
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.headers.vary).toMatch(/\bCookie\b/)
    }
  })

  test.each([
    '/book/emma.',
    '/book/emma%20',
    '/book/emma%3E',
    '/book/emma&gt;',
    '/book/emma%E3%80%82',
  ])('a link that was taken out of a sentence leads to the book: %s', async (url) => {
    const response = await get(url, HTML)
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/book/emma')
    expect((await get(url.replace('emma', 'nobody'), HTML)).statusCode).toBe(404)
  })

  test('readers are led to where the password is changed', async () => {
    const response = await get('/.well-known/change-password')
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/profile#password')
  })

  test.each([
    ['/', {}, 'landing'],
    ['/', { 'accept-language': 'de-AT,en;q=0.5' }, 'landing in German'],
    ['/login', { 'accept-language': 'de' }, 'login'],
    ['/favorites', { 'accept-language': 'fr', cookie: 'sid=x' }, 'favorites in French'],
    ['/profile', { 'accept-language': 'de' }, 'app shell'],
  ])('%s with %j is the page: %s', async (url, headers, page) => {
    for (const code of ['de', 'fr']) mkdirSync(join(folder, 'dist', code))
    write('de/index.html', 'landing in German')
    write('fr/reader-favorites.html', 'favorites in French')
    const response = await get(url, { ...HTML, ...headers })
    expect(response.body).toBe(page)
    expect(response.headers.vary).toMatch(/\bCookie, Accept-Language\b/)
    expect((await get('/de/', HTML)).statusCode).toBe(404)
  })

  test('the shell is in the language of the host, which a browser that names none gets, too', async () => {
    mkdirSync(join(folder, 'dist/pl'))
    for (const [file, code] of [
      ['app.html', 'en'],
      ['index.html', 'en'],
      ['pl/index.html', 'pl'],
    ] as const)
      write(file, `<html lang="${code}"><p lang="en"></html>`)
    expect((await get('/profile', HTML)).body).toBe('<html lang="en"><p lang="en"></html>')
    await app.close()
    app = await build({ defaultLanguage: 'pl' })
    expect((await get('/profile', HTML)).body).toBe('<html lang="pl"><p lang="en"></html>')
    expect((await get('/', HTML)).body).toBe('<html lang="pl"><p lang="en"></html>')
    const english = await get('/', { ...HTML, 'accept-language': 'en' })
    expect(english.body).toBe('<html lang="en"><p lang="en"></html>')
  })

  test('the manifest describes the app in the language of the request', async () => {
    const manifest = readFileSync(
      join(import.meta.dirname, '../../public/manifest.webmanifest'),
      'utf8',
    )
    write('manifest.webmanifest', manifest)
    const url = '/manifest.webmanifest'
    const english = await get(url)
    expect(english.json()).toEqual(JSON.parse(manifest))
    expect(english.headers.vary).toMatch(/\bCookie, Accept-Language\b/)
    expect(english.headers['content-type']).toMatch(/^application\/manifest\+json/)
    expect((await get(url, { cookie: 'language=de' })).json()).toMatchObject({
      name: 'Catchword',
      description: expect.stringMatching(/^Entdecke Bücher: /),
      lang: 'de',
      shortcuts: [
        { name: 'Deine Lieblingsbücher', short_name: 'Favoriten', url: '/favorites' },
        { name: 'Empfehlungen' },
      ],
    })
  })

  test('addresses that previews of links show are absolute', async () => {
    write('login.html', meta('image', '/og.png') + meta('url', '/'))
    const absolute =
      meta('image', 'https://books.example/og.png') + meta('url', 'https://books.example/')
    expect((await get('/login', HTML)).body).toBe(absolute)
    const compressed = await get('/login', { ...HTML, 'accept-encoding': 'gzip, br' })
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(absolute)
  })

  test('pages name the provider that signs readers in, as text, and a catalogue without the bundled books', async () => {
    write(
      'index.html',
      '<html lang="en"><script src="/Google.js"></script>Continue with Google</html>',
    )
    await app.close()
    const client = { clientId: 'id', clientSecret: 's', issuer: 'https://id.example' }
    const google = { ...client, trustsEmail: false, name: '<b>"A" & $& Co' }
    app = await build({ google, bundledBooks: 'off' })
    const name = '&lt;b&gt;&quot;A&quot; &amp; $&amp; Co'
    expect((await get('/')).body).toBe(
      `<html data-books="own" data-provider="${name}" lang="en"><script src="/Google.js"></script>Continue with ${name}</html>`,
    )
  })

  test('a page’s inline scripts and styles are allowed by their hashes, and no others', async () => {
    write(
      'login.html',
      '<style data-emotion="css 1a2b">h1{color:red}</style><style id="_goober"> </style>' +
        '<script id="scheme">first()</script><script type="module">second()\n</script>' +
        '<script type="module" crossorigin src="/assets/index-Ab12.js"></script>' +
        '<script src=/assets/index-Ab12.js>none()</script>',
    )
    const { headers } = await get('/login', HTML)
    expect(headers['content-security-policy']).toBe(
      `default-src 'none';script-src 'self' ${hashOf('first()')} ${hashOf('second()\n')};` +
        `style-src 'self' ${hashOf('h1{color:red}')} ${hashOf(' ')};style-src-attr 'none';img-src 'self'`,
    )
    const file = await get('/assets/index-Ab12.js')
    expect(file.headers['content-security-policy']).toBe(NO_PAGE)
  })

  test.each([
    ['/book/emma', {}, 'skeleton()'],
    ['/book/emma?from=a-friend', {}, 'skeleton()'],
    ['/book/emma?token=x', {}, 'shell()'],
    ['/book/emma', { cookie: 'sid=x' }, 'reader()'],
  ])('%s with %j has the book in its head, and %s', async (url, headers, script) => {
    write('book.html', '<title>Catchword</title><script>skeleton()</script>')
    write('reader-book.html', '<title>Catchword</title><script>reader()</script>')
    write('app.html', '<title>Catchword</title><script>shell()</script>')
    const response = await get(url, { ...HTML, ...headers })
    expect(response.body).toContain('<title>&lt;/title&gt;&lt;script&gt;evil()')
    expect(response.body).toContain('content="https://books.example/book/emma"')
    expect(response.body).toContain('href="/api/book/detail/emma"')
    const { body } = await get(url.replace('emma', 'unknown'), { ...HTML, ...headers })
    expect(body).toMatch(/^<title>Catchword<\/title><script>\w+\(\)<\/script>$/)
    expect(response.headers['content-security-policy']).toContain(
      `script-src 'self' ${hashOf(script)};`,
    )
  })

  test('a new build is noticed', async () => {
    await get('/', HTML)
    const style = 'h1{color:blue}'
    write('index.html', `<style>${style}</style>`)
    const path = join(folder, 'dist/index.html')
    utimesSync(path, new Date(), new Date(Date.now() + 10_000))
    const response = await get('/', HTML)
    expect(response.headers['content-security-policy']).toContain(hashOf(style))
  })

  test.each(['/login.html', '/login.html.br', '/login.html/x/..', '/login.html%2f.'])(
    '%s has no address of its own',
    async (path) => {
      write('login.html.br', 'login')
      const { hostname: host, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
      // As it stands: `fetch` and `inject` take dots out of addresses.
      const sent = request({ host, port, path, headers: HTML }).end()
      const [res]: { statusCode?: number }[] = await once(sent, 'response')
      sent.destroy()
      expect(res?.statusCode).toBe(404)
    },
  )
})

describe('the page of a build that has only the one', () => {
  test.each(['/', '/login', '/book/pride-and-prejudice', '/favorites/', '/?token=x&userId=y'])(
    'is at %s',
    async (url) => {
      const response = await get(url, HTML)
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe(INDEX)
    },
  )

  test.each([
    ['gzip, br', 'br'],
    ['*', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0', undefined],
  ])('taking %s it comes packed as %s, and is revalidated', async (accepted, encoding) => {
    const compressed = { ...HTML, 'accept-encoding': accepted }
    const response = await get('/login', compressed)
    expect(response.headers['content-encoding']).toBe(encoding)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    expect((unpack?.(response.rawPayload) ?? response.rawPayload).toString()).toBe(INDEX)
    const etag = String(response.headers.etag)
    expect((await get('/login', { ...compressed, 'if-none-match': etag })).statusCode).toBe(304)
  })

  test.each(['/api', '/api/no/such', '/covers', '/assets/index-Gone.js'])(
    '%s is no page',
    async (url) => {
      const response = await get(url, HTML)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'not_found' })
    },
  )

  test('clients that take no HTML get none', async () => {
    expect((await get('/login', { accept: 'application/json' })).statusCode).toBe(404)
    expect((await get('/login', { accept: 'image/avif,image/webp' })).statusCode).toBe(404)
    expect((await get('/login', { accept: '*/*' })).statusCode).toBe(200)
  })
})

const FORM = 'application/x-www-form-urlencoded'
const send = (url: string, type: string, payload: string) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

describe('a form that is sent before the page’s script runs', () => {
  test.each([
    ['/login', FORM, 'email=ada%40example.com&password=secret'],
    ['/register', `${FORM}; charset=UTF-8`, 'password=secret'],
    ['/login?next=//evil.example', FORM, 'password=secret'],
    ['/login', FORM, '%'.repeat(16 * 1024)],
  ])('to %s as %s leads back to its page', async (url, type, payload) => {
    const response = await send(url, type, payload)
    expect(response.statusCode).toBe(303)
    expect(response.headers.location).toBe(url.replace(/\?.*/, ''))
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.body).toBe('')
  })

  test.each([
    ['/login', FORM, 'x'.repeat(16 * 1024 + 1), 413],
    ['/login', 'application/json', '{}', 404],
    ['/categories', FORM, 'x=y', 404],
    ['/api/anything', FORM, 'x=y', 415],
  ])('is nothing else: %s as %s', async (url, type, payload, status) => {
    expect((await send(url, type, payload)).statusCode).toBe(status)
  })
})

describe('files', () => {
  test('of the build are kept for ever, and sent as they were compressed', async () => {
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
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

  test('with plain names are kept for an hour, then asked for by ETag', async () => {
    const { headers } = await get('/favicon.svg')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    const again = await get('/favicon.svg', { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
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

    mkdirSync(join(folder, 'dist'))
    write('index.html', INDEX)
    expect((await get('/', HTML)).statusCode).toBe(200)
  })
})
