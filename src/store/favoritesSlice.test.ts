import { expect, test, vi } from 'vitest'
import { buildBook } from '../../mocks/builders.ts'
import { bookMarked, favoriteEntry, favoritesSlice, type HeartOrMark } from './favoritesSlice.ts'

test.each([true, false])('a toggle to %s drafts none of 5,000 favorites', (isFavorite) => {
  const { reducer, getInitialState } = favoritesSlice
  const entries = Array.from({ length: 5000 }, (_, index) =>
    favoriteEntry(buildBook({ id: `book-${index}` }), 'favorites'),
  )
  const entry = favoriteEntry(buildBook({ id: isFavorite ? 'one-more' : 'book-7' }), 'favorites')
  // Immer makes each of its drafts with it; thousands of them take longer than a reader waits.
  using drafts = vi.spyOn(Proxy, 'revocable')
  const change: { before: HeartOrMark; mark: HeartOrMark } = isFavorite
    ? { before: null, mark: 'favorite' }
    : { before: 'favorite', mark: null }
  const state = reducer({ ...getInitialState(), entries }, bookMarked({ entry, ...change }))
  expect(state.entries).toHaveLength(isFavorite ? 5001 : 4999)
  expect(drafts.mock.calls.length).toBeLessThan(10)
})

test('what is given back, or rolled back, is where it was', () => {
  const { reducer, getInitialState } = favoritesSlice
  const [a, b, c] = ['a', 'b', 'c'].map((id) => favoriteEntry(buildBook({ id }), 'favorites'))
  if (!a || !b || !c) throw new Error('There are three.')
  const hearts = { ...getInitialState(), entries: [a, b, c] }
  const refused = reducer(hearts, bookMarked({ entry: b, before: 'favorite', mark: 'notForMe' }))
  expect(refused.entries).toEqual([a, c])
  const undone = { entry: b, before: 'notForMe', mark: 'favorite' } as const
  expect(reducer(refused, bookMarked({ ...undone, undo: true })).entries).toEqual([a, b, c])
  expect(reducer(refused, bookMarked(undone)).entries).toEqual([b, a, c])
})
