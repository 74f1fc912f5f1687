import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { openCatalogue, type LocalCatalogue } from '../../server/catalogue/catalogue.ts'
import { createHostNeighbours } from '../../server/recommendations/hostNeighbours.ts'
import { createRecommender } from '../../server/recommendations/recommender.ts'
import { createShippedNeighbours } from '../../server/recommendations/shippedNeighbours.ts'
import { copyBundledCatalogue } from '../bundledCatalogue.ts'
import { isFull } from '../full.ts'
import { seeded } from '../seeded.ts'

// One person with many old accounts, who guesses what a reader favors, looks for what of it is right.

vi.setConfig({ testTimeout: 300_000 })

const POOL = 400
const GUESSES = 170
const FAVORITES = 20
const NO_MARKS = { wantToRead: [], read: [], notForMe: [] }

const folder = mkdtempSync(join(tmpdir(), 'catchword-attack-'))
const shipped = createShippedNeighbours({ onError: console.error })
let catalogue: LocalCatalogue
/** The best-known books. */
let books: ReadonlyMap<string, Book>
/** Their ids, by work. */
let idOf: ReadonlyMap<string, string>

beforeAll(async () => {
  await copyBundledCatalogue(folder)
  catalogue = openCatalogue({ folder, log: () => undefined })
  const file = catalogue.file()
  const ranks = file.best(POOL).map(({ rank }) => rank)
  books = new Map(file.books(ranks).map(({ book }) => [book.id, book]))
  idOf = new Map(books.values().map(({ id, workId }) => [workId ?? id, id]))
})
afterAll(async () => {
  await catalogue.close()
  rmSync(folder, { recursive: true })
})

type Random = (below: number) => number
type Ids = readonly string[]

function draw(ids: Ids, count: number, placeIn: Random): string[] {
  const rest = [...ids]
  return Array.from({ length: count }, () => rest.splice(placeIn(rest.length), 1).join())
}

/** A host whose readers have these favorites, the latest last, given long ago. */
async function openHost(readers: readonly Ids[], secret: string) {
  const rows = readers.flatMap((ids, reader) =>
    ids.map((bookId) => ({ userId: `${reader}`, bookId, addedAt: 0, readerSince: 0 })),
  )
  const favorites = {
    lastSeq: async () => rows.length,
    since: async (seq: number, count: number) =>
      rows
        .slice(seq, seq + count)
        .map((row, at) => ({ ...row, seq: seq + at + 1, disabledAt: null })),
  }
  const options = { favorites, catalogue, secret: async () => secret, onError: console.error }
  const host = createHostNeighbours(options)
  await host.rebuild()
  const recommender = createRecommender({ local: catalogue, neighbours: host.current, shipped })
  return {
    /** What is shown beside these books, and picked for who favors the first alone. */
    lists(ids: Ids) {
      const [known, ...others] = ids.flatMap((id) => books.get(id) ?? [])
      if (!known) return []
      const beside = [known, ...others].map((book) => recommender.similar(book))
      return [recommender.forYou({ hearts: [known.id], ...NO_MARKS }, [known]), ...beside]
    },
    /** All pairs of books that it has, more than lists show. */
    pairs: (): Ids[] =>
      [...host.current()].flatMap(([work, { neighbours }]) =>
        neighbours.map((other) => [idOf.get(work) ?? '', idOf.get(other.work) ?? '']),
      ),
  }
}

/** A host without and with somebody's accounts, which have the guesses in one order or each in its own. */
async function attack(honest: number, accounts: number, seed: number) {
  const random = seeded(seed)
  const ids = [...books.keys()]
  const guesses = draw(ids, GUESSES, random)
  const victim = draw(guesses, FAVORITES, random)
  // The better known, the oftener.
  const skewed: Random = (length) => Math.floor(length * (random(10_000) / 10_000) ** 2)
  const others = Array.from({ length: honest }, () => draw(ids, 12 + random(30), skewed))
  const open = (orderOf: () => Ids, count = accounts) => {
    const made = Array.from({ length: count }, orderOf)
    return openHost([...others, victim, ...made], `secret ${seed}`)
  }
  const before = await open(() => [], 0)
  const after = [await open(() => guesses), await open(() => draw(guesses, GUESSES, random))]
  return { before, after, guesses, victim }
}

test('fifteen accounts change nothing on a host of 15 readers', async () => {
  const { before, after, victim } = await attack(15, 15, 1)
  for (const host of after) expect(host.lists(victim)).toEqual(before.lists(victim))
})

// What many love is right more often than a guess, whoever is among them: so what stands out is compared with what
// is shown anyway, of all guesses and beside one that is known to be right.
test.runIf(isFull).each([5, 10, 15])(
  'what %s accounts make stand out among 300 readers is no righter than what is shown anyway',
  async (accounts) => {
    const shown = { all: 0, besideKnown: 0, right: 0 }
    const fresh = { ...shown }
    for (let seed = 1; seed <= 50; seed += 1) {
      const { before, after, guesses, victim } = await attack(300, accounts, seed)
      const count = (pairs: readonly Ids[], sum: typeof shown): void => {
        for (const pair of pairs.filter((ids) => ids.every((id) => guesses.includes(id)))) {
          sum.all += 1
          if (pair.slice(0, 1).every((id) => victim.includes(id))) sum.besideKnown += 1
          if (pair.every((id) => victim.includes(id))) sum.right += 1
        }
      }
      const old = new Set(before.pairs().map(String))
      count(before.pairs(), shown)
      for (const host of after) {
        const pairs = host.pairs().filter((pair) => !old.has(String(pair)))
        count(pairs, fresh)
      }
    }
    // This host says something.
    expect(fresh.all).toBeGreaterThan(500)
    for (const of of ['all', 'besideKnown'] as const) {
      expect(fresh.right / fresh[of]).toBeLessThanOrEqual((1.2 * shown.right) / shown[of])
    }
  },
)
