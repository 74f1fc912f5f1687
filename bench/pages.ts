/**
 * `node bench/pages.ts [--runs=5] [part ...]`: how fast the pages are in a real browser, as ratios to floor
 * pages (`bench/floor`) that are measured in the same run, in turn; medians. The parts are landing, hearts,
 * routes, silent, reader and memory; all of them unless some are named. Measures the build in DIST_DIR where
 * that is set, otherwise one made for the run, behind the real server. Prints a table for each part and ends
 * with 1 where a bound of `bench/ratios.json` is missed. Takes about 20 minutes; where anything else runs
 * meanwhile the figures say little.
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { serve } from '../e2e/fixtures.ts'
import { withBuild } from '../hardening/lib/build.ts'
import { load, option } from '../hardening/lib/run.ts'
import '../scripts/ensure-browser.ts'
import { Bounds, type Bench } from './pages/bench.ts'
import { openBrowser } from './pages/browser.ts'
import { isKept, table, type Line } from './pages/figures.ts'
import { serveFloors } from './pages/floor.ts'
import { hearts } from './pages/hearts.ts'
import { landing, routes, silent } from './pages/loads.ts'
import { memory, reader } from './pages/reader.ts'

const RUNS = 5
/** Floors of the reference that stand in the tables for comparison, where it lies beside the project. */
const REFERENCES = ['static', 'react-ssg', 'stack-lean-ssg', 'list-dom', 'list-stack-fast'] as const

const PARTS: Readonly<Record<string, (bench: Bench) => Promise<Line[]>>> = {
  landing,
  hearts,
  routes,
  silent,
  reader,
  memory,
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--runs='))
  const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name))
  if (unknown.length > 0) {
    const known = Object.keys(PARTS).join(', ')
    console.error(`There is no ${unknown.join(', ')}. There are: ${known}, and --runs=${RUNS}.`)
    process.exitCode = 2
    return
  }
  const runs = Math.max(1, option('runs', RUNS))
  const file = readFileSync(join(import.meta.dirname, 'ratios.json'), 'utf8')
  const bounds = Value.Parse(Bounds, JSON.parse(file))
  const tables: string[] = []
  let missed = 0
  await withBuild(async (dist) => {
    const floors = await serveFloors(dist, REFERENCES)
    const browser = await openBrowser()
    try {
      console.log(
        `${browser.version()}, ${availableParallelism()} cores, ${runs} rounds, ${load()} before`,
      )
      // All come from one address here, and often.
      const settings = { DIST_DIR: dist, RATE_LIMIT_FACTOR: '10000' }
      await serve(settings, async (address) => {
        for (const [name, measure] of Object.entries(PARTS)) {
          if (wanted.length > 0 && !wanted.includes(name)) continue
          const lines = await measure({ browser, address, floors, bounds, runs })
          missed += lines.filter((line) => !isKept(line)).length
          tables.push(`\n${name} (${load()})\n${table(lines)}`)
          console.log(tables.at(-1))
        }
      })
    } finally {
      await browser.close()
      await floors.close()
    }
  })
  if (tables.length > 1) console.log(`\nAll of it once more:\n${tables.join('\n')}`)
  console.log(`\n${missed} bounds missed`)
  process.exitCode = missed === 0 ? 0 : 1
}

await main()
