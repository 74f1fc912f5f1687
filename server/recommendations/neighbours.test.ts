import { describe, expect, test } from 'vitest'
import { Hearts, READERS_LEAST } from './hearts.ts'
import { Neighbours } from './neighbours.ts'

/** So many readers with the same favorites. */
const readersOf = (name: string, books: readonly string[], count = READERS_LEAST) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name} ${at}`, books]))

/** Hearts by reader, all neighbours found; `near` lists a work's, the nearest first. */
async function hostOf(readers: Readonly<Record<string, readonly string[]>>) {
  const hearts = new Hearts()
  const neighbours = new Neighbours(hearts)
  for (const [reader, books] of Object.entries(readers)) {
    for (const book of books) {
      for (const work of hearts.add(reader, book, book.replace(/\d$/, ''))) neighbours.change(work)
    }
  }
  await neighbours.refresh()
  const closeTo = (work: string): string[] => {
    const found: { name: string; cosine: number }[] = []
    neighbours.of(hearts.numberOf(work) ?? -1, (number, cosine) =>
      found.push({ name: hearts.workOf(number), cosine }),
    )
    for (const { cosine } of found) {
      expect(cosine).toBeGreaterThan(0)
      expect(cosine).toBeLessThan(1)
    }
    return found.map(({ name }) => name)
  }
  return { hearts, neighbours, closeTo }
}

describe('hearts', () => {
  test('editions are one work, and a repeat changes nothing', () => {
    const hearts = new Hearts()
    hearts.add('ann', 'emma1', 'emma')
    hearts.add('ann', 'emma2', 'emma')
    hearts.add('bob', 'emma2', 'emma')
    expect(hearts.countOf('emma')).toBe(2)
    expect(hearts.size).toBe(1)
  })

  test('a reader of two editions who removes one is still a reader of the work', () => {
    const hearts = new Hearts()
    hearts.add('ann', 'emma1', 'emma')
    hearts.add('bob', 'emma2', 'emma')
    hearts.add('ann', 'emma2', 'emma')
    hearts.remove('ann', 'emma1')
    expect(hearts.countOf('emma')).toBe(2)
    // Whoever has one edition loses nothing by removing another.
    hearts.remove('bob', 'emma1')
    expect(hearts.countOf('emma')).toBe(2)
    hearts.remove('ann', 'emma2')
    expect(hearts.countOf('emma')).toBe(1)
  })

  test('are shown from six readers on', () => {
    const hearts = new Hearts()
    for (let reader = 0; reader < 5; reader++) hearts.add(`reader ${reader}`, 'dune')
    expect(hearts.shownCountOf('dune')).toBe(0)
    hearts.add('ann', 'dune')
    expect(hearts.shownCountOf('dune')).toBe(6)
  })

  test('what was removed, or belonged to a deleted account, is gone', () => {
    const hearts = new Hearts()
    hearts.add('ann', 'emma')
    hearts.add('ann', 'dune')
    hearts.add('bob', 'dune')
    hearts.remove('ann', 'emma')
    hearts.remove('ann', 'emma')
    hearts.remove('nobody', 'dune')
    expect(hearts.countOf('emma')).toBe(0)
    hearts.forget('ann')
    hearts.forget('ann')
    expect(hearts.countOf('dune')).toBe(1)
    expect(hearts.readersAt(hearts.numberOf('dune') ?? -1)).toHaveLength(1)
  })

  test('of many readers of a work the latest 300 count, and all are counted', () => {
    const hearts = new Hearts()
    for (let reader = 0; reader < 500; reader++) hearts.add(`reader ${reader}`, 'dune')
    const readers = hearts.readersAt(0)
    expect(readers).toHaveLength(300)
    expect(readers.at(-1)).toBe(499)
    expect(hearts.countOf('dune')).toBe(500)
  })

  test('of a reader with thousands of favorites the latest 200 count', () => {
    const hearts = new Hearts()
    for (let book = 0; book < 2000; book++) hearts.add('ann', `book ${book}`)
    expect(hearts.worksOf(0)).toHaveLength(200)
    expect(hearts.worksOf(0).at(-1)).toBe(1999)
  })
})

describe('neighbours', () => {
  test('are what the same readers favor, the more of them the nearer', async () => {
    const { closeTo } = await hostOf({
      ...readersOf('all', ['emma', 'persuasion', 'dune'], 3),
      ...readersOf('another edition', ['emma1', 'persuasion', 'dune'], 3),
      cid: ['emma2', 'persuasion'],
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

  test('follow when favorites are removed', async () => {
    const { hearts, neighbours, closeTo } = await hostOf(readersOf('ann', ['emma', 'dune']))
    expect(closeTo('emma')).toStrictEqual(['dune'])
    for (const work of hearts.remove('ann 0', 'dune')) neighbours.change(work)
    await neighbours.refresh()
    expect(closeTo('emma')).toStrictEqual([])
  })

  test('are at most 40', async () => {
    const books = Array.from({ length: 100 }, (_, at) => `book ${at} `)
    const { closeTo } = await hostOf(readersOf('ann', books))
    expect(closeTo('book 7 ')).toHaveLength(40)
  })
})
