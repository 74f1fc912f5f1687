import { describe, expect, test } from 'vitest'
import { CALLS, FAULTS, type Fault } from './clientFaults.ts'
import { playFault } from './playFault.ts'

/** Every cell by `npm run test:hardening`, a third of them, spread evenly, wherever else tests run. */
const ALL = process.env['CLIENT_FAULTS'] === 'all'
const SPREAD = 3

/** The calls of the table, in its order. */
export const FAULT_ROWS = Object.entries(CALLS)

/** How many of the table's cells are played at least. */
export const LEAST_CELLS = 60

/** The faults that are played of the call in a row of the table. */
export function playedFaults(row: number): Fault[] {
  return FAULTS.filter((_fault, column) => ALL || (row + column) % SPREAD === 0)
}

/** Plays the rows from one place to before another; files that share the table run beside each other. */
export function describeFaults(from: number, to?: number): void {
  const rows = FAULT_ROWS.map(([name, call], row) => ({ name, call, faults: playedFaults(row) }))
  const played = rows.slice(from, to).filter(({ faults }) => faults.length > 0)
  describe.each(played)('$name', ({ call, faults }) => {
    test.each(faults)('%s', async (fault) => {
      expect(await playFault(call, fault)).toBe(fault)
    })
  })
}
