import { expect, test } from 'vitest'
import { numberIn, withDigits, withVolume } from './numbers.ts'

test.each([
  ['catch twenty two', 'catch 22'],
  ['nineteen eighty four', '1984'],
  ['twenty thousand leagues', '20000 leagues'],
  ['20 thousand leagues', '20000 leagues'],
  ['two thousand and one a space odyssey', '2001 a space odyssey'],
  ['one hundred and one dalmatians', '101 dalmatians'],
  ['a thousand splendid suns', 'a 1000 splendid suns'],
  ['fahrenheit four fifty one', 'fahrenheit 451'],
  ['the thirteenth tale', 'the 13th tale'],
  ['the twenty first second', 'the 21st 2nd'],
  ['richard iii', 'richard 3'],
  ['war and peace', 'war and peace'],
  ['the 100', 'the 100'],
])('%s in digits', (text, digits) => {
  expect(withDigits(text)).toBe(digits)
})

test.each([
  ['dune book 2', 'dune 2'],
  ['uglies book two', 'uglies 2'],
  ['mortal instruments third book', 'mortal instruments 3'],
  ['twilight saga 4', 'twilight 4'],
  ['dune том 2', 'dune 2'],
  ['book 2', 'book 2'],
])('%s by its volume', (text, volume) => {
  expect(withVolume(text)).toBe(volume)
})

test.each([
  ['٤', 4],
  ['۲٫۵', 2.5],
  ['१२', 12],
  ['IV', 4],
  ['٤x', undefined],
])('%s is the number %s', (text, number) => {
  expect(numberIn(text)).toBe(number)
})
