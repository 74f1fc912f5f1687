import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { directionOf, LANGUAGES } from '../contract/languages.ts'
import type { inLanguage, PrerenderedPage, renderPage, renderShell } from '../src/prerender.tsx'
import { LANGUAGE_SCRIPT, readLanguageFile, translated } from './languagePages.ts'

interface Page {
  path: string
  /** The lazy chunk of its screen. */
  screen?: string
  isReader?: boolean
}

/** A reader's page: the bar, and skeletons where their books will be. */
const readerPage = (path: string, screen: string): Page => ({ path, screen, isReader: true })

/** What is seen first, by file. */
const PAGES: Readonly<Record<string, Page>> = {
  'index.html': { path: '/' },
  'login.html': { path: '/login' },
  'register.html': { path: '/register' },
  // The skeleton of every book.
  'book.html': { path: '/book/any', screen: 'BookScreen' },
  'not-found.html': { path: '/not-found' },
  'reader-book.html': readerPage('/book/any', 'BookScreen'),
  'reader-categories.html': readerPage('/categories', 'CategoriesScreen'),
  'reader-favorites.html': readerPage('/favorites', 'FavoritesScreen'),
  'reader-import.html': readerPage('/import', 'ImportScreen'),
  'reader-recommendations.html': readerPage('/recommendations', 'RecommendationsScreen'),
  'reader-want-to-read.html': readerPage('/want-to-read', 'WantToReadScreen'),
}

function isRenderer(module: unknown): module is {
  inLanguage: typeof inLanguage
  renderPage: typeof renderPage
  renderShell: typeof renderShell
} {
  return typeof module === 'object' && module !== null && 'renderPage' in module
}

/** The template's stylesheets in the page itself: nothing keeps the first paint waiting. */
async function inlineStyles(template: string, dist: string): Promise<string> {
  let html = template
  for (const [link, file = ''] of template.matchAll(
    /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
  )) {
    const css = await readFile(join(dist, file), 'utf8')
    // Whatever runs the script reads woff2; the others are what they are without.
    const short = css
      .trim()
      .replace(/,url\([^)]*\.woff\)format\("woff"\)|font-style:normal;|font-weight:400;/g, '')
    html = html.replace(link, () => `<style>${short}</style>`)
  }
  return html
}

/** Has the browser fetch a lazy screen beside the entry's script, which would request it only once it runs. */
function modulePreloads(bundle: Rolldown.OutputBundle, screen: string): string {
  const files = new Set<string>()
  const follow = (file: string): void => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(follow)
  }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.name === screen) follow(chunk.fileName)
  }
  if (files.size === 0) throw new Error(`The build has no chunk of ${screen}.`)
  return [...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
}

/** A language's texts beside the entry, which waits for them; visitors do without those of readers' screens. */
function textPreloads(
  bundle: Rolldown.OutputBundle,
  language: string,
  isVisitors: boolean,
): string {
  if (language === 'en') return ''
  const modules = [
    '/languages/speak.ts',
    `/languages/${language}.json`,
    ...(isVisitors ? [] : [`/languages/${language}.reader.json`]),
    ...(directionOf(language) === 'rtl' ? ['/languages/mirroringCache.ts'] : []),
  ]
  return Object.values(bundle)
    .flatMap((chunk) => (chunk.type === 'chunk' ? chunk : []))
    .filter(({ facadeModuleId }) => modules.some((end) => facadeModuleId?.endsWith(end)))
    .map(
      (chunk) =>
        `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${chunk.fileName}">`,
    )
    .join('')
}

const ENTRY = /<script type="module"[^>]*><\/script>\n?/

function fill(template: string, { head, body, isReader }: PrerenderedPage): string {
  const [entry = ''] = ENTRY.exec(template) ?? []
  // A visitor's page can be read without its script, which then comes behind the styles of the first paint.
  const isEarly = isReader || body === ''
  const script = isEarly
    ? entry
    : entry.replace('type="module"', 'type="module" fetchpriority="low"')
  return template
    .replace(ENTRY, '')
    .replace('</head>', () => `${head}${script}</head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root"${isReader ? ' data-reader' : ''}>${body}</div>`,
    )
}

/**
 * Renders at build time what is seen first of these pages, and the app shell `app.html` for all others. Runs before
 * the service worker lists the files of the build.
 */
export function prerender(): Plugin {
  let root = ''
  let dist = ''
  const preloads = new Map<string, string>()
  let built: Rolldown.OutputBundle = {}
  return {
    name: 'prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      root = config.root
      dist = resolve(root, config.build.outDir)
    },
    writeBundle(_options, bundle) {
      for (const [file, { screen }] of Object.entries(PAGES)) {
        if (screen) preloads.set(file, modulePreloads(bundle, screen))
      }
      built = bundle
    },
    closeBundle: {
      sequential: true,
      order: 'pre',
      async handler() {
        const outDir = join(dist, '.prerender')
        await build({
          root,
          configFile: false,
          plugins: [react()],
          logLevel: 'warn',
          build: {
            ssr: 'src/prerender.tsx',
            outDir,
            copyPublicDir: false,
            emptyOutDir: true,
            // Lazy screens in the same file: it is imported under an address of its own each time.
            rolldownOptions: { output: { codeSplitting: false } },
          },
          // One copy of each package, in the form that the browser's build has.
          ssr: { noExternal: true },
        })
        const renderer: unknown = await import(
          `${pathToFileURL(join(outDir, 'prerender.js')).href}?${Date.now()}`
        )
        if (!isRenderer(renderer)) throw new Error('src/prerender.tsx has no renderPage.')
        const linked = await readFile(join(dist, 'index.html'), 'utf8')
        const shell = renderer.renderShell()
        const head = LANGUAGE_SCRIPT + shell.head
        // Fonts of an inline style sheet are requested with the page's address as referrer, which may hold a token.
        await writeFile(join(dist, 'app.html'), fill(linked, { ...shell, head }))
        const english = await inlineStyles(linked, dist)
        for (const language of LANGUAGES) {
          const own = await readLanguageFile(join(root, 'src/languages'), language)
          const texts = renderer.inLanguage(language, own)
          const isEnglish = language === 'en'
          const template = isEnglish ? english : translated(english, language, texts)
          const folder = isEnglish ? dist : join(dist, language)
          await mkdir(folder, { recursive: true })
          for (const [file, { path, screen, isReader = false }] of Object.entries(PAGES)) {
            const page = await renderer.renderPage(path, isReader)
            const loaded =
              textPreloads(built, language, screen === undefined) + (preloads.get(file) ?? '')
            const head = loaded + page.head
            await writeFile(join(folder, file), fill(template, { ...page, head }))
          }
        }
        await rm(outDir, { recursive: true })
      },
    },
  }
}
