import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { plainLine } from './plainLine.ts'

test.each([
  ['The Great Gatsby', 'the great gatsby'],
  ['  Les Misérables ', 'les miserables'],
  ['Gödel, Escher, Bach', 'godel escher bach'],
  ['Jo Nesbø', 'jo nesbo'],
  ['Stanisław Lem', 'stanislaw lem'],
  ['Weiße Rose', 'weisse rose'],
  ['Alice’s Adventures', 'alices adventures'],
  ["O'Brien", 'obrien'],
  ['Crime & Punishment', 'crime and punishment'],
  ['J.R.R. Tolkien', 'j r r tolkien'],
  ['J. R. R. Tolkien', 'j r r tolkien'],
  ['The 7½ Deaths', 'the 7 1 2 deaths'],
  ['Война и мир', 'воина и мир'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['İstanbul', 'istanbul'],
  ['ﬁne ＡＢＣ', 'fine abc'],
  ['紅樓夢', '紅樓夢'],
  ['צה"ל צה״ל צה”ל, "צהל"', 'צהל צהל צהל צהל'],
  ["ג׳ונגל ג'ונגל", 'גונגל גונגל'],
  ['كتابة في المدينة', 'كتابه في المدينه'],
  ['کتابۀ فی المدینہ', 'كتابه في المدينه'],
  ['رحلـــة می‌خواهم', 'رحله ميخواهم'],
  ['٠١٢٣٤٥٦٧٨٩ ۱۹ १९ ৮৪ ๒ ෧෯ 𑁦𑁯', '0123456789 19 19 84 2 19 09'],
  ['\uD800lone\0null', 'lone null'],
  ['. — !?', ''],
  ['', ''],
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
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['👩🏽\u200d🚀 ❤\ufe0f\u200d🔥', '👩🏽\u200d🚀 ❤\ufe0f\u200d🔥'],
  ['葛\u{e0100}', '葛\u{e0100}'],
  ['紫　式部', '紫　式部'],
  ['\u200b \u3164\u2060\ufe0f', ''],
  ['', ''],
])('the plain line of %j is %j', (text, line) => {
  expect(plainLine(text)).toBe(line)
})
