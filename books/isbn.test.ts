import { describe, expect, test } from 'vitest'
import { cleanIsbns, isbn13Of } from './isbn.ts'

describe('isbn13Of', () => {
  test.each([
    ['9780141439518', '9780141439518'],
    ['978-0-14-143951-8', '9780141439518'],
    ['ISBN 978 0141439518', '9780141439518'],
    ['ISBN-13: 978-0-14-143951-8', '9780141439518'],
    ['0-14-143951-3', '9780141439518'],
    ['isbn 080442957X', '9780804429573'],
  ])('reads %s', (text, isbn13) => {
    expect(isbn13Of(text)).toBe(isbn13)
  })

  test.each(['9780141439519', '0141439514', '1984', 'nine', '', '97801414395180'])(
    'refuses %j',
    (text) => {
      expect(isbn13Of(text)).toBeUndefined()
    },
  )
})

describe('cleanIsbns', () => {
  test.each([
    ['978-0-261-10221-7', [{ type: 'ISBN_13', identifier: '9780261102217' }]],
    [
      '0-261-10221-4',
      [
        { type: 'ISBN_13', identifier: '9780261102217' },
        { type: 'ISBN_10', identifier: '0261102214' },
      ],
    ],
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
    [['9780261102217', '978 0261102217'], [{ type: 'ISBN_13', identifier: '9780261102217' }]],
    [['9780261102218', '1234567890', '9.78161E+12', 9_780_261_102_217, null, {}], []],
    [undefined, []],
  ])('%j becomes %j', (value, identifiers) => {
    expect(cleanIsbns(value)).toEqual(identifiers)
  })
})
