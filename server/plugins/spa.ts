import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Audience } from '../../contract/drawing.ts'
import { ID_PATTERN } from '../../contract/id.ts'
import type { SessionCookie } from '../accounts/cookie.ts'
import type { Config } from '../config.ts'
import type { DrawnPage } from '../pages/drawing.ts'
import type { DrawBook } from '../pages/drawnBooks.ts'
import type { DrawFavorites } from '../pages/drawnFavorites.ts'
import type { DrawShelves } from '../pages/drawnShelves.ts'
import { SHELVES_PATH, type ShelfHints } from '../pages/shelfHints.ts'
import { NO_PAGE } from './headers.ts'

// Built files carry a hash of their content in their name.
const FOR_EVER = 'public, max-age=31536000, immutable'
// Icons, showcase covers and the like keep their names when they change; the ETag makes asking cheap.
const AN_HOUR = 'public, max-age=3600'
// The page names the files of the build it belongs to, so it is asked for each time.
const EACH_TIME = 'no-cache'
// Whoever uses the browser next does not get it back.
const NEVER = 'no-store'

const PAGE = 'index.html'
const FAVORITES = '/favorites'
/** The frame that every page begins with, for pages that are not drawn at build time. */
const SHELL = 'shell.html'
/**
 * Whoever comes with a token (decision 19) goes on to another page at once. They get the frame, which fetches its
 * face ahead: asked for by a page's style, Chromium tells the page's address with it, whatever the policy says.
 */
const ARRIVAL = /[?&]token=/
/** What a visitor sees first, drawn at build time (scripts/prerender.ts). */
const DRAWN: Readonly<Record<string, string>> = {
  '/': PAGE,
  '/login': 'login.html',
  '/register': 'register.html',
}
/** What a reader sees first, where that is the same for all of them. */
const DRAWN_FOR_READERS: Readonly<Record<string, string>> = {
  '/': 'reader.html',
  '/categories': 'reader-categories.html',
  [SHELVES_PATH]: 'reader-recommendations.html',
  [FAVORITES]: 'reader-favorites.html',
  '/profile': 'reader-profile.html',
}
/** The build's page of a book, which has places for what is drawn when it is asked for. */
const DRAWN_BOOK: Readonly<Record<Audience, string>> = {
  visitor: 'book.html',
  reader: 'reader-book.html',
}
/** The build's pages of what is a reader's own, which have such places, too. */
const DRAWN_OWN: Readonly<Record<Audience, Readonly<Record<string, string>>>> = {
  visitor: {},
  reader: {
    [FAVORITES]: 'reader-favorites-drawn.html',
    [SHELVES_PATH]: 'reader-recommendations-drawn.html',
  },
}
const BOOK = new RegExp(`^/book/(${ID_PATTERN})$`)
/** What a visitor sees at an address that has no page. */
const NOT_FOUND = 'not-found.html'
/** The addresses that have one (specification, section 2), and the frame's own. */
const PAGES =
  /^\/(?:login|register|categories|recommendations|favorites|profile|shell|book\/[^/]+)\/?$/i
/** Addresses that nobody can read in two ways, as those with `%` or `//` in them. */
const PLAIN = /^(?:\/[\w.~-]+)+\/?$/
const INLINE_SCRIPT = /<script type="module">(.*?)<\/script>/gs
const INLINE_STYLE = /<style>(.*?)<\/style>/gs
const NOT_BUILT =
  'Catchword is running, but its pages are not built yet.\n' +
  'Run "npm run build" in the project and load this page again.\n'

/** Asked for each time as well: a proxy that kept the worker would keep a version alive that is gone. */
const WORKER = '/serviceWorker.js'

const NO_PAGES = /^\/(?:api|covers|media)(?:\/|$)/
const HASHED = /^\/assets\//
const PICTURE = /\.(?:avif|png|jpg)$/
/** A built page, also where what follows its name is taken away on the way to the file, or it is compressed. */
const BUILT_PAGE = /\.html\b/i

function pathOf(request: FastifyRequest): string {
  return request.url.split(/[?#]/, 1)[0] ?? '/'
}

function takesHtml({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || /text\/html|\*\/\*/i.test(accept)
}

/**
 * The scheme that a reader has chosen in place of the device's (src/app/colorScheme.ts). It stands in the
 * page, so that the first paint has it: the policy allows no script that would be early enough.
 */
function chosenScheme({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)scheme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '')?.[1]
}

interface Page {
  file: string
  html: string
  /** Sources for script-src: the hash of the page's own script. */
  scripts: string
  /** Sources for style-src: the hashes of the page's own style sheets. */
  styles: string
}

/** Puts what was drawn into a page, at the places that the build left for it (scripts/prerender.ts). */
function filled({ html }: Page, path: string, drawn: DrawnPage): string {
  const parts: Readonly<Record<string, string | undefined>> = { ...drawn, path }
  return html.replaceAll(/<!--(title|summary|path|content|record)-->/g, (_, name: string) => {
    return parts[name] ?? ''
  })
}

/** The hashes of what stands in a page, as the policy names them, each after a space. */
function hashes(html: string, pattern: RegExp): string {
  return [...html.matchAll(pattern)]
    .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('')
}

/** Reads what a page needs beside its file, once for each build of it. */
function createPages(distDir: string): (file: string) => Promise<Page | undefined> {
  const known = new Map<string, { changed: number; page: Page }>()
  return async (file) => {
    const path = join(distDir, file)
    try {
      const { mtimeMs } = await stat(path)
      const before = known.get(file)
      if (before?.changed === mtimeMs) return before.page
      const html = await readFile(path, 'utf8')
      const scripts = hashes(html, INLINE_SCRIPT)
      const page = { file, html, scripts, styles: hashes(html, INLINE_STYLE) }
      known.set(file, { changed: mtimeMs, page })
      return page
    } catch {
      return undefined
    }
  }
}

/** The page that the build drew of a path for whoever asks, or the frame. */
function drawnFor(path: string, audience: Audience): string {
  if (audience === 'reader') return DRAWN_FOR_READERS[path] ?? SHELL
  return DRAWN[path] ?? (PLAIN.test(path) && !PAGES.test(path) ? NOT_FOUND : SHELL)
}

/** Lets the page's own script and style sheets in, by their hashes, and nothing else. */
function allowOwn(reply: FastifyReply, { scripts, styles }: Page): void {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy !== 'string') return
  void reply.header(
    'content-security-policy',
    policy
      .replace(/(?<=^|;)\s*script-src [^;]*/, (sources) => sources + scripts)
      .replace(/(?<=^|;)\s*style-src [^;]*/, (sources) => sources + styles),
  )
}

/**
 * Serves the built SPA: files by their name, with the `.br` and `.gz` beside them where the client
 * takes these, and every other page path with the page that was drawn for it or the frame of all pages, so
 * that each screen can be opened by its address. A reader, known by the cookie, is not shown what was drawn
 * for visitors. Paths of the API, of covers and of pictures, and names of files that are not there, are 404.
 * Registered last.
 */
export async function registerSpa(
  app: FastifyInstance,
  {
    config,
    cookie,
    drawBook,
    drawFavorites,
    drawShelves,
    hints,
    readerOf,
    mayDraw,
  }: {
    config: Pick<Config, 'distDir'>
    cookie: Pick<SessionCookie, 'isReaders'>
    drawBook: DrawBook
    drawFavorites: DrawFavorites
    drawShelves: DrawShelves
    hints: Pick<ShelfHints, 'read'>
    /** Whose page it is, where it may hold what is theirs. */
    readerOf: (request: FastifyRequest) => Promise<string | undefined>
    /** Whether a page may be drawn for whoever asks; without, they get the frame. */
    mayDraw: (request: FastifyRequest) => Promise<boolean>
  },
): Promise<void> {
  const pageOf = createPages(config.distDir)
  await app.register(fastifyStatic, {
    root: config.distDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // The pages may be built later than the server starts.
    suppressWarning: true,
  })

  /** What is drawn of a reader's own at this address. */
  const drawOwn = (request: FastifyRequest, address: string): Promise<DrawnPage | undefined> =>
    address === FAVORITES
      ? drawFavorites(() => readerOf(request))
      : drawShelves(
          () => readerOf(request),
          (userId) => hints.read(request, userId),
        )

  /** What is drawn for this request, and the build's page that it stands in. */
  async function drawnNow(
    request: FastifyRequest,
    address: string,
    audience: Audience,
  ): Promise<{ page: Page; drawn: DrawnPage; isPrivate: boolean } | undefined> {
    const [, bookId] = BOOK.exec(address) ?? []
    const file = bookId === undefined ? DRAWN_OWN[audience][address] : DRAWN_BOOK[audience]
    if (file === undefined || !(await mayDraw(request))) return undefined
    const page = await pageOf(file)
    if (!page) return undefined
    const drawn = await (bookId === undefined
      ? drawOwn(request, address)
      : drawBook(bookId, audience))
    return drawn && { page, drawn, isPrivate: bookId === undefined }
  }

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    // What is looked for among the files: an address can be written in several ways.
    const name = decodeURIComponent(path)
    if (NO_PAGES.test(name)) {
      reply.callNotFound()
      return reply
    }
    const isFile = /\.[^/]*$/.test(name) && path !== `/${PAGE}`
    // Drawn pages are had by the address they were drawn for, since their styles need its policy.
    if (isFile && BUILT_PAGE.test(name)) {
      reply.callNotFound()
      return reply
    }
    if (isFile) {
      const named = name === WORKER ? EACH_TIME : AN_HOUR
      void reply.header('cache-control', HASHED.test(name) ? FOR_EVER : named)
      // The landing page asks for a dozen: the whole policy would be 400 bytes with each.
      if (PICTURE.test(name)) void reply.header('content-security-policy', NO_PAGE)
      return reply.sendFile(name)
    }
    if (!takesHtml(request)) {
      reply.callNotFound()
      return reply
    }
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path
    const address = path === `/${PAGE}` ? '/' : plain
    const audience = cookie.isReaders(request) ? 'reader' : 'visitor'
    const isArrival = ARRIVAL.test(request.url)
    const now = isArrival ? undefined : await drawnNow(request, address, audience)
    const file = isArrival ? SHELL : drawnFor(address, audience)
    // A build without drawn pages has the one.
    const page = now?.page ?? (await pageOf(file)) ?? (await pageOf(PAGE))
    if (!page) {
      return reply
        .code(503)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(NOT_BUILT)
    }
    allowOwn(reply, page)
    void reply
      .header('cache-control', now?.isPrivate ? NEVER : EACH_TIME)
      .header('vary', 'Cookie, Sec-Fetch-Dest, Sec-Fetch-Mode, Sec-Fetch-Site')
    const scheme = chosenScheme(request)
    if (scheme === undefined && !now) return reply.sendFile(`/${page.file}`)
    const whole = now ? filled(page, address, now.drawn) : page.html
    const html =
      scheme === undefined
        ? whole
        : whole.replace(/<html(?=[\s>])/, `<html data-scheme="${scheme}"`)
    return reply.type('text/html; charset=utf-8').send(html)
  })
}
