import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestCatalogue, type TestCatalogue } from '../../test/catalogues.ts'
import { DAY_MS } from '../../contract/units.ts'
import { createHostNeighbours, type HostNeighbours } from './hostNeighbours.ts'

interface Row {
  seq: number
  userId: string
  bookId: string
  readerSince: number
}

let opened: TestCatalogue
let host: HostNeighbours | undefined

beforeEach(async () => {
  opened = await createTestCatalogue()
})

afterEach(async () => {
  await host?.stop()
  await opened.close()
})

/** Favorites of as many readers as each book is given. */
function rowsOf(counts: Readonly<Record<string, number>>): Row[] {
  const pairs = Object.entries(counts).flatMap(([bookId, count]) =>
    Array.from({ length: count }, (_, reader) => ({ userId: `reader ${reader}`, bookId })),
  )
  return pairs.map((pair, at) => ({ seq: at + 1, ...pair, readerSince: 0 }))
}

/** A host with the favorites `rows`; `meanwhile` runs before each page is read. */
function hostOf(
  rows: Row[],
  meanwhile: (page: number) => Promise<void> = async () => {},
  now = Date.now,
) {
  const figures = { pages: 0, looks: 0 }
  const errors: unknown[] = []
  const started = createHostNeighbours({
    favorites: {
      async since(seq, count) {
        await meanwhile((figures.pages += 1))
        return rows.filter((row) => row.seq > seq).slice(0, count)
      },
      async lastSeq() {
        figures.looks += 1
        return rows.at(-1)?.seq ?? 0
      },
    },
    catalogue: opened.catalogue,
    onError: (error) => errors.push(error),
    now,
    lookEvery: 1,
  })
  host = started
  const countOf = async (id: string) => {
    const found = await opened.catalogue.byId(id)
    return started.current().get(found?.book.workId ?? id)?.count
  }
  return { host: started, figures, errors, countOf }
}

test('counts editions as one work, and books that left the catalogue as themselves', async () => {
  await opened.load([
    { id: 'emma-1', title: 'Emma' },
    { id: 'emma-2', title: 'Emma' },
  ])
  const { host, countOf } = hostOf(rowsOf({ 'emma-1': 700, 'emma-2': 900, gone: 6, few: 5 }))
  await host.rebuild()
  expect(await countOf('emma-1')).toBe(900)
  expect(await countOf('gone')).toBe(6)
  expect(await countOf('few')).toBeUndefined()
})

test('a reader counts once the account is older than a week', async () => {
  await opened.load([{ id: 'one' }])
  let now = 7 * DAY_MS
  const { host, countOf } = hostOf(rowsOf({ one: 6 }), undefined, () => now)
  await host.rebuild()
  expect(await countOf('one')).toBeUndefined()
  now += 1
  await host.rebuild()
  expect(await countOf('one')).toBe(6)
})

test('is found anew once a twentieth of the favorites is new, and not before', async () => {
  await opened.load([{ id: 'one' }])
  const rows = rowsOf({ one: 100 })
  const { host, figures, countOf } = hostOf(rows)
  const add = () => {
    const seq = rows.length + 1
    rows.push({ seq, userId: `reader ${seq}`, bookId: 'one', readerSince: 0 })
  }
  host.start()
  await expect.poll(() => countOf('one')).toBe(100)
  for (let more = 0; more < 4; more += 1) add()
  const { pages, looks } = figures
  await vi.waitFor(() => expect(figures.looks).toBeGreaterThan(looks + 5))
  expect(figures.pages).toBe(pages)
  add()
  await expect.poll(() => countOf('one')).toBe(105)
})

test('a catalogue that is swapped under a running computation does no harm', async () => {
  await opened.load([
    { id: 'one', title: 'One' },
    { id: 'two', title: 'Two' },
  ])
  const { host, countOf } = hostOf(rowsOf({ one: 800, two: 600 }), async (page) => {
    if (page !== 2) return
    await opened.load([
      { id: 'one', title: 'One' },
      { id: 'two', title: 'One' },
    ])
  })
  host.start()
  // It is read again by the works of the new catalogue: they are one.
  await expect.poll(() => host.current().size).toBe(1)
  expect(await countOf('one')).toBe(800)
  expect([...host.current().values()]).toEqual([{ count: 800, neighbours: [] }])
})

test('nothing of a deleted account counts from then on, also while neighbours are found', async () => {
  await opened.load([{ id: 'one' }])
  const rows = rowsOf({ one: 500 })
  const { host, figures, countOf } = hostOf(rows, async (page) => {
    expect(host.current().size).toBe(0)
    if (page !== 3) return
    // It was read already.
    rows.splice(1, 1)
    host.forget(0)
  })
  host.start()
  await expect.poll(() => countOf('one')).toBe(499)
  host.forget(Date.now())
  expect(await countOf('one')).toBe(499)
  rows.splice(1, 1)
  host.forget(0)
  expect(host.current().size).toBe(0)
  await expect.poll(() => countOf('one')).toBe(498)
  expect(figures.pages).toBeGreaterThan(6)
})

test('a database that fails is tried again, and stopping ends it', async () => {
  await opened.load([{ id: 'one' }])
  const { host, errors, countOf } = hostOf(rowsOf({ one: 6 }), async (page) => {
    if (page === 1) throw new Error('no connection')
  })
  host.start()
  await expect.poll(() => countOf('one')).toBe(6)
  await host.stop()
  expect(errors).toMatchObject([{ message: 'no connection' }])
})
