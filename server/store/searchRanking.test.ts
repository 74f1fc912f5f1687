import { expect, test } from 'vitest'
import { nearestOf } from './searchRanking.ts'

test('words are near by their edits, then by how many books have them, then by their letters', () => {
  const rows = [
    { term: 'hoists', books: 900 },
    { term: 'hours', books: 80 },
    { term: 'house', books: 5 },
    { term: 'ghosts', books: 1000 },
    { term: 'horse', books: 80 },
    { term: 'hose', books: 2 },
  ]
  const found = nearestOf('hoses', rows, 2)
  expect(found.map(({ term, edits }) => `${edits} ${term}`)).toEqual([
    '1 hose',
    '2 ghosts',
    '2 hoists',
    '2 horse',
    '2 hours',
    '2 house',
  ])
  expect(nearestOf('hoses', rows, 1)).toEqual([{ term: 'hose', edits: 1, books: 2 }])
})
