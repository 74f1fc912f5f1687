import { describe, expect, test } from 'vitest'
import { inReadingOrder, inTurns, isBeginning, type Volume } from './seriesOrder.ts'

/** `Saga 2` is the second volume of Saga; any other name is a book without a series. */
function volume(name: string, popularity = 50, author = 'Ann'): Volume & { name: string } {
  const [, series = null, number] = /^(.*) ([\d.]+)$/.exec(name) ?? []
  return { name, author, series, number: number === undefined ? null : Number(number), popularity }
}

describe('isBeginning', () => {
  test.each([
    ['a book without a series', volume('Emma'), [], true],
    ['what comes before the first', volume('Saga 0.5'), ['Saga 0.5', 'Saga 1'], false],
    ['a later one', volume('Saga 2'), ['Saga 1', 'Saga 2'], false],
    ['a far better known one', volume('Saga 2', 59), ['Saga 1', 'Saga 2'], true],
    ['the first that is there', volume('Saga 4'), ['Saga 3.5', 'Saga 4', 'Saga 5'], true],
  ])('%s', (_, book, volumes, expected) => {
    expect(
      isBeginning(
        book,
        volumes.map((name) => volume(name)),
      ),
    ).toBe(expected)
  })

  test("another author's first volume is none of this author's", () => {
    const volumes = [volume('Saga 1', 90, 'Bob'), volume('Saga 2')]
    expect(isBeginning(volume('Saga 2'), volumes)).toBe(true)
  })
})

const order = (names: readonly string[], read: Record<string, number> = {}) =>
  inReadingOrder(
    names.map((name) => volume(name)),
    new Map(Object.entries(read)),
    ({ number }) => number === null || number === 1,
  ).map(({ name }) => name)

describe('inReadingOrder', () => {
  test('the next of each series begun, beginnings by popularity, later volumes by number, earlier last', () => {
    const books = [
      'Hole 5',
      'Alone',
      'Hole 8',
      'Saga 3',
      'Hole 4',
      'New 2',
      'New 1',
      'Hole 9',
      'Saga 2',
    ]
    expect(order(books, { Hole: 7, Saga: 1 })).toEqual([
      'Hole 8',
      'Saga 2',
      'Alone',
      'New 1',
      'Hole 9',
      'Saga 3',
      'New 2',
      'Hole 4',
      'Hole 5',
    ])
  })
})

test('inTurns takes one of each after the other', () => {
  expect(inTurns([['a1', 'a2', 'a3'], [], ['b1']])).toEqual(['a1', 'b1', 'a2', 'a3'])
  expect(inTurns([])).toEqual([])
})
