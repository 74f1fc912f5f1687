import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestCatalogue, type TestCatalogue } from '../../test/catalogues.ts'
import { DAY_MS } from '../../contract/units.ts'
import { createHostNeighbours, type HostNeighbours } from './hostNeighbours.ts'

interface Row {
  seq: number
  userId: string
  bookId: string
  addedAt: number
  readerSince: number
  disabledAt: number | null
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

const rowOf = (seq: number, reader: number, bookId: string): Row => {
  return { seq, userId: `reader ${reader}`, bookId, addedAt: seq, readerSince: 0, disabledAt: null }
}

/** Five books that nobody else favors. */
const ownBooks = (reader: number) => [1, 2, 3, 4, 5].map((book) => `own ${reader} ${book}`)

/**
 * Favorites of as many readers as each book is given; they and others, a hundred in all, have books of their own, too.
 * Of 14 readers, or 5 more, 10 are seen, or 5 more, whatever the secret says.
 */
function rowsOf(counts: Readonly<Record<string, number>>): Row[] {
  const readers = Array.from({ length: Math.max(100, ...Object.values(counts)) }, (_, at) => at)
  const pairs = [
    ...Object.entries(counts).flatMap(([bookId, count]) =>
      readers.slice(0, count).map((reader) => ({ reader, bookId })),
    ),
    ...readers.flatMap((reader) => ownBooks(reader).map((bookId) => ({ reader, bookId }))),
  ]
  return pairs.map(({ reader, bookId }, at) => rowOf(at + 1, reader, bookId))
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
    secret: async () => 'secret',
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
  const { host, countOf } = hostOf(rowsOf({ 'emma-1': 704, 'emma-2': 904, gone: 14, few: 9 }))
  await host.rebuild()
  expect(await countOf('emma-1')).toBe(900)
  expect(await countOf('gone')).toBe(10)
  expect(await countOf('few')).toBeUndefined()
})

test('a reader counts once the account is older than a week, and while it is not disabled', async () => {
  await opened.load([{ id: 'one' }])
  let now = 7 * DAY_MS
  const rows = rowsOf({ one: 14 })
  const { host, countOf } = hostOf(rows, undefined, () => now)
  await host.rebuild()
  expect(await countOf('one')).toBeUndefined()
  now += 1
  await host.rebuild()
  expect(await countOf('one')).toBe(10)
  for (const row of rows.slice(0, 5)) row.disabledAt = now
  await host.rebuild()
  expect(await countOf('one')).toBeUndefined()
})

test('is found anew once a twentieth of the favorites is new, and not before', async () => {
  await opened.load([{ id: 'one' }])
  const rows = rowsOf({ one: 104 })
  const { host, figures, countOf } = hostOf(rows)
  const add = (reader: number) => {
    for (const id of ['one', ...ownBooks(reader)]) rows.push(rowOf(rows.length + 1, reader, id))
  }
  host.start()
  await expect.poll(() => countOf('one')).toBe(100)
  for (let reader = 104; reader < 109; reader += 1) add(reader)
  const { pages, looks } = figures
  await vi.waitFor(() => expect(figures.looks).toBeGreaterThan(looks + 5))
  expect(figures.pages).toBe(pages)
  for (let reader = 109; reader < 114; reader += 1) add(reader)
  await expect.poll(() => countOf('one')).toBe(110)
})

test('nothing of a deleted account counts from then on, also while neighbours are found', async () => {
  await opened.load([{ id: 'one' }])
  const rows = rowsOf({ one: 504 })
  const { host, figures, countOf } = hostOf(rows, async (page) => {
    expect(host.current().size).toBe(0)
    if (page !== 3) return
    // It was read already.
    rows.splice(1, 5)
    host.forget(0)
  })
  host.start()
  await expect.poll(() => countOf('one')).toBe(495)
  host.forget(Date.now())
  expect(await countOf('one')).toBe(495)
  rows.splice(1, 5)
  host.forget(0)
  expect(host.current().size).toBe(0)
  await expect.poll(() => countOf('one')).toBe(490)
  expect(figures.pages).toBeGreaterThan(6)
})

test('a database that fails is tried again, and stopping ends it', async () => {
  await opened.load([{ id: 'one' }])
  const { host, errors, countOf } = hostOf(rowsOf({ one: 14 }), async (page) => {
    if (page === 1) throw new Error('no connection')
  })
  host.start()
  await expect.poll(() => countOf('one')).toBe(10)
  await host.stop()
  expect(errors).toMatchObject([{ message: 'no connection' }])
})
