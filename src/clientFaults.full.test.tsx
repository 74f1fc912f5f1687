import { expect, test } from 'vitest'
import { OPERATIONS } from '../contract/operations.ts'
import { uploadProfileImage } from '../contract/profile.ts'
import { REQUESTS } from './test/clientFaults.ts'
import { describeFaults } from './test/describeFaults.ts'

test('the table has every request of docs/product.md 7.1', () => {
  const rows = Object.values(REQUESTS)
  expect(rows).toHaveLength(17)
  const sent = new Set(rows.map(({ operation }) => operation))
  const first = OPERATIONS.slice(0, OPERATIONS.indexOf(uploadProfileImage) + 1)
  expect(first.filter((operation) => !sent.has(operation))).toEqual([])
})

describeFaults(0, 8)
