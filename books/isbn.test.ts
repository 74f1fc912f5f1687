import { describe, expect, test } from 'vitest'
import { isbn13Of } from './isbn.ts'

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
