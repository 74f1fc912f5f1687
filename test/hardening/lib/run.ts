import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

/** A program that this machine cannot run ends with this code; it counts neither as passed nor as failed. */
export const SKIPPED = 77

/** A whole number given as `--name=5`, or the default; anything else ends the program with one line. */
export function option(name: string, byDefault: number): number {
  const value = parseArgs({ strict: false }).values[name]
  if (value === undefined) return byDefault
  if (/^\d{1,15}$/.test(String(value))) return Number(value)
  console.error(`--${name} must be a whole number, not "${String(value)}".`)
  process.exit(2)
}

/** The load average of the last minute, which belongs beside every figure of time. */
export const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`

/** Prints the one line of figures of a program and sets its exit code. */
export function report(hasPassed: boolean, line: string): void {
  console.log(`${hasPassed ? 'passed' : 'FAILED'}: ${line}`)
  process.exitCode = hasPassed ? 0 : 1
}

/** Prints why this machine cannot run the program. */
export function skip(reason: string): void {
  console.log(`skipped: ${reason}`)
  process.exitCode = SKIPPED
}
