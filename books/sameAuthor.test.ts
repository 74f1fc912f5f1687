import { expect, test } from 'vitest'
import { isSameAuthor, sameAuthorKey } from './sameAuthor.ts'

test.each([
  ['J.R.R. Tolkien', 'J. R. R. Tolkien', true],
  ['JRR Tolkien', 'J.R.R. Tolkien', true],
  ['Camus Albert', 'Albert Camus', true],
  ['Conan Doyle Arthur', 'Sir Arthur Conan Doyle', true],
  ['Ursula Le Guin', 'Ursula K. Le Guin', true],
  ['Fyodor Dostoevsky', 'Fyodor Dostoyevsky', true],
  ['Emily Brontë', 'Emily Bronte', true],
  ['山田太郎', '山田 太郎', true],
  ['С. А. Алексиевич', 'Svetlana Alexievich', true],
  ['Лермонтов М. Ю.', 'Mikhail Lermontov', true],
  ['Дж. Р. Р. Толкін', 'J. R. R. Tolkien', true],
  ['Уильям Шекспир', 'William Shakespeare', true],
  ['Я. Гашек', 'Yaroslav Gashek', true],
  ['А. и Б. Стругацкие', 'Arkady Strugatsky', true],
  ['А. Н. Толстой', 'Leo Tolstoy', false],
  ['박 영희', '박영희', true],
  ['علي كريمي', 'علی کریمی', true],
  ['村上 春樹', 'Haruki Murakami', true],
  ['نجيب محفوظ', 'Naguib Mahfouz', true],
  ['Όμηρος', 'Homer', true],
  ['Лев Толстой', 'Leo Tolstoy', true],
  ['Достоевский, Фёдор Михайлович', 'Fyodor Dostoevsky', true],
  ['А. С. Пушкин', 'Alexander Pushkin', true],
  ['Агата Кристи', 'Agatha Christie', true],
  ['村上龍', 'Haruki Murakami', false],
  ['Алексей Толстой', 'Leo Tolstoy', false],
  ['Emily Brontë', 'Anne Brontë', false],
  ['Stephen King', 'Tabitha King', false],
  ['Homer', 'Hober', false],
  ['Joaquim Maria Machado de Assis', 'Machado de Assis', true],
  ['Cho Namjoo', 'Cho Nam-joo', true],
  ['Al-Tayyib Salih', 'Tayeb Salih', true],
  ['Laozi', 'Lao Tzu', true],
])('%s and %s: %s', (one, other, isSame) => {
  expect(isSameAuthor(one, other)).toBe(isSame)
  expect(isSameAuthor(other, one)).toBe(isSame)
})

test.each([
  [['J.R.R. Tolkien', 'J. R. R. Tolkien', 'JRR Tolkien', 'TOLKIEN, J. R. R.', 'j r r tolkien']],
  [['Ursula K. Le Guin', 'Ursula Le Guin', 'Le Guin, Ursula K.']],
  [['Murakami Haruki', 'Haruki Murakami']],
  [['Sir Arthur Conan Doyle', 'Arthur Conan Doyle', 'Conan Doyle, Arthur']],
])('%j have one key', (names) => {
  expect(new Set(names.map(sameAuthorKey)).size).toBe(1)
})

test('other people have other keys, and so has who is only called “the”', () => {
  const names = [
    'David Foster Wallace',
    'David Rains Wallace',
    'Stephen King',
    'Tabitha King',
    'Jane Harris',
    'Jane Harrison',
    'C. S. Lewis',
    'C. Day Lewis',
    'Author 1',
    'Author 2',
    'Homer',
    '村上春樹',
    'Sir',
    '',
  ]
  expect(new Set(names.map(sameAuthorKey)).size).toBe(names.length)
})
