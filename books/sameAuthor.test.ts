import { expect, test } from 'vitest'
import { isSameAuthor } from './sameAuthor.ts'

test.each([
  ['J.R.R. Tolkien', 'J. R. R. Tolkien', true],
  ['JRR Tolkien', 'J.R.R. Tolkien', true],
  ['Camus Albert', 'Albert Camus', true],
  ['Conan Doyle Arthur', 'Sir Arthur Conan Doyle', true],
  ['Ursula Le Guin', 'Ursula K. Le Guin', true],
  ['Fyodor Dostoevsky', 'Fyodor Dostoyevsky', true],
  ['Emily Brontë', 'Emily Bronte', true],
  ['Emily Brontë', 'Anne Brontë', false],
  ['Stephen King', 'Tabitha King', false],
  ['Homer', 'Hober', false],
])('%s and %s: %s', (one, other, isSame) => {
  expect(isSameAuthor(one, other)).toBe(isSame)
  expect(isSameAuthor(other, one)).toBe(isSame)
})
