import { expect, test } from 'vitest'
import { countsGiven } from './countsGiven.ts'

test('takes whole numbers above 0, or what is usual', () => {
  expect(countsGiven([], [70_000])).toEqual([70_000])
  expect(countsGiven(['5', '1000000'], [70_000])).toEqual([5, 1_000_000])
})

test.each(['x', '0', '-1', '1.5', '1e6', '', '--help', '70,000'])('refuses "%s"', (text) => {
  expect(() => countsGiven(['5', text], [70_000])).toThrow(`"${text}" is no whole number above 0.`)
})
