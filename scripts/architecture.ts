/**
 * `node scripts/architecture.ts`: draws docs/images/architecture.svg from the imports: the folders of src, mocks,
 * server, books, covers and contract, each below what imports it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

const root = join(import.meta.dirname, '..')
const FILE = join(root, 'docs/images/architecture.svg')

/** The first and last column of each folder; 3.5 begins in the middle of one. */
const COLUMNS: Readonly<Record<string, readonly [number, number]>> = {
  'src/main, App, router': [0, 1],
  'src/layout': [0, 0],
  'src/account': [0, 0],
  'src/screens': [1, 1],
  'src/components': [0, 1],
  'src/store': [0, 1],
  'src/api': [0, 1],
  'src/lib': [0, 1],
  'src/constants, messages, paths, theme': [0, 1],
  mocks: [2, 2],
  'server/main, app': [3, 6],
  'server/routes': [3, 6],
  'server/data': [3.5, 3.125],
  'server/plugins': [4.125, 4.25],
  'server/recommendations': [5.25, 6],
  'server/catalogue': [4.375, 6],
  'server/accounts': [3.5, 3.5],
  'server/covers': [4, 4],
  'server/store': [5, 6],
  'server/config': [4, 4],
  'server/lib': [5, 6],
  books: [2, 6],
  covers: [2, 6],
  contract: [0, 6],
}
const FILLS: Readonly<Record<string, string>> = {
  src: '#dfe9e5',
  mocks: '#f1e3c8',
  server: '#e3e1f0',
  books: '#d9e7f1',
  covers: '#e4ecc9',
  contract: '#f3d9d3',
}

/** The lowest row of a lane: the two boxes have rows of their own, below the server. */
const LOWEST: Readonly<Record<string, number>> = { books: 2, server: 3 }

/** The folder of a file, as it is drawn: files directly in src and server share a box. */
function folderOf(file: string): string {
  const [lane = '', folder = '', ...rest] = file.split('/')
  if (['contract', 'mocks', 'books', 'covers'].includes(lane)) return lane
  if (rest.length > 0) return `${lane}/${folder}`
  if (/^src\/(?:constants|messages|paths|theme)/.test(file)) {
    return 'src/constants, messages, paths, theme'
  }
  if (file === 'server/config.ts') return 'server/config'
  return lane === 'src' ? 'src/main, App, router' : 'server/main, app'
}

/** Which folders each folder imports, tests apart. */
function readImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  const files = globSync('{src,mocks,server,books,covers,contract}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !/\.test\.|\/(?:test|testing)\/|\.d\.ts$/.test(file))
    .toSorted()
  for (const file of files) {
    const from = folderOf(file)
    const targets = imports.get(from) ?? new Set()
    imports.set(from, targets)
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)) {
      const to = folderOf(normalize(join(dirname(file), path)).replaceAll(sep, '/'))
      if (to !== from) targets.add(to)
    }
  }
  return imports
}

interface Box {
  name: string
  lane: string
  columns: readonly [number, number]
  /** Boxes it imports. */
  below: Box[]
  /** 0 imports nothing; each is above what it imports. */
  rank: number
}

/**
 * The boxes, ranked and placed.
 *
 * @throws Error where folders import each other, directly or not
 */
function placeBoxes(): Box[] {
  const imports = readImports()
  const boxes = new Map<string, Box>()
  const boxOf = (folder: string, above: readonly string[]): Box => {
    if (above.includes(folder)) {
      throw new Error(`Folders import each other: ${[...above, folder].join(' → ')}.`)
    }
    const placed = boxes.get(folder)
    if (placed) return placed
    const columns = COLUMNS[folder]
    if (!columns) throw new Error(`COLUMNS has no place for ${folder}.`)
    const below = [...(imports.get(folder) ?? [])].map((next) => boxOf(next, [...above, folder]))
    const lane = folder.split('/', 1).join('')
    const rank = Math.max(LOWEST[lane] ?? 0, ...below.map((box) => box.rank + 1))
    const box = { name: folder.replace(`${lane}/`, ''), lane, columns, below, rank }
    boxes.set(folder, box)
    return box
  }
  const all = [...imports.keys()].map((folder) => boxOf(folder, []))
  return all.toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
}

/** Whether a longer way within the lanes of both leads there, too: then no arrow is drawn. */
function isImplied(from: Box, to: Box): boolean {
  const isWayTo = (box: Box): boolean =>
    box === to || ([from.lane, to.lane].includes(box.lane) && box.below.some(isWayTo))
  return from.below.some((box) => box !== to && isWayTo(box))
}

const COLUMN = 144
const ROW = 64
const HEIGHT = 36
const MARGIN = 16
const HEADING = 24

/** The picture as SVG; the same imports give the same text. */
export function renderArchitecture(): string {
  const boxes = placeBoxes()
  const top = Math.max(...boxes.map(({ rank }) => rank))
  const width = 7 * COLUMN + MARGIN
  const height = HEADING + (top + 1) * ROW
  const shape = ({ columns: [first, last], rank }: Box) => ({
    left: MARGIN + first * COLUMN,
    right: (last + 1) * COLUMN,
    top: MARGIN + HEADING + (top - rank) * ROW,
  })
  const arrows = boxes.flatMap((from) => {
    const a = shape(from)
    const shown = from.below.filter((to) => !isImplied(from, to))
    return shown
      .map((to) => {
        const b = shape(to)
        const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)]
        if (left < right) return `M${(left + right) / 2} ${a.top + HEIGHT}V${b.top - 3}`
        // To another lane: beside the boxes between, or round the corner to the next row.
        return from.rank - to.rank > 1
          ? `M${a.right} ${a.top + HEIGHT / 2}H${b.left + 24}V${b.top - 3}`
          : `M${a.right - 24} ${a.top + HEIGHT}V${b.top + HEIGHT / 2}H${b.left - 3}`
      })
      .toSorted()
  })
  const generated = boxes.map((box) => {
    const { left, right, top: y } = shape(box)
    return [
      `  <rect x="${left}" y="${y}" width="${right - left}" height="${HEIGHT}" rx="6" fill="${FILLS[box.lane]}"/>`,
      `  <text x="${(left + right) / 2}" y="${y + HEIGHT / 2 + 5}">${box.name}</text>`,
    ].join('\n')
  })
  const headings = ['src', 'server'].flatMap((lane) => {
    const highest = boxes.findLast((box) => box.lane === lane)
    if (!highest) return []
    const { left, top: y } = shape(highest)
    return `  <text x="${left}" y="${y - 8}" text-anchor="start" font-weight="600">${lane}/</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13" text-anchor="middle" fill="#211c18">
  <title>Folders and what they import: every arrow leads down</title>
  <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8Z"/></marker></defs>
  <rect width="${width}" height="${height}" fill="#fffdf9"/>
  <g fill="none" stroke="#211c18" marker-end="url(#tip)">
${arrows.map((path) => `    <path d="${path}"/>`).join('\n')}
  </g>
${[...generated, ...headings].join('\n')}
</svg>
`
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, renderArchitecture())
