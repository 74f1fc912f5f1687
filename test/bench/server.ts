/**
 * `npm run bench -- [step ...] [--million] [--seconds=20] [--books=80000]`: whether the real server, a process
 * of its own asked over HTTP, reaches its targets (docs/scaling.md, docs/performance.md). Prints a line for each;
 * exit code 1 where one is missed. Without steps all of them; `--seconds` is how long each load takes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { Book } from '../../contract/books.ts'
import { countFailures, sendLoad } from '../hardening/lib/load.ts'
import { load, option } from '../hardening/lib/run.ts'
import { openServerUnderLoad, type ServerUnderLoad } from '../hardening/lib/serverUnderLoad.ts'
import { loginsOf, readsOf } from '../hardening/lib/traffic.ts'
import { spawnServer } from '../process.ts'
import { seeded } from '../seeded.ts'
import { queriesFor, writeBooks } from './books.ts'
import { measureLibraries } from './library.ts'
import { inFolder, median, progress, quantile, thousands, type Figure } from './measure.ts'
import { measurePaint } from './paint.ts'
import { measureRecommendations } from './recommendations.ts'
import { measureQuality } from './searchQuality.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLIENTS = 32
/** Books that are searched for, and the searches that count. */
const SAMPLE = 400
const SEARCHES = 1500

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { million: { type: 'boolean' }, seconds: { type: 'string' }, books: { type: 'string' } },
})
const bookCount = option('books', 80_000)
const seconds = option('seconds', 20)

const PRINT_MEMORY =
  "process.on('exit', () => console.log(`Peak memory ${process.resourceUsage().maxRSS} KiB`))"

/** Makes a catalogue of made-up books; also what `npm run catalogue -- import` printed of it. */
async function makeCatalogue(count: number) {
  progress(`making ${thousands(count)} books`)
  const folder = mkdtempSync(join(tmpdir(), 'catchword-bench-books-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'books.jsonl')
  await writeBooks(file, count)
  const hook = `data:text/javascript,${encodeURIComponent(PRINT_MEMORY)}`
  const words = ['--import', hook, 'scripts/catalogue.ts', 'import', 'catchword', file, '--new']
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (child.exitCode !== 0) throw new Error(`The import ended with ${child.exitCode}.`)
  rmSync(file)
  return { folder, output }
}

/** The catalogues that this run has made, by their number of books. */
const catalogues = new Map<number, ReturnType<typeof makeCatalogue>>()

function catalogueOf(count: number) {
  const made = catalogues.get(count) ?? makeCatalogue(count)
  catalogues.set(count, made)
  return made
}

/** Runs `work` with a server on `count` made-up books. */
async function withServer<T>(
  count: number,
  work: (under: ServerUnderLoad) => Promise<T>,
): Promise<T> {
  const { folder } = await catalogueOf(count)
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

const timeOfFirstStart = (): Promise<number> =>
  inFolder(async (folder) => {
    const began = performance.now()
    const server = spawnServer({ DATA_DIR: folder })
    try {
      const address = await server.ready
      await timeOf(`${address.replace('localhost', '127.0.0.1')}/readyz`)
      return (performance.now() - began) / 1000
    } finally {
      server.child.kill('SIGTERM')
      await server.exit
    }
  })

async function measureStart(): Promise<Figure[]> {
  const times = [await timeOfFirstStart(), await timeOfFirstStart(), await timeOfFirstStart()]
  return [{ what: 'first start, median of three', value: median(times), unit: 's', most: 1 }]
}

async function measureImport(): Promise<Figure[]> {
  const { output } = await catalogueOf(bookCount)
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

function measureSearch(count: number): Promise<Figure> {
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
    const end = performance.now() + seconds * 1000
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
  if (values.million) figures.push(await measure(1_000_000))
  return figures
}

async function measureFlood(): Promise<Figure[]> {
  return withServer(bookCount, async ({ traffic }) => {
    const { address } = traffic
    const load = { address, seconds }
    const reads = { ...load, requests: readsOf(traffic), connections: 8, rate: 100 }
    const logins = { ...load, requests: loginsOf(traffic), connections: 100 }
    await sendLoad({ ...reads, seconds: 3 })
    const quiet: number[] = []
    const flooded: number[] = []
    let failed = 0
    for (let round = 1; round <= 3; round++) {
      progress(`round ${round} of 3`)
      const before = await sendLoad(reads)
      const [during, flood] = await Promise.all([sendLoad(reads), sendLoad(logins)])
      quiet.push(before.p99)
      flooded.push(during.p99)
      failed += countFailures(before, [200]) + countFailures(during, [200])
      failed += countFailures(flood, [200, 401, 503])
      if (!flood.statuses.has(200)) throw new Error('No login succeeded.')
    }
    const value = median(flooded) / median(quiet)
    const what = `reads' p99 under a flood of logins, quiet ${median(quiet)} ms`
    return [
      { what, value, unit: 'times', most: 3 },
      { what: 'errors under a flood of logins', value: failed, unit: 'errors', most: 0 },
    ]
  })
}

const STEPS: Readonly<Record<string, () => Promise<Figure[]>>> = {
  start: measureStart,
  import: measureImport,
  search: async () => [...(await bySize(measureSearch)), ...(await measureQuality())],
  loop: () => bySize(measureLoop),
  recommendations: async () =>
    measureRecommendations((await catalogueOf(bookCount)).folder, bookCount),
  library: async () => measureLibraries((await catalogueOf(bookCount)).folder),
  flood: measureFlood,
  paint: measurePaint,
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

function print({ what, value, unit, most, least }: Figure): boolean {
  const isReached = most === undefined ? value >= (least ?? 0) : value <= most
  const bound = most === undefined ? `at least ${rounded(least ?? 0)}` : `at most ${most}`
  const verdict = isReached ? 'ok    ' : 'MISSED'
  console.log(`${verdict} ${what}: ${rounded(value)} ${unit}, ${bound}`)
  return isReached
}

const unknown = positionals.filter((name) => !STEPS[name])
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(' ')}. Steps: ${Object.keys(STEPS).join(', ')}.`)
  process.exit(2)
}
for (const name of positionals.length > 0 ? positionals : Object.keys(STEPS)) {
  console.error(`── ${name}`)
  try {
    const figures = (await STEPS[name]?.()) ?? []
    if (!figures.map(print).every(Boolean)) process.exitCode = 1
  } catch (error) {
    console.log(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
console.log(`Node ${process.version}, ${availableParallelism()} cores, ${load()}`)
