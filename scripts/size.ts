/**
 * `npm run size [-- --check]`: production lines by folder, and what has a target. Tests (`*.test.*`, `*.spec.*`,
 * folders named test or testing) are left out, but in e2e. With `--check`, exit code 1 where src misses a target.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const FOLDERS = [
  'src',
  'server',
  'books',
  'covers',
  'mocks',
  'contract',
  'bench',
  'hardening',
  'scripts',
  'e2e',
]

const files = globSync(`{${FOLDERS.join()}}/**/*.{ts,tsx,mjs,css}`, { cwd: root })
  .map((name) => ({ name, folder: name.split(/[\\/]/, 1).join() }))
  .filter(
    ({ name, folder }) =>
      folder === 'e2e' || !/\.(test|spec)\.|(^|[\\/])(test|testing)[\\/]/.test(name),
  )
  .map((file) => ({
    ...file,
    lines: readFileSync(join(root, file.name), 'utf8').match(/\n/g)?.length ?? 0,
  }))
  .toSorted((a, b) => b.lines - a.lines)
const linesIn = (some: typeof files) => some.reduce((total, { lines }) => total + lines, 0)
const inFolders = (...names: string[]) => files.filter(({ folder }) => names.includes(folder))

const src = inFolders('src')
const css = src.filter(({ name }) => name.endsWith('.css'))
const pages = globSync('docs/decisions/*.md', { cwd: root }).length
const typescript = files.filter(({ name, folder }) => folder !== 'e2e' && /\.tsx?$/.test(name))

/** What is counted, and how much it may be. */
const TARGETS: readonly (readonly [what: string, value: number, most: number])[] = [
  ['src, lines', linesIn(src), 5500],
  ['src, files', src.length, 110],
  ['src, lines of CSS', linesIn(css), 150],
  [`src, largest file (${src[0]?.name})`, src[0]?.lines ?? 0, 250],
  ['server, lines', linesIn(inFolders('server')), 13_000],
  ['mocks, lines', linesIn(inFolders('mocks')), 4500],
  ['bench, hardening, scripts, lines', linesIn(inFolders('bench', 'hardening', 'scripts')), 4000],
  ['e2e, lines (tests)', linesIn(inFolders('e2e')), 4000],
  ['docs/decisions, pages', pages, 20],
  ['all TypeScript, lines', linesIn(typescript), 31_500],
]

for (const name of FOLDERS) {
  const found = inFolders(name)
  console.log(`${String(linesIn(found)).padStart(8)} lines in ${found.length} files  ${name}`)
}
for (const [what, value, most] of TARGETS) {
  const isMissed = value > most
  console.log(`${isMissed ? 'MISSED' : '    ok'} ${String(value).padStart(6)} of ${most}  ${what}`)
  if (isMissed && what.startsWith('src') && process.argv.includes('--check')) process.exitCode = 1
}
