import { describe, expect, test } from 'vitest'
import { buildBook } from '../../mocks/builders.ts'
import {
  inOrder,
  matching,
  ordersOf,
  placeAmong,
  readArrangement,
  withArrangement,
} from './arrangement.ts'

const book = (title: string, ...authors: string[]) =>
  buildBook({ id: title, volumeInfo: { title, authors } })

const BOOKS = [
  book('The Night Circus', 'Erin Morgenstern'),
  book('Catch-22', 'Joseph Heller'),
  book('Éclair', 'Kurt Vonnegut Jr.'),
  book('Catch-9', 'Joseph Heller'),
  book('A Wizard of Earthsea', 'Ursula K. Le Guin'),
  buildBook({
    id: 'Beowulf',
    volumeInfo: {
      title: 'Beowulf',
      authors: [],
      categories: ['Classics'],
      subjects: ['Dragons'],
      series: { name: 'Old Songs' },
    },
  }),
]
const titles = (order: 'newest' | 'title' | 'author') => inOrder(BOOKS, order).map(({ id }) => id)

describe('the order', () => {
  test('is as the list came, or by title without articles, numbers as numbers', () => {
    expect(titles('newest')).toEqual(BOOKS.map(({ id }) => id))
    expect(titles('title')).toEqual([
      'Beowulf',
      'Catch-9',
      'Catch-22',
      'Éclair',
      'The Night Circus',
      'A Wizard of Earthsea',
    ])
  })

  test('by author goes by last names, then titles; books without an author are last', () => {
    expect(titles('author')).toEqual([
      'A Wizard of Earthsea',
      'Catch-9',
      'Catch-22',
      'The Night Circus',
      'Éclair',
      'Beowulf',
    ])
  })
})

test.each([
  ['  ?! ', BOOKS.length],
  ['HELLER', 2],
  ['heller 22', 1],
  ['eclair', 1],
  ['old songs dragon classic', 1],
  ['nothing', 0],
])('the filter %j finds %i books', (filter, count) => {
  expect(matching(BOOKS, filter)).toHaveLength(count)
})

test('an address keeps the arrangement and what else it has; what is unknown counts as absent', () => {
  for (const [hasOwn, usual, unusual] of [
    [false, 'newest', 'own'],
    [true, 'own', 'shoe+size'],
  ] as const) {
    const orders = ordersOf(hasOwn)
    const search = new URLSearchParams(`a=1&sort=${unusual}`)
    expect(readArrangement(search, orders)).toEqual({ order: usual, filter: '' })
    const changed = withArrangement(search, { order: 'author', filter: 'jane' }, orders)
    expect(changed.toString()).toBe('a=1&sort=author&filter=jane')
    expect(readArrangement(changed, orders)).toEqual({ order: 'author', filter: 'jane' })
    expect(withArrangement(changed, { order: usual, filter: '' }, orders).toString()).toBe('a=1')
  }
})

test.each([
  ['the first time', '', 'abc', 'abc'],
  ['what left keeps its place', 'abcd', 'acd', 'abcd'],
  ['what moves passes by it', 'abcd', 'dac', 'dbac'],
  ['what is new comes first', 'abc', 'ecd', 'edabc'],
  ['what comes back', 'xabc', 'abxc', 'abxc'],
])('an own order: %s', (_, before, ids, after) => {
  expect(placeAmong(Array.from(before), Array.from(ids)).join('')).toBe(after)
})
