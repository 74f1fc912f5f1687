import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** How many tests of a run passed and failed. */
export interface UnitTally {
  passed: number
  failed: number
  /** What those that passed are called, without the groups that they stand in. */
  titles: string[]
}

function count(report: unknown, name: string): number {
  const value: unknown = Object(report)[name]
  if (typeof value !== 'number') throw new Error(`The report says nothing of ${name}.`)
  return value
}

function titlesOfPassed(report: unknown): string[] {
  const files: unknown[] = Object(report).testResults
  return files
    .flatMap((file): unknown[] => Object(file).assertionResults)
    .filter((result) => Object(result).status === 'passed')
    .map((result) => String(Object(result).title))
}

/**
 * Runs a file of the browser's tests in its long form.
 * @param file its path from the project's root
 * @param settings the environment variables that make it long
 * @throws where the run ends without a report, or fails beside its tests, as by a file that cannot be loaded
 */
export async function runUnitTests(
  file: string,
  settings: Readonly<Record<string, string>>,
): Promise<UnitTally> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-hardening-'))
  const output = join(folder, 'report.json')
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${output}`]
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--project', 'unit', '--silent=passed-only', ...reporters, file],
      { cwd: root, env: { ...process.env, ...settings }, stdio: ['ignore', 'inherit', 'inherit'] },
    )
    await once(child, 'close')
    const report: unknown = JSON.parse(readFileSync(output, 'utf8'))
    const failed = count(report, 'numFailedTests')
    if (failed === 0 && Object(report).success !== true) throw new Error('The run failed.')
    return { passed: count(report, 'numPassedTests'), failed, titles: titlesOfPassed(report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
