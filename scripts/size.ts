/**
 * `npm run size`: production lines by folder beside their targets, and how many files one favorite and one search
 * enter on the server. Tests (`*.test.*`, `*.spec.*`, what they share, test/e2e) have a row of their own. Ends with 1
 * where a target is missed.
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * What is counted together, and how many lines it may have. `books` has the readers of other programs' tables,
 * `server` and `scripts` the tools for hosts, `src` a line for each text.
 */
const FOLDERS: Readonly<Record<string, number>> = {
  src: 8500,
  server: 10_900,
  books: 4050,
  covers: 1950,
  contract: 1400,
  mocks: 4450,
  '{scripts,test/bench,test/hardening}': 4150,
}
/** How many files a newcomer reads at most to follow one request. */
const ENTERED: Readonly<Record<string, number>> = { favorite: 12, search: 17 }

const TEST =
  /\.(test|spec)\.|(^|[\\/])testing[\\/]|^src[\\/]test[\\/]|^test[\\/](e2e[\\/]|[^\\/]*$)/

/** Prints a figure beside its limit; the program ends with 1 where it is above. */
function say(value: number, limit: number, what: string): void {
  const isMissed = value > limit
  if (isMissed) process.exitCode = 1
  console.log(`${isMissed ? 'MISSED' : '    ok'} ${String(value).padStart(6)} of ${limit}  ${what}`)
}

function sayLines(folder: string, limit: number, isTest = false): void {
  const files = globSync(`${folder}/**/*.{ts,tsx,mjs,css}`, { cwd: root })
    .filter((name) => TEST.test(name) === isTest)
    .map((name) => readFileSync(join(root, name), 'utf8').match(/\n/g)?.length ?? 0)
  const lines = files.reduce((total, length) => total + length, 0)
  say(lines, limit, `${isTest ? 'tests' : folder}, lines in ${files.length} files`)
}

for (const [folder, limit] of Object.entries(FOLDERS)) sayLines(folder, limit)
sayLines('{src,server,books,covers,contract,mocks,scripts,test}', 31_000, true)

const data = mkdtempSync(join(tmpdir(), 'catchword-size-'))
try {
  const output = execFileSync(process.execPath, [join(root, 'test/filesEntered.ts')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: data, PORT: '0', LOG_LEVEL: 'silent' },
  })
  const entered: Record<string, string[]> = JSON.parse(output)
  for (const [request, limit] of Object.entries(ENTERED)) {
    const files = entered[request] ?? []
    say(files.length, limit, `files that a ${request} enters: ${files.join(', ')}`)
  }
} finally {
  rmSync(data, { recursive: true, force: true })
}
