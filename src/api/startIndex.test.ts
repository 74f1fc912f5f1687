import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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
  [0.999_999, 10],
])('a draw of %d is %d', (random, expected) => {
  mockRandom(random)
  expect(startIndexFor('Poetry')).toBe(expected)
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

test.each(['', '0', '11', 'x'])('a damaged stored index counts as none: %j', (stored) => {
  mockRandom(0.25)
  sessionStorage.setItem('tab:startIndex:Poetry', stored)
  expect(startIndexFor('Poetry')).toBe(3)
})
