import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, 'hardening.ts')

/** Runs the command with arguments that start no long test. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { status, stdout, stderr }
}

test.each([
  [['nothing', 'kills'], 'There is no nothing.\n'],
  [['kills', '--cycles=many'], 'There is no --cycles=many.\n'],
])('%j is told in one line, and runs nothing', (args, reported) => {
  const { status, stdout, stderr } = run(...args)
  expect({ status, stderr }).toEqual({ status: 2, stderr: reported })
  expect(stdout).not.toContain('──')
})
