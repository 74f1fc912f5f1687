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

test('--help lists the long tests with their options, and runs none', () => {
  const { status, stdout, stderr } = run('--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('\n  kills [--cycles=1000]\n')
  expect(stdout).toContain('\n  soak [--minutes=60] [--rate=100]\n')
  expect(stdout).toContain('\n  csrfFirefox\n')
})

test.each([
  [['no such', 'kills'], 'There is no no such. There are: backups, '],
  [['kills', '--cycles'], '--cycles is no option: '],
  [['kills', '--cycles=many'], '--cycles=many is no option: '],
])('%j is told in one line', (args, told) => {
  const { status, stdout, stderr } = run(...args)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr.startsWith(told)).toBe(true)
})
