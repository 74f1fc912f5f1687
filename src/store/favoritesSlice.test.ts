import { expect, test } from 'vitest'
import { buildBook } from '../../mocks/builders.ts'
import { favoriteEntry, favoritesSlice, favoriteToggled } from './favoritesSlice.ts'

/** The median of nine runs, in milliseconds. */
function timeOf(run: () => void): number {
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return times.toSorted((a, b) => a - b)[4] ?? 0
}

test('a toggle among 5,000 favorites takes little longer than writing them down', () => {
  const { reducer, getInitialState } = favoritesSlice
  const entries = Array.from({ length: 5000 }, (_, index) =>
    favoriteEntry(buildBook({ id: `book-${index}` }), 'favorites'),
  )
  const entry = favoriteEntry(buildBook({ id: 'one-more' }), 'favorites')
  const state = reducer(
    { ...getInitialState(), entries },
    favoriteToggled({ entry, isFavorite: true }),
  )
  const toggle = timeOf(() => void reducer(state, favoriteToggled({ entry, isFavorite: false })))
  // Drafts of all of them take five times as long.
  expect(toggle).toBeLessThan(2.5 * timeOf(() => void JSON.stringify(entries)))
})
