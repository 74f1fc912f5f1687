import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  getBook,
  getRecommendedBooks,
  searchBooks,
  type Book,
  type SearchResponse,
} from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import { ErrorBody } from '../../contract/common.ts'
import { CATALOGUE_FILE } from '../catalogue/catalogueDatabase.ts'
import { createTestServer, type TestServer } from '../../test/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})

afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, headers })

const shelf = (preference: string, startIndex?: number | string) =>
  get(
    `/api/recommendedBooks?preference=${encodeURIComponent(preference)}` +
      (startIndex === undefined ? '' : `&startIndex=${startIndex}`),
  )

const find = (query: string) => get(`/api/books/search?query=${encodeURIComponent(query)}`)

/** What a problem says, where it is one in every respect. */
function problem(response: Awaited<ReturnType<typeof get>>) {
  const type = response.headers['content-type']
  const body: unknown = response.json()
  if (!type?.startsWith('application/problem+json') || !Value.Check(ErrorBody, body)) {
    throw new Error(`no problem: ${type} ${response.body}`)
  }
  return { status: response.statusCode, code: body.code }
}

const INVALID = { status: 400, code: 'invalid_request' }

describe('GET /api/recommendedBooks', () => {
  test.each(CATEGORIES)('answers 36 books of %s', async (category) => {
    const response = await shelf(category, 3)
    expect(response.statusCode).toBe(200)
    const books = response.json<Book[]>()
    expect(Value.Check(getRecommendedBooks.schema.response[200], books)).toBe(true)
    expect(new Set(books.map(({ id }) => id)).size).toBe(36)
    for (const book of books) expect(book.volumeInfo.categories.slice(0, 2)).toContain(category)
    for (const at of [0, 12, 24]) {
      const authors = Map.groupBy(
        books.slice(at, at + 12),
        ({ volumeInfo }) => volumeInfo.authors[0],
      )
      expect(Math.max(...[...authors.values()].map(({ length }) => length))).toBeLessThanOrEqual(2)
    }
  })

  test('an unknown category is an empty list', async () => {
    const response = await shelf('Westerns', 1)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual([])
  })

  test.each([
    'preference=',
    'startIndex=1',
    'preference=Poetry&startIndex=x',
    'preference=Poetry&startIndex=-1',
  ])('refuses ?%s', async (query) => {
    expect(problem(await get(`/api/recommendedBooks?${query}`))).toEqual(INVALID)
  })
})

describe('GET /api/book/detail/{id}', () => {
  test('answers the whole record', async () => {
    const response = await get('/api/book/detail/pride-and-prejudice')
    expect(response.statusCode).toBe(200)
    expect(Value.Check(getBook.schema.response[200], response.json())).toBe(true)
    expect(response.json()).toEqual((await server.catalogue.byId('pride-and-prejudice'))?.book)
  })

  test('may be kept for five minutes by everyone, and asked for again cheaply', async () => {
    const first = await get('/api/book/detail/emma')
    expect(first.headers['cache-control']).toBe('public, max-age=300')
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(first.headers.vary).not.toMatch(/cookie|authorization/i)

    const again = await get('/api/book/detail/emma', { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers).not.toHaveProperty('content-length')
    expect(again.headers.etag).toBe(etag)
    expect(again.headers['cache-control']).toBe('public, max-age=300')

    const other = await get('/api/book/detail/dracula', { 'if-none-match': etag })
    expect(other.statusCode).toBe(200)
  })

  test('takes lists of ETags, strong ones and the star', async () => {
    const etag = String((await get('/api/book/detail/emma')).headers.etag)
    for (const sentEtag of [`"x", ${etag}`, etag.replace('W/', ''), '*']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const url = '/api/book/detail/emma'
        const response = await server.app.inject({
          method,
          url,
          headers: { 'if-none-match': sentEtag },
        })
        expect(response.statusCode).toBe(304)
        expect(response.body).toBe('')
      }
    }
  })

  test('an unknown book is 404, and never kept', async () => {
    const response = await get('/api/book/detail/no-such-book')
    expect(problem(response)).toEqual({ status: 404, code: 'not_found' })
    expect(response.json()).toMatchObject({ message: 'Book not found.' })
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers.etag).toBeUndefined()
  })

  test.each(['a%20b', '%00', 'a'.repeat(65), '..%2Fx'])('refuses the id %s', async (id) => {
    expect(problem(await get(`/api/book/detail/${id}`))).toEqual(INVALID)
  })

  test('HEAD has the headers without the body', async () => {
    const response = await server.app.inject({ method: 'HEAD', url: '/api/book/detail/emma' })
    expect(response.statusCode).toBe(200)
    expect(response.headers.etag).toBeDefined()
    expect(response.body).toBe('')
  })
})

describe('GET /api/books/search', () => {
  test('answers the best first, in the shape of the contract', async () => {
    const response = await find('great gatsby')
    expect(response.statusCode).toBe(200)
    const body = response.json<{ data: { id: string }[] }>()
    expect(Value.Check(searchBooks.schema.response[200], body)).toBe(true)
    expect(body.data[0]?.id).toBe('the-great-gatsby')
    expect(response.headers['cache-control']).toBe('public, no-cache')
  })

  test('books like another are what comes next to it, but for its series or its author, as far as wanted', async () => {
    const titles = async (query: string) => {
      const body = (await find(query)).json<SearchResponse>()
      expect(Value.Check(searchBooks.schema.response[200], body)).toBe(true)
      expect(body).not.toHaveProperty('like')
      return { ...body, data: body.data.map(({ volumeInfo: { title } }) => title) }
    }
    const { data, understood } = await titles('books like dune')
    expect(understood?.like).toBe('Dune')
    expect(data.length).toBeGreaterThan(3)
    expect(data.filter((title) => title.includes('Dune'))).toEqual([])
    const { data: wished } = await titles('books like dune without war')
    expect(wished.length).toBeGreaterThan(0)
    expect(data).not.toEqual(wished)
    const { data: others } = await find('authors like stephen king').then((one) =>
      one.json<SearchResponse>(),
    )
    const authors = others.flatMap(({ volumeInfo }) => volumeInfo.authors)
    expect(authors.length).toBeGreaterThan(3)
    expect(authors).not.toContain('Stephen King')
    const none = await titles('books like dune but cookbooks')
    expect([none.isApproximate, none.understood, none.data.length]).toEqual([true, undefined, 5])
  })

  test('nothing found is an empty list', async () => {
    expect((await find('qqqxxxzzz')).json()).toEqual({ data: [] })
    expect((await find('.')).json()).toEqual({ data: [] })
  })

  test('an empty query is refused, blank or not', async () => {
    for (const query of ['', '   ', '\u00A0']) {
      const response = await find(query)
      expect(problem(response)).toEqual(INVALID)
      expect(response.json()).toMatchObject({ message: 'Query is required.' })
    }
    expect(problem(await get('/api/books/search'))).toEqual(INVALID)
  })

  test('a catalogue that lacks what a search reads is 503, until it has it', async () => {
    const own = await createTestServer()
    onTestFinished(() => own.close())
    using database = new DatabaseSync(join(own.config.catalogueDir, CATALOGUE_FILE))
    database.exec('ALTER TABLE book_titles RENAME TO other')
    const response = await own.app.inject('/api/books/search?query=emma')
    expect(problem(response)).toEqual({ status: 503, code: 'busy' })
    expect(response.headers['retry-after']).toBe('5')
    database.exec('ALTER TABLE other RENAME TO book_titles')
    expect((await own.app.inject('/api/books/search?query=emma')).statusCode).toBe(200)
  })

  test('a query beyond 200 characters is refused', async () => {
    expect((await find('a'.repeat(200))).statusCode).toBe(200)
    expect(problem(await find('a'.repeat(201)))).toEqual(INVALID)
  })
})
