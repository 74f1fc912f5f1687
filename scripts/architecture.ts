/**
 * `node scripts/architecture.ts`: draws docs/images/architecture.svg from the imports: the folders of src, mocks,
 * server and contract, each below what imports it. Folders that import each other share a box.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

const root = join(import.meta.dirname, '..')
const FILE = join(root, 'docs/images/architecture.svg')

/** The first and last column of each folder; a new one takes the first column of its lane that is free. */
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
  'server/main, app': [3, 5],
  'server/routes': [3, 5],
  'server/plugins': [4, 4],
  'server/data': [3, 3],
  'server/accounts': [3, 4],
  'server/recommendations': [5, 5],
  'server/catalogue': [3, 3],
  'server/covers': [4, 4],
  'server/store': [5, 5],
  'server/config': [3, 4],
  'server/lib': [5, 5],
  contract: [0, 4],
}
const LANES: Readonly<Record<string, { first: number; fill: string }>> = {
  src: { first: 0, fill: '#dfe9e5' },
  mocks: { first: 2, fill: '#f1e3c8' },
  server: { first: 3, fill: '#e3e1f0' },
  contract: { first: 0, fill: '#f3d9d3' },
}

/** Files directly in src and server, by the box they are drawn in. */
const FILES: Readonly<Record<string, string>> = {
  'src/constants.ts': 'src/constants, messages, paths, theme',
  'src/messages.ts': 'src/constants, messages, paths, theme',
  'src/paths.ts': 'src/constants, messages, paths, theme',
  'src/theme.ts': 'src/constants, messages, paths, theme',
  'src/themeComponents.ts': 'src/constants, messages, paths, theme',
  'server/config.ts': 'server/config',
}

/** The folder of a file, as it is drawn. */
function folderOf(file: string): string {
  const [lane = '', folder = '', ...rest] = file.split('/')
  if (lane === 'contract' || lane === 'mocks') return lane
  if (rest.length > 0) return `${lane}/${folder}`
  return FILES[file] ?? (lane === 'src' ? 'src/main, App, router' : 'server/main, app')
}

const laneOf = (folder: string): string => folder.split('/', 1).join('')

/** Which folders each folder imports, tests apart. */
function readImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  const files = globSync('{src,mocks,server,contract}/**/*.{ts,tsx}', { cwd: root })
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

/** Everything that is reached from a folder, over any number of imports. */
function reachable(imports: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const found = new Set<string>()
  const waiting = [...(imports.get(from) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...(imports.get(next) ?? []))
  }
  return found
}

/** Folders that import each other, over any number of imports. */
export function findCircles(): string[][] {
  const imports = readImports()
  const circles = [...imports.keys()].map((folder) => {
    const others = [...reachable(imports, folder)]
    return others.filter((other) => reachable(imports, other).has(folder)).toSorted()
  })
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()].filter(
    ({ length }) => length > 1,
  )
}

interface Box {
  name: string
  lane: string
  folders: readonly string[]
  /** Boxes it imports. */
  below: Set<Box>
  /** 0 imports nothing; each is above what it imports. */
  rank: number
  columns: readonly [number, number]
}

/** The boxes, ranked and placed. */
function placeBoxes(): Box[] {
  const imports = readImports()
  const circles = findCircles()
  const boxes = new Map<string, Box>()
  for (const folder of imports.keys()) {
    const folders = circles.find((circle) => circle.includes(folder)) ?? [folder]
    const lane = laneOf(folder)
    const name = folders.map((one) => one.replace(`${lane}/`, '')).join(', ')
    const known = boxes.get(folders[0] ?? folder)
    const box = known ?? { name, lane, folders, below: new Set(), rank: -1, columns: [0, 0] }
    boxes.set(folder, box)
  }
  for (const [folder, targets] of imports) {
    const box = boxes.get(folder)
    for (const target of targets) {
      const other = boxes.get(target)
      if (box && other && box !== other) box.below.add(other)
    }
  }
  const rankOf = (box: Box): number => {
    if (box.rank < 0) box.rank = Math.max(-1, ...[...box.below].map(rankOf)) + 1
    return box.rank
  }
  const all = [...new Set(boxes.values())].toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1),
  )
  for (const box of all) {
    const known = box.folders.flatMap((folder) => COLUMNS[folder] ?? [])
    const first = LANES[box.lane]?.first ?? 0
    const row = all.filter(({ rank }) => rank === box.rank).flatMap(({ columns }) => columns)
    const free = [first, first + 1, first + 2].find((column) => !row.includes(column)) ?? first
    box.columns = known.length > 0 ? [Math.min(...known), Math.max(...known)] : [free, free]
  }
  return all
}

/** Whether a longer way within the lanes of both says what this arrow says. */
function isImplied(from: Box, to: Box): boolean {
  const seen = new Set<Box>()
  const leads = (box: Box): boolean => {
    if (box === to) return true
    if (seen.has(box) || ![from.lane, to.lane].includes(box.lane)) return false
    seen.add(box)
    return [...box.below].some(leads)
  }
  return [...from.below].some((box) => box !== to && leads(box))
}

const COLUMN = 156
const ROW = 64
const HEIGHT = 36
const MARGIN = 16
const HEADING = 24

/** The picture as SVG; the same imports give the same text. */
export function drawArchitecture(): string {
  const boxes = placeBoxes()
  const top = Math.max(...boxes.map(({ rank }) => rank))
  const width = 6 * COLUMN + MARGIN
  const height = HEADING + (top + 1) * ROW
  const shape = ({ columns: [first, last], rank }: Box) => ({
    left: MARGIN + first * COLUMN,
    right: (last + 1) * COLUMN,
    top: MARGIN + HEADING + (top - rank) * ROW,
  })
  const arrows = boxes.flatMap((from) => {
    const a = shape(from)
    const shown = [...from.below].filter((to) => !isImplied(from, to))
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
  const drawn = boxes.map((box) => {
    const { left, right, top: y } = shape(box)
    return [
      `  <rect x="${left}" y="${y}" width="${right - left}" height="${HEIGHT}" rx="6" fill="${LANES[box.lane]?.fill}"/>`,
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
${[...drawn, ...headings].join('\n')}
</svg>
`
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, drawArchitecture())
