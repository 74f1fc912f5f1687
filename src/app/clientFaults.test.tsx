import { expect, test } from 'vitest'
import { OPERATIONS } from '../../contract/operations.ts'
import { FAULTS } from '../test/clientFaults.ts'
import { describeFaults, FAULT_ROWS, LEAST_CELLS, playedFaults } from '../test/describeFaults.ts'

test('the table has every call of section 7, and every fault of each', () => {
  expect(FAULT_ROWS).toHaveLength(17)
  const called = new Set(FAULT_ROWS.map(([, { operation }]) => operation))
  const beside = new Set(['logout', 'exportAccount', 'deleteAccount'])
  const missing = OPERATIONS.filter((operation) => !called.has(operation))
  expect(new Set(missing.map(({ schema }) => schema.operationId))).toEqual(beside)
  const cells = FAULT_ROWS.flatMap(([, { faults }]) => FAULTS.map((fault) => faults[fault]))
  expect(cells.filter((outcome) => outcome !== undefined)).toHaveLength(204)
  expect(new Set(FAULTS).size).toBe(12)
})

test('the cells that are played reach every call and every fault', () => {
  const played = FAULT_ROWS.flatMap((_row, index) => playedFaults(index))
  expect(played.length).toBeGreaterThanOrEqual(LEAST_CELLS)
  expect(new Set(played)).toEqual(new Set(FAULTS))
})

describeFaults(0, 6)
