/**
 * `npm run size [-- --check]`: production lines and files by folder beside their targets. Tests (`*.test.*`,
 * `*.spec.*`, folders named test or testing, e2e) are left out. With `--check`, exit code 1 where src misses
 * a target.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Folder {
  name: string
  lines: number
  files: number
}

interface Target {
  what: string
  value: number
  most?: number
}

const root = join(import.meta.dirname, '..')
const FOLDERS = ['src', 'server', 'mocks', 'contract', 'bench', 'hardening', 'scripts', 'e2e']
const isTest = (file: string) => /\.(test|spec)\.|(^|[\\/])(test|testing)[\\/]/.test(file)

const count = new Intl.NumberFormat('en')
const linesOf = (file: string) =>
  readFileSync(join(root, file), 'utf8').split('\n').slice(0, -1).length
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Paths below a folder, without tests; everything where the folder is e2e. */
function filesIn(folder: string): string[] {
  const found = globSync(`${folder}/**/*.{ts,tsx,mjs,css}`, { cwd: root })
  return found.filter((file) => folder === 'e2e' || !isTest(file)).toSorted()
}

const folders: Folder[] = FOLDERS.map((name) => {
  const files = filesIn(name)
  return { name, lines: sum(files.map(linesOf)), files: files.length }
})

/** Lines of some of the folders together. */
const linesIn = (...names: string[]) =>
  sum(folders.filter(({ name }) => names.includes(name)).map(({ lines }) => lines))

const sources = filesIn('src').map((name) => ({ name, lines: linesOf(name) }))
const [largest = { name: 'src', lines: 0 }] = sources.toSorted((a, b) => b.lines - a.lines)
const cssLines = sum(sources.filter(({ name }) => name.endsWith('.css')).map(({ lines }) => lines))
const typescript = FOLDERS.filter((name) => name !== 'e2e')
  .flatMap(filesIn)
  .filter((file) => /\.tsx?$/.test(file))

const srcTargets: Target[] = [
  { what: 'src, lines', value: linesIn('src'), most: 5500 },
  { what: 'src, files', value: sources.length, most: 110 },
  { what: 'src, lines of CSS', value: cssLines, most: 150 },
  { what: `src, largest file (${largest.name})`, value: largest.lines, most: 250 },
]
const otherTargets: Target[] = [
  { what: 'server, lines', value: linesIn('server'), most: 13_000 },
  { what: 'mocks, lines', value: linesIn('mocks'), most: 4500 },
  { what: 'contract, lines', value: linesIn('contract') },
  {
    what: 'bench, hardening and scripts, lines',
    value: linesIn('bench', 'hardening', 'scripts'),
    most: 4000,
  },
  { what: 'e2e, lines (tests)', value: linesIn('e2e'), most: 4000 },
  {
    what: 'docs/decisions, pages',
    value: globSync('docs/decisions/*.md', { cwd: root }).length,
    most: 20,
  },
  { what: 'all TypeScript, lines', value: sum(typescript.map(linesOf)), most: 31_500 },
]

const misses = ({ value, most = Infinity }: Target) => value > most

for (const { name, lines, files } of folders) {
  console.log(
    `${count.format(lines).padStart(8)} lines ${String(files).padStart(4)} files  ${name}`,
  )
}
console.log('')
for (const target of [...srcTargets, ...otherTargets]) {
  const limit = target.most === undefined ? '' : `of ${count.format(target.most)}`
  const mark = misses(target) ? 'MISSED' : ''
  console.log(
    `${mark.padEnd(6)} ${count.format(target.value).padStart(7)} ${limit.padEnd(9)}  ${target.what}`,
  )
}
if (process.argv.includes('--check') && srcTargets.some(misses)) process.exitCode = 1
