import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SIMILAR_SHOWN } from '../../contract/limits.ts'
import type { Book, Recommendation } from '../../contract/books.ts'
import { storedBook, type BookInput } from '../../test/catalogues.ts'
import { testUser } from '../../test/stores.ts'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'
import { rewriteCatalogue } from '../catalogue/rewriteCatalogue.ts'
import { DAY_MS } from '../../contract/units.ts'

// What contract/testing/recommendationsTests.ts cannot see of it.

let server: TestServer
/** By how many days the server's clock is ahead. */
let days = 0

beforeAll(async () => {
  server = await createTestServer({ neighboursEvery: 20, now: () => Date.now() + days * DAY_MS })
})

afterAll(() => server.close())

/** What is done in the background is done by then. */
const SOON = { timeout: 10_000 }

const importBooks = (source: string, books: readonly BookInput[]) =>
  server.importBooks(source, books.map(storedBook))

let others = 0

/** Adds favorites to a reader as if long ago. */
const addOld = (userId: string, favorites: readonly string[]) =>
  server.store.libraries.add(userId, {
    program: null,
    lists: { favorites: [...favorites] },
    find: (id) => storedBook({ id }),
    now: 1001,
    authorsMax: 0,
  })

/** Five books that nobody else favors. */
const ownBooks = () => [1, 2, 3, 4, 5].map((book) => `own ${(others += 1)} ${book}`)

/** So many readers with old accounts who favor the books. */
async function oldReaders(count: number, bookIds: readonly string[] = []): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `old reader ${(others += 1)}`)
  for (const id of ids) {
    await server.store.users.add(testUser(id, { createdAt: 0 }))
    await addOld(id, [...ownBooks(), ...bookIds])
  }
  return ids
}

/** A reader who favors these. */
async function lover(...bookIds: string[]): Promise<TestReader> {
  const reader = await register(server.app)
  const { id, bearer: headers } = reader
  const url = `/api/user/${id}/favoriteBook`
  for (const bookId of bookIds)
    await server.app.inject({ method: 'POST', url, headers, payload: { bookId } })
  return reader
}

async function forYou(reader: TestReader): Promise<Recommendation[]> {
  const url = `/api/user/${reader.id}/forYou`
  return (await server.app.inject({ url, headers: reader.bearer })).json()
}

const similar = async (id: string, language = 'en'): Promise<Recommendation[]> => {
  const headers = { 'accept-language': language }
  return (await server.app.inject({ url: `/api/book/${id}/similar`, headers })).json()
}

const idsOf = (list: readonly Recommendation[]): string[] => list.map(({ book }) => book.id)

/** How many of a list have each reason. */
const countsOf = (list: readonly Recommendation[]): number[] =>
  [...Map.groupBy(list, ({ reason }) => reason).values()].map(({ length }) => length)

test('what readers of a book also love is found in the background, and leaves with readers who do not count any more', async () => {
  const found = [{ book: { id: 'pair-two' }, reason: 'Readers of this book also loved it' }]
  await importBooks('pair', [
    { id: 'pair-one', authors: ['Una'], categories: [] },
    { id: 'pair-two', authors: ['Duo'], categories: [] },
  ])
  const pair = ['pair-one', 'pair-two']
  const leaving = await register(server.app)
  days += 8
  await addOld(leaving.id, [...ownBooks(), ...pair])
  const readers = await oldReaders(13, pair)
  await oldReaders(86)
  await expect.poll(() => similar('pair-one'), SOON).toMatchObject(found)
  for (const id of readers.slice(0, 5)) await server.store.users.setDisabled(id, 1)
  await expect.poll(() => similar('pair-one'), SOON).toEqual([])
  for (const id of readers.slice(0, 5)) await server.store.users.setDisabled(id, null)
  await expect.poll(() => similar('pair-one'), SOON).toMatchObject(found)
  await server.app.inject({
    method: 'DELETE',
    url: `/api/user/${leaving.id}`,
    headers: leaving.bearer,
    payload: { password: leaving.password },
  })
  expect(await similar('pair-one')).toEqual([])
})

const volume = (series: string, number: number): BookInput => ({
  id: `${series}-${number}`,
  title: `${series} ${number}`,
  authors: [`Author of ${series}`],
  categories: ['Travel'],
  series: { name: series, number },
  subjects: ['beekeeping', 'lighthouses', 'origami', 'ballooning', 'adult'],
  popularity: 150 + number,
})

describe('GET /api/user/{id}/forYou', () => {
  test('leaves out the other editions of favorites, and has each work once', async () => {
    const title = 'The Twice Printed Book'
    const edition = { authors: ['Edith Edition'], categories: ['Poetry'], popularity: 220 }
    await importBooks('editions', [
      { id: 'print-1', title, ...edition },
      { id: 'print-2', title, ...edition },
      { id: 'second-1', title: 'Second', ...edition },
      { id: 'second-2', title: 'Second', ...edition, popularity: 221 },
      { id: 'third', title: 'Third', ...edition },
      { id: 'fourth', title: 'Fourth', ...edition },
    ])
    const ids = idsOf(await forYou(await lover('print-1')))
    expect(ids).not.toContain('print-2')
    expect(ids.filter((id) => id.startsWith('second'))).toEqual(['second-2'])
    // At most two of an author.
    expect(ids.filter((id) => ['second-2', 'third', 'fourth'].includes(id))).toHaveLength(2)
  })

  test('three of the first twelve change from day to day, the others stay', async () => {
    const reader = await lover('emma', 'dune', 'dracula')
    const today = idsOf(await forYou(reader))
    expect(idsOf(await forYou(reader))).toEqual(today)
    days += 1
    const tomorrow = idsOf(await forYou(reader))
    expect(tomorrow.slice(0, 9)).toEqual(today.slice(0, 9))
    expect(tomorrow.slice(9, 12)).not.toEqual(today.slice(9, 12))
  })

  test('of a series the next volume alone, its first where none is a favorite', async () => {
    const volumes = ['begun', 'gap', 'new'].flatMap((name) =>
      [1, 2, 3, 4].map((at) => volume(name, at)),
    )
    await importBooks('volumes', volumes)
    const list = await forYou(await lover('begun-2', 'gap-1', 'gap-3'))
    const ids = idsOf(list).filter((id) => /^(?:begun|gap|new)-/.test(id))
    expect(ids.toSorted()).toEqual(['begun-3', 'gap-2', 'new-1'])
  })

  test('each heart has its share of the row, however much better known its like are', async () => {
    const kinds = { louder: ['Horror', 180], quieter: ['Poetry', 120] } as const
    const books = Object.entries(kinds).flatMap(([kind, [category, popularity]]) =>
      Array.from({ length: 30 }, (_, at): BookInput => ({
        id: `${kind}-${at}`,
        title: `${kind} ${at}`,
        authors: [`Author ${at} of ${kind}`],
        categories: [category],
        subjects: [`all that is ${kind}`, 'adult'],
        popularity,
      })),
    )
    await importBooks('kinds', books)
    const first = (await forYou(await lover('louder-0', 'quieter-0'))).slice(0, 9)
    expect(new Set(countsOf(first))).toEqual(new Set([4, 5]))
  })

  test('with one heart, what is not like it is not shown: rather fewer', async () => {
    const mills = Array.from({ length: 7 }, (_, at) => ({
      id: `mill-${at}`,
      authors: [`Miller ${at}`],
      categories: [],
      subjects: ['windmills', 'millers', 'adult'],
    }))
    await importBooks('mills', mills)
    const list = idsOf(await forYou(await lover('mill-0')))
    expect(list.toSorted()).toEqual(mills.slice(1).map(({ id }) => id))
  })

  test('a book of which nothing is known still brings a row', async () => {
    await importBooks('bare', [{ id: 'bare', title: '???', authors: [], categories: [] }])
    const list = await forYou(await lover('bare'))
    // Few, since nothing speaks for any.
    expect(list).toHaveLength(6)
    expect(list[0]?.reason).toBe('Because you loved ???')
    expect(await similar('bare')).toEqual([])
  })

  test('a favorite that left the catalogue counts by its stored record', async () => {
    const by = { authors: ['Lea Leaver'], categories: ['Poetry'] }
    await importBooks('left', [{ id: 'left', title: 'The Left', ...by }])
    await importBooks('stays', [{ id: 'stays', ...by, popularity: 150 }])
    const reader = await lover('left')
    await rewriteCatalogue(server.config.catalogueDir, async (writer) =>
      writer.removeSource('left'),
    )
    const list = await forYou(reader)
    expect(list.length).toBeGreaterThanOrEqual(6)
    expect(idsOf(list)).toContain('stays')
    expect(list[0]?.reason).toBe('Because you loved The Left')
    expect(await similar('left')).toContainEqual({
      book: (await server.catalogue.byId('stays'))?.book,
      reason: 'Also by Lea Leaver',
    })
  })
})

const kin = (id: string, category: string, ...subjects: string[]): BookInput => ({
  id: `kin-${id}`,
  title: `Kin ${id}`,
  authors: [`Author ${id}`],
  categories: [category],
  subjects,
})

const poemFrom = (id: string, ...origins: string[]): BookInput => ({
  id,
  title: id,
  authors: [id],
  categories: ['Poetry'],
  subjects: ['kelp gathering'],
  origins,
})

/** Why a book comes next to another, in a language. */
const reasonOf = async (language: string, id: string, other: string) =>
  (await similar(id, language)).find(({ book }) => book.id === other)?.reason

describe('GET /api/book/{id}/similar', () => {
  test('holds at least six of a bundled book, what readers and the author say first', async () => {
    // Those of which no kind is known, and some of the others.
    const books = server.catalogue
      .file()
      .booksOf('bundled')
      .filter(({ book }, at) => {
        const { categories } = book.volumeInfo
        const isBare = categories.length === 1 && /Fiction/.test(categories[0] ?? '')
        return at % (isBare ? 3 : 120) === 0
      })
      .toArray()
    expect(books.length).toBeGreaterThan(30)
    const faults: string[] = []
    const places = ['Next in', 'Readers of|Also by', 'Also|More'].map((text) => RegExp(`^${text}`))
    for (const { book } of books) {
      const list = (await similar(book.id)).slice(0, SIMILAR_SHOWN)
      const order = list.map(({ reason }) => places.findIndex((place) => place.test(reason)))
      const isOrdered = order.every((place, at) => place >= 0 && place >= (order[at - 1] ?? 0))
      // Behind the readers' and the author's, there are others up to six.
      const isLong = list.length > 6 && order.at(-1) === 2
      if (isLong || list.length < 6 || !isOrdered) faults.push(book.id)
    }
    expect(faults).toEqual([])
  })

  // What is no more than true, a comic or well known, what is of other times, and what is not for their age.
  test.each([
    ['y-the-last-man-unmanned', 'fun-home-a-family-tragicomic'],
    ['fifty-shades-darker', 'pride-and-prejudice'],
    ['charlottes-web', 'green-eggs-and-ham'],
    ['silent-spring', 'blink'],
    ['disgrace', 'tender-is-the-night'],
    ['the-hate-u-give', 'a-court-of-thorns-and-roses'],
    // What would take the place of a marked card.
    ['blindness', 'east-of-eden'],
  ])('readers of %s do not say that %s comes next', async (id, other) => {
    const list = await similar(id)
    expect(list.map(({ reason }) => reason)).toContain('Readers of this book also loved it')
    expect(idsOf(list)).not.toContain(other)
  })

  // What shares several things, and is not as well known, before what shares a mood or a country and is another kind;
  // of the same literature what is less far in time.
  test.each([
    ['moby-dick', 'the-sea-wolf', 'madame-bovary'],
    ['heartstopper-volume-one', 'simon-vs-the-homo-sapiens-agenda', 'twilight'],
    ['the-feast-of-the-goat', 'human-acts', 'the-women'],
    ['kokoro', 'the-temple-of-the-golden-pavilion', 'the-honjin-murders'],
    ['palestine', 'maus-a-survivors-tale', 'saga-volume-one'],
    ['the-tale-of-genji', 'the-makioka-sisters', 'norwegian-wood'],
  ])('like %s is %s rather than %s', async (id, like, other) => {
    const list = idsOf(await similar(id))
    expect(list).toContain(like)
    expect(list).not.toContain(other)
  })

  test('has what has several things in common, and fills up to six with what has less', async () => {
    const subjects = ['kites', 'sundials', 'weirs', 'adult']
    await importBooks('kin', [
      kin('own', 'Travel', ...subjects),
      kin('close', 'Travel', 'weirs', 'kites', 'adult'),
      kin('one', 'Poetry', 'sundials', 'adult'),
      kin('child', 'Travel', 'kites', 'sundials', 'weirs', 'children'),
      { id: 'alone', title: 'Alone', categories: ['Fiction'] },
    ])
    const list = await similar('kin-own')
    expect(idsOf(list).filter((id) => id.startsWith('kin'))).toEqual(['kin-close'])
    expect(list[0]).toMatchObject({ book: { id: 'kin-close' }, reason: 'More Travel' })
    expect(list).toHaveLength(6)
    // Nothing but an interest is known of it.
    const reasons = (await similar('alone')).map(({ reason }) => reason)
    expect(reasons).toEqual(Array(6).fill('More Fiction'))
  })

  test('says in the language of the request what both are about, and whose literature, where few are', async () => {
    const america = ['United States', 'North America']
    await importBooks('words', [
      kin('dancer', 'Travel', 'village life', 'dance', 'adult'),
      kin('fiddler', 'Travel', 'village life', 'dance', 'adult'),
      poemFrom('from-turkey', 'Turkey', 'Middle East'),
      poemFrom('from-turkey-too', 'Turkey', 'Middle East'),
      poemFrom('from-new-york', ...america),
      poemFrom('from-boston', ...america),
    ])
    expect(await reasonOf('en', 'from-turkey', 'from-turkey-too')).toBe('Also from Turkey')
    expect(await reasonOf('de', 'from-turkey', 'from-turkey-too')).toBe('Auch aus der Türkei')
    expect(await reasonOf('en', 'from-new-york', 'from-boston')).toBe('More Poetry')
    expect(await reasonOf('de', 'kin-dancer', 'kin-fiddler')).toBe('Auch zum Thema Dorfleben')
  })
})

async function firstHorror(): Promise<string | undefined> {
  const response = await server.app.inject('/api/recommendedBooks?preference=Horror&startIndex=1')
  return response.json<Book[]>()[0]?.id
}

test('a book rises on its shelf with the hearts of this host', async () => {
  await importBooks(
    'shelf',
    ['ahead', 'behind'].map((id, at) => ({ id, categories: ['Horror'], popularity: 40 - at })),
  )
  expect(await firstHorror()).not.toBe('behind')
  await oldReaders(100, ['behind'])
  await vi.waitFor(async () => expect(await firstHorror()).toBe('behind'), SOON)
})
