/**
 * `npm test`: the checks and tests of a developer's day, the main ones in a browser included. With `--full`
 * (`npm run test:full`) also what takes long or needs PostgreSQL, nginx, Firefox or the build on the fake backend.
 * It says first what it does. At the end come how long each step took, what was skipped and why, the failures by name,
 * and one line: `N passed, N failed`. A check (types, lint, …) counts as one.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { SKIPPED } from '../test/hardening/lib/run.ts'

interface Result {
  passed: number
  /** What failed, by name. */
  failed: string[]
  /** Of each test that was skipped, why. */
  skipped: string[]
}

interface Step {
  name: string
  /** The command with its arguments. */
  command: string
  /** Settings beside those of the process. */
  env?: Record<string, string>
  /** Reads a test runner's report; a plain check counts as one test. */
  read?: () => Result
}

/** How long all steps may take on two quiet cores, in minutes. */
const MINUTES = { quick: 8, full: 40 }

const root = join(import.meta.dirname, '..')
const reports = join(root, 'test-results')
const isFull = process.argv.includes('--full')
/** Read by `test/full.ts`. */
const FULL_SETTING = { TEST_FULL: isFull ? '1' : '0' }

/**
 * Why a test was skipped: its title, or that of its group, ends with `(skipped: …)`. Without that it is one of those
 * that run in full runs only, or it needs another system.
 */
function whySkipped(file: string, title: string): string {
  const [, reason] = /\(skipped:? ([^)]*)\)/.exec(title) ?? []
  if (reason !== undefined) return reason.replaceAll(root, '.')
  return isFull ? `this system cannot run it: ${file}` : 'it takes long: npm run test:full runs it'
}

function readVitest(): Result {
  const report: JsonTestResults = JSON.parse(readFileSync(join(reports, 'unit.json'), 'utf8'))
  const failed = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter((one) => one.status === 'failed')
    if (tests.length === 0) return status === 'failed' ? [file] : []
    return tests.map(({ fullName }) => `${file}: ${fullName}`)
  })
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => whySkipped(relative(root, name), fullName)),
  )
  return { passed: report.numPassedTests, failed, skipped }
}

const failuresOf = ({ suites = [], specs }: JSONReportSuite): string[] => [
  ...suites.flatMap(failuresOf),
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `test/e2e/${file}: ${title}`),
]

/** One project of `test/e2e/playwright.config.ts`. */
function browserStep(name: string, project: string): Step {
  const report = join(reports, `${project}.json`)
  return {
    name,
    command: `playwright test --config test/e2e --project=${project} --reporter=list,json`,
    // `npm run screenshots` plays each scenario at all three widths; here there is time for one.
    env: { ...FULL_SETTING, SCENARIO_WIDTHS: 'one', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    read() {
      const { suites, stats }: JSONReport = JSON.parse(readFileSync(report, 'utf8'))
      const { expected, flaky, skipped } = stats
      return {
        passed: expected + flaky,
        failed: suites.flatMap(failuresOf),
        skipped: Array.from({ length: skipped }, () => `${name}: see its report above`),
      }
    },
  }
}

const STEPS: readonly Step[] = [
  { name: 'types', command: 'tsc -p .' },
  { name: 'lint', command: 'oxlint --deny-warnings' },
  { name: 'format', command: 'prettier --check --log-level warn .' },
  { name: 'dead code', command: 'knip' },
  {
    name: 'unit, server and contract tests',
    command:
      'vitest run --reporter=default --reporter=json --outputFile.json=test-results/unit.json',
    env: FULL_SETTING,
    read: readVitest,
  },
  { name: 'build', command: 'vite build --logLevel warn' },
  { name: 'budgets of bytes', command: 'node test/bench/bytes.ts' },
  { name: 'browser for the tests', command: 'node scripts/ensure-browser.ts' },
  browserStep('main end-to-end tests', 'main'),
]

const FULL_STEPS: readonly Step[] = [
  { name: 'build on the fake backend', command: 'vite build --mode mocks --logLevel error' },
  browserStep('the fake backend in a browser', 'mocks'),
  browserStep('every scenario in a browser', 'scenarios'),
  { name: 'kills', command: 'node test/hardening/kills.ts --cycles=400' },
  { name: 'crowd', command: 'node test/hardening/crowd.ts' },
  { name: 'foreignLock', command: 'node test/hardening/foreignLock.ts' },
  { name: 'firefox', command: 'node test/hardening/firefox.ts' },
  { name: 'csrfFirefox', command: 'node test/hardening/csrfFirefox.ts' },
]

/** Runs a step. A runner that ends before it writes its report, or fails outside a test, is one failure. */
function run({ name, command, env, read }: Step): Result {
  const [program = '', ...args] = command.split(' ')
  const { status, stdout } = spawnSync(program, args, {
    cwd: root,
    // What a program without a report prints is read for why it was skipped.
    stdio: ['inherit', read ? 'inherit' : 'pipe', 'inherit'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...env, ...process.env },
  })
  const failed = status === 0 ? [] : [name]
  if (!read) {
    process.stdout.write(stdout)
    const [, reason = 'see above'] = /^skipped: (.*)$/m.exec(stdout) ?? []
    if (status === SKIPPED) return { passed: 0, failed: [], skipped: [`${name}: ${reason}`] }
    return { passed: 1 - failed.length, failed, skipped: [] }
  }
  try {
    const result = read()
    return result.failed.length > 0 ? result : { ...result, failed }
  } catch {
    return { passed: 0, failed: [name], skipped: [] }
  }
}

/** A part of the summary: a title, and below it a figure and what it counts on each line. */
function printTable(title: string, rows: readonly (readonly [figure: string, what: string])[]) {
  const width = Math.max(...rows.map(([figure]) => figure.length))
  console.log(`\n${title}`)
  for (const [figure, what] of rows) console.log(`  ${figure.padStart(width)}  ${what}`)
}

const steps = isFull ? [...STEPS, ...FULL_STEPS] : STEPS
console.log(
  [
    `${isFull ? 'npm run test:full' : 'npm test'} runs ${steps.length} steps, one after another,`,
    `in at most ${isFull ? MINUTES.full : MINUTES.quick} minutes on two cores with nothing else to do:`,
    `${steps.map(({ name }) => name).join(', ')}.`,
  ].join('\n'),
)
if (!isFull) console.log('npm run test:full runs what takes long, too.')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total: Result = { passed: 0, failed: [], skipped: [] }
const times: [string, string][] = []
for (const [index, step] of steps.entries()) {
  const began = Date.now()
  console.log(`\n── ${step.name} (${index + 1} of ${steps.length})`)
  const { passed, failed, skipped } = run(step)
  total.passed += passed
  total.failed.push(...failed)
  total.skipped.push(...skipped)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  times.push([`${seconds} s`, step.name + (failed.length > 0 ? ': FAILED' : '')])
  console.log(`── ${step.name}: ${failed.length === 0 ? 'ok' : 'FAILED'} in ${seconds} s`)
}
printTable('Time', times)
if (total.skipped.length > 0) {
  const byReason = Map.groupBy(total.skipped, (reason) => reason)
  const rows = [...byReason].map(([reason, all]) => [String(all.length), reason] as const)
  printTable(`${total.skipped.length} skipped`, rows)
}
const failures = total.failed.length
if (failures > 0) console.log(['\nFailed:', ...total.failed].join('\n  '))
console.log(`\n${total.passed} passed, ${failures} failed`)
process.exitCode = failures === 0 && total.passed > 0 ? 0 : 1
