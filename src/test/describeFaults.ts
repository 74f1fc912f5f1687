import { describe, expect, test } from 'vitest'
import { FAULTS, REQUESTS } from './clientFaults.ts'
import { playFault } from './playFault.ts'

/** Plays the rows from one place to before another; files that share the table run beside each other. */
export function describeFaults(from: number, to?: number): void {
  describe.each(Object.entries(REQUESTS).slice(from, to))('%s', (_name, request) => {
    const cells = FAULTS.flatMap((fault) => {
      const outcome = request.faults[fault]
      return outcome ? [{ fault, outcome }] : []
    })
    test.each(cells)('$fault', async ({ fault, outcome }) => {
      expect(await playFault(request, fault, outcome)).toEqual(outcome.says.toSorted())
    })
  })
}
