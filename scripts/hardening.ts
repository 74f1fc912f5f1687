/**
 * `npm run test:hardening -- [name ...] [--option=number ...]`: the long tests, each a program of its own in
 * hardening/, one after another; without names all of them. Each prints a line of figures; the last
 * line counts them: `N passed, N failed`. Stop it with Ctrl+C: most go on where they were at the next
 * start, `--fresh` begins anew. Options are handed to every program; HARDENING=short runs small forms.
 * `--help` lists the programs, and runs none.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const folder = join(import.meta.dirname, '..', 'hardening')
const NOT_HERE = 77

const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => name.slice(0, -3))
  .toSorted()
const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('--'))
const wanted = given.filter((argument) => !argument.startsWith('--'))
const unknown = wanted.filter((name) => !known.includes(name))
/** The options of a program, as its first lines name them. */
const optionsOf = (name: string): string =>
  /test:hardening (?:-- )?\w+([^`]*)`/.exec(
    readFileSync(join(folder, `${name}.ts`), 'utf8'),
  )?.[1] ?? ''
if (options.includes('--help') || wanted.includes('-h')) {
  console.log('npm run test:hardening -- [name ...] [--fresh] [--option=number ...]\n')
  for (const name of known) console.log(`  ${name}${optionsOf(name)}`)
  process.exit(0)
}
// One that is misspelt would be handed to programs that know nothing of it, and run for hours.
const odd = options.filter((text) => !/^--(?:fresh|\w+=\d+)$/.test(text))
if (odd.length > 0) {
  console.error(`${odd.join(', ')} is no option: give --fresh, or a whole number as --seconds=60.`)
  process.exit(2)
}
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exit(2)
}

let stopped = false
process.on('SIGINT', () => {
  // The program that runs gets the signal from the terminal itself.
  stopped = true
})

const results: { name: string; code: number | null; line: string }[] = []
for (const name of wanted.length > 0 ? wanted : known) {
  if (stopped) break
  console.log(`\n── ${name}`)
  const child = spawn(process.execPath, [join(folder, `${name}.ts`), ...options], {
    env: { HARDENING: 'full', ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let last = ''
  for await (const line of createInterface(child.stdout)) {
    console.log(line)
    if (line.trim() !== '') last = line
  }
  await ended
  results.push({ name, code: child.exitCode, line: last })
}

console.log('')
for (const { name, line } of results) console.log(`${name}: ${line}`)
const passed = results.filter(({ code }) => code === 0).length
const skipped = results.filter(({ code }) => code === NOT_HERE).length
const failed = results.length - passed - skipped
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 && passed > 0 && !stopped ? 0 : 1
