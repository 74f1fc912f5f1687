import { describe, expect, test } from 'vitest'
import { onShelf, shelfPage, type ShelfWork } from './shelf.ts'

interface Work extends ShelfWork {
  place: number
}

/** So many works, each by its own author; `changes` tells others apart by their place. */
const works = (count: number, changes: (place: number) => Partial<Work> = () => ({})): Work[] =>
  Array.from({ length: count }, (_, place) => ({
    place,
    author: `Author ${place}`,
    interests: ['Fantasy'],
    subjects: [],
    ...changes(place),
  }))

const page = (list: readonly Work[], startIndex: number, count?: number): number[] =>
  shelfPage(list, 'Fantasy', startIndex, count).map(({ place }) => place)

describe('shelfPage', () => {
  test('ten hands show all of a shelf, and a short one is shown whole', () => {
    for (const count of [0, 1, 9, 37, 200, 360]) {
      const pages = Array.from({ length: 10 }, (_, at) => page(works(count), at + 1))
      expect(new Set(pages.flat()).size).toBe(count)
      for (const one of pages) expect(new Set(one).size).toBe(Math.min(count, 36))
    }
  })

  test('an author has two works among any twelve, however the hands fall', () => {
    const list = works(120, (place) => (place % 10 === 0 || place < 8 ? { author: 'Many' } : {}))
    for (let hand = 1; hand <= 10; hand += 1) {
      const authors = shelfPage(list, 'Fantasy', hand).map(({ author }) => author)
      for (const at of authors.keys()) {
        const some = authors.slice(at, at + 12).filter((author) => author === 'Many')
        expect(some.length).toBeLessThanOrEqual(2)
      }
    }
  })
})

test('a general interest is a shelf of the books that name it first, if these fill a page', () => {
  const list = works(100, (place) => ({
    interests: place % 2 === 0 ? ['Fiction', 'Fantasy'] : ['Fantasy', 'Fiction'],
  }))
  expect(onShelf(list, 'Fiction')).toHaveLength(50)
  expect(onShelf(list, 'Fantasy')).toBe(list)
  expect(onShelf(list.slice(0, 60), 'Fiction')).toHaveLength(60)
})
