import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Check } from 'typebox/schema'
import { Book, SearchResult } from '../../../contract/books.ts'
import { HOUR_MS } from '../../lib/units.ts'
import type { StoredBook } from '../../store/store.ts'
import type { LocalCatalogue } from '../local.ts'
import {
  apiError,
  dayUsedUp,
  json,
  listOf,
  startFakeGoogle,
  volume,
  type Behaviour,
  type FakeGoogle,
} from './fakeGoogle.ts'
import {
  createGoogleBooksCatalogue,
  type GoogleBooksCatalogue,
  type GoogleBooksOptions,
} from './googleBooksCatalogue.ts'

let google: FakeGoogle
let lines: string[]
let time: number
let stored: Map<string, StoredBook>
let catalogue: GoogleBooksCatalogue

function ours(id: string, title: string, author = 'Ann Author', category = 'Horror'): Book {
  return {
    id,
    volumeInfo: { title, authors: [author], categories: [category] },
    accessInfo: { pdf: { isAvailable: false } },
    saleInfo: {},
  }
}

/** A local catalogue of the given books; its search finds words in titles and names. */
function localOf(books: readonly Book[]): LocalCatalogue {
  return {
    byId: async (id) => books.find((book) => book.id === id) ?? stored.get(id)?.book,
    pictureOf: async (id) => stored.get(id)?.picture,
    async byCategory(category, startIndex, count) {
      const shelf = books.filter(({ volumeInfo }) => volumeInfo.categories.includes(category))
      const size = Math.min(count, shelf.length)
      return Array.from(
        { length: size },
        (_, index) => shelf[(startIndex + index) % shelf.length],
      ).flatMap((book) => (book ? [book] : []))
    },
    byAuthors: async (authors, limit) =>
      books
        .filter(({ volumeInfo }) => volumeInfo.authors.some((name) => authors.includes(name)))
        .slice(0, limit),
    search: async (query, limit) =>
      books
        .filter(({ volumeInfo }) => volumeInfo.title.toLowerCase().includes(query.toLowerCase()))
        .slice(0, limit)
        .map(({ id, volumeInfo: { title, authors } }) => ({ id, volumeInfo: { title, authors } })),
    keep: async () => {},
  }
}

function open(books: readonly Book[] = [], options: Partial<GoogleBooksOptions> = {}): void {
  catalogue?.close()
  catalogue = createGoogleBooksCatalogue({
    local: localOf(books),
    kept: { keep: async (book) => void stored.set(book.book.id, book) },
    baseUrl: google.baseUrl,
    apiKey: 'AIzaSecretKey0123456789',
    perDay: 1000,
    log: (line) => lines.push(line),
    now: () => time,
    random: () => 0.5,
    drawing: 'test',
    ...options,
    timing: { attempt: 10_000, backoff: 5, failures: 3, patience: 10_000, ...options.timing },
  })
}

beforeEach(async () => {
  google = await startFakeGoogle()
  lines = []
  stored = new Map()
  time = Date.parse('2026-07-15T19:00:00.000Z')
  open()
})

afterEach(async () => {
  catalogue.close()
  await google.close()
})

const ids = (books: readonly { id: string }[]) => books.map(({ id }) => id)
const titles = (books: readonly SearchResult[]) => books.map(({ volumeInfo }) => volumeInfo.title)
const asked = () => google.requests.map(({ url }) => url.searchParams.get('q') ?? url.pathname)

const slow: Behaviour = (response, request) => {
  setTimeout(() => listOf(volume('slow', 'Dracula Late'))(response, request), 300)
}
const AWAY: readonly (readonly [string, Behaviour])[] = [
  ['500', apiError(500, 'backendError', 'Backend Error')],
  ['503 with Retry-After', apiError(503, 'backendFailed', 'Busy', { 'retry-after': '100' })],
  ['429', dayUsedUp],
  ['403 quota', apiError(403, 'dailyLimitExceeded', 'Daily Limit Exceeded')],
  [
    'HTML',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<p>Hello</p>')
    },
  ],
  ['malformed JSON', (response) => response.end('{"items":[{')],
  ['nothing found', json({ totalItems: 0 })],
  ['volumes that cannot be read', listOf({ id: 1 }, { id: 'x', volumeInfo: {} })],
  ['a huge answer', (response) => response.end(`"${'x'.repeat(6 * 1024 * 1024)}"`)],
  ['a reset connection', (response) => response.destroy()],
  ['silence', () => {}],
  ['an answer too late', slow],
]

describe.each(AWAY)('where Google answers %s', (_name, behaviour) => {
  const horror = ['Dracula', 'Carmilla', 'The Monk'].map((title, index) => ours(`h${index}`, title))

  test('readers have the local answer, whole and in its order', async () => {
    open(horror, { timing: { attempt: 200, patience: 100 } })
    google.behave(behaviour)
    expect(await catalogue.byCategory('Horror', 1, 10)).toEqual([horror[1], horror[2], horror[0]])
    expect(await catalogue.byAuthors(['Ann Author'], 20)).toEqual(horror)
    expect(await catalogue.search('dracula', 20)).toEqual([
      { id: 'h0', volumeInfo: { title: 'Dracula', authors: ['Ann Author'] } },
    ])
    expect(await catalogue.byId('h0')).toEqual(horror[0])
    expect(await catalogue.byId('gb_whatever')).toBeUndefined()
    expect(await catalogue.pictureOf('gb_whatever')).toBeUndefined()
    await catalogue.keep('gb_whatever')
    expect(stored.size).toBe(0)
  })
})

describe('search', () => {
  test('both catalogues, exact titles first, ours before theirs, no book twice', async () => {
    open([
      ours('dracula', 'Dracula', 'Bram Stoker'),
      ours('guest', 'Dracula’s Guest', 'Bram Stoker'),
    ])
    google.behave(
      listOf(
        volume('a', 'Reading Dracula', { authors: ['Critic'] }),
        volume('b', 'Dracula: A Mystery Story', { authors: ['Bram Stoker'] }),
        volume('c', 'Dracula', { authors: ['Someone Else'] }),
        volume('d', 'Dracula', { authors: ['Someone Else'] }),
        volume('e', 'In Search of Vlad', { authors: ['Historian'] }),
      ),
    )
    const results = await catalogue.search('Dracula', 20)
    expect(ids(results)).toEqual(['dracula', 'gb_c', 'gb_a', 'guest', 'gb_e'])
    expect(results.filter((result) => !Check(SearchResult, result))).toEqual([])
    expect(Object.keys(results[1] ?? {})).toEqual(['id', 'volumeInfo'])
    expect(results[1]?.volumeInfo.imageLinks?.thumbnail).toMatch(/^\/covers\/gb_c\?v=[0-9a-f]{8}$/)
    expect(await catalogue.search('Dracula', 2)).toHaveLength(2)
  })

  test('a local title is not lost behind many of theirs', async () => {
    open([ours('there', 'There There', 'Tommy Orange')])
    const many = Array.from({ length: 40 }, (_, index) =>
      volume(`v${index}`, `Over There ${index}`),
    )
    google.behave(listOf(...many))
    const results = await catalogue.search('there there', 20)
    expect(results).toHaveLength(20)
    expect(results[0]?.id).toBe('there')
  })

  test('an ISBN is asked for as one', async () => {
    google.behave(listOf(volume('a', 'The Hobbit')))
    expect(titles(await catalogue.search('978-0-261-10221-7', 20))).toEqual(['The Hobbit'])
    await catalogue.search('0261102214', 20)
    expect(asked()).toEqual(['isbn:9780261102217', 'isbn:9780261102217'])
  })

  test('operators of Google’s are only letters to our readers', async () => {
    await catalogue.search('catch -22 "open', 20)
    expect(asked()).toEqual(['catch 22 open'])
  })

  test.each(['???', '-', '"', '🤷'])('%j asks Google nothing', async (query) => {
    await catalogue.search(query, 20)
    expect(google.requests).toEqual([])
  })

  test('the same query is asked once, however it is typed, until its time is over', async () => {
    google.behave(listOf(volume('a', 'Emma')))
    await Promise.all([catalogue.search('Emma', 20), catalogue.search(' emma ', 5)])
    await catalogue.search('EMMA', 20)
    expect(google.requests).toHaveLength(1)
    time += 6 * HOUR_MS
    await catalogue.search('emma', 20)
    expect(google.requests).toHaveLength(1)
    time += 1
    await catalogue.search('emma', 20)
    expect(google.requests).toHaveLength(2)
  })

  test('queries of which only signs differ are not one', async () => {
    await catalogue.search('c++', 20)
    await catalogue.search('c#', 20)
    expect(asked()).toEqual(['c++', 'c#'])
  })

  test('that nothing is found is remembered as well', async () => {
    await catalogue.search('xyzzy', 20)
    await catalogue.search('xyzzy', 20)
    expect(google.requests).toHaveLength(1)
  })

  test('what Google said stays while Google is away', async () => {
    google.behave(listOf(volume('a', 'Emma')))
    await catalogue.search('emma', 20)
    google.behave(apiError(500, 'backendError', 'Backend Error'))
    time += 7 * HOUR_MS
    expect(titles(await catalogue.search('emma', 20))).toEqual(['Emma'])
    time += 100 * HOUR_MS
    expect(titles(await catalogue.search('emma', 20))).toEqual(['Emma'])
  })

  test('an answer that comes too late is there the next time', async () => {
    open([], { timing: { patience: 50 } })
    google.behave(slow)
    expect(await catalogue.search('late', 20)).toEqual([])
    await expect.poll(() => catalogue.search('late', 20)).toHaveLength(1)
    expect(google.requests).toHaveLength(1)
  })
})

describe('shelves', () => {
  const local = Array.from({ length: 25 }, (_, index) => ours(`l${index}`, `Local ${index}`))
  const theirs = Array.from({ length: 8 }, (_, index) =>
    volume(`g${index}`, `Google ${index}`, { averageRating: 4, ratingsCount: 1000 - index }),
  )

  test('ours and theirs in turn from the offset on, then ours alone, wrapping', async () => {
    open(local)
    google.behave(listOf(...theirs))
    expect(ids(await catalogue.byCategory('Horror', 0, 4))).toEqual(['l0', 'gb_g0', 'l1', 'gb_g1'])
    expect(ids(await catalogue.byCategory('Horror', 4, 4))).toEqual(['l2', 'gb_g2', 'l3', 'gb_g3'])
    expect(ids(await catalogue.byCategory('Horror', 14, 4))).toEqual(['l7', 'gb_g7', 'l8', 'l9'])
    expect(ids(await catalogue.byCategory('Horror', 16, 4))).toEqual(['l8', 'l9', 'l10', 'l11'])
    expect(ids(await catalogue.byCategory('Horror', 31, 4))).toEqual(['l23', 'l24', 'l0', 'l1'])
    // All of it from one request, for twelve hours.
    expect(asked()).toEqual(['subject:"Horror"'])
    time += 13 * HOUR_MS
    await catalogue.byCategory('Horror', 0, 10)
    expect(google.requests).toHaveLength(2)
  })

  test.each([0, 1, 5, 10, 1000])('from %i on: ten books, none twice', async (startIndex) => {
    open(local)
    google.behave(listOf(...theirs))
    const page = await catalogue.byCategory('Horror', startIndex, 10)
    expect(new Set(ids(page)).size).toBe(10)
    expect(page.filter((book) => !Check(Book, book))).toEqual([])
  })

  test('Google fills a shelf that is short here, and wraps where there is nothing here', async () => {
    open(local.slice(0, 2))
    google.behave(listOf(...theirs))
    expect(await catalogue.byCategory('Horror', 0, 10)).toHaveLength(10)
    open([])
    expect(ids(await catalogue.byCategory('Horror', 6, 5))).toEqual([
      'gb_g6',
      'gb_g7',
      'gb_g0',
      'gb_g1',
      'gb_g2',
    ])
    expect(await catalogue.byCategory('Horror', 3, 10)).toHaveLength(8)
    google.behave(json({}))
    expect(await catalogue.byCategory('Travel', 3, 10)).toEqual([])
  })

  test('only books of the interest, in English, for everyone; the interest is named', async () => {
    google.behave(
      listOf(
        volume('kind', 'A Ghost Story'),
        volume('own', 'It', { categories: ['Horror tales'] }),
        volume('study', 'Horror Films', { categories: ['Performing Arts'] }),
        volume('bare', 'Untold', { categories: [] }),
        volume('nobody', 'No Author', { authors: [] }),
        volume('untold', 'No Description', { description: '' }),
        volume('unseen', 'No Cover', { imageLinks: undefined }),
      ),
    )
    const shelf = await catalogue.byCategory('Horror', 0, 10)
    expect(ids(shelf).toSorted()).toEqual(['gb_bare', 'gb_kind', 'gb_own'])
    expect(shelf.every((book) => book.volumeInfo.categories[0] === 'Horror')).toBe(true)
    expect(Object.fromEntries(google.requests[0]?.url.searchParams ?? [])).toMatchObject({
      langRestrict: 'en',
      maxAllowedMaturityRating: 'not-mature',
    })
    // Opened, the book says the same, and costs no request.
    expect((await catalogue.byId('gb_kind'))?.volumeInfo.categories).toEqual(['Horror', 'Fiction'])
    expect(google.requests).toHaveLength(1)
  })
})

describe('authors', () => {
  test('each is asked for once, what others wrote is left out, translations come last', async () => {
    open([ours('emma', 'Emma', 'Jane Austen')])
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
    const books = await catalogue.byAuthors(['Jane Austen', 'jane  austen', '', 'Kafka'], 20)
    expect(ids(books)).toEqual(['emma', 'gb_11b', 'gb_5b', 'gb_5c', 'gb_11a', 'gb_5a'])
    expect(asked()).toEqual(['inauthor:"Jane Austen"', 'inauthor:"Kafka"'])
    expect(await catalogue.byAuthors(['Jane Austen'], 2)).toHaveLength(2)
    expect(google.requests).toHaveLength(2)
  })

  test('of many authors only the first are asked for', async () => {
    await catalogue.byAuthors(
      Array.from({ length: 500 }, (_, index) => `Author ${index}`),
      20,
    )
    expect(google.requests).toHaveLength(8)
    expect(await catalogue.byAuthors([], 20)).toEqual([])
  })
})

describe('one book', () => {
  test('ours are never asked for, and neither is what cannot be Google’s', async () => {
    open([ours('frankenstein', 'Frankenstein')])
    expect((await catalogue.byId('frankenstein'))?.volumeInfo.title).toBe('Frankenstein')
    expect(await catalogue.byId('zyTCAlFPjgYC')).toBeUndefined()
    expect(await catalogue.byId('gb_../../x')).toBeUndefined()
    expect(google.requests).toEqual([])
  })

  test('Google’s is asked for once, and its picture is known then', async () => {
    google.behave(json(volume('abc', 'Emma')))
    const [one, other] = await Promise.all([catalogue.byId('gb_abc'), catalogue.byId('gb_abc')])
    expect(one).toEqual(other)
    expect(one?.id).toBe('gb_abc')
    expect(await catalogue.pictureOf('gb_abc')).toMatch(/^https:\/\/books\.google\.com\/.*id=abc/)
    expect(asked()).toEqual(['/books/v1/volumes/abc'])
    google.behave(apiError(500, 'backendError', 'Backend Error'))
    time += 25 * HOUR_MS
    expect((await catalogue.byId('gb_abc'))?.volumeInfo.title).toBe('Emma')
  })

  test('a volume that answers under another id is not taken for the one asked for', async () => {
    google.behave(json(volume('other', 'Emma')))
    expect(await catalogue.byId('gb_abc')).toBeUndefined()
  })

  test('what a list named costs no request: a page of covers asks for nothing', async () => {
    const many = Array.from({ length: 20 }, (_, index) => volume(`v${index}`, `Title ${index}`))
    google.behave(listOf(...many))
    const found = await catalogue.search('title', 20)
    expect(found).toHaveLength(20)
    for (const { id } of found) {
      expect(await catalogue.byId(id)).toBeDefined()
      expect(await catalogue.pictureOf(id)).toBeDefined()
    }
    expect(google.requests).toHaveLength(1)
  })

  test('an id that Google does not know is not asked for again soon', async () => {
    google.behave(apiError(503, 'backendFailed', 'Service temporarily unavailable.'))
    expect(await catalogue.byId('gb_nobody')).toBeUndefined()
    const requests = google.requests.length
    expect(await catalogue.byId('gb_nobody')).toBeUndefined()
    expect(google.requests).toHaveLength(requests)
    google.behave(json(volume('nobody', 'Somebody')))
    time += 6 * 60_000
    expect((await catalogue.byId('gb_nobody'))?.volumeInfo.title).toBe('Somebody')
  })
})

describe('keeping', () => {
  test('a book is kept whole, from what was listed, and stays when Google forgets it', async () => {
    google.behave(listOf(volume('abc', 'Emma')))
    await catalogue.search('emma', 20)
    const shown = await catalogue.byId('gb_abc')
    await catalogue.keep('gb_abc')
    await catalogue.keep('gb_abc')
    expect(google.requests).toHaveLength(1)
    expect(stored.get('gb_abc')).toMatchObject({ source: 'google-books', book: shown })

    google.behave(apiError(404, 'notFound', 'The volume ID could not be found.'))
    open()
    expect(await catalogue.byId('gb_abc')).toEqual(shown)
    expect(await catalogue.pictureOf('gb_abc')).toMatch(/^https:/)
    await catalogue.keep('gb_abc')
    expect(google.requests).toHaveLength(1)
  })

  test('a book that this server has not seen is fetched for it', async () => {
    google.behave(json(volume('abc', 'Emma')))
    await catalogue.keep('gb_abc')
    expect(stored.get('gb_abc')?.book.volumeInfo.title).toBe('Emma')
  })

  test('ours are in the store already', async () => {
    open([ours('emma', 'Emma')])
    await catalogue.keep('emma')
    expect(stored.size).toBe(0)
    expect(google.requests).toEqual([])
  })

  test('a store that fails is not hidden', async () => {
    google.behave(json(volume('abc', 'Emma')))
    open([], {
      kept: {
        keep: async () => {
          throw new Error('disk full')
        },
      },
    })
    await expect(catalogue.keep('gb_abc')).rejects.toThrow('disk full')
  })
})

describe('the cache', () => {
  test('is bounded by what it takes', async () => {
    open([], { cacheBytes: 40_000 })
    google.behave((response, request) => {
      const q = request.url.searchParams.get('q') ?? ''
      listOf(volume(q, q, { description: 'x'.repeat(3000) }))(response, request)
    })
    for (let index = 0; index < 20; index++) await catalogue.search(`query${index}`, 20)
    expect(google.requests).toHaveLength(20)
    await catalogue.search('query19', 20)
    expect(google.requests).toHaveLength(20)
    await catalogue.search('query0', 20)
    expect(google.requests).toHaveLength(21)
  })
})

test('Google away is said once, its return once, and readers’ words never', async () => {
  google.behave(apiError(500, 'backendError', 'Backend Error'))
  for (let index = 0; index < 8; index++) await catalogue.search(`private words ${index}`, 20)
  expect(google.requests).toHaveLength(9)
  google.behave(json({}))
  time += HOUR_MS
  await catalogue.search('private again', 20)
  expect(lines).toEqual([
    expect.stringMatching(/^Google Books is left in peace until .*: status 500, backendError\.$/),
    'Google Books answers again.',
  ])
})
