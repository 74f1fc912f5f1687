import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The long form, by `npm run test:hardening`; the short one is for a quick look. */
export const isFull: boolean = process.env['HARDENING'] !== 'short'

/** A run that this machine cannot do ends with this code; it counts neither as passed nor as failed. */
const SKIPPED = 77

const FOLDER = join(tmpdir(), 'catchword-hardening')
const PROGRESS_EVERY = 15_000

/** A whole number given as `--name=5`, or the fallback; what is no number ends the program with one line. */
export function option(name: string, fallback: number): number {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  if (given === undefined) return fallback
  const text = given.slice(name.length + 3)
  if (/^\d{1,15}$/.test(text)) return Number(text)
  console.error(`--${name} must be a whole number, not "${text}".`)
  process.exit(2)
}

interface Ticks {
  all: number
  stolen: number
}

/** The processors' time since the system began, and what its host took of it; Linux alone tells. */
function ticks(): Ticks | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    // user, nice, system, idle, iowait, irq, softirq, steal
    const counts = line.split(/\s+/).slice(1, 9).map(Number)
    return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[7] ?? 0 }
  } catch {
    return undefined
  }
}

/** Of the processors' time from then to now, the share that the host took; 0 where the system does not tell. */
function taken(since: Ticks | undefined, now: Ticks | undefined): number {
  const all = now && since ? now.all - since.all : 0
  return now && since && all > 0 ? (now.stolen - since.stolen) / all : 0
}

const atStart = ticks()

/**
 * The load average of the last minute, and how much of the processors' time a host took from this machine
 * during the run: both belong beside every figure of time.
 */
export function load(): string {
  const share = taken(atStart, ticks())
  const host = share >= 0.005 ? `, ${Math.round(share * 100)} % taken by the host` : ''
  return `load ${loadavg()[0]?.toFixed(1)}${host}`
}

/** Figures of a run that was stopped and goes on: sums by name, kept in a file after each step. */
export interface Tally<Figures extends Record<string, number>> {
  figures: Readonly<Figures>
  /** Adds to the figures and keeps them. */
  add(counts: Partial<Figures>): void
  /** Raises a figure to a higher one. */
  raise(name: keyof Figures & string, value: number): void
  /** Forgets the file: the run is over. */
  end(): void
}

function readKept(file: string, key: string): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const { key: ofRun, figures }: { key?: unknown; figures?: unknown } = Object(kept)
    const entries = Object.entries(Object(figures)).map(([name, value]) => [name, Number(value)])
    return ofRun === key ? Object.fromEntries(entries) : {}
  } catch {
    // There is none, or it was being written when the run was stopped.
    return {}
  }
}

/**
 * The figures of a run, from where it was stopped unless `--fresh` is given; `key` says what else must
 * be the same for that, such as a seed.
 */
export function openTally<Figures extends Record<string, number>>(
  run: string,
  empty: Figures,
  key = '',
): Tally<Figures> {
  const file = join(FOLDER, `${run}.json`)
  if (process.argv.includes('--fresh')) rmSync(file, { force: true })
  const kept = readKept(file, key)
  const figures: Figures = { ...empty, ...kept }
  if (Object.keys(kept).length > 0) console.log(`${run}: goes on from ${JSON.stringify(figures)}`)
  let shown = Date.now()
  const keep = (): void => {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, JSON.stringify({ key, figures }))
    if (Date.now() - shown < PROGRESS_EVERY) return
    shown = Date.now()
    console.log(`${run}: ${JSON.stringify(figures)}`)
  }
  const set = (name: string, next: (value: number) => number): void => {
    const value: unknown = Reflect.get(figures, name)
    Reflect.set(figures, name, next(Number(value)))
  }
  return {
    figures,
    add(counts) {
      for (const [name, count] of Object.entries(counts)) set(name, (sum) => sum + Number(count))
      keep()
    },
    raise(name, value) {
      set(name, (highest) => Math.max(highest, value))
      keep()
    },
    end: () => rmSync(file, { force: true }),
  }
}

/** Prints the run's one line of figures and ends the process accordingly. */
export function report(passed: boolean, line: string): void {
  console.log(`${passed ? 'passed' : 'FAILED'}: ${line}`)
  process.exitCode = passed ? 0 : 1
}

/** Says why this machine cannot do the run. */
export function skip(reason: string): void {
  console.log(`skipped: ${reason}`)
  process.exitCode = SKIPPED
}
