/**
 * `npm run bench -- [step ...] [--million] [--seconds=600] [--books=80000]`: whether the real server, a process
 * of its own asked over HTTP, reaches its targets (docs/scaling.md). Prints a line for each; exit code 1 where
 * one is missed. Without steps all of them; `--seconds` is how long `mixed` takes.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Book } from '../contract/books.ts'
import { cannonade } from '../hardening/lib/cannon.ts'
import { sendLoad, type LoadFigures } from '../hardening/lib/generator.ts'
import { load, option } from '../hardening/lib/run.ts'
import { openServerUnderLoad, type ServerUnderLoad } from '../hardening/lib/serverUnderLoad.ts'
import { loginAt } from '../hardening/lib/traffic.ts'
import packageJson from '../package.json' with { type: 'json' }
import { spawnServer } from '../test/process.ts'
import { seeded } from '../test/seeded.ts'
import { queriesFor, writeBooks } from './books.ts'
import { measureLibraries } from './library.ts'
import { measureRecommendations } from './recommendations.ts'
import { measureQuality } from './searchQuality.ts'

const ROOT = join(import.meta.dirname, '..')
const CLIENTS = 32
/** Books that are searched for, and the searches that count. */
const SAMPLE = 400
const SEARCHES = 1500

const USAGE = 'npm run bench -- [step ...] [--million] [--seconds=600] [--books=80000]'
const OPTION = /^--(?:million|(?:seconds|books)=\d+)$/
const given = process.argv.slice(2)
const bookCount = option('books', 80_000)
const seconds = option('seconds', 600)

/** One target: the measured value beside its limit, `most` or `least`. */
export interface Figure {
  what: string
  value: number
  unit: string
  most?: number
  least?: number
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
const median = (values: readonly number[]): number => quantile(values, 0.5)
const thousands = (count: number): string => count.toLocaleString('en')
const progress = (line: string): void => console.error(`   ${line}`)

// Whatever changes one of these changes the file that an import writes.
const MADE_OF = ['catalogueFile.ts', 'bookWriter.ts', 'search/indexBook.ts', 'search/terms.ts']
  .concat('search/text.ts', 'normalise.ts', '../../bench/books.ts')
  .map((name) => readFileSync(join(ROOT, 'server/catalogue', name)))
const VERSION = createHash('sha256').update(Buffer.concat(MADE_OF)).digest('hex')

/** Where the catalogue of `count` made-up books is cached between runs. */
const catalogueFolder = (count: number): string => join(tmpdir(), 'catchword-bench', String(count))

const PRINT_MEMORY =
  "process.on('exit', () => console.log(`Peak memory ${process.resourceUsage().maxRSS} KiB`))"

/** Runs `npm run catalogue -- import catchword file`, without npm; resolves with what it prints. */
async function runImport(folder: string, file: string): Promise<string> {
  const [, ...command] = packageJson.scripts.catalogue.split(' ')
  const hook = `data:text/javascript,${encodeURIComponent(PRINT_MEMORY)}`
  const words = ['--import', hook, ...command, 'import', 'catchword', file]
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (child.exitCode !== 0) throw new Error(`The import ended with ${child.exitCode}.`)
  return output
}

/** Imports `count` made-up books in place of a cached catalogue; resolves with what the command prints. */
async function makeCatalogue(count: number): Promise<string> {
  const folder = catalogueFolder(count)
  const part = `${folder}.part`
  for (const old of [part, folder]) rmSync(old, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  progress(`making ${thousands(count)} books`)
  const file = join(part, 'books.jsonl')
  await writeBooks(file, count)
  const output = await runImport(part, file)
  rmSync(file)
  writeFileSync(join(part, VERSION), '')
  renameSync(part, folder)
  return output
}

/** The folder with a catalogue of `count` made-up books, which is made where it is missing. */
async function catalogueOf(count: number): Promise<string> {
  const folder = catalogueFolder(count)
  if (!existsSync(join(folder, VERSION))) await makeCatalogue(count)
  return folder
}

type Work<T> = (under: ServerUnderLoad) => Promise<T>

/** Runs `work` with a server on `count` made-up books. */
async function withServer<T>(count: number, work: Work<T>): Promise<T> {
  const folder = await catalogueOf(count)
  const under = await openServerUnderLoad({ CATALOGUE_DIR: folder, MAX_LOOP_DELAY: '0' })
  try {
    return await work(under)
  } finally {
    await under.close()
  }
}

/** Milliseconds until the whole response is there. */
async function timeOf(address: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(address)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return performance.now() - began
}

const searchAddress = ({ traffic }: ServerUnderLoad, query: string): string =>
  `${traffic.address}/api/books/search?query=${encodeURIComponent(query)}`

async function timeOfFirstStart(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-bench-start-'))
  const began = performance.now()
  const server = spawnServer({ DATA_DIR: folder })
  try {
    const address = await server.ready
    await timeOf(`${address.replace('localhost', '127.0.0.1')}/readyz`)
    return (performance.now() - began) / 1000
  } finally {
    server.child.kill('SIGTERM')
    await server.exit
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureStart(): Promise<Figure[]> {
  const times = [await timeOfFirstStart(), await timeOfFirstStart(), await timeOfFirstStart()]
  return [{ what: 'first start, median of three', value: median(times), unit: 's', most: 1 }]
}

async function measureImport(): Promise<Figure[]> {
  const output = await makeCatalogue(bookCount)
  const rate = Number(/([\d,]+) a second\./.exec(output)?.[1]?.replaceAll(',', ''))
  const memory = (Number(/Peak memory (\d+) KiB/.exec(output)?.[1]) * 1024) / 1e6
  const what = `import of ${thousands(bookCount)} books`
  return [
    { what, value: rate, unit: 'books a second', least: 2500 },
    { what: `${what}, peak memory`, value: memory, unit: 'MB', most: 400 },
  ]
}

/** Different queries for some of the books, and the books' ids; the same at every run. */
async function queriesAndIds({ traffic }: ServerUnderLoad, count: number) {
  const random = seeded(1)
  const ids = Array.from({ length: SAMPLE }, () => `bench_${1 + random(count)}`)
  const books: Book[] = []
  for (const id of ids) {
    const book: Book = await (await fetch(`${traffic.address}/api/book/detail/${id}`)).json()
    books.push(book)
  }
  return { queries: queriesFor(books), ids }
}

async function measureSearch(count: number): Promise<Figure> {
  return withServer(count, async (under) => {
    const { queries } = await queriesAndIds(under, count)
    const times: number[] = []
    for (const query of queries) times.push(await timeOf(searchAddress(under, query)))
    // In the first ones V8 compiles.
    const all = times.slice(-SEARCHES)
    const what = `p99 of ${all.length} searches in ${thousands(count)} books`
    progress(`p50 ${median(all).toFixed(1)} ms`)
    return { what, value: quantile(all, 0.99), unit: 'ms', most: count > 100_000 ? 30 : 10 }
  })
}

async function measureLoop(count: number): Promise<Figure> {
  return withServer(count, async (under) => {
    const { queries, ids } = await queriesAndIds(under, count)
    const addresses = queries.flatMap((query, at) => [
      searchAddress(under, query),
      `${under.traffic.address}/api/book/detail/${ids[at % ids.length]}`,
    ])
    const metric = 'nodejs_eventloop_lag_max_seconds'
    // Each request for it begins a new maximum.
    await under.metric(metric)
    const end = performance.now() + Math.min(20, seconds) * 1000
    const client = async (_: unknown, number: number): Promise<void> => {
      for (let at = number * 101; performance.now() < end; at++) {
        await timeOf(addresses[at % addresses.length] ?? '')
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    // It counts the 10 ms between two samples too: the loop was held for less.
    const value = (await under.metric(metric)) * 1000
    const what = `longest event loop delay, ${CLIENTS} clients, ${thousands(count)} books`
    return { what, value, unit: 'ms', most: 50 }
  })
}

async function bySize(measure: (count: number) => Promise<Figure>): Promise<Figure[]> {
  const figures = [await measure(bookCount)]
  if (given.includes('--million')) figures.push(await measure(1_000_000))
  return figures
}

/** Requests without a good response. */
const failuresOf = ({ sent, statuses }: LoadFigures): number => sent - (statuses['200'] ?? 0)

async function measureFlood(): Promise<Figure[]> {
  return withServer(bookCount, async ({ traffic }) => {
    const reads = { traffic, reads: 100, writes: 0, logins: 0, seconds: Math.min(20, seconds) }
    const asks = Array.from({ length: 64 }, (_, at) => loginAt(traffic, at))
    const flood = { address: traffic.address, asks, connections: 100, seconds: reads.seconds }
    await sendLoad({ ...reads, seconds: 3 })
    const quiet: number[] = []
    const flooded: number[] = []
    let failed = 0
    for (let round = 1; round <= 3; round++) {
      progress(`round ${round} of 3`)
      const before = await sendLoad(reads)
      const [during, logins] = await Promise.all([sendLoad(reads), cannonade(flood)])
      quiet.push(before.reads.p99)
      flooded.push(during.reads.p99)
      failed += failuresOf(before) + failuresOf(during) + logins.otherwise + logins.errors
      if (logins.good === 0) throw new Error('No login was answered.')
    }
    const value = median(flooded) / median(quiet)
    const what = `reads' p99 under a flood of logins, quiet ${median(quiet)} ms`
    return [
      { what, value, unit: 'times', most: 3 },
      { what: 'errors under a flood of logins', value: failed, unit: 'errors', most: 0 },
    ]
  })
}

async function measureMixed(): Promise<Figure[]> {
  return withServer(bookCount, async ({ traffic }) => {
    const mix = { traffic, reads: 450, writes: 50, logins: 0 }
    await sendLoad({ ...mix, seconds: 5 })
    let passed = 0
    const timer = setInterval(() => progress(`${(passed += 10)} of ${seconds} s`), 10_000)
    const figures = await sendLoad({ ...mix, seconds }).finally(() => clearInterval(timer))
    progress(`p99 of reads ${figures.reads.p99} ms, of writes ${figures.writes.p99} ms`)
    const what = `500 requests a second for ${seconds} s`
    return [{ what, value: failuresOf(figures), unit: 'errors', most: 0 }]
  })
}

const STEPS: Record<string, () => Promise<Figure[]>> = {
  start: measureStart,
  import: measureImport,
  search: async () => [...(await bySize(measureSearch)), ...(await measureQuality(progress))],
  loop: () => bySize(measureLoop),
  recommendations: async () => measureRecommendations(await catalogueOf(bookCount), bookCount),
  library: async () => measureLibraries(await catalogueOf(bookCount)),
  flood: measureFlood,
  mixed: measureMixed,
}

function print({ what, value, unit, most, least }: Figure): boolean {
  const isKept = most === undefined ? value >= (least ?? 0) : value <= most
  const bound = most === undefined ? `at least ${least}` : `at most ${most}`
  const verdict = isKept ? 'kept  ' : 'MISSED'
  console.log(`${verdict} ${what}: ${Math.round(value * 1000) / 1000} ${unit}, ${bound}`)
  return isKept
}

/** Whether all targets of a step are reached. */
async function run(step: string): Promise<boolean> {
  console.error(`── ${step}`)
  try {
    return ((await STEPS[step]?.()) ?? []).map(print).every(Boolean)
  } catch (error) {
    console.log(`FAILED ${step}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

/** The steps that were named, or all. */
function stepsGiven(): string[] {
  const names = Object.keys(STEPS)
  const unknown = given.filter((word) => !names.includes(word) && !OPTION.test(word))
  if (unknown.length > 0) {
    console.error(`"${unknown.join(' ')}" is unknown. Usage: ${USAGE}. Steps: ${names.join(', ')}.`)
    process.exit(2)
  }
  const named = names.filter((name) => given.includes(name))
  return named.length > 0 ? named : names
}

const kept: boolean[] = []
for (const step of stepsGiven()) kept.push(await run(step))
console.log(`Node ${process.version}, ${availableParallelism()} cores, ${load()}`)
process.exitCode = kept.every(Boolean) ? 0 : 1
