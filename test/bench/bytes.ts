/**
 * `node test/bench/bytes.ts`: what a visitor's first load of the landing page sends, and the JavaScript of the
 * whole build in `dist/` (`npm run build`), against `test/bench/budgets.json`. Exit code 1 where one is exceeded.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const Manifest = Type.Record(
  Type.String(),
  Type.Object({ file: Type.String(), imports: Type.Optional(Type.Array(Type.String())) }),
)

const Budgets = Type.Record(Type.String(), Type.Integer())

/** Fonts of Latin letters; other ranges are fetched only where the page has their letters. */
const FONT = /url\(["']?([^"')]+-latin-(?!ext)[^"')]*\.woff2)["']?\)/g
const fontsOf = (css: string) => [...css.matchAll(FONT)].map(([, url = '']) => url)

/** What a page's HTML has the browser request: the addresses to choose from of each request. */
function requestsOf(html: string): string[][] {
  const requests: string[][] = []
  const parser = new Parser({
    onopentag(name, { src, srcset = '', href, rel = '' }) {
      if (name === 'script' && src !== undefined) requests.push([src])
      if (name === 'img') {
        const candidates = srcset.split(/,\s+/).map((one) => one.trim().split(/\s/, 1).join(''))
        requests.push([src ?? '', ...candidates].filter((url) => url !== ''))
      }
      const isFetched = /^(?:stylesheet|modulepreload|preload|icon)$/.test(rel)
      if (name === 'link' && href !== undefined && isFetched) requests.push([href])
    },
  })
  parser.end(html)
  return [...requests, ...fontsOf(html).map((font) => [font])]
}

/** What is held to a budget, by its name in `budgets.json`, of a build's folder. */
export function measureBuild(dist: string): Record<string, number> {
  const read = (file: string) => readFileSync(join(dist, file), 'utf8')
  /** Bytes sent: compressed where the build has a compressed file beside it. */
  const sent = (file: string): number => {
    const path = join(dist, file)
    return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
  }
  const sum = (files: string[]) => files.reduce((total, file) => total + sent(file), 0)

  const manifest = Value.Parse(Manifest, JSON.parse(read('.vite/manifest.json')))
  if (!manifest['index.html']) throw new Error('The build has no entry for index.html.')
  const scripts = new Set<string>()
  const follow = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const next of chunk.imports ?? []) follow(next)
  }
  follow('index.html')

  const html = read('index.html')
  const found = requestsOf(html).filter(([url = '']) => !url.startsWith('data:'))
  const other = found.filter((urls) => urls.some((url) => /^(?:https?:)?\/\//.test(url)))
  const files = found
    .filter((urls) => !other.includes(urls))
    .map((urls) => urls.map((url) => url.replace(/^\//, '').replace(/[?#].*$/, '')))
    // The phone that the budgets are for takes the smallest of a srcset.
    .map((urls) => urls.toSorted((one, next) => sent(one) - sent(next))[0] ?? '')
  const linkedFonts = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => fontsOf(read(file)).map((font) => font.replace(/^\//, '')))
  const all = [...new Set(['index.html', ...scripts, ...files, ...linkedFonts])]
  const built = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  return {
    'landing page, HTML (bytes, unpacked)': Buffer.byteLength(html),
    'landing page, HTML (bytes)': sent('index.html'),
    'landing page, JavaScript (bytes)': sum(all.filter((file) => file.endsWith('.js'))),
    'landing page, everything (bytes)': sum(all),
    'landing page, requests': all.length + other.length,
    'landing page, requests to other hosts': other.length,
    'whole build, JavaScript (bytes)': sum(
      // A reader loads one language's.
      built.filter((file) => file.endsWith('.js') && !file.includes('languages/')),
    ),
  }
}

if (process.argv[1] === import.meta.filename) {
  const measures = measureBuild(process.env['DIST_DIR'] ?? join(import.meta.dirname, '../../dist'))
  const file: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8'))
  for (const [name, most] of Object.entries(Value.Parse(Budgets, file))) {
    const value = measures[name] ?? Infinity
    console.log(
      `${value > most ? 'OVER' : '  ok'} ${String(value).padStart(8)} of ${most}  ${name}`,
    )
    if (value > most) process.exitCode = 1
  }
}
