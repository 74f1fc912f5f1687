/**
 * `npm run test:hardening -- [name ...] [--option=number ...]`: the long tests, each a program of its own in
 * test/hardening/, one after another; without names all of them. Options are handed to every program. Each prints a line of
 * figures; the last line counts them. `--help` lists them.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SKIPPED } from '../test/hardening/lib/run.ts'

const folder = join(import.meta.dirname, '../test/hardening')
const programs = globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] })
  .map((file) => basename(file, '.ts'))
  .toSorted()
const words = process.argv.slice(2)
const options = words.filter((word) => /^--\w+=\d+$/.test(word))
const names = words.filter((word) => programs.includes(word))
const unknown = words.filter((word) => !options.includes(word) && !names.includes(word))

if (unknown.length > 0) {
  const isHelp = unknown.join() === '--help'
  const usage = 'npm run test:hardening -- [name ...] [--option=number ...]'
  if (!isHelp) console.error(`There is no ${unknown.join(' ')}.`)
  console.log([usage, ...programs].join('\n  '))
  process.exit(isHelp ? 0 : 2)
}

const codes: (number | null)[] = []
for (const name of names.length > 0 ? names : programs) {
  console.log(`\n── ${name}`)
  const program = join(folder, `${name}.ts`)
  const { status } = spawnSync(process.execPath, [program, ...options], { stdio: 'inherit' })
  codes.push(status)
}
const passed = codes.filter((code) => code === 0).length
const skipped = codes.filter((code) => code === SKIPPED).length
const failed = codes.length - passed - skipped
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
