import { describe, expect, test } from 'vitest'
import { randomInteger } from './random.ts'

describe('randomInteger', () => {
  test.each([
    [0, 1],
    [0.0999, 1],
    [0.1, 2],
    [0.5, 6],
    [0.8999, 9],
    [0.9, 10],
    [0.999_999_999, 10],
  ])('1 to 10 from %d is %d', (random, expected) => {
    expect(randomInteger(1, 10, () => random)).toBe(expected)
  })

  test('is an integer from 1 to 10, and every one of them comes', () => {
    const drawn = new Set(Array.from({ length: 2000 }, () => randomInteger(1, 10)))
    expect([...drawn].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('one number is the only choice between equal bounds', () => {
    expect(randomInteger(4, 4, () => 0.7)).toBe(4)
  })
})
