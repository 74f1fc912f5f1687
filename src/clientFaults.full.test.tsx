import { expect, test } from 'vitest'
import { OPERATIONS } from '../contract/operations.ts'
import { REQUESTS } from './test/clientFaults.ts'
import { describeFaults } from './test/describeFaults.ts'

test('the table has every request of section 7', () => {
  const rows = Object.values(REQUESTS)
  expect(rows).toHaveLength(17)
  const sent = new Set(rows.map(({ operation }) => operation))
  const beside = new Set(['logout', 'exportAccount', 'deleteAccount'])
  const missing = OPERATIONS.filter((operation) => !sent.has(operation))
  expect(new Set(missing.map(({ schema }) => schema.operationId))).toEqual(beside)
})

describeFaults(0, 8)
