import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../contract/operations.ts'
import { CALLS, FAULTS, type Fault } from '../test/clientFaults.ts'
import { playFault } from '../test/playFault.ts'

/** Every cell by `npm run test:hardening`, a third of them, spread evenly, wherever else tests run. */
const ALL = process.env['CLIENT_FAULTS'] === 'all'
const SPREAD = 3

const rows = Object.entries(CALLS)

function faultsOf(row: number): Fault[] {
  return FAULTS.filter((_fault, column) => ALL || (row + column) % SPREAD === 0)
}

test('the table has every call of section 7, and every fault of each', () => {
  expect(rows).toHaveLength(17)
  const called = new Set(rows.map(([, { operation }]) => operation))
  const beside = new Set(['logout', 'exportAccount', 'deleteAccount'])
  const missing = OPERATIONS.filter((operation) => !called.has(operation))
  expect(new Set(missing.map(({ schema }) => schema.operationId))).toEqual(beside)
  const cells = rows.flatMap(([, { faults }]) => FAULTS.map((fault) => faults[fault]))
  expect(cells.filter((outcome) => outcome !== undefined)).toHaveLength(204)
  expect(new Set(FAULTS).size).toBe(12)
})

test('the cells that are played reach every call and every fault', () => {
  const played = rows.flatMap((_row, index) => faultsOf(index))
  expect(played.length).toBeGreaterThanOrEqual(204 / SPREAD)
  expect(new Set(played)).toEqual(new Set(FAULTS))
})

describe.each(rows.map(([name, call], index) => ({ name, call, faults: faultsOf(index) })))(
  '$name',
  ({ call, faults }) => {
    test.each(faults)('%s', async (fault) => {
      expect(await playFault(call, fault)).toBe(fault)
    })
  },
)
