/**
 * How fast books come in: `node bench/import.ts [count ...]` (70,000 and 1,000,000 unless given), on
 * SQLite in a temporary folder, or on PostgreSQL with DATABASE_URL, which must be an empty database. For
 * each count the whole command runs twice on the same file in a process of its own; what is printed is
 * its own clock and the most memory it held, workers included: above 300 MB on SQLite the bench fails.
 * So that machines can be compared, the rate is told as a share of the floor too: the rows of two columns
 * that the same machine inserts a second. Other work on the machine makes all of it slower, and not
 * evenly: the load is told as well.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { load } from '../hardening/lib/run.ts'
import { writeBooks } from './catalogue.ts'
import { countsOfProcess } from './countsGiven.ts'

// What `npm run catalogue` may hold, at any number of books.
const MEMORY_MAX = 300

const onPostgres = process.env['DATABASE_URL'] !== undefined

const ROOT = join(import.meta.dirname, '..')
const COMMAND = 'scripts/catalogue.ts'

const counts = countsOfProcess(70_000, 1_000_000)
const floorRate = floor()

function floor(): number {
  const rows = 300_000
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT); BEGIN')
  const insert = database.prepare('INSERT INTO t VALUES (?, ?)')
  const began = performance.now()
  for (let row = 0; row < rows; row++) insert.run(row, 'a text of some words')
  const seconds = (performance.now() - began) / 1000
  database.close()
  return rows / seconds
}

// Tells the most memory the command held, which is known only inside.
const AT_THE_END = `
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    console.log('CPU ' + ((userCPUTime + systemCPUTime) / 1e6).toFixed(1) + ' s, most memory ' +
      (maxRSS / 1024).toFixed(0) + ' MB')
  })
`

async function run(path: string, dataDir: string, rows: number): Promise<void> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(AT_THE_END)}`,
      COMMAND,
      'import',
      'catchword',
      path,
    ],
    {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  const [code]: unknown[] = await once(child, 'close')
  process.stdout.write(out)
  if (code !== 0) throw new Error(`The import ended with ${String(code)}`)
  const rate = rows / ((performance.now() - began) / 1000)
  console.log(
    `With start and end ${Math.round(rate).toLocaleString('en')} books a second, one for ` +
      `${(floorRate / rate).toFixed(1)} rows of the floor; ${load()}.`,
  )
  const memory = Number(/most memory (\d+) MB/.exec(out)?.[1])
  if (!onPostgres && !(memory <= MEMORY_MAX)) {
    console.error(`More than ${MEMORY_MAX} MB of memory.`)
    process.exitCode = 1
  }
}

console.log(`Floor: ${Math.round(floorRate).toLocaleString('en')} plain rows a second.`)
for (const count of counts) {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-bench-'))
  try {
    const path = join(folder, 'books.jsonl')
    await writeBooks(path, count)
    console.log(`\n${count.toLocaleString('en')} books:`)
    await run(path, folder, count)
    if (!onPostgres) {
      const { size } = statSync(join(folder, 'catchword.db'))
      console.log(`Database: ${Math.round(size / 2 ** 20).toLocaleString('en')} MiB`)
    }
    console.log('Again:')
    await run(path, folder, count)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
