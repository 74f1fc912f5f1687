import { expect, test } from 'vitest'
import { playScenario, scenariosOf } from './test/playScenario.ts'

// Files run beside each other: the table is played in three, so that it takes a third of the time.
test.each(scenariosOf('Interests', 'Recommendations', 'Book detail', 'Favorites'))(
  '%s shows what it says',
  async (name) => {
    expect(await playScenario(name)).toEqual([])
  },
)
