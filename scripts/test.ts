/**
 * `npm test`: the checks and tests of a developer's day, the main ones in a browser included. With `--full`
 * (`npm run test:full`) also what takes long or needs PostgreSQL, nginx or the build on the fake backend.
 * At the end the failures by name and one line: `N passed, N failed`. A check (types, lint, …) counts as one.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { WIDTHS_SETTING } from './pictures.ts'

interface Tally {
  passed: number
  failed: number
  skipped: number
}

interface Step {
  name: string
  command: string
  args: string[]
  /** Settings beside those of the process. */
  env?: Record<string, string>
  /** Reads a test runner's report; a plain check counts as one test. */
  tally?: () => Tally
  /** The names of the tests that failed, from the same report. */
  failures?: () => string[]
}

const root = join(import.meta.dirname, '..')
const reports = join(root, 'test-results')
const unitReport = join(reports, 'unit.json')
const isFull = process.argv.includes('--full')

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function count(report: unknown, name: string): number {
  const value = isRecord(report) ? report[name] : undefined
  if (typeof value !== 'number') throw new Error(`The report says nothing of ${name}.`)
  return value
}

function unitTally(): Tally {
  const report: unknown = JSON.parse(readFileSync(unitReport, 'utf8'))
  return {
    passed: count(report, 'numPassedTests'),
    failed: count(report, 'numFailedTests'),
    skipped: count(report, 'numPendingTests') + count(report, 'numTodoTests'),
  }
}

function list(value: unknown, name: string): unknown[] {
  const found = isRecord(value) ? value[name] : undefined
  return Array.isArray(found) ? found : []
}

function text(value: unknown, name: string): string {
  const found = isRecord(value) ? value[name] : undefined
  return typeof found === 'string' ? found : ''
}

function unitFailures(): string[] {
  const report: unknown = JSON.parse(readFileSync(unitReport, 'utf8'))
  return list(report, 'testResults').flatMap((file) => {
    const failed = list(file, 'assertionResults').filter((one) => text(one, 'status') === 'failed')
    const name = relative(root, text(file, 'name'))
    if (failed.length === 0) return text(file, 'status') === 'failed' ? [name] : []
    return failed.map((one) => `${name}: ${text(one, 'fullName')}`)
  })
}

function browserFailures(suite: unknown): string[] {
  return [
    ...list(suite, 'suites').flatMap(browserFailures),
    ...list(suite, 'specs')
      .filter((spec) => isRecord(spec) && spec['ok'] === false)
      .map((spec) => `e2e/${text(spec, 'file')}: ${text(spec, 'title')}`),
  ]
}

function browserTally(path: string): Tally {
  const report: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const stats = isRecord(report) ? report['stats'] : undefined
  return {
    passed: count(stats, 'expected') + count(stats, 'flaky'),
    failed: count(stats, 'unexpected'),
    skipped: count(stats, 'skipped'),
  }
}

/** Read by `test/full.ts`. */
const FULL_SETTING = { TEST_FULL: isFull ? '1' : '0' }
const ONE_WIDTH = { [WIDTHS_SETTING]: 'one' }

/** One project of `playwright.config.ts`. */
function browserStep(name: string, project: string): Step {
  const report = join(reports, `${project}.json`)
  return {
    name,
    command: 'playwright',
    args: ['test', `--project=${project}`, '--reporter=list,json'],
    // `npm run screenshots` plays each scenario at all three widths; here there is time for one.
    env: { ...ONE_WIDTH, ...FULL_SETTING, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    tally: () => browserTally(report),
    failures: () => browserFailures(JSON.parse(readFileSync(report, 'utf8'))),
  }
}

/** A long program of `hardening/`. */
function hardeningStep(program: string): Step {
  return { name: program, command: 'node', args: [`hardening/${program}.ts`, '--fresh'] }
}

const MAIN_STEPS: readonly Step[] = [
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--deny-warnings'] },
  { name: 'format', command: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'dead code', command: 'knip', args: [] },
  {
    name: 'unit, server and contract tests',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    env: FULL_SETTING,
    tally: unitTally,
    failures: unitFailures,
  },
  { name: 'build', command: 'vite', args: ['build', '--logLevel', 'warn'] },
  { name: 'budgets of bytes', command: 'node', args: ['bench/bytes.ts'] },
  { name: 'browser for the tests', command: 'node', args: ['scripts/ensure-browser.ts'] },
  browserStep('main end-to-end tests', 'main'),
]

const FULL_STEPS: readonly Step[] = [
  {
    name: 'build on the fake backend',
    command: 'vite',
    args: ['build', '--mode', 'mocks', '--logLevel', 'error'],
  },
  browserStep('the fake backend in a browser', 'mocks'),
  browserStep('every scenario in a browser', 'scenarios'),
  {
    name: 'contact sheet',
    command: 'node',
    args: ['scripts/contactSheet.ts'],
    env: ONE_WIDTH,
  },
  hardeningStep('kills'),
  hardeningStep('fuzz'),
]

function run({ command, args, env }: Step): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...env, ...process.env },
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** A runner that died before it wrote its report, or failed outside a test, is one failure. */
function tallied(step: Step, ok: boolean): Tally {
  if (!step.tally) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
  try {
    const tally = step.tally()
    return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/** What failed of a step, by name: those that read only the end of a log find it there. */
function failuresOf(step: Step): string[] {
  try {
    const names = step.failures?.() ?? []
    return names.length > 0 ? names : [step.name]
  } catch {
    return [step.name]
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const failures: string[] = []
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
for (const step of isFull ? [...MAIN_STEPS, ...FULL_STEPS] : MAIN_STEPS) {
  const began = Date.now()
  console.log(`\n── ${step.name}`)
  const ok = await run(step)
  const tally = tallied(step, ok)
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
  if (tally.failed > 0) failures.push(...failuresOf(step))
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`── ${step.name}: ${tally.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
}
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}\n`).join('')}`)
if (total.skipped > 0) console.log(`\n${total.skipped} skipped`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
