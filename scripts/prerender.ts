import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { DRAWING_FILE, drawingDirOf } from '../contract/drawing.ts'
import type { BuildAudience, drawPage } from '../src/prerender.tsx'
import { className } from './classNames.ts'
import { OWN_SCRIPT, takeOwnScript } from './ownScript.ts'

/** What the build makes of one address. */
interface Page {
  /** The file it goes to. */
  file: string
  /** Left out for what the server draws when it is asked for: the file has places for it. */
  path?: string
  /** The sources of what of it is no part of the first script. */
  parts?: readonly string[]
  title?: string
  /** The record comes beside what is drawn of it. */
  hasRecord?: true
  /** What it says of itself to others is its own, and comes with what is drawn of it. */
  hasSummary?: true
  /**
   * A visitor's is drawn to the end, to be taken up where it stands. A reader's, and nobody's, which is the
   * frame that any page begins with, are drawn anew by the script.
   */
  audience: BuildAudience
}

/** The product itself, which the page's own script fetches when the page is drawn. */
const PRODUCT = 'src/product.tsx'

/** Stands for every address that has no page of its own (src/product.tsx). */
const ANY_OTHER = '/*'

/** What the bar has for a reader. */
const READERS_BAR = 'src/app/ProfileMenu.tsx'

/** What every reader's page asks the server by, and most others, too (decision page 0029). */
const CALLS = 'src/api/booksApi.ts'

const BOOK = 'src/screens/book/BookScreen.tsx'
const FAVORITES = 'src/screens/favorites/FavoritesScreen.tsx'
const SHELVES = 'src/screens/recommendations/RecommendationsScreen.tsx'

/** A reader's page that is drawn as far as it is the same for all of them. */
const readersPage = (path: string, ...screens: readonly string[]): Page => ({
  file: `reader${path === '/' ? '' : path.replace('/', '-')}.html`,
  path,
  parts: [...screens, READERS_BAR],
  audience: 'reader',
})

/** The pages that a visitor may open first, those of a reader, and the frame of all others. */
const PAGES: readonly Page[] = [
  { file: 'index.html', path: '/', audience: 'visitor' },
  {
    file: 'login.html',
    path: '/login',
    parts: ['src/screens/login/LoginScreen.tsx'],
    title: 'Login · Catchword',
    audience: 'visitor',
  },
  {
    file: 'register.html',
    path: '/register',
    parts: ['src/screens/login/LoginScreen.tsx'],
    title: 'Register · Catchword',
    audience: 'visitor',
  },
  {
    file: 'not-found.html',
    path: ANY_OTHER,
    parts: ['src/screens/notFound/NotFoundScreen.tsx'],
    title: 'Not found · Catchword',
    audience: 'visitor',
  },
  {
    file: 'book.html',
    parts: [BOOK, CALLS],
    hasRecord: true,
    hasSummary: true,
    audience: 'visitor',
  },
  readersPage('/'),
  readersPage('/profile'),
  readersPage('/categories', 'src/screens/categories/CategoriesScreen.tsx'),
  readersPage('/recommendations', SHELVES),
  readersPage('/favorites', FAVORITES),
  {
    file: 'reader-book.html',
    parts: [BOOK, READERS_BAR],
    hasRecord: true,
    hasSummary: true,
    audience: 'reader',
  },
  { file: 'reader-favorites-drawn.html', parts: [FAVORITES, READERS_BAR], audience: 'reader' },
  {
    file: 'reader-recommendations-drawn.html',
    parts: [SHELVES, READERS_BAR],
    hasRecord: true,
    audience: 'reader',
  },
  // An address whose link stands in no navbar: none is marked as the present one.
  { file: 'shell.html', path: '/shell', audience: 'nobody' },
]

const ROOT = '<div id="root"></div>'
const ICON = 'href="/favicon.png"'
/** Where the page's own script is asked for, which stands in it instead. */
const SCRIPT = /<script type="module"[^>]*><\/script>/

/** The style sheets of a chunk's own. */
const sheetsOf = (chunk: Rolldown.OutputChunk): string[] => [
  ...(chunk.viteMetadata?.importedCss ?? []),
]

/** What the server puts in where a page is drawn when it is asked for. */
const LATER = {
  title: '<!--title-->',
  summary: '<!--summary-->',
  path: '<!--path-->',
  content: '<!--content-->',
  record: '<!--record-->',
} as const

/** Draws every page of `PAGES`, by `src/prerender.tsx` built for Node, and tells what that build is. */
async function drawPages(
  root: string,
): Promise<{ pages: ReadonlyMap<Page, string>; files: ReadonlyMap<string, string> }> {
  // Inside the project, so that packages left out of it are found.
  const folder = mkdtempSync(join(root, 'node_modules/.prerender-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      css: { modules: { generateScopedName: className } },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        emptyOutDir: false,
        assetsInlineLimit: 0,
        minify: false,
        rolldownOptions: {
          output: { entryFileNames: 'entry-[hash].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    })
    // The parts name the entry, each build's its own: the server loads a new one beside the old.
    const parts = readdirSync(folder)
    const entry = parts.find((file) => file.startsWith('entry-'))
    if (entry === undefined) throw new Error('No drawing was built.')
    const drawing: { drawPage: typeof drawPage } = await import(
      pathToFileURL(join(folder, entry)).href
    )
    const pages = new Map<Page, string>()
    for (const page of PAGES) {
      const html =
        page.path === undefined ? LATER.content : await drawing.drawPage(page.path, page.audience)
      // The policy lets no style attribute in.
      if (/<[^>]* style="/.test(html)) throw new Error(`${page.file} has a style attribute.`)
      pages.set(page, html)
    }
    const files = new Map(parts.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
    // Written last: by it the server knows that there is a new one.
    files.set(DRAWING_FILE, `export * from './${entry}'\n`)
    return { pages, files }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Draws the pages of a first visit at build time (decision page 0028): HTML and style in the first
 * answer, so that nothing has to be fetched before they are seen.
 */
export function prerender(): Plugin {
  let root = ''
  let drawing: ReadonlyMap<string, string> = new Map()
  return {
    name: 'prerender',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    enforce: 'post',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const built = bundle['index.html']
        if (built?.type !== 'asset') throw new Error('The build has no index.html.')
        const given = String(built.source)
        if (!SCRIPT.test(given)) throw new Error('index.html has no script.')
        const html = given
          // What lines up its source says nothing to a browser.
          .replaceAll(/>\s+</g, '><')
          .replaceAll(/\s+/g, ' ')
          .trim()
          // What the script would need as a file: each page names its own below, and has its styles in itself.
          .replaceAll(/<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
          .replace(SCRIPT, '')
        for (const part of [ROOT, ICON]) {
          if (!html.includes(part)) throw new Error(`index.html has no ${part}.`)
        }
        const text = (file: string): string => {
          const asset = bundle[file]
          if (asset?.type !== 'asset') throw new Error(`The build has no ${file}.`)
          return String(asset.source)
        }
        const chunkOf = (module: string): Rolldown.OutputChunk => {
          const chunk = Object.values(bundle).find(
            (file): file is Rolldown.OutputChunk =>
              file.type === 'chunk' && file.moduleIds.includes(join(root, module)),
          )
          if (!chunk) throw new Error(`No ${module} was built.`)
          return chunk
        }
        const script = await takeOwnScript(root, bundle, chunkOf(OWN_SCRIPT))
        const product = chunkOf(PRODUCT)
        /** A chunk and all that it imports, but for the product's own. */
        const withImports = (chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] => {
          if (chunk === product) return []
          const imported = chunk.imports.flatMap((file) => {
            const next = bundle[file]
            return next?.type === 'chunk' ? withImports(next) : []
          })
          return [...imported, chunk]
        }
        // The product's style stands in every page: nothing that is fetched later waits for it as a file.
        for (const sheet of product.viteMetadata?.importedCss ?? []) {
          for (const file of Object.values(bundle)) {
            if (file.type !== 'chunk') continue
            file.code = file.code.replaceAll(`"${sheet}"`, `"${product.fileName}"`)
          }
        }
        const font = Object.keys(bundle).find((file) => /fraunces-latin-600.*\.woff2$/.test(file))
        if (font === undefined) throw new Error('No font was built.')
        const { pages, files } = await drawPages(root)
        drawing = files
        for (const [page, content] of pages) {
          const isWhole = page.audience === 'visitor'
          const isLater = page.path === undefined
          const parts = [
            ...new Set((page.parts ?? []).flatMap((part) => withImports(chunkOf(part)))),
          ].filter(({ fileName }) => !product.imports.includes(fileName))
          const sheets = [...new Set(parts.flatMap(sheetsOf))]
          const style = [...sheetsOf(product), ...sheets].map(text).join('')
          if (style.includes('</')) throw new Error('A style sheet cannot stand in a page.')
          // What is drawn is seen before anything else is asked for (src/main.tsx); the frame alone waits.
          const isSeenFirst = page.audience !== 'nobody'
          // What is drawn anew needs what every reader's page asks by beside the product.
          const waited = [
            product.fileName,
            ...product.imports,
            ...(isWhole ? [] : [chunkOf(CALLS).fileName]),
          ]
          const head = [
            ...(isSeenFirst ? [] : [`<link rel="preload" as="font" crossorigin href="/${font}">`]),
            ...[...new Set([...waited, ...parts.map(({ fileName }) => fileName)])].map(
              (file) => `<link rel="${isSeenFirst ? 'later' : 'modulepreload'}" href="/${file}">`,
            ),
            // What is in them stands here: by these the parts that need them know that they need not wait.
            ...sheets.map(
              (file) => `<link rel="stylesheet" disabled media="not all" href="/${file}">`,
            ),
            `<style>${style}</style>`,
            // Modules wait for the end of the page wherever they stand.
            `<script type="module">${script}</script>`,
          ]
          // Until the script has taken the page up nothing in it would answer: `inert` says so.
          const marks = [
            ...(isWhole ? [`data-page="${page.path ?? LATER.path}"`] : []),
            ...(isLater || page.audience === 'reader' ? ['data-drawn'] : []),
            'inert',
          ]
          const record = page.hasRecord
            ? `<script type="application/json" id="record">${LATER.record}</script>`
            : ''
          const place = `<div id="root" ${marks.join(' ')}>${content}</div>${record}`
          const title = isLater ? LATER.title : page.title
          const source = html
            // Whoever shows a preview of a link has nobody's cookies. First: what comes into them later has a `>`.
            .replaceAll(/<meta\s+property="og:[^>]*>/g, (tag) =>
              page.audience === 'reader' ? '' : tag,
            )
            .replace('</head>', (end) => `${head.join('')}${end}`)
            .replace(/<title>[^<]*<\/title>/, (before) =>
              title === undefined ? before : `<title>${title}</title>`,
            )
            .replaceAll(
              /(?<=<meta\s+(?:name|property)="(?:og:)?(title|description)"\s+content=")[^"]*/g,
              (before, name) => {
                if (!page.hasSummary) return before
                return name === 'title' ? LATER.title : LATER.summary
              },
            )
            // Without one a browser would ask for one that is not there.
            .replace(ICON, (icon) =>
              isSeenFirst ? icon.replace('href', 'href="data:," data-later') : icon,
            )
            .replace('<html', (tag) => (isSeenFirst ? `${tag} class="drawn"` : tag))
            .replace(ROOT, () => place)
          if (page.file === 'index.html') built.source = source
          else this.emitFile({ type: 'asset', fileName: page.file, source })
        }
      },
    },
    // Beside the build, not in it: what lies there is for browsers.
    writeBundle({ dir }) {
      if (dir === undefined) throw new Error('The build has no folder.')
      const folder = drawingDirOf(resolve(root, dir))
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      for (const [file, source] of drawing) writeFileSync(join(folder, file), source)
    },
  }
}
