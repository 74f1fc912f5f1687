import { expect, test } from 'vitest'
import { numberIn, withDigits, withVolume } from './numbers.ts'

test.each([
  ['catch twenty two', 'catch 22'],
  ['twenty thousand leagues', '20000 leagues'],
  ['two thousand and one a space odyssey', '2001 a space odyssey'],
  ['fahrenheit four fifty one', 'fahrenheit 451'],
  ['the twenty first second', 'the 21st 2nd'],
  ['richard iii', 'richard 3'],
])('%s in digits', (text, digits) => {
  expect(withDigits(text)).toBe(digits)
})

test.each([
  ['uglies book two', 'uglies 2'],
  ['mortal instruments third book', 'mortal instruments 3'],
  ['dune том 2', 'dune 2'],
  ['book 2', 'book 2'],
])('%s by its volume', (text, volume) => {
  expect(withVolume(text)).toBe(volume)
})

test.each([
  ['۲٫۵', 2.5],
  ['IV', 4],
  ['٤x', undefined],
])('%s is the number %s', (text, number) => {
  expect(numberIn(text)).toBe(number)
})
