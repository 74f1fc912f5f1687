import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Audience } from '../src/prerender.tsx'
import { className } from './classNames.ts'

/** What the build makes of one address. */
interface Page {
  /** The file it goes to. */
  file: string
  path: string
  /** The source of what of it is no part of the first script. */
  screen?: string
  title?: string
  /**
   * A visitor's is drawn to the end, to be taken up where it stands. A reader's, and nobody's, which is the
   * frame that any page begins with, are drawn anew by the script.
   */
  audience: Audience
}

/** The product itself, which the page's own script fetches when the page is drawn. */
const PRODUCT = 'src/product.tsx'

/** Stands for every address that has no page of its own (src/product.tsx). */
const ANY_OTHER = '/*'

/** What the bar has for a reader. */
const READERS_BAR = 'src/app/ProfileMenu.tsx'

/** What every reader's page asks the server by, and most others, too (decision page 0029). */
const CALLS = 'src/api/booksApi.ts'

/** The pages that a visitor may open first, a reader's that need no answer, and the frame of all others. */
const PAGES: readonly Page[] = [
  { file: 'index.html', path: '/', audience: 'visitor' },
  {
    file: 'login.html',
    path: '/login',
    screen: 'src/screens/login/LoginScreen.tsx',
    title: 'Login · Catchword',
    audience: 'visitor',
  },
  {
    file: 'register.html',
    path: '/register',
    screen: 'src/screens/login/LoginScreen.tsx',
    title: 'Register · Catchword',
    audience: 'visitor',
  },
  {
    file: 'not-found.html',
    path: ANY_OTHER,
    screen: 'src/screens/notFound/NotFoundScreen.tsx',
    title: 'Not found · Catchword',
    audience: 'visitor',
  },
  { file: 'reader.html', path: '/', screen: READERS_BAR, audience: 'reader' },
  { file: 'reader-profile.html', path: '/profile', screen: READERS_BAR, audience: 'reader' },
  // An address whose link stands in no navbar: none is marked as the present one.
  { file: 'shell.html', path: '/shell', audience: 'nobody' },
]

const ROOT = '<div id="root"></div>'
const ICON = 'href="/favicon.png"'
/** What React hoists for the document's head: preloads of pictures that follow at once anyway. */
const HOISTED = /^(?:<link[^>]*>)+/

/** Draws every page of `PAGES`, by `src/prerender.tsx` built for Node. */
async function drawPages(root: string): Promise<ReadonlyMap<Page, string>> {
  // Inside the project, so that packages left out of it are found.
  const folder = mkdtempSync(join(root, 'node_modules/.prerender-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      publicDir: false,
      css: { modules: { generateScopedName: className } },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        emptyOutDir: false,
        assetsInlineLimit: 0,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'drawing.mjs' } },
      },
    })
    const { drawPage }: { drawPage: (path: string, audience: Audience) => Promise<string> } =
      await import(pathToFileURL(join(folder, 'drawing.mjs')).href)
    const drawn = new Map<Page, string>()
    for (const page of PAGES) drawn.set(page, await drawPage(page.path, page.audience))
    return drawn
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
        const html = String(built.source)
        for (const part of [ROOT, ICON]) {
          if (!html.includes(part)) throw new Error(`index.html has no ${part}.`)
        }
        const icon = readFileSync(join(root, 'public/favicon.png'), 'base64')
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
        const styleOf = (chunk: Rolldown.OutputChunk): string =>
          [...(chunk.viteMetadata?.importedCss ?? [])].map(text).join('')
        const product = chunkOf(PRODUCT)
        // The product's style stands in every page: nothing that is fetched later waits for it as a file.
        for (const sheet of product.viteMetadata?.importedCss ?? []) {
          for (const file of Object.values(bundle)) {
            if (file.type !== 'chunk') continue
            file.code = file.code.replaceAll(`"${sheet}"`, `"${product.fileName}"`)
          }
        }
        const isOther = (file: string): boolean => !html.includes(`src="/${file}"`)
        const font = Object.keys(bundle).find((file) => /fraunces-latin-600.*\.woff2$/.test(file))
        if (font === undefined) throw new Error('No font was built.')
        for (const [page, drawn] of await drawPages(root)) {
          const content = drawn.replace(HOISTED, '')
          const isWhole = page.audience === 'visitor'
          const screen = page.screen === undefined ? undefined : chunkOf(page.screen)
          const style = styleOf(product) + (screen ? styleOf(screen) : '')
          if (style.includes('</')) throw new Error('A style sheet cannot stand in a page.')
          const priority = isWhole ? ' fetchpriority="low"' : ''
          const preload = (file: string): string =>
            `<link rel="modulepreload" crossorigin${priority} href="/${file}">`
          // A page drawn whole is seen before its script and its font come; a frame waits for both, and for
          // what every reader's page asks by: beside each other.
          const head = [
            ...(isWhole
              ? [screen && preload(screen.fileName)]
              : [
                  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`,
                  ...[product.fileName, ...product.imports].filter(isOther).map(preload),
                  preload(chunkOf(CALLS).fileName),
                ]),
            `<style>${style}</style>`,
          ].filter(Boolean)
          // Until the script has taken the page up nothing in it would answer: `inert` says so.
          const place = isWhole
            ? `<div id="root" data-page="${page.path}" inert>${content}</div>`
            : `<div id="root" inert>${content}</div>`
          const source = html
            .replace(/ *<\/head>/, () => `    ${head.join('\n    ')}\n  </head>`)
            .replace(/<title>[^<]*<\/title>/, (title) =>
              page.title === undefined ? title : `<title>${page.title}</title>`,
            )
            .replace('<script type="module"', (script) => `${script} async${priority}`)
            .replace('<html', (tag) => (isWhole ? `${tag} class="drawn"` : tag))
            .replace(ICON, () => `href="data:image/png;base64,${icon}"`)
            .replace(ROOT, () => place)
          if (page.file === 'index.html') built.source = source
          else this.emitFile({ type: 'asset', fileName: page.file, source })
        }
      },
    },
  }
}
