import { expect, test } from 'vitest'
import { isSameAuthor, sameAuthorKey } from './sameAuthor.ts'

test.each([
  ['Лермонтов М. Ю.', 'Mikhail Lermontov', true],
  ['Дж. Р. Р. Толкін', 'J. R. R. Tolkien', true],
  ['Достоевский, Фёдор Михайлович', 'Fyodor Dostoevsky', true],
  ['Homer', 'Hober', false],
  ['Cho Namjoo', 'Cho Nam-joo', true],
  ['Al-Tayyib Salih', 'Tayeb Salih', true],
])('%s and %s: %s', (one, other, isSame) => {
  expect(isSameAuthor(one, other)).toBe(isSame)
  expect(isSameAuthor(other, one)).toBe(isSame)
})

test.each([
  [['J.R.R. Tolkien', 'J. R. R. Tolkien', 'JRR Tolkien', 'TOLKIEN, J. R. R.', 'j r r tolkien']],
  [['Sir Arthur Conan Doyle', 'Arthur Conan Doyle', 'Conan Doyle, Arthur']],
])('%j have one key', (names) => {
  expect(new Set(names.map(sameAuthorKey)).size).toBe(1)
})

test('other people have other keys, and so has who is only called “the”', () => {
  const names = [
    'David Foster Wallace',
    'David Rains Wallace',
    'C. S. Lewis',
    'C. Day Lewis',
    '村上春樹',
    'Sir',
    '',
  ]
  expect(new Set(names.map(sameAuthorKey)).size).toBe(names.length)
})
