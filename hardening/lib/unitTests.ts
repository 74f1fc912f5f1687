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
}

function count(report: unknown, name: string): number {
  const value: unknown = Object(report)[name]
  if (typeof value !== 'number') throw new Error(`The report says nothing of ${name}.`)
  return value
}

/**
 * Runs a file of the browser's tests in its long form.
 * @param file its path from the project's root
 * @param settings the environment variables that make it long
 * @throws where the run ends without a report
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
    return { passed: count(report, 'numPassedTests'), failed: count(report, 'numFailedTests') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
