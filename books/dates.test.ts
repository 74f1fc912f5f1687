import { describe, expect, test } from 'vitest'
import { cleanDate, orderOf } from './dates.ts'

const YEAR = new Date().getUTCFullYear()

describe('cleanDate', () => {
  test.each([
    ['19980512', '1998-05-12'],
    ['1900-02-29', '1900-02'],
    ['Sept. 1st, 1998', '1998-09-01'],
    ['01-Sep-03', '2003-09-01'],
    ['13/1998', '1998'],
    ['03/14/06', '2006-03-14'],
    // No month of that year.
    ['1998, reprinted May 2004', '1998'],
    ['may be 1998', '1998'],
    [YEAR + 5, String(YEAR + 5)],
    // Day first or month first, where it can be told.
    ['5. 12. 2004', '2004-12-05'],
    ['13/05/2004 14:05', '2004-05-13'],
    // Ranges and guesses.
    ['circa 850', '850'],
    ['c. 100-120', '100'],
    // Eras.
    ['-0750-01-01', '-750'],
    ['750 v. Chr.', '-750'],
    ['750 до н. э.', '-750'],
    ['前750年', '-750'],
    ['30 BC-14 AD', '-30'],
    ['A.D. 98', '98'],
    ['0850', '850'],
    // Other calendars.
    ['1425 (2004)', '2004'],
    // Other digits and signs.
    ['2004年5月13日', '2004-05-13'],
    ['令和元年5月', '2019-05'],
  ])('%j becomes %j', (value, date) => {
    expect(cleanDate(value)).toBe(date)
  })

  test.each([
    ['05/06/2004', 'day', '2004-06-05'],
    ['05/06/2004', 'month', '2004-05-06'],
    ['05.06.2004', 'month', '2004-06-05'],
  ] as const)('%j in a table with the %s first is %j', (value, order, date) => {
    expect(cleanDate(value, order)).toBe(date)
  })

  test.each([
    ['05/13/04', 'month'],
    ['13.05.2004', undefined],
  ])('%j tells of day and month: %s', (date, order) => {
    expect(orderOf(date)).toBe(order)
  })

  test.each(['0', String(YEAR + 6), '0001', '0100-12-31T19:00:00-05:00', ['1998']])(
    '%j is none',
    (value) => {
      expect(cleanDate(value)).toBeUndefined()
    },
  )
})
