/**
 * `node bench/bytes.ts [--record]`: what a visitor is sent, to the byte, against the budgets of
 * `bench/budgets.json`, from the build in `dist/` (`npm run build`). Sizes are those sent: brotli where the
 * build compressed a file, the file itself otherwise. Exits with 1 where a budget is crossed and prints what
 * grew since the sizes there were written down; `--record` writes them down anew (never the budgets).
 */
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const ROOT = join(import.meta.dirname, '..')
const DIST = process.env['DIST_DIR'] ?? join(ROOT, 'dist')
const BUDGETS = join(import.meta.dirname, 'budgets.json')

const Manifest = Type.Record(
  Type.String(),
  Type.Object({
    file: Type.String(),
    imports: Type.Optional(Type.Array(Type.String())),
    dynamicImports: Type.Optional(Type.Array(Type.String())),
    css: Type.Optional(Type.Array(Type.String())),
  }),
)
const Sizes = Type.Record(Type.String(), Type.Integer())
const Budgets = Type.Object({
  // Most bytes of each measure.
  budgets: Sizes,
  // The bytes of each script and style sheet when they were last written down.
  recorded: Sizes,
})

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Bytes sent for a file of the build. */
function sent(file: string): number {
  const path = join(DIST, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

const sum = (files: Iterable<string>): number =>
  [...files].reduce((total, file) => total + sent(file), 0)

/** A file's name without the hash of its content, which changes with every build. */
const plainName = (file: string): string => file.replace(/-[\w-]{6}(?=\.\w+$)/, '')

if (!existsSync(join(DIST, '.vite/manifest.json'))) {
  console.error('There is no build in dist/: run "npm run build" first.')
  process.exit(2)
}
const manifest = Value.Parse(Manifest, read(join(DIST, '.vite/manifest.json')))
const { budgets, recorded } = Value.Parse(Budgets, read(BUDGETS))

/** A part of the build with all that it imports, as files. */
function withImports(key: string, found = new Set<string>()): Set<string> {
  const part = manifest[key]
  if (!part) throw new Error(`The build has no ${key}.`)
  if (found.has(part.file)) return found
  found.add(part.file)
  for (const next of part.imports ?? []) withImports(next, found)
  return found
}

const html = readFileSync(join(DIST, 'index.html'), 'utf8')
// What the script that stands in the page fetches when the page is drawn.
const [, first] = /import\("\/([^"]+\.js)"\)/.exec(html) ?? []
const product = Object.keys(manifest).find((key) => manifest[key]?.file === first)
if (product === undefined) throw new Error('The build has no first script.')
const landing = withImports(product)
const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
// The service worker, too, which lies outside `assets/`.
const scripts = files.filter((file) => file.endsWith('.js'))

/** What a part brings beyond the landing page. */
function beyondLanding(part: string): number {
  return sum([...withImports(`src/${part}.tsx`)].filter((file) => !landing.has(file)))
}

const pictures = new Set(
  [...html.matchAll(/ src="\/([^"]+\.(?:avif|svg|png|webp))"/g)].map(([, file = '']) => file),
)
// The one whose letters the page has; those of other ranges stay away.
const fonts = [...html.matchAll(/url\(\/(assets\/fraunces-latin-600[^)]+\.woff2)\)/g)].map(
  ([, file = '']) => file,
)

const readers = files.filter((file) => /^reader.*\.html$/.test(file))

const measures: Record<string, number> = {
  'landing page, HTML with its style': sent('index.html'),
  'book page, HTML without the book': sent('book.html'),
  "readers' pages, HTML of the largest": Math.max(...readers.map(sent)),
  'landing page, JavaScript': sum(landing),
  'landing page, everything with every cover':
    sent('index.html') + sum(landing) + sum(pictures) + sum(fonts),
  'login beyond the landing page': beyondLanding('screens/login/LoginScreen'),
  'not found beyond the landing page': beyondLanding('screens/notFound/NotFoundScreen'),
  'categories beyond the landing page': beyondLanding('screens/categories/CategoriesScreen'),
  'recommendations beyond the landing page': beyondLanding(
    'screens/recommendations/RecommendationsScreen',
  ),
  'favorites beyond the landing page': beyondLanding('screens/favorites/FavoritesScreen'),
  'book beyond the landing page': beyondLanding('screens/book/BookScreen'),
  'profile picture beyond the landing page': beyondLanding('app/ProfileMenu'),
  'profile menu beyond the landing page': beyondLanding('app/ProfileMenuList'),
  'all JavaScript': sum(scripts),
}

const sizes = Object.fromEntries(
  files
    .filter((file) => /\.(?:js|css)$/.test(file))
    .map((file) => [plainName(file), sent(file)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
)

const number = new Intl.NumberFormat('en')
let crossed = false
for (const [name, bytes] of Object.entries(measures)) {
  const most = budgets[name]
  const over = most === undefined || bytes > most
  crossed ||= over
  const limit = most === undefined ? 'has no budget' : `of ${number.format(most)}`
  console.log(`${over ? 'OVER' : '  ok'}  ${number.format(bytes).padStart(8)} ${limit}  ${name}`)
}
for (const name of Object.keys(budgets).filter((name) => !(name in measures))) {
  crossed = true
  console.log(`OVER  a budget for what is not measured: ${name}`)
}
if (crossed) {
  console.log('\nWhat grew since the sizes were written down:')
  for (const [file, bytes] of Object.entries(sizes)) {
    const before = recorded[file]
    if (before !== bytes) {
      console.log(
        `  ${file}: ${before === undefined ? 'new' : number.format(before)} → ${number.format(bytes)}`,
      )
    }
  }
  for (const file of Object.keys(recorded).filter((file) => !(file in sizes))) {
    console.log(`  ${file}: gone`)
  }
  process.exitCode = 1
}
if (process.argv.includes('--record')) {
  writeFileSync(BUDGETS, `${JSON.stringify({ budgets, recorded: sizes }, null, 2)}\n`)
}
