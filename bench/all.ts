/**
 * `npm run bench [-- name argument ...]`: the benches whose bounds must hold, `search` and `pages`, one
 * after another; with a name that one alone, which is handed the arguments. Ends with 1 where a bound is
 * missed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const BENCHES = ['search', 'pages'] as const

const [name, ...rest] = process.argv.slice(2)
const wanted = BENCHES.filter((bench) => name === undefined || name === bench)
if (wanted.length === 0) {
  console.error(`There is no ${name}. There are: ${BENCHES.join(', ')}.`)
  process.exitCode = 2
}
for (const bench of wanted) {
  console.log(`── ${bench}`)
  const child = spawn(process.execPath, [join(import.meta.dirname, `${bench}.ts`), ...rest], {
    stdio: 'inherit',
  })
  await once(child, 'exit')
  if (child.exitCode !== 0) process.exitCode = 1
}
