import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestCatalogue, type TestCatalogue } from '../../test/catalogues.ts'
import { DAY_MS } from '../../contract/units.ts'
import { createHeartKeeper } from './heartKeeper.ts'

interface Row {
  seq: number
  userId: string
  bookId: string
  readerSince: number
}

let opened: TestCatalogue

beforeEach(async () => {
  opened = await createTestCatalogue()
})

afterEach(() => opened.close())

/** Favorites of as many readers as each book is given. */
function rowsOf(counts: Readonly<Record<string, number>>): Row[] {
  const pairs = Object.entries(counts).flatMap(([bookId, count]) =>
    Array.from({ length: count }, (_, reader) => ({ userId: `reader ${reader}`, bookId })),
  )
  return pairs.map((pair, at) => ({ seq: at + 1, ...pair, readerSince: 0 }))
}

/** Keeps the hearts of `rows`; `meanwhile` runs before each page is read. */
function keeperOf(
  rows: readonly Row[],
  meanwhile: (page: number) => Promise<void> = async () => {},
  now = Date.now,
) {
  let pages = 0
  const errors: unknown[] = []
  const keeper = createHeartKeeper({
    favorites: {
      async since(seq, count) {
        await meanwhile((pages += 1))
        return rows.filter((row) => row.seq > seq).slice(0, count)
      },
    },
    catalogue: opened.catalogue,
    onError: (error) => errors.push(error),
    now,
    lookEvery: 1,
  })
  return { keeper, errors }
}

const work = async (id: string) => (await opened.catalogue.byId(id))?.book.workId ?? ''

test('counts editions as one work, and books that left the catalogue as themselves', async () => {
  await opened.load([
    { id: 'emma-1', title: 'Emma' },
    { id: 'emma-2', title: 'Emma' },
  ])
  const { keeper } = keeperOf(rowsOf({ 'emma-1': 700, 'emma-2': 900, gone: 3 }))
  await keeper.update()
  const { hearts } = keeper.loaded()
  expect(hearts.countOf(await work('emma-1'))).toBe(900)
  expect(hearts.countOf('gone')).toBe(3)
})

test('a reader counts once the account is older than a week, and older favorites with the next reading', async () => {
  await opened.load([{ id: 'one' }, { id: 'two' }])
  let now = 7 * DAY_MS
  const rows: Row[] = [{ seq: 1, userId: 'ann', bookId: 'one', readerSince: 0 }]
  const { keeper } = keeperOf(rows, undefined, () => now)
  const counts = async () => {
    await keeper.update()
    const { hearts } = keeper.loaded()
    return [hearts.countOf(await work('one')), hearts.countOf(await work('two'))]
  }
  expect(await counts()).toEqual([0, 0])
  now += 1
  rows.push({ seq: 2, userId: 'ann', bookId: 'two', readerSince: 0 })
  expect(await counts()).toEqual([0, 1])
  // All are read again.
  await opened.load([{ id: 'one' }, { id: 'two' }])
  expect(await counts()).toEqual([1, 1])
})

test('a catalogue that is swapped under a running computation does no harm', async () => {
  await opened.load([
    { id: 'one', title: 'One' },
    { id: 'two', title: 'Two' },
  ])
  const { keeper } = keeperOf(rowsOf({ one: 800, two: 600 }), async (page) => {
    if (page === 2) {
      await opened.load([
        { id: 'one', title: 'One' },
        { id: 'two', title: 'One' },
      ])
    }
  })
  await keeper.update()
  // It is read again by the works of the new catalogue.
  await keeper.update()
  const { hearts, neighbours } = keeper.loaded()
  expect(hearts.countOf(await work('one'))).toBe(800)
  neighbours.of(hearts.numberOf(await work('one')) ?? -1, (number) => {
    throw new Error(`${hearts.workOf(number)} is the same work`)
  })
})

test('what is removed while it is being read does not come back', async () => {
  await opened.load([{ id: 'one' }])
  const { keeper } = keeperOf(rowsOf({ one: 3 }), async () => keeper.removed('reader 1', 'one'))
  await keeper.update()
  expect(keeper.loaded().hearts.countOf(await work('one'))).toBe(2)
  keeper.forget('reader 0')
  expect(keeper.loaded().hearts.countOf(await work('one'))).toBe(1)
})

test('what is removed and added again during an update counts', async () => {
  await opened.load([{ id: 'one' }])
  const rows = rowsOf({ one: 500 })
  const { keeper } = keeperOf(rows, async (page) => {
    if (page > 1) return
    // Between the two pages.
    setImmediate(() => {
      keeper.removed('reader 1', 'one')
      rows.push({ seq: 501, userId: 'reader 1', bookId: 'one', readerSince: 0 })
    })
  })
  await keeper.update()
  expect(keeper.loaded().hearts.countOf(await work('one'))).toBe(500)
})

test('a database that fails is tried again, and stopping ends it', async () => {
  await opened.load([{ id: 'one' }])
  const { promise, resolve } = Promise.withResolvers<void>()
  const { keeper, errors } = keeperOf(rowsOf({ one: 3 }), async (page) => {
    if (page === 1) throw new Error('no connection')
    resolve()
  })
  keeper.start()
  await promise
  await keeper.stop()
  expect(errors).toMatchObject([{ message: 'no connection' }])
})
