import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { plainLine } from './plainLine.ts'

test.each([
  ['Jo Nesbø', 'jo nesbo'],
  ['Stanisław Lem', 'stanislaw lem'],
  ['Weiße Rose', 'weisse rose'],
  ['Alice’s Adventures', 'alices adventures'],
  ["O'Brien", 'obrien'],
  ['Crime & Punishment', 'crime and punishment'],
  ['The 7½ Deaths', 'the 7 1 2 deaths'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['צה"ל צה״ל צה”ל, "צהל"', 'צהל צהל צהל צהל'],
  ['کتابۀ فی المدینہ', 'كتابه في المدينه'],
  ['٠١٢٣٤٥٦٧٨٩ ۱۹ १९ ৮৪ ๒ ෧෯ 𑁦𑁯', '0123456789 19 19 84 2 19 09'],
])('%j folds to %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding twice changes nothing more', () => {
  for (const text of ['Ǽther & Œuvre', 'İĞIŞ', '½ Prince', "L'Étranger", 'ẞ', 'ﷺ']) {
    expect(fold(fold(text))).toBe(fold(text))
  }
})

test.each([
  ['  Ada\tLovelace\r\n', 'Ada Lovelace'],
  ['A\u200bd\u00ada \u2060\ufeffLove\u200elace\u202c', 'Ada Lovelace'],
  ['\u200dAda\u200c Love\u200dlace\u200d', 'Ada Lovelace'],
  // What scripts and emoji need stays.
])('the plain line of %j is %j', (text, line) => {
  expect(plainLine(text)).toBe(line)
})
