import { describe, expect, test } from 'vitest'
import {
  isKept,
  limit,
  median,
  quantile,
  speedIndex,
  table,
  totalBlockingTime,
  turn,
  visualProgress,
} from './figures.ts'

describe('median and quantile', () => {
  test.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[], Number.NaN],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected)
  })

  test('a quantile is one of the values', () => {
    const twenty = Array.from({ length: 20 }, (_, at) => 20 - at)
    expect([0, 0.5, 0.75, 1].map((share) => quantile(twenty, share))).toEqual([1, 10, 15, 20])
    expect(quantile([], 0.5)).toBeNaN()
  })

  test('neither changes what it is given', () => {
    const values = [3, 1, 2]
    median(values)
    quantile(values, 0.5)
    expect(values).toEqual([3, 1, 2])
  })
})

describe('total blocking time', () => {
  test('counts what is longer than 50 ms of each task', () => {
    const tasks = [
      { start: 500, duration: 50 },
      { start: 600, duration: 51 },
      { start: 700, duration: 150 },
    ]
    expect(totalBlockingTime(tasks, 0)).toBe(101)
  })

  test('counts of a task what comes after the first paint', () => {
    expect(totalBlockingTime([{ start: 100, duration: 200 }], 220)).toBe(30)
    expect(totalBlockingTime([{ start: 100, duration: 200 }], 260)).toBe(0)
    expect(totalBlockingTime([{ start: 100, duration: 200 }], 1000)).toBe(0)
    expect(totalBlockingTime([], 0)).toBe(0)
  })
})

describe('speed index', () => {
  test('a window that is whole at once took as long as its first frame', () => {
    expect(speedIndex([{ at: 700, progress: 1 }])).toBe(700)
  })

  test('what is missing counts for as long as it is missing, whatever order frames come in', () => {
    const frames = [
      { at: 1500, progress: 1 },
      { at: 500, progress: 0.8 },
    ]
    expect(speedIndex(frames)).toBeCloseTo(700)
  })

  test('progress is the share of the changes that were made', () => {
    const white = [0, 0, 10]
    const last = [4, 2, 4]
    expect(visualProgress(white, white, last)).toBe(0)
    expect(visualProgress(white, last, last)).toBe(1)
    expect(visualProgress(white, [2, 1, 7], last)).toBeCloseTo(0.5)
    // Too much of a value is not more than all of it, and the wrong way is none.
    expect(visualProgress(white, [10, 0, 0], last)).toBeCloseTo(10 / 12)
    expect(visualProgress([5, 5, 0], [0, 10, 0], [10, 0, 0])).toBe(0)
    expect(visualProgress(white, white, white)).toBe(1)
  })
})

describe('bounds', () => {
  test('are times the floor, more than the floor, or fixed', () => {
    expect(limit({ floor: 200, bound: { times: 1.1 } })).toBeCloseTo(220)
    expect(limit({ floor: 200, bound: { times: 1, plus: 50 } })).toBe(250)
    expect(limit({ bound: { plus: 3 } })).toBe(3)
    expect(limit({ floor: 200 })).toBe(Number.POSITIVE_INFINITY)
  })

  test('are kept at the bound and missed above it', () => {
    const bound = { times: 1, plus: 50 }
    expect(isKept({ name: 'a', figure: 250, floor: 200, bound })).toBe(true)
    expect(isKept({ name: 'a', figure: 251, floor: 200, bound })).toBe(false)
    expect(isKept({ name: 'a', figure: 1e9 })).toBe(true)
  })

  test('are missed where a figure or the floor is missing', () => {
    expect(isKept({ name: 'a', figure: Number.NaN, bound: { plus: 1 } })).toBe(false)
    expect(isKept({ name: 'a', figure: 1, bound: { times: 2 } })).toBe(false)
    expect(isKept({ name: 'a', figure: 1, floor: Number.NaN, bound: { times: 2 } })).toBe(false)
  })

  test('the table tells figure, floor, ratio, bound and verdict', () => {
    const lines = [
      { name: 'first paint', figure: 770, floor: 700, bound: { times: 1.05 } },
      { name: 'shift', digits: 2, figure: 0, bound: { plus: 0 } },
      { name: 'elsewhere', figure: 690, floor: 700 },
    ]
    const rows = table(lines)
      .split('\n')
      .map((row) => row.trim().split(/\s{2,}/))
    expect(rows).toEqual([
      ['figure', 'floor', 'ratio', 'bound', 'at most'],
      ['first paint', '770', '700', '1.10', '1.05 ×', '735', 'MISSED'],
      ['shift', '0.00', '0', '0.00', 'kept'],
      ['elsewhere', '690', '700', '0.99'],
    ])
  })
})

test('every round begins with another one', () => {
  expect([0, 1, 2, 3].map((round) => turn(['a', 'b', 'c'], round).join(''))).toEqual([
    'abc',
    'acb',
    'cab',
    'cba',
  ])
  expect(turn([], 3)).toEqual([])
})
