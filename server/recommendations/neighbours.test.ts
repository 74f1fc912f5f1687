import { describe, expect, test } from 'vitest'
import { findNeighbours, Hearts, READERS_LEAST } from './neighbours.ts'

/** So many readers with the same favorites. */
const readersOf = (name: string, works: readonly string[], count = READERS_LEAST) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name} ${at}`, works]))

/** All neighbours found of hearts by reader; `closeTo` lists a work's, the nearest first. */
async function hostOf(readers: Readonly<Record<string, readonly string[]>>) {
  const hearts = new Hearts()
  for (const [reader, works] of Object.entries(readers)) {
    for (const work of works) hearts.add(reader, work)
  }
  const found = await findNeighbours(hearts)
  const closeTo = (name: string): string[] => {
    const { neighbours = [] } = found.get(name) ?? {}
    for (const { cosine } of neighbours) {
      expect(cosine).toBeGreaterThan(0)
      expect(cosine).toBeLessThan(1)
    }
    return neighbours.map(({ work }) => work)
  }
  return { countOf: (work: string) => found.get(work)?.count, closeTo }
}

describe('readers of a work', () => {
  test('are counted once each, from six on', async () => {
    const { countOf } = await hostOf({
      ...readersOf('all', ['emma', 'emma'], 500),
      ...readersOf('enough', ['ulysses'], 6),
      ...readersOf('few', ['dune'], 5),
    })
    expect(countOf('emma')).toBe(500)
    expect(countOf('ulysses')).toBe(6)
    expect(countOf('dune')).toBeUndefined()
  })

  test('count for its neighbours as the latest 300', async () => {
    const { closeTo } = await hostOf({
      ...readersOf('early', ['dune', 'emma'], 200),
      ...readersOf('late', ['dune', 'foundation'], 300),
    })
    expect(closeTo('dune')).toStrictEqual(['foundation'])
  })

  test('count with the latest 200 of thousands of favorites', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => `work ${at}`)
    const { closeTo } = await hostOf(readersOf('ann', ['first', ...many]))
    expect(closeTo('work 1999')).toHaveLength(40)
    expect(closeTo('first').map((work) => Number(work.slice(5)) >= 1800)).not.toContain(false)
  })
})

describe('neighbours', () => {
  test('are what the same readers favor, the more of them the nearer', async () => {
    const { closeTo } = await hostOf({
      ...readersOf('all', ['emma', 'persuasion', 'dune']),
      cid: ['emma', 'persuasion'],
      ...readersOf('apart', ['dune', 'foundation']),
    })
    expect(closeTo('emma')).toStrictEqual(['persuasion', 'dune'])
    expect(closeTo('foundation')).toStrictEqual(['dune'])
  })

  test('need five readers besides any one, and a work that nobody favors has none', async () => {
    const { closeTo } = await hostOf({
      ...readersOf('few', ['emma', 'dune'], 5),
      ...readersOf('enough', ['ulysses', 'dubliners'], 6),
      bob: ['emma'],
      cid: ['dune'],
    })
    expect(closeTo('emma')).toStrictEqual([])
    expect(closeTo('ulysses')).toStrictEqual(['dubliners'])
    expect(closeTo('middlemarch')).toStrictEqual([])
  })

  test('are at most 40', async () => {
    const works = Array.from({ length: 100 }, (_, at) => `work ${at}`)
    const { closeTo } = await hostOf(readersOf('ann', works))
    expect(closeTo('work 7')).toHaveLength(40)
  })
})
