import { expect, test } from 'vitest'
import { createBreaker, type Breaker } from './breaker.ts'

function setUp() {
  const lines: string[] = []
  let time = 1_000_000
  const breaker = createBreaker({
    now: () => time,
    random: () => 0,
    failures: 3,
    pause: 1000,
    longestPause: 3000,
    log: (line) => lines.push(line),
  })
  return { breaker, lines, pass: (milliseconds: number) => (time += milliseconds) }
}

const fail = (breaker: Breaker, times = 1) => {
  for (let time = 0; time < times; time++) breaker.enter()?.fail('no answer')
}

test('opens after failures in a row, not before, and says so once', () => {
  const { breaker, lines } = setUp()
  fail(breaker, 2)
  breaker.enter()?.succeed()
  fail(breaker, 2)
  expect(lines).toEqual([])
  expect(breaker.enter()).toBeDefined()
  fail(breaker)
  expect(breaker.enter()).toBeUndefined()
  expect(lines).toEqual([
    'Google Books is left in peace until 1970-01-01T00:16:41.000Z: no answer.',
  ])
})

test('after the pause one request goes through; its success lets all through', () => {
  const { breaker, lines, pass } = setUp()
  fail(breaker, 3)
  pass(999)
  expect(breaker.enter()).toBeUndefined()
  pass(1)
  const probe = breaker.enter()
  expect(probe).toBeDefined()
  expect(breaker.enter()).toBeUndefined()
  probe?.succeed()
  expect(breaker.enter()).toBeDefined()
  expect(breaker.enter()).toBeDefined()
  expect(lines.at(-1)).toBe('Google Books answers again.')
})

test('a failed probe doubles the pause, up to the longest, and a success starts over', () => {
  const { breaker, pass } = setUp()
  fail(breaker, 3)
  for (const pause of [1000, 2000, 3000, 3000]) {
    pass(pause - 1)
    expect(breaker.enter()).toBeUndefined()
    pass(1)
    fail(breaker)
  }
  pass(3000)
  breaker.enter()?.succeed()
  fail(breaker, 3)
  pass(1000)
  expect(breaker.enter()).toBeDefined()
})

test('an abandoned probe leaves the place to the next', () => {
  const { breaker, pass } = setUp()
  fail(breaker, 3)
  pass(1000)
  breaker.enter()?.abandon()
  expect(breaker.enter()).toBeDefined()
})

test('what was asked before it opened decides nothing', () => {
  const { breaker, lines, pass } = setUp()
  const early = breaker.enter()
  const late = breaker.enter()
  fail(breaker, 3)
  late?.fail('no answer')
  early?.succeed()
  expect(breaker.enter()).toBeUndefined()
  expect(lines).toHaveLength(1)
  pass(1000)
  expect(breaker.enter()).toBeDefined()
})

test('holds until a given time, and never shortens a hold', () => {
  const { breaker, pass } = setUp()
  breaker.holdUntil(1_000_000 + 5000, 'quota')
  breaker.holdUntil(1_000_000 + 2000, 'slow')
  pass(4999)
  expect(breaker.enter()).toBeUndefined()
  pass(1)
  breaker.enter()?.succeed()
  expect(breaker.enter()).toBeDefined()
})
