/**
 * `npm run screenshots`: builds the product on the fake backend, plays every scenario in a browser at
 * three widths and in two colour schemes, and writes the contact sheet
 * `test-results/screenshots/index.html`. `npm run screenshots -- name name` does so for some.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isScenarioName, SCENARIO_NAMES } from '../mocks/scenarios.ts'
import { CHOSEN_SETTING, PICTURES_DIR } from './pictures.ts'

const root = join(import.meta.dirname, '..')

/** Runs a command of the project; resolves with whether it ended well. */
function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, ...env },
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code === 0))
  })
}

async function takePictures(names: string[]): Promise<boolean> {
  rmSync(PICTURES_DIR, { recursive: true, force: true })
  const ready =
    (await run('vite', ['build', '--mode', 'mocks', '--logLevel', 'error'])) &&
    (await run('node', ['scripts/ensure-browser.ts']))
  if (!ready) return false
  const chosen: Record<string, string> =
    names.length > 0 ? { [CHOSEN_SETTING]: names.join(',') } : {}
  const played = await run(
    'playwright',
    ['test', '--project=scenarios', `--reporter=${process.stdout.isTTY ? 'line' : 'dot'}`],
    chosen,
  )
  // Also where something failed: the sheet shows what.
  const counted = await run('node', ['scripts/contactSheet.ts', ...names])
  return played && counted
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !isScenarioName(name))
if (unknown.length > 0) {
  console.error(
    `No scenario is called ${unknown.join(', ')}. There are: ${SCENARIO_NAMES.join(', ')}.`,
  )
  process.exitCode = 1
} else if (!(await takePictures(names))) process.exitCode = 1
