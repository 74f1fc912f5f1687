/**
 * `npm run test:hardening -- faults [--only=1]`: the deliberate faults of faults.json, one after another in a copy of
 * the tree. Each is one that a developer might make, and the tests that it names have to fail. Fails where
 * fewer than nine of ten are caught.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { option } from './lib/run.ts'

const root = join(import.meta.dirname, '../..')
const NEEDED = 0.9
/** Longer than any of the tests takes: a fault that makes one go on for ever is caught. */
const TIMEOUT_MS = 5 * 60_000

/** A deliberate fault. */
export interface Fault {
  /** A path in the project. */
  file: string
  /** Occurs exactly once in the file. */
  find: string
  replace: string
  /** What breaks for a reader. */
  why: string
  /** Files that have to fail. */
  tests: string[]
}

/** The deliberate faults, in the order of their numbers. */
export function readFaults(): Fault[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'faults.json'), 'utf8'))
}

/** A text of the fault's file with the fault in it; `undefined` where `find` does not occur exactly once. */
export function withFault(text: string, { find, replace }: Fault): string | undefined {
  const [before, after, ...more] = text.split(find)
  return after === undefined || more.length > 0 ? undefined : `${before}${replace}${after}`
}

/** A copy of the tree as it is now, without what git ignores. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'catchword-faults-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files) {
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function passes(copy: string, tests: readonly string[]): boolean {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests]
  const limit = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const
  return spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', ...limit }).status === 0
}

function tryFault(copy: string, fault: Fault): 'caught' | 'missed' | 'no such text' {
  const file = join(copy, fault.file)
  const text = readFileSync(file, 'utf8')
  const faulty = withFault(text, fault)
  if (faulty === undefined) return 'no such text'
  writeFileSync(file, faulty)
  const isMissed = passes(copy, fault.tests)
  writeFileSync(file, text)
  return isMissed ? 'missed' : 'caught'
}

function run(copy: string): void {
  const only = option('only', 0)
  const chosen = readFaults()
    .map((fault, index) => ({ ...fault, number: index + 1 }))
    .filter(({ number }) => only === 0 || number === only)
  const missed: string[] = []
  let tried = 0
  for (const [key, group] of Map.groupBy(chosen, ({ tests }) => tests.join(' '))) {
    console.log(`\n${key}`)
    // Tests that fail by themselves catch nothing.
    const isSound = passes(copy, key.split(' '))
    if (!isSound) console.log('  fail without a fault')
    for (const fault of group) {
      const outcome = isSound ? tryFault(copy, fault) : 'missed'
      const line = `${fault.number} ${outcome}: ${fault.file}: ${fault.why}`
      console.log(`  ${line} (${++tried} of ${chosen.length})`)
      if (outcome !== 'caught') missed.push(line)
    }
  }
  const caught = chosen.length - missed.length
  console.log(`\n${missed.map((line) => `${line}\n`).join('')}`)
  console.log(`${caught} of ${chosen.length} faults caught`)
  process.exitCode = chosen.length > 0 && caught >= chosen.length * NEEDED ? 0 : 1
}

if (process.argv[1] === import.meta.filename) {
  const copy = copyTree()
  try {
    run(copy)
  } finally {
    await rm(copy, { recursive: true })
  }
}
