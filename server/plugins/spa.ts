import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import plugin from 'fastify-plugin'
import { directionOf, type Language } from '../../contract/languages.ts'
import { ID_PATTERN, PAGES_PATTERN } from '../../contract/limits.ts'
import type { SessionCookie } from '../accounts/sessions.ts'
import { KIB_BYTES } from '../../contract/units.ts'
import { PAGE_TEXTS } from '../languages/pageTexts.ts'
import { sayIn } from '../languages/sayIn.ts'
import { withBookMeta, type FindPageBook } from './bookMeta.ts'
import { notFound } from './errors.ts'
import { revalidate } from './revalidate.ts'
import { allowInline, NO_PAGE } from './securityHeaders.ts'
import { APP_SHELL, createHtmlFiles, type PageConfig } from './htmlFiles.ts'
import { pack, unpack } from './packed.ts'

/** Pages that the build prerenders for visitors, and for readers. */
const PRERENDERED: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/index.html': 'index.html',
  '/login': 'login.html',
  '/register': 'register.html',
}
const READER_PAGES: Readonly<Record<string, string>> = {
  '/categories': 'reader-categories.html',
  '/favorites': 'reader-favorites.html',
  '/import': 'reader-import.html',
  '/recommendations': 'reader-recommendations.html',
  '/want-to-read': 'reader-want-to-read.html',
}
/** Forms of visitors may be sent before the page's script runs. */
const FORM_PAGES = ['/', '/login', '/register']
const FORM = 'application/x-www-form-urlencoded'

const NOT_FOUND = 'not-found.html'
/** The skeleton of every book's page. */
const BOOK_PAGE = { visitor: 'book.html', reader: 'reader-book.html' }

const PAGES = new RegExp(`^${PAGES_PATTERN}$`, 'i')
const BOOK = new RegExp(`^/book/(${ID_PATTERN})$`, 'i')
/** A link as it is found in a sentence. */
const BOOK_IN_TEXT = new RegExp(
  `^/book/(${ID_PATTERN})(?:[\\s.,;:!?)>\\]}"'’”»*|\`…—。，）]|&[gl]t;|&quot;)+$`,
  'iu',
)
/** What is behind slashes that stand twice, or one at the end. */
const MORE_SLASHES = /(?<=.)\/$|\/(?=\/)/g
/** A sign-in that came through a URL goes on to another page at once, so it gets none that is prerendered. */
const ARRIVAL = /[?&]token=/

const MANIFEST = '/manifest.webmanifest'
const NO_PAGES = /^\/(?:api|assets|covers|media)(?:\/|$)/
const HASHED = /^\/assets\//
const PICTURE = /\.(?:avif|png|jpg)$/
/** Files with no address of their own: pages, also compressed, and hidden ones. */
const HIDDEN = /\.html\b|\/\./i

const NOT_BUILT =
  'Catchword is running, but its pages are not built yet.\n' +
  'Run "npm run build" in the project and load this page again.\n'

/** The HTML file for a page's path. */
function fileFor(path: string, isReader: boolean): string {
  if (BOOK.test(path)) return isReader ? BOOK_PAGE.reader : BOOK_PAGE.visitor
  if (isReader) return READER_PAGES[path] ?? APP_SHELL
  // An id that cannot be one is for the screen of books to say.
  const isFound = PAGES.test(path) || path.startsWith('/book/')
  return PRERENDERED[path] ?? (isFound ? APP_SHELL : NOT_FOUND)
}

/** Brotli's quality for a page that is sent once. */
const QUICK = 4

function isFile(path: string): boolean {
  try {
    // Not on a thread: there a page would wait for what others have packed or drawn.
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    // No file system takes such a name.
    return false
  }
}

function sendFile(reply: FastifyReply, name: string): FastifyReply {
  // A proxy that cached the worker would keep an old version alive.
  const lasting = name === '/serviceWorker.js' ? 'no-cache' : 'public, max-age=3600'
  const immutable = 'public, max-age=31536000, immutable'
  void reply.header('cache-control', HASHED.test(name) ? immutable : lasting)
  // A page requests dozens of them, and the whole policy is 400 bytes.
  if (HASHED.test(name) || PICTURE.test(name)) {
    void reply.header('content-security-policy', NO_PAGE)
  }
  return reply.sendFile(name)
}

/** Answers a form that was sent too early with its page again; what was filled in is dropped unread. */
async function registerForms(app: FastifyInstance): Promise<void> {
  const options = { parseAs: 'buffer', bodyLimit: 16 * KIB_BYTES } as const
  app.addContentTypeParser(FORM, options, (_request, _body, done) => done(null))
  for (const path of FORM_PAGES) {
    app.post(path, {
      schema: { hide: true },
      onRequest: async (request) => {
        if (request.mediaType !== FORM) throw notFound()
      },
      handler: async (_request, reply) => reply.redirect(path, 303),
    })
  }
}

interface Options {
  config: PageConfig
  cookie: Pick<SessionCookie, 'read'>
  findBook: FindPageBook
}

/** Serves the build: files by their name, and a page at every other path. */
export const spa = plugin<Options>(
  async (app, { config, cookie, findBook }) => {
    const htmlFile = createHtmlFiles(config)
    await app.register(fastifyStatic, {
      root: config.distDir,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      // The pages may be built later than the server starts.
      suppressWarning: true,
    })

    await app.register(registerForms)

    /** The manifest, which a browser shows where it installs the app, in a language. */
    async function sendManifest(reply: FastifyReply, language: Language): Promise<FastifyReply> {
      const text = await readFile(join(config.distDir, MANIFEST), 'utf8')
      const ours: readonly unknown[] = Object.values(PAGE_TEXTS)
      const manifest: unknown = JSON.parse(text, (key, value) => {
        if (key === 'lang') return language
        if (key === 'dir') return directionOf(language)
        return ours.includes(value) ? sayIn(language, 'pages', String(value)) : value
      })
      return reply
        .headers({ 'cache-control': 'public, max-age=3600', vary: 'Cookie, Accept-Language' })
        .type('application/manifest+json')
        .send(JSON.stringify(manifest))
    }

    app.get('/.well-known/change-password', async (_request, reply) =>
      reply.redirect('/profile#password'),
    )

    // The build has what is compressed beside its files.
    app.get('/*', { onSend: revalidate, compress: false }, async (request, reply) => {
      const [path = '/'] = request.url.split(/[?#]/, 1)
      // A path can be written in several ways; the browser's router reads it in this one, too.
      const name = decodeURIComponent(path)
      const { language } = request
      if (!HIDDEN.test(name) && isFile(join(config.distDir, posix.normalize(name)))) {
        return name === MANIFEST ? sendManifest(reply, language) : sendFile(reply, name)
      }
      const takesHtml = /text\/html|\*\/\*/i.test(request.headers.accept ?? '*/*')
      if (NO_PAGES.test(name) || !takesHtml) return reply.callNotFound()
      const isReader = cookie.read(request) !== undefined
      const pagePath = name.replaceAll(MORE_SLASHES, '')
      const inText = BOOK_IN_TEXT.exec(pagePath)?.[1]
      if (inText !== undefined && (await findBook(request, inText))) {
        return reply.redirect(`/book/${inText}`)
      }
      const file = ARRIVAL.test(request.url) ? APP_SHELL : fileFor(pagePath, isReader)
      const page =
        (language === 'en' ? undefined : await htmlFile(`${language}/${file}`)) ??
        (await htmlFile(file)) ??
        // A build with mocks has the one page.
        (await htmlFile('index.html'))
      if (!page) {
        void reply.code(503).header('cache-control', 'no-store').type('text/plain; charset=utf-8')
        return reply.send(NOT_BUILT)
      }
      // The hashes are those of the file: nothing that is filled in can be a script.
      allowInline(reply, page)
      void reply
        .code(PAGES.test(pagePath) ? 200 : 404)
        .type('text/html; charset=utf-8')
        .headers({ 'cache-control': 'no-cache', vary: 'Cookie, Accept-Language, Accept-Encoding' })
      const bookId = BOOK.exec(pagePath)?.[1]
      const book = bookId === undefined ? undefined : await findBook(request, bookId)
      const filled = book && pack(withBookMeta(page.html, book, config.publicUrl), QUICK)
      return reply.send(await unpack(request, reply, filled ?? page.packed))
    })
  },
  { name: 'spa', dependencies: ['language', 'errors', 'http'] },
)
