import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CATEGORIES } from '../../contract/categories.ts'
import { tabStorage } from '../lib/tabStorage.ts'
import { startIndexFor } from './startIndex.ts'

/** The next draws come out like this, until the end of the test. */
function mockRandom(value: number): void {
  const random = vi.spyOn(Math, 'random').mockReturnValue(value)
  onTestFinished(() => random.mockRestore())
}

beforeEach(() => tabStorage.clear())

test.each([
  [0, 1],
  [0.0999, 1],
  [0.1, 2],
  [0.8999, 9],
  [0.999_999, 10],
])('a draw of %d is %d', (random, expected) => {
  mockRandom(random)
  expect(startIndexFor('Poetry')).toBe(expected)
})

test('is an integer from 1 to 10, and each of them is drawn', () => {
  const generated = new Set<number>()
  for (let round = 0; round < 50; round += 1) {
    for (const preference of CATEGORIES) generated.add(startIndexFor(preference))
    tabStorage.clear()
  }
  expect([...generated].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('is drawn once per preference, until the session ends', () => {
  mockRandom(0.25)
  expect(startIndexFor('Poetry')).toBe(3)
  mockRandom(0.95)
  expect(startIndexFor('Poetry')).toBe(3)
  expect(startIndexFor('Travel')).toBe(10)
  tabStorage.clear()
  expect(startIndexFor('Poetry')).toBe(10)
})

test.each(['', '0', '11', '3.5', 'x'])('a damaged stored index counts as none: %j', (stored) => {
  mockRandom(0.25)
  sessionStorage.setItem('tab:startIndex:Poetry', stored)
  expect(startIndexFor('Poetry')).toBe(3)
})

test('does without storage', () => {
  for (const method of ['getItem', 'setItem'] as const) {
    const spy = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Not here.', 'SecurityError')
    })
    onTestFinished(() => spy.mockRestore())
  }
  mockRandom(0.25)
  expect(startIndexFor('Poetry')).toBe(3)
})
