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
