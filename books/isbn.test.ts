import { describe, expect, test } from 'vitest'
import { cleanIsbns, isbn13sIn, isIsbnShaped } from './isbn.ts'

describe('isbn13sIn', () => {
  // As cells of tables and readers who search have them; what is lost or wrong is none.
  test.each([
    ['5-05-000005-Х', '9785050000057'],
    // From spreadsheets, JSON and addresses.
    ['9.780141439518E+12', '9780141439518'],
    // Without the zeros at their beginning.
    ['141439513.0', '9780141439518'],
    // None.
    ['0000000000'],
  ])('%s', (text, ...isbns) => {
    expect([...new Set(isbn13sIn(text))]).toEqual(isbns)
  })

  test('takes time in proportion to the length of a text', () => {
    for (const text of ['978 ', '1-', '((', 'ISBN ']) {
      const began = performance.now()
      isbn13sIn(text.repeat(500_000 / text.length))
      expect(performance.now() - began).toBeLessThan(2000)
    }
  })
})

test.each([
  ['978-0-14-143951-9', true],
  ['ISBN: 0 14 143951 4', true],
  ['1984', false],
])('%s is written as an ISBN alone: %s', (text, isShaped) => {
  expect(isIsbnShaped(text)).toBe(isShaped)
})

describe('cleanIsbns', () => {
  test.each([
    ['978-0-261-10221-7', [{ type: 'ISBN_13', identifier: '9780261102217' }]],
    [
      [
        { type: 'ISBN_10', identifier: '080442957x' },
        { type: 'OTHER', identifier: 'UOM:39015' },
      ],
      [
        { type: 'ISBN_13', identifier: '9780804429573' },
        { type: 'ISBN_10', identifier: '080442957X' },
      ],
    ],
    [['9780261102218', '1234567890', '9.78161E+12', 9_780_261_102_217, null, {}], []],
  ])('%j becomes %j', (value, identifiers) => {
    expect(cleanIsbns(value)).toEqual(identifiers)
  })
})
