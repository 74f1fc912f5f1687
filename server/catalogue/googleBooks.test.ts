import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Check } from 'typebox/schema'
import { Book, SearchResult } from '../../contract/books.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/units.ts'
import {
  apiError,
  json,
  listOf,
  startFakeGoogle,
  volume,
  type Behaviour,
  type FakeGoogle,
} from '../../test/fakeGoogle.ts'
import type { Catalogue } from './catalogue.ts'
import { createGoogleBooks, type GoogleBooksOptions } from './googleBooks.ts'

const KEY = 'AIzaSecretKey0123456789'
const NOON = Date.parse('2026-07-15T19:00:00.000Z')

let google: FakeGoogle
let lines: string[]
let catalogue: ReturnType<typeof createGoogleBooks>
let offset: number

beforeEach(async () => {
  google = await startFakeGoogle()
  lines = []
  offset = 0
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  // What the cache reads.
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + offset)
  open()
})
afterEach(async () => {
  catalogue.close()
  await google.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function advance(milliseconds: number): Promise<void> {
  offset += milliseconds
  vi.setSystemTime(Date.now() + milliseconds)
  // The cache reads its clock once a millisecond.
  await delay(5)
}

function localBook(id: string, title: string, author = 'Ann Author', category = 'Horror'): Book {
  return {
    id,
    volumeInfo: { title, authors: [author], categories: [category] },
    accessInfo: { pdf: { isAvailable: false } },
    saleInfo: {},
  }
}

/** A local catalogue whose search finds what stands in titles. */
function localOf(books: readonly Book[]): Catalogue {
  return {
    async byId(id) {
      const book = books.find((one) => one.id === id)
      return book && { book }
    },
    byIds: async (ids) => books.filter(({ id }) => ids.includes(id)),
    byCategory: async (category, _startIndex, count) =>
      books.filter(({ volumeInfo }) => volumeInfo.categories.includes(category)).slice(0, count),
    byAuthors: async (authors, limit) =>
      books
        .filter(({ volumeInfo }) => volumeInfo.authors.some((name) => authors.includes(name)))
        .slice(0, limit),
    bySeries: async () => [],
    search: async (query, limit) => {
      const isCalledSo = ({ volumeInfo: { title } }: Book) =>
        title.toLowerCase().includes(query.toLowerCase())
      const found = books.filter(isCalledSo)
      const data = found.slice(0, limit).map(({ id, volumeInfo: { title, authors } }) => ({
        id,
        volumeInfo: { title, authors },
      }))
      return { data }
    },
  }
}

function open(books: readonly Book[] = [], options: Partial<GoogleBooksOptions> = {}): void {
  catalogue?.close()
  catalogue = createGoogleBooks({
    baseUrl: google.baseUrl,
    apiKey: KEY,
    local: localOf(books),
    log: (line) => lines.push(line),
    ...options,
  })
}

const ids = (books: readonly { id: string }[]) => books.map(({ id }) => id)
const queries = () => google.requests.map(({ url }) => url.searchParams.get('q') ?? url.pathname)
const overloaded = apiError(503, 'backendFailed')

const UNAVAILABLE: readonly (readonly [string, Behaviour])[] = [
  ['status 503', overloaded],
  ['a page of HTML', (response) => response.end('<p>Sign in to the network</p>')],
  ['JSON of another kind', json(['x'])],
  ['volumes that cannot be read', listOf({ id: 1 }, { id: 'x', volumeInfo: {} })],
  ['a reset connection', (response) => response.destroy()],
  ['silence', () => {}],
]

test.each(UNAVAILABLE)(
  '%s: readers soon get the local books, in their order',
  async (_, behave) => {
    const books = ['Dracula', 'Carmilla', 'The Monk'].map((title, at) => localBook(`h${at}`, title))
    open(books)
    google.behave(behave)
    const start = performance.now()
    const [shelf, written, found, local, unknown] = await Promise.all([
      catalogue.byCategory('Horror', 1, 10),
      catalogue.byAuthors(['Ann Author'], 20),
      catalogue.search('dracula', 20),
      catalogue.byId('h0'),
      catalogue.byId('gb_whatever'),
    ])
    expect(performance.now() - start).toBeLessThan(2500)
    expect(shelf).toEqual(books)
    expect(written).toEqual(books)
    expect(ids(found.data)).toEqual(['h0'])
    expect(local).toEqual({ book: books[0] })
    expect(unknown).toBeUndefined()
  },
)

describe('search', () => {
  test('holds the books of both: first those with all words, no book twice', async () => {
    open([
      localBook('dracula', 'Dracula', 'Bram Stoker'),
      localBook('guest', 'Draculas', 'Bram Stoker'),
    ])
    google.behave(
      listOf(
        volume('a', 'In Search of Vlad'),
        volume('b', 'Dracula: A Mystery Story', { authors: ['Bram Stoker'] }),
        volume('c', 'Dracula', { authors: ['Someone Else'] }),
        volume('d', 'The Dracula', { authors: ['SOMEONE ELSE'] }),
        volume('e', 'Dracula: Volume 2', { authors: ['Bram Stoker'] }),
      ),
    )
    const { data: results } = await catalogue.search('Dracula', 20)
    expect(ids(results)).toEqual(['dracula', 'gb_c', 'gb_e', 'gb_a', 'guest'])
    expect(results.filter((result) => !Check(SearchResult, result))).toEqual([])
    expect(results[1]?.volumeInfo.imageLinks?.thumbnail).toMatch(/^\/covers\/gb_c\?v=[0-9a-f]{8}$/)
    expect((await catalogue.search('Dracula', 2)).data).toHaveLength(2)
  })

  test('is near the query where neither has a book that is called so: then five of both', async () => {
    open()
    const others = ['Vlad', 'Mina', 'Lucy', 'Arthur', 'Quincey', 'Renfield']
    google.behave(listOf(...others.map((title) => volume(title, title))))
    const approximate = await catalogue.search('Dracula', 20)
    expect(approximate.isApproximate).toBe(true)
    expect(approximate.data).toHaveLength(5)
    google.behave(listOf(...others.map((title) => volume(title, title)), volume('d', 'Nosferatu')))
    const exact = await catalogue.search('Nosferatu', 20)
    expect(exact.isApproximate).toBeUndefined()
    expect(exact.data).toHaveLength(7)
  })

  test.each([
    ['978-0-261-10221-7', ['isbn:9780261102217']],
    [' Catch  -22 "Open|', ['catch 22 open']],
    ['Spider-Man C++', ['spider-man c++']],
    ['???', []],
  ])('%s is requested without operators of Google', async (query, requested) => {
    await catalogue.search(query, 20)
    expect(queries().map((text) => text.replaceAll(/ +/g, ' '))).toEqual(requested)
  })

  test('is requested once, until it expires, and used beyond that while Google fails', async () => {
    google.behave(listOf(volume('a', 'Emma')))
    await Promise.all([catalogue.search('Emma', 20), catalogue.search(' emma ', 5)])
    expect(google.requests).toHaveLength(1)
    await advance(13 * HOUR_MS)
    await catalogue.search('emma', 20)
    expect(google.requests).toHaveLength(2)
    google.behave(overloaded)
    await advance(13 * HOUR_MS)
    expect(ids((await catalogue.search('emma', 20)).data)).toEqual(['gb_a'])
  })
})

describe('shelves', () => {
  const local = Array.from({ length: 25 }, (_, at) => localBook(`l${at}`, `Local ${at}`))
  const volumes = Array.from({ length: 8 }, (_, at) =>
    volume(`g${at}`, `Google ${at}`, { averageRating: 4, ratingsCount: 1000 - at }),
  )

  test('have one of each in turn, of Google the same hand, from one request', async () => {
    open(local)
    google.behave(listOf(...volumes.toReversed()))
    const shelf = async (startIndex: number, count = 4) =>
      ids(await catalogue.byCategory('Horror', startIndex, count))
    expect(await shelf(0)).toEqual(['l0', 'gb_g0', 'l1', 'gb_g1'])
    expect(await shelf(1)).toEqual(await shelf(0))
    const third = await shelf(3, 20)
    const ofGoogle = third.filter((id) => id.startsWith('gb_'))
    expect(ofGoogle.map((id) => id.slice(4)).join('')).toBe('23456701')
    expect(third.filter((id) => id.startsWith('l')).slice(0, 2)).toEqual(['l0', 'l1'])
    const whole = await catalogue.byCategory('Horror', 6, 100)
    expect(new Set(ids(whole)).size).toBe(33)
    expect(whole.filter((book) => !Check(Book, book))).toEqual([])
    expect(queries()).toEqual(['subject:"Horror"'])
    open([])
    expect(await shelf(7)).toEqual(['gb_g6', 'gb_g7', 'gb_g0', 'gb_g1'])
    expect(await catalogue.byCategory('Travel', 0, 4)).toEqual([])
  })

  test('hold only books of the category that readers can judge', async () => {
    google.behave(
      listOf(
        volume('kind', 'A Ghost Story'),
        volume('bare', 'Untold', { categories: [] }),
        volume('study', 'Horror Films', { categories: ['Performing Arts'] }),
        volume('nobody', 'No Author', { authors: [] }),
        volume('untold', 'No Description', { description: '' }),
        volume('unseen', 'No Cover', { imageLinks: undefined }),
      ),
    )
    const shelf = ids(await catalogue.byCategory('Horror', 0, 10))
    expect(shelf.toSorted()).toEqual(['gb_bare', 'gb_kind'])
    expect(Object.fromEntries(google.requests[0]?.url.searchParams ?? [])).toMatchObject({
      langRestrict: 'en',
      maxAllowedMaturityRating: 'not-mature',
    })
    expect(ids(await catalogue.byCategory('Travel', 0, 10))).toEqual(['gb_bare'])
  })
})

test('authors: one request for each of the first, only their books, translations last', async () => {
  open([localBook('emma', 'Emma', 'Jane Austen')])
  google.behave((response, request) => {
    const name = /inauthor:"(.*)"/.exec(request.url.searchParams.get('q') ?? '')?.[1] ?? ''
    listOf(
      volume(`${name.length}a`, `Stolz by ${name}`, {
        authors: [name],
        language: 'de',
        ratingsCount: 9999,
        averageRating: 5,
      }),
      volume(`${name.length}b`, `Pride by ${name}`, { authors: [name.toUpperCase()] }),
      volume(`${name.length}c`, 'Emma', { authors: [name] }),
      volume(`${name.length}d`, `About ${name}`, { authors: ['A Critic'] }),
    )(response, request)
  })
  const books = await catalogue.byAuthors(['Jane Austen', 'jane austen', '', 'Kafka'], 20)
  expect(ids(books)).toEqual(['emma', 'gb_11b', 'gb_5b', 'gb_5c', 'gb_11a', 'gb_5a'])
  expect(queries()).toEqual(['inauthor:"jane austen"', 'inauthor:"Kafka"'])
  google.requests.length = 0
  const many = Array.from({ length: 500 }, (_, at) => `Author ${at}`)
  await catalogue.byAuthors(many, 20)
  expect(google.requests).toHaveLength(8)
})

describe('one book', () => {
  test('is the full record, cached, with the picture, and stays while Google fails', async () => {
    google.behave(json(volume('abc', 'Emma')))
    const [one, other] = await Promise.all([catalogue.byId('gb_abc'), catalogue.byId('gb_abc')])
    expect(one).toEqual(other)
    expect(Check(Book, one?.book)).toBe(true)
    expect(one?.book).toMatchObject({ id: 'gb_abc', volumeInfo: { title: 'Emma' } })
    expect(one?.picture).toMatch(/^https:\/\/books\.google\.com\/.*id=abc/)
    expect(queries()).toEqual(['/books/v1/volumes/abc'])
    for (const failure of [overloaded, apiError(404, 'notFound')]) {
      google.behave(failure)
      await advance(DAY_MS + 1)
      expect(await catalogue.byId('gb_abc')).toEqual(one)
    }
  })

  test('is local where it can be, and not requested where it cannot be one of Google’s', async () => {
    open([localBook('frankenstein', 'Frankenstein')])
    expect(await catalogue.byId('frankenstein')).toBeDefined()
    expect(await catalogue.byId('zyTCAlFPjgYC')).toBeUndefined()
    expect(await catalogue.byId('gb_../../x')).toBeUndefined()
    expect(google.requests).toEqual([])
  })

  test.each([
    ['status 404', apiError(404, 'notFound')],
    ['status 503', overloaded],
  ])('that Google does not know (%s) is not requested again soon', async (_, unknown) => {
    google.behave(unknown)
    expect(await catalogue.byId('gb_abc')).toBeUndefined()
    google.behave(json(volume('abc', 'Emma')))
    expect(await catalogue.byId('gb_abc')).toBeUndefined()
    await advance(6 * MINUTE_MS)
    expect(await catalogue.byId('gb_abc')).toBeDefined()
    expect(lines).toEqual([])
  })
})

describe('requests', () => {
  test('send the key as a header, and the country where it is set', async () => {
    open([], { country: 'NL' })
    await catalogue.search('emma', 20)
    await catalogue.byId('gb_abc')
    for (const { url, headers } of google.requests) {
      expect(headers['x-goog-api-key']).toBe(KEY)
      expect(url.href).not.toContain(KEY)
      expect(url.searchParams.get('country')).toBe('NL')
    }
    expect(google.requests).toHaveLength(2)
  })

  test('pause for a minute after five failures', async () => {
    google.behave((response) => response.destroy())
    for (let at = 0; at < 7; at++) await catalogue.search(`private words ${at}`, 20)
    expect(google.requests).toHaveLength(5)
    expect(lines).toEqual(['Google Books is unavailable: no connection.'])
    google.behave(listOf(volume('a', 'Emma')))
    await advance(MINUTE_MS)
    expect((await catalogue.search('emma', 20)).data).toHaveLength(1)
  })

  const details = [{ reason: 'API_KEY_SERVICE_BLOCKED', metadata: { consumer: 'projects/1' } }]
  test.each([
    [apiError(403, 'unknownLocation'), 'status 403, unknownLocation: .*GOOGLE_BOOKS_COUNTRY'],
    [json({ error: { status: 'PERMISSION_DENIED', details } }, 403), 'API_KEY_SERVICE_BLOCKED'],
    [apiError(403, 'forbidden', `bad key ${KEY}`), '403, forbidden: check GOOGLE_BOOKS_KEY'],
    [apiError(400, 'badRequest', 'API key not valid.'), '400, badRequest: check GOOGLE'],
    [apiError(403, 'dailyLimitExceeded'), '403, dailyLimitExceeded: too many requests'],
  ])('%#: a refusal names its cause in one line, and pauses them', async (refusal, cause) => {
    google.behave(refusal)
    await catalogue.search('private one', 20)
    await catalogue.search('private two', 20)
    expect(google.requests).toHaveLength(1)
    await advance(MINUTE_MS)
    await catalogue.search('private four', 20)
    expect(google.requests).toHaveLength(2)
    expect(lines[0]).toMatch(new RegExp(cause))
    expect(new Set(lines).size).toBe(1)
    expect(lines.join()).not.toMatch(new RegExp(`${KEY}|private|127\\.0\\.0\\.1`))
  })

  test('end when the catalogue is closed', async () => {
    google.behave(() => {})
    const start = performance.now()
    const found = catalogue.search('emma', 20)
    await expect.poll(() => google.requests).toHaveLength(1)
    catalogue.close()
    expect((await found).data).toEqual([])
    expect(performance.now() - start).toBeLessThan(1000)
    expect(lines).toEqual([])
  })
})
