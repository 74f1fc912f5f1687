import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/units.ts'
import { seeded } from '../../test/seeded.ts'
import { findNeighbours, type Hearts } from './neighbours.ts'

const NOW = 100 * DAY_MS

/** Hearts given one by one, the latest last. */
const given = (works: readonly string[]): Hearts => ({
  works: [...works],
  times: works.map((_, at) => NOW - works.length + at),
})

let others = 0
/** Works that nobody else favors. */
const ownWorks = (count: number) => Array.from({ length: count }, () => `other ${(others += 1)}`)

/** So many readers who favor these works, and more that nobody else does. */
const people = (count: number, works: readonly string[]): Hearts[] =>
  Array.from({ length: count }, () => given([...ownWorks(Math.max(works.length + 1, 5)), ...works]))

const CROWD = people(100, [])

/** What a host finds of these readers, and of a hundred who have nothing in common with anybody. */
async function hostOf(readers: readonly Hearts[], secret = 'secret', crowd = CROWD) {
  // The crowd first: so those who are tested are the latest.
  const found = await findNeighbours([...crowd, ...readers], { secret, now: NOW })
  const closeTo = (name: string): string[] => {
    const { neighbours = [] } = found.get(name) ?? {}
    for (const { cosine } of neighbours) {
      expect(cosine).toBeGreaterThan(0)
      expect(cosine).toBeLessThan(1)
    }
    return neighbours.map(({ work }) => work)
  }
  return { found, countOf: (work: string) => found.get(work)?.count, closeTo }
}

describe('what many have in common', () => {
  const PAIRS = Array.from({ length: 40 }, (_, at) => [`one ${at}`, `two ${at}`])
  /** How many of the pairs are seen where each has so many readers. */
  async function seenOf(count: number, secret?: string): Promise<string[]> {
    const { closeTo } = await hostOf(
      PAIRS.flatMap((pair) => people(count, pair)),
      secret,
    )
    return PAIRS.map(([one = '']) => closeTo(one).join()).filter(Boolean)
  }

  test('is seen from ten people on, never of nine; up to fourteen, a secret says of what', async () => {
    expect(await seenOf(9)).toEqual([])
    expect(await seenOf(14)).toHaveLength(40)
    const seen = await seenOf(12)
    expect(seen.length).toBeGreaterThan(2)
    expect(seen.length).toBeLessThan(25)
    expect(await seenOf(12)).toEqual(seen)
    expect(await seenOf(12, 'another')).not.toEqual(seen)
  })

  test('is counted in steps of five', async () => {
    const works = Array.from({ length: 25 }, (_, at) => `work ${at}`)
    const { countOf } = await hostOf(people(100, works))
    expect(new Set(works.map(countOf))).toEqual(new Set([95, 100]))
  })

  test('is seen on a host of a hundred readers, each with five hearts', async () => {
    const pair = people(50, ['emma', 'dune'])
    const sizeWith = async (crowd: Hearts[]) => (await hostOf(pair, 'secret', crowd)).found.size
    const few = given(['emma', 'dune', 'ulysses', 'middlemarch'])
    expect(await sizeWith([...CROWD.slice(0, 49), few])).toBe(0)
    expect(await sizeWith(CROWD.slice(0, 50))).toBe(2)
  })
})

/** What is close to 'emma' where twenty people imported it with 'dune' at this time. */
async function closeAt(time: number): Promise<string[]> {
  const readers = Array.from({ length: 20 }, () => {
    return { works: [...ownWorks(5), 'emma', 'dune'], times: [1, 2, 3, 4, 5, time, time] }
  })
  return (await hostOf(readers)).closeTo('emma')
}

describe('hearts', () => {
  test('count as the latest 60 of thousands, of the latest 300 readers of a work', async () => {
    const works = Array.from({ length: 61 }, (_, at) => `work ${at}`)
    const { closeTo, countOf } = await hostOf([
      ...Array.from({ length: 20 }, () => given([...works.slice(0, 1), ...ownWorks(60)])),
      ...people(200, ['emma', 'persuasion']),
      ...people(300, ['emma', 'dune']),
    ])
    expect(countOf('work 0')).toBeUndefined()
    expect(closeTo('emma')).toEqual(['dune'])
  })

  test('that were imported count once that was thirty days ago', async () => {
    expect(await closeAt(NOW - 30 * DAY_MS)).toEqual([])
    expect(await closeAt(NOW - 30 * DAY_MS - 1)).toEqual(['dune'])
  })
})

const guesses = Array.from({ length: 170 }, (_, at) => `guess ${at}`)

/** The same in another order. */
function shuffled(works: readonly string[], seed: number): string[] {
  const random = seeded(seed)
  const rest = [...works]
  return works.map(() => rest.splice(random(rest.length), 1).join())
}

/** So many accounts of one person, and which hearts each has. */
const ACCOUNTS: Record<string, (account: number) => string[]> = {
  'with the same hearts, each in an order of its own': (account) => shuffled(guesses, account),
  'whose latest hearts are the same': () => [...ownWorks(140), ...guesses.slice(0, 60)],
  'with a few hearts of their own': () => [...guesses.slice(0, 31), ...ownWorks(29)],
  'of which each has most of the hearts of the next': (account) => [
    'guess 0',
    'guess 1',
    ...guesses.slice(10 + account * 3, 20 + account * 3),
  ],
}

describe('accounts', () => {
  test.each(Object.entries(ACCOUNTS))('%s are one person', async (_, heartsOf) => {
    const accounts = Array.from({ length: 15 }, (_, account) => given(heartsOf(account)))
    expect((await hostOf(accounts)).found.size).toBe(0)
    // Nor are these seen beside each other for one more who has both, however many have one of them.
    const { closeTo } = await hostOf([
      ...accounts,
      ...people(1, ['guess 0', 'guess 1']),
      ...people(20, ['guess 0']),
      ...people(20, ['guess 1']),
    ])
    expect(closeTo('guess 0')).toEqual([])
  })

  test('with few hearts, most of them among the many of another, are different people', async () => {
    const some = Array.from({ length: 14 }, (_, at) => `some ${at}`)
    const many = given(['emma', 'dune', ...some])
    const few = some.map((work) => given(['emma', 'dune', work, ...ownWorks(2)]))
    expect((await hostOf([many, ...few])).closeTo('emma')).toEqual(['dune'])
  })
})

describe('neighbours', () => {
  test('are what the same readers favor, the more of them the nearer', async () => {
    const { closeTo } = await hostOf([
      ...people(30, ['emma', 'persuasion', 'dune']),
      ...people(30, ['emma', 'persuasion']),
      ...people(30, ['dune', 'foundation']),
    ])
    expect(closeTo('emma')).toStrictEqual(['persuasion', 'dune'])
    expect(closeTo('foundation')).toStrictEqual(['dune'])
    expect(closeTo('middlemarch')).toStrictEqual([])
  })

  test('are at most 40', async () => {
    const works = Array.from({ length: 29 }, (_, at) => `work ${at}`)
    const more = Array.from({ length: 28 }, (_, at) => `more ${at}`)
    const { closeTo } = await hostOf([...people(40, works), ...people(40, ['work 7', ...more])])
    expect(closeTo('work 7')).toHaveLength(40)
  })
})
