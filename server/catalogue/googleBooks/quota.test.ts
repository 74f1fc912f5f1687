import { describe, expect, test } from 'vitest'
import { createQuota, nextPacificMidnight } from './quota.ts'

describe('nextPacificMidnight', () => {
  test.each([
    ['in winter', '2026-01-15T20:00:00.000Z', '2026-01-16T08:00:00.000Z'],
    ['in summer', '2026-07-15T20:00:00.123Z', '2026-07-16T07:00:00.000Z'],
    ['a second before', '2026-07-16T06:59:59.000Z', '2026-07-16T07:00:00.000Z'],
    ['at midnight it is the next', '2026-07-16T07:00:00.000Z', '2026-07-17T07:00:00.000Z'],
    ['the day of 23 hours', '2026-03-08T08:30:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['the day of 25 hours', '2026-11-01T07:30:00.000Z', '2026-11-02T08:00:00.000Z'],
    ['the evening of the day of 25 hours', '2026-11-02T07:30:00.000Z', '2026-11-02T08:00:00.000Z'],
  ])('%s', (_name, time, midnight) => {
    expect(new Date(nextPacificMidnight(Date.parse(time))).toISOString()).toBe(midnight)
  })
})

const count = (take: () => boolean) => {
  let taken = 0
  while (taken < 1000 && take()) taken += 1
  return taken
}

describe('createQuota', () => {
  test('lists leave a tenth to single books, single books half to lists', () => {
    const time = Date.parse('2026-07-15T20:00:00Z')
    const now = () => time
    const first = createQuota({ perDay: 100, now })
    expect(count(() => first.take('list'))).toBe(90)
    expect(count(() => first.take('book'))).toBe(10)
    const second = createQuota({ perDay: 100, now })
    expect(count(() => second.take('book'))).toBe(50)
    expect(count(() => second.take('list'))).toBe(50)
  })

  test('returns at midnight in California, not before', () => {
    let time = Date.parse('2026-07-16T06:59:00Z')
    const quota = createQuota({ perDay: 10, now: () => time })
    expect(count(() => quota.take('list'))).toBe(9)
    time += 59_000
    expect(quota.take('list')).toBe(false)
    time += 1000
    expect(count(() => quota.take('list'))).toBe(9)
  })

  test('0 asks nothing', () => {
    const quota = createQuota({ perDay: 0, now: () => 0 })
    expect(quota.take('list')).toBe(false)
    expect(quota.take('book')).toBe(false)
  })
})
