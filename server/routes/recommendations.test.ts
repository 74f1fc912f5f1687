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

const bookOf = (id: string) => storedBook({ id })

let others = 0

/** Adds favorites to a reader as if long ago, and five books that nobody else favors. */
async function addOld(userId: string, bookIds: readonly string[]): Promise<void> {
  const own = [1, 2, 3, 4, 5].map((book) => `own ${(others += 1)} ${book}`)
  const lists = { favorites: [...own, ...bookIds] }
  const library = { program: null, lists, find: bookOf, now: 1001, authorsMax: 0 }
  await server.store.libraries.add(userId, library)
}

/** So many readers with old accounts who favor the books. */
async function oldReaders(count: number, bookIds: readonly string[] = []): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `old reader ${(others += 1)}`)
  for (const id of ids) {
    await server.store.users.add(testUser(id, { createdAt: 0 }))
    await addOld(id, bookIds)
  }
  return ids
}

const add = (reader: TestReader, bookId: string) =>
  server.app.inject({
    method: 'POST',
    url: `/api/user/${reader.id}/favoriteBook`,
    headers: reader.bearer,
    payload: { bookId },
  })

async function forYou(reader: TestReader): Promise<Recommendation[]> {
  const url = `/api/user/${reader.id}/forYou`
  return (await server.app.inject({ url, headers: reader.bearer })).json()
}

const similar = async (id: string): Promise<Recommendation[]> =>
  (await server.app.inject(`/api/book/${id}/similar`)).json()

const idsOf = (list: readonly Recommendation[]): string[] => list.map(({ book }) => book.id)

const PAIR = [{ book: { id: 'pair-two' }, reason: 'Readers of this book also loved it' }]

describe('what readers of a book also love', () => {
  beforeAll(() =>
    importBooks('pair', [
      { id: 'pair-one', authors: ['Una'], categories: [] },
      { id: 'pair-two', authors: ['Duo'], categories: [] },
    ]),
  )

  test('is found in the background, and leaves with readers who do not count any more', async () => {
    const pair = ['pair-one', 'pair-two']
    const leaving = await register(server.app)
    days += 8
    await addOld(leaving.id, pair)
    const readers = await oldReaders(13, pair)
    await oldReaders(100)
    await expect.poll(() => similar('pair-one'), SOON).toMatchObject(PAIR)
    const setDisabled = async (at: number | null) => {
      for (const id of readers.slice(0, 5)) await server.store.users.setDisabled(id, at)
    }
    await setDisabled(1)
    await expect.poll(() => similar('pair-one'), SOON).toEqual([])
    await setDisabled(null)
    await expect.poll(() => similar('pair-one'), SOON).toMatchObject(PAIR)
    for (const id of readers.slice(0, 5)) await server.store.favorites.remove(id, 'pair-two')
    await expect.poll(() => similar('pair-one'), SOON).toEqual([])
    for (const id of readers.slice(0, 5)) await addOld(id, ['pair-two'])
    await expect.poll(() => similar('pair-one'), SOON).toMatchObject(PAIR)
    await server.app.inject({
      method: 'DELETE',
      url: `/api/user/${leaving.id}`,
      headers: leaving.bearer,
      payload: { password: leaving.password },
    })
    expect(await similar('pair-one')).toEqual([])
  })
})

const frisian = (id: string, popularity: number, subject: string): BookInput => ({
  id,
  title: id,
  authors: [`Author of ${id}`],
  subjects: [subject, 'adult'],
  origins: ['West Frisia', 'Nordic countries'],
  popularity,
})

describe('GET /api/user/{id}/forYou', () => {
  test('is for the reader alone, and nobody stores it', async () => {
    const [reader, other] = [await register(server.app), await register(server.app)]
    const url = `/api/user/${reader.id}/forYou`
    expect((await server.app.inject(url)).statusCode).toBe(401)
    expect((await server.app.inject({ url, headers: other.bearer })).statusCode).toBe(403)
    const own = await server.app.inject({ url, headers: reader.bearer })
    expect(own.headers['cache-control']).toBe('no-store')
    expect(own.json()).toEqual([])
  })

  test('a reader with 2,000 favorites gets other books', async () => {
    const many = Array.from({ length: 2030 }, (_, at) => ({
      id: `many-${at}`,
      authors: [`Author ${at % 700}`],
      categories: ['Travel'],
      popularity: 200,
    }))
    await importBooks('many', many)
    const reader = await register(server.app)
    for (const { id } of many.slice(0, 2000)) {
      await server.store.favorites.add(reader.id, storedBook({ id }), 1, 5000)
    }
    const list = await forYou(reader)
    expect(list).toHaveLength(36)
    const reasons = Map.groupBy(list, ({ reason }) => reason)
    for (const { length } of reasons.values()) expect(length).toBeLessThanOrEqual(4)
    const favorites = new Set(many.slice(0, 2000).map(({ id }) => id))
    for (const id of idsOf(list)) expect(favorites.has(id)).toBe(false)
  })

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
    const reader = await register(server.app)
    await add(reader, 'print-1')
    const ids = idsOf(await forYou(reader))
    expect(ids).not.toContain('print-2')
    expect(ids.filter((id) => id.startsWith('second'))).toEqual(['second-2'])
    // At most two of an author.
    expect(ids.filter((id) => ['second-2', 'third', 'fourth'].includes(id))).toHaveLength(2)
  })

  test('three of the first twelve change from day to day, the others stay', async () => {
    const reader = await register(server.app)
    for (const id of ['emma', 'dune', 'dracula']) await add(reader, id)
    const today = idsOf(await forYou(reader))
    expect(idsOf(await forYou(reader))).toEqual(today)
    days += 1
    const tomorrow = idsOf(await forYou(reader))
    expect(tomorrow.slice(0, 9)).toEqual(today.slice(0, 9))
    expect(tomorrow.slice(9, 12)).not.toEqual(today.slice(9, 12))
  })

  test('of a series the next volume alone, its first where none is a favorite', async () => {
    const subjects = ['beekeeping', 'lighthouses', 'origami', 'ballooning', 'adult']
    const volume = (series: string, number: number): BookInput => ({
      id: `${series}-${number}`,
      title: `${series} ${number}`,
      authors: [`Author of ${series}`],
      categories: ['Travel'],
      series: { name: series, number },
      subjects,
      popularity: 150 + number,
    })
    const volumes = ['begun', 'gap', 'new'].flatMap((name) =>
      [1, 2, 3, 4].map((at) => volume(name, at)),
    )
    await importBooks('volumes', volumes)
    const reader = await register(server.app)
    for (const id of ['begun-2', 'gap-1', 'gap-3']) await add(reader, id)
    const ids = idsOf(await forYou(reader)).filter((id) => /^(?:begun|gap|new)-/.test(id))
    expect(ids.toSorted()).toEqual(['begun-3', 'gap-2', 'new-1'])
  })

  test('each heart has its share of the row', async () => {
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
    const reader = await register(server.app)
    for (const id of ['louder-0', 'quieter-0']) await add(reader, id)
    const first = (await forYou(reader)).slice(0, 9)
    const reasons = Map.groupBy(first, ({ reason }) => reason)
    const counts = [...reasons.values()].map(({ length }) => length)
    expect(Math.min(...counts)).toBe(4)
    expect(Math.max(...counts)).toBe(5)
  })

  test('no heart has more than its part of the first twelve, whatever it has to say', async () => {
    const kinds = { loud: 240, calm: 30, low: 30, mute: 30 }
    const books = Object.entries(kinds).flatMap(([kind, popularity]) =>
      Array.from({ length: 20 }, (_, at): BookInput => ({
        id: `${kind}-${at}`,
        authors: [`Author ${at} of ${kind}`],
        categories: ['Travel'],
        subjects: [`all that is ${kind}`, `${kind} things`, 'adult'],
        popularity,
      })),
    )
    await importBooks('parts', books)
    const reader = await register(server.app)
    for (const kind of Object.keys(kinds)) await add(reader, `${kind}-0`)
    const first = (await forYou(reader)).slice(0, 9)
    const reasons = Map.groupBy(first, ({ reason }) => reason)
    expect(Math.max(...[...reasons.values()].map(({ length }) => length))).toBeLessThanOrEqual(4)
  })

  test('what hearts share and few books have comes in, though no reader of theirs names it', async () => {
    const others = [1, 2, 3, 4, 5, 6].map((at) => frisian(`frisian-${at}`, 20, `matter ${at}`))
    // Each heart has more that is like it, and better known.
    const hearts = ['tides', 'seals', 'dikes', 'peat'].map((subject) =>
      frisian(`heart-${subject}`, 60, subject),
    )
    const like = ['tides', 'seals', 'dikes', 'peat'].flatMap((subject) =>
      [1, 2, 3].map((at): BookInput => ({
        id: `${subject}-${at}`,
        authors: [`Author ${at} of ${subject}`],
        subjects: [subject, 'adult'],
        popularity: 200,
      })),
    )
    await importBooks('frisia', [...hearts, ...others, ...like])
    const reader = await register(server.app)
    for (const { id } of hearts) await add(reader, id)
    const first = idsOf(await forYou(reader)).slice(0, 9)
    expect(first.filter((id) => id.startsWith('frisian-'))).toHaveLength(6)
  })

  test('with one heart, what is not like it is not shown: rather fewer', async () => {
    const mill = { categories: [], subjects: ['windmills', 'millers', 'adult'] }
    const mills = Array.from({ length: 7 }, (_, at) => ({
      id: `mill-${at}`,
      authors: [`Miller ${at}`],
    }))
    await importBooks(
      'mills',
      mills.map((book) => ({ ...book, ...mill })),
    )
    const reader = await register(server.app)
    await add(reader, 'mill-0')
    expect(idsOf(await forYou(reader)).toSorted()).toEqual(mills.slice(1).map(({ id }) => id))
  })

  test('a book of which nothing is known still brings a row', async () => {
    await importBooks('bare', [{ id: 'bare', title: '???', authors: [], categories: [] }])
    const reader = await register(server.app)
    await add(reader, 'bare')
    const list = await forYou(reader)
    // Few, since nothing speaks for any.
    expect(list).toHaveLength(6)
    expect(list[0]?.reason).toBe('Because you loved ???')
    expect(await similar('bare')).toEqual([])
  })

  test('a favorite that left the catalogue counts by its stored record', async () => {
    const left = { id: 'left', title: 'The Left', authors: ['Lea Leaver'], categories: ['Poetry'] }
    await importBooks('left', [left])
    await importBooks('stays', [
      { id: 'stays', authors: ['Lea Leaver'], categories: ['Poetry'], popularity: 150 },
    ])
    const reader = await register(server.app)
    await add(reader, 'left')
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

const saga = (number: number, popularity: number): BookInput => ({
  id: `saga-${number}`,
  title: `Part ${number}`,
  authors: ['Saga Smith'],
  categories: ['Fantasy'],
  series: { name: 'The Saga', number },
  popularity,
})

const kin = (id: string, category: string, ...own: string[]): BookInput => ({
  id: `kin-${id}`,
  title: `Kin ${id}`,
  authors: [`Author ${id}`],
  categories: [category],
  subjects: own,
})

const poemFrom = (id: string, origins: string[]) => ({
  id,
  title: id,
  authors: [id],
  categories: ['Poetry'],
  subjects: ['kelp gathering'],
  origins,
})

const reasonOf = async (id: string, other: string) =>
  (await similar(id)).find(({ book: { id } }) => id === other)?.reason

/** Why a book comes next to another, in a language. */
async function reasonIn(language: string, id: string, other: string): Promise<string | undefined> {
  const headers = { 'accept-language': language }
  const response = await server.app.inject({ url: `/api/book/${id}/similar`, headers })
  return response.json<Recommendation[]>().find(({ book }) => book.id === other)?.reason
}

describe('GET /api/book/{id}/similar', () => {
  test('begins with the next of the series, and has others than its author', async () => {
    await importBooks(
      'saga',
      [1, 2, 4, 5, 6, 7].map((number) => saga(number, 100 + number)),
    )
    const first = await similar('saga-4')
    expect(first[0]).toMatchObject({ book: { id: 'saga-5' }, reason: 'Next in The Saga' })
    const reasons = first.map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'Next in The Saga')).toHaveLength(1)
    // No volume behind the next, and none before.
    expect(idsOf(first).filter((id) => id.startsWith('saga'))).toEqual(['saga-5'])
    expect(reasons).toContain('More Fantasy')
    expect(first).toHaveLength(6)
    const last = await similar('saga-7')
    expect(last.map(({ reason }) => reason)).not.toContain('Next in The Saga')
  })

  test('holds at least six of a bundled book, what readers and the author say first', async () => {
    // Those of which no kind is known, and some of the others.
    const books = server.catalogue
      .file()
      .booksOf('bundled')
      .filter(({ book }, at) => {
        const { categories } = book.volumeInfo
        return at % 40 === 0 || (categories.length === 1 && /Fiction/.test(categories[0] ?? ''))
      })
    const faults: string[] = []
    const places = ['Next in', 'Readers of|Also by', 'Also|More'].map((text) => RegExp(`^${text}`))
    for (const { book } of books) {
      const list = (await similar(book.id)).slice(0, SIMILAR_SHOWN)
      const order = list.map(({ reason }) => places.findIndex((place) => place.test(reason)))
      const isOrdered = order.every((place, at) => place >= 0 && place >= (order[at - 1] ?? 0))
      const byAuthor = Map.groupBy(list, (one) => one.book.volumeInfo.authors[0])
      const most = Math.max(...[...byAuthor.values()].map(({ length }) => length))
      // Behind the readers' and the author's, there are others up to six.
      const isLong = list.length > 6 && order.at(-1) === 2
      if (isLong || list.length < 6 || !isOrdered || most > 3) faults.push(book.id)
    }
    expect(faults).toEqual([])
  })

  // What is no more than true, a comic or well known, what is of other times, and what is not for their age.
  test.each([
    ['y-the-last-man-unmanned', 'fun-home-a-family-tragicomic'],
    ['fifty-shades-darker', 'pride-and-prejudice'],
    ['charlottes-web', 'green-eggs-and-ham'],
    ['silent-spring', 'blink'],
    ['the-guns-of-august', 'the-god-delusion'],
    ['disgrace', 'tender-is-the-night'],
    ['the-hate-u-give', 'a-court-of-thorns-and-roses'],
    ['mrs-dalloway', 'catch-22'],
    // What would take the place of a marked card.
    ['blindness', 'east-of-eden'],
    ['the-diary-of-a-young-girl', 'the-sisterhood-of-the-traveling-pants'],
  ])('readers of %s do not say that %s comes next', async (id, other) => {
    const list = await similar(id)
    expect(list.map(({ reason }) => reason)).toContain('Readers of this book also loved it')
    expect(idsOf(list)).not.toContain(other)
  })

  // What shares several things, and is not as well known, before what shares a mood or a country and is another kind.
  test.each([
    ['moby-dick', 'the-sea-wolf', 'madame-bovary'],
    ['heartstopper-volume-one', 'simon-vs-the-homo-sapiens-agenda', 'twilight'],
    ['the-feast-of-the-goat', 'human-acts', 'the-women'],
    ['kokoro', 'the-temple-of-the-golden-pavilion', 'the-honjin-murders'],
    ['palestine', 'maus-a-survivors-tale', 'saga-volume-one'],
  ])('like %s is %s rather than %s', async (id, like, other) => {
    const list = idsOf(await similar(id))
    expect(list).toContain(like)
    expect(list).not.toContain(other)
  })

  test('what is less far in time comes first of what is of the same literature', async () => {
    const list = idsOf(await similar('the-tale-of-genji'))
    expect(list).toContain('the-makioka-sisters')
    expect(list).not.toContain('norwegian-wood')
  })

  test('has what has several things in common, and fills up to six with what has less', async () => {
    const subjects = ['kites', 'sundials', 'weirs', 'adult']
    await importBooks('kin', [
      kin('own', 'Travel', ...subjects),
      kin('close', 'Travel', 'weirs', 'kites', 'adult'),
      kin('one', 'Poetry', 'sundials', 'adult'),
      kin('child', 'Travel', 'kites', 'sundials', 'weirs', 'children'),
    ])
    const list = await similar('kin-own')
    expect(idsOf(list).filter((id) => id.startsWith('kin'))).toEqual(['kin-close'])
    expect(list[0]).toMatchObject({ book: { id: 'kin-close' }, reason: 'More Travel' })
    expect(list).toHaveLength(6)
  })

  test('has six of a book of which nothing but an interest is known', async () => {
    await importBooks('alone', [{ id: 'alone', title: 'Alone', categories: ['Fiction'] }])
    const list = await similar('alone')
    expect(list.map(({ reason }) => reason)).toEqual(Array(6).fill('More Fiction'))
    expect(list.filter(({ book }) => book.volumeInfo.categories[0] !== 'Fiction')).toEqual([])
  })

  test('says whose literature both are of, where few are', async () => {
    await importBooks('origins', [
      poemFrom('from-iceland', ['Iceland', 'Nordic countries']),
      poemFrom('from-iceland-too', ['Iceland', 'Nordic countries']),
      poemFrom('from-new-york', ['United States', 'North America']),
      poemFrom('from-boston', ['United States', 'North America']),
    ])
    expect(await reasonOf('from-iceland', 'from-iceland-too')).toBe('Also from Iceland')
    expect(await reasonOf('from-new-york', 'from-boston')).toBe('More Poetry')
  })

  test('says its reasons in the language of the request', async () => {
    await importBooks('words', [
      kin('dancer', 'Travel', 'village life', 'dance', 'adult'),
      kin('fiddler', 'Travel', 'village life', 'dance', 'adult'),
      poemFrom('from-turkey', ['Turkey', 'Middle East']),
      poemFrom('from-turkey-too', ['Turkey', 'Middle East']),
    ])
    expect(await reasonIn('de', 'from-turkey', 'from-turkey-too')).toBe('Auch aus der Türkei')
    expect(await reasonIn('de', 'kin-dancer', 'kin-fiddler')).toBe('Auch zum Thema Dorfleben')
    expect(await reasonIn('en', 'kin-dancer', 'kin-fiddler')).toBe('Also about village life')
  })

  test('may be stored for five minutes by everyone, and requested again cheaply', async () => {
    const url = '/api/book/emma/similar'
    const first = await server.app.inject(url)
    expect(first.headers['cache-control']).toBe('public, max-age=300')
    expect(first.headers.vary).toMatch(/^Cookie, Accept-Language\b/)
    expect(first.headers.vary).not.toMatch(/authorization/i)
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await server.app.inject({ url, headers })).statusCode).toBe(304)
    const unknown = await server.app.inject('/api/book/no-such-book/similar')
    expect(unknown.statusCode).toBe(404)
    expect(unknown.headers['cache-control']).toBe('no-store')
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
