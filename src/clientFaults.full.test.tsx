import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../contract/operations.ts'
import { uploadProfileImage } from '../contract/profile.ts'
import { FAULTS, REQUESTS } from './test/clientFaults.ts'
import { playFault } from './test/playFault.ts'

test('the table has every request of docs/product.md 7.1, and the two of many books', () => {
  const rows = Object.values(REQUESTS)
  expect(rows).toHaveLength(19)
  const sent = new Set(rows.map(({ operation }) => operation))
  const first = OPERATIONS.slice(0, OPERATIONS.indexOf(uploadProfileImage) + 1)
  expect(first.filter((operation) => !sent.has(operation))).toEqual([])
})

describe.each(Object.entries(REQUESTS))('%s', (_name, request) => {
  const cells = FAULTS.flatMap((fault) => {
    const outcome = request.faults[fault]
    return outcome ? [{ fault, outcome }] : []
  })
  test.each(cells)('$fault', async ({ fault, outcome }) => {
    expect(await playFault(request, fault, outcome)).toEqual(outcome.messages.toSorted())
  })
})
