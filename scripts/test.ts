/**
 * `npm test`: the checks and tests of a developer's day, the main ones in a browser included. With `--full`
 * (`npm run test:full`) also what takes long or needs PostgreSQL, nginx, Firefox or the build on the fake backend.
 * At the end the failures by name and one line: `N passed, N failed`. A check (types, lint, …) counts as one.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SKIPPED } from '../hardening/lib/run.ts'

interface Result {
  passed: number
  /** What failed, by name. */
  failed: string[]
  skipped: number
}

interface Step {
  name: string
  command: string
  args: string[]
  /** Settings beside those of the process. */
  env?: Record<string, string>
  /** Reads a test runner's report; a plain check counts as one test. */
  read?: () => Result
}

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; ok: boolean }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  stats: { expected: number; flaky: number; skipped: number }
}

const root = join(import.meta.dirname, '..')
const reports = join(root, 'test-results')
const unitReport = join(reports, 'unit.json')
const isFull = process.argv.includes('--full')

function readVitest(): Result {
  const report: VitestReport = JSON.parse(readFileSync(unitReport, 'utf8'))
  const failed = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter((one) => one.status === 'failed')
    if (tests.length === 0) return status === 'failed' ? [file] : []
    return tests.map(({ fullName }) => `${file}: ${fullName}`)
  })
  const skipped = report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, failed, skipped }
}

const failuresOf = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  ...suites.flatMap(failuresOf),
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file}: ${title}`),
]

function readPlaywright(path: string): Result {
  const { suites, stats }: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'))
  const { expected, flaky, skipped } = stats
  return { passed: expected + flaky, failed: suites.flatMap(failuresOf), skipped }
}

/** Read by `test/full.ts`. */
const FULL_SETTING = { TEST_FULL: isFull ? '1' : '0' }

/** One project of `playwright.config.ts`. */
function browserStep(name: string, project: string): Step {
  const report = join(reports, `${project}.json`)
  return {
    name,
    command: 'playwright',
    args: ['test', `--project=${project}`, '--reporter=list,json'],
    // `npm run screenshots` plays each scenario at all three widths; here there is time for one.
    env: { ...FULL_SETTING, SCENARIO_WIDTHS: 'one', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    read: () => readPlaywright(report),
  }
}

/** A long program of `hardening/`. */
const hardeningStep = (program: string, ...options: string[]): Step => ({
  name: program,
  command: 'node',
  args: [`hardening/${program}.ts`, ...options],
})

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
    read: readVitest,
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
  hardeningStep('kills', '--cycles=400'),
  hardeningStep('firefox'),
  hardeningStep('csrfFirefox'),
]

/** Runs a step. A runner that ends before it writes its report, or fails outside a test, is one failure. */
function run({ name, command, args, env, read }: Step): Result {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...env, ...process.env },
  })
  const failed = status === 0 ? [] : [name]
  if (!read) {
    if (status === SKIPPED) return { passed: 0, failed: [], skipped: 1 }
    return { passed: 1 - failed.length, failed, skipped: 0 }
  }
  try {
    const result = read()
    return result.failed.length > 0 ? result : { ...result, failed }
  } catch {
    return { passed: 0, failed: [name], skipped: 0 }
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total: Result = { passed: 0, failed: [], skipped: 0 }
for (const step of isFull ? [...MAIN_STEPS, ...FULL_STEPS] : MAIN_STEPS) {
  const began = Date.now()
  console.log(`\n── ${step.name}`)
  const { passed, failed, skipped } = run(step)
  total.passed += passed
  total.failed.push(...failed)
  total.skipped += skipped
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`── ${step.name}: ${failed.length === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
}
const failures = total.failed.length
if (failures > 0) console.log(['\nFailed:', ...total.failed].join('\n  '))
if (total.skipped > 0) console.log(`\n${total.skipped} skipped`)
console.log(`\n${total.passed} passed, ${failures} failed`)
process.exitCode = failures === 0 && total.passed > 0 ? 0 : 1
